"""Files without ids of their own, brought together: cases by question, chunks by text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from evalcore.errors import InputError, Problem
from evalcore.formats.brought import BroughtRankings
from evalcore.formats.label_file import LabelFile
from evalcore.formats.made_ids import folded
from evalcore.formats.ranking_file import RankingFile
from evalcore.golden.contexts import SIMILARITY, ContextMatch, match_contexts
from evalcore.model.case import Case, GoldenSet
from evalcore.model.manifest import Manifest
from evalcore.model.ranking import Rankings


@dataclass(frozen=True, eq=False, kw_only=True)
class MatchedFiles:
    """Labels and rankings that speak of the same ids, as far as anything could be matched."""

    golden: GoldenSet
    samples: tuple[Rankings, ...]
    notes: tuple[str, ...]


def matched(labels: LabelFile, rankings: RankingFile, manifest: Manifest | None) -> MatchedFiles:
    """Give cases known by their question and chunks known by their text the ids they have.

    What cannot be matched keeps its made id and its place in the list, for ranks must not
    move. ``notes`` say what share was matched. Raises ``InputError`` where nothing was.
    """
    golden, samples = labels.golden, rankings.samples
    notes = [*labels.notes, *rankings.notes]
    if isinstance(rankings, BroughtRankings):
        if rankings.recalls is not None:
            samples = (_by_row(samples[0], golden, rankings.recalls),)
            notes.append("lists were matched to questions by their row; each row's recall agrees")
        elif rankings.questions:
            samples, note = _by_question(samples, golden, rankings.questions)
            notes.append(note)
    found_texts = rankings.texts if isinstance(rankings, BroughtRankings) else {}
    if labels.texts or found_texts:
        golden, samples, more = _by_text(golden, labels.texts, samples, found_texts, manifest)
        notes.extend(more)
    return MatchedFiles(golden=golden, samples=samples, notes=tuple(notes))


def _by_question(
    samples: tuple[Rankings, ...], golden: GoldenSet, questions: Mapping[str, str]
) -> tuple[tuple[Rankings, ...], str]:
    """Rename made case ids to the ids of the cases that ask the same, where only one does."""
    known = Counter(folded(case.question) for case in golden.cases)
    by_question = {folded(case.question): case.id for case in golden.cases}
    ids = golden.by_id
    names = {
        made: made if made in ids else by_question[folded(text)]
        for made, text in questions.items()
        if made in ids or known[folded(text)] == 1
    }
    if not names:
        example = next(iter(questions.values()))
        raise InputError(
            [
                Problem(
                    what=f"no question of the rankings is in the golden set, such as {example!r}",
                    hint="both must spell the questions alike, or carry the same case ids",
                )
            ]
        )
    renamed = tuple(
        replace(
            sample,
            case_ids=tuple(names.get(case_id, case_id) for case_id in sample.case_ids),
            failures={names.get(k, k): why for k, why in sample.failures.items()},
        )
        for sample in samples
    )
    return renamed, f"questions found in the golden set: {len(names)} of {len(questions)}"


def _by_row(sample: Rankings, golden: GoldenSet, recalls: tuple[float, ...]) -> Rankings:
    """Name lists by the case in the same row, if the recall the file claims of each row holds."""
    cases = golden.cases
    what = f"{len(recalls)} lists without a question each, beside {len(cases)} cases"
    if len(cases) == len(recalls):
        wrong = [n for n, case in enumerate(cases) if _differs(sample, n, case, recalls[n])]
        if not wrong:
            return replace(sample, case_ids=tuple(case.id for case in cases))
        what = f"row {wrong[0] + 1} claims recall {recalls[wrong[0]]:g}, which its list has not"
    hint = "add the column qid from the qa.parquet this run was made with"
    raise InputError([Problem(what=f"the rows cannot be matched: {what}", hint=hint)])


def _differs(sample: Rankings, row: int, case: Case, claimed: float) -> bool:
    cut = slice(int(sample.starts[row]), int(sample.starts[row + 1]))
    found = {sample.chunk_ids[code] for code in sample.chunks[cut].tolist()}
    units: dict[str, bool] = {}
    for number, label in enumerate(case.expected):
        unit = label.group or f"\0{number}"
        units[unit] = units.get(unit, False) or label.chunk_id in found
    return abs(sum(units.values()) / max(len(units), 1) - claimed) > 1e-9


def _by_text(
    golden: GoldenSet,
    label_texts: Mapping[str, str],
    samples: tuple[Rankings, ...],
    found_texts: Mapping[str, str],
    manifest: Manifest | None,
) -> tuple[GoldenSet, tuple[Rankings, ...], list[str]]:
    if manifest is None:
        _check_words(golden, label_texts, samples)
        return golden, samples, ["chunks without ids were compared word for word: no manifest"]
    notes = []
    match = match_contexts({**label_texts, **found_texts}, manifest)
    for kind, texts in (("expected", label_texts), ("retrieved", found_texts)):
        if texts:
            notes.append(_told(kind, texts, match))
    if not match.chunk_of:
        raise InputError(
            [
                Problem(
                    what=f"none of the {match.total} texts is a chunk of the manifest",
                    hint="check that the manifest is that of the same index, and has texts",
                )
            ]
        )
    return _relabelled(golden, match), tuple(_renamed(s, match) for s in samples), notes


def _check_words(
    golden: GoldenSet, label_texts: Mapping[str, str], samples: tuple[Rankings, ...]
) -> None:
    """Without a manifest equal texts are equal chunks; if none are, the two cannot be compared."""
    expected = {label.chunk_id for case in golden.cases for label in case.expected}
    returned = {chunk_id for sample in samples for chunk_id in sample.chunk_ids}
    if label_texts and returned and expected.isdisjoint(returned):
        raise InputError(
            [
                Problem(
                    what="no expected text is, word for word, one of the retrieved ones",
                    hint="give --manifest with the texts of the index, so that they can be matched",
                )
            ]
        )


def _told(kind: str, texts: Mapping[str, str], match: ContextMatch) -> str:
    hit = sum(1 for made in texts if made in match.chunk_of)
    doubtful = sum(1 for made in match.ambiguous if made in texts)
    share = f"{kind} texts matched to the manifest: {hit} of {len(texts)}"
    told = f"{share} (equal, inside one chunk, or from {SIMILARITY:g} % alike)"
    return f"{told}; {doubtful} fit several chunks alike" if doubtful else told


def _relabelled(golden: GoldenSet, match: ContextMatch) -> GoldenSet:
    cases = tuple(
        replace(
            case,
            expected=tuple(
                replace(label, chunk_id=match.chunk_of.get(label.chunk_id, label.chunk_id))
                for label in case.expected
            ),
        )
        for case in golden.cases
    )
    return replace(golden, cases=tuple(_once(case) for case in cases))


def _once(case: Case) -> Case:
    """Two texts of one chunk are one label: the first."""
    first = {label.chunk_id: label for label in reversed(case.expected)}
    if len(first) == len(case.expected):
        return case
    kept = tuple(label for label in case.expected if first[label.chunk_id] is label)
    return replace(case, expected=kept)


def _renamed(sample: Rankings, match: ContextMatch) -> Rankings:
    """The lists with real ids; two texts of one chunk stay two slots, a repeat earns nothing."""
    names = [match.chunk_of.get(one, one) for one in sample.chunk_ids]
    codes = {name: code for code, name in enumerate(dict.fromkeys(names))}
    new = np.fromiter((codes[name] for name in names), dtype=np.int32, count=len(names))
    return replace(sample, chunk_ids=tuple(codes), chunks=new[sample.chunks])
