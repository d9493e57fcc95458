"""``golden add`` and ``golden split``: new drafts at the end of the file, and the blind set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from evalcore.errors import UsageError
from evalcore.formats.golden_edit import Edit, GoldenText, put
from evalcore.formats.golden_fields import CASE_FIELDS
from evalcore.formats.query_log import read_query_log
from evalcore.golden.growth import Sampled, Wish, draft, sample
from evalcore.golden.split import LEAST_SHARE, MOST_SHARE, sides
from evalcore.model.case import Case
from evalcore.model.words import CaseStatus
from evalcore.store.golden_blob import pack_golden
from evalcore.workflows.golden_files import open_golden

_BLIND = CASE_FIELDS.by_spelling[CASE_FIELDS.native["blind"]].spellings


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """The drafts that were written, and what the log held where they come from one."""

    drafts: tuple[Case, ...]
    hash: str
    sampled: Sampled | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """The sides of a golden set: how many are blind of how many, and how many are new."""

    blind: int
    active: int
    decided: int
    hash: str


def add_from_log(golden: Path, log: Path, output: Path, *, n: int) -> Added:
    """Draft at most ``n`` questions of a query log that no case asks yet."""
    text = _text(golden)
    found = sample(read_query_log(log), text.golden.cases, n)
    if not found.chosen:
        raise UsageError(
            f"none of the {found.distinct} questions of the log is new",
            where=str(log),
            hint="the golden set asks them all, or nearly so",
        )
    taken = set(text.golden.by_id)
    source = f"log-{log.name.split('.')[0]}"
    drafts: list[Case] = []
    for wish in found.chosen:
        drafts.append(draft(wish.question, source=source, taken=taken, **_facts(wish)))
        taken.add(drafts[-1].id)
    return _write(text, output, drafts, found)


def add_question(golden: Path, output: Path, *, question: str, source: str) -> Added:
    """Draft one question that failed in production."""
    if not question.strip():
        raise UsageError("an empty question", hint='give --question "…"')
    text = _text(golden)
    return _write(text, output, [draft(question, source=source, taken=text.golden.by_id)])


def add_from_case(golden: Path, output: Path, *, case_id: str, question: str) -> Added:
    """Draft another wording of a case: its labels and segment are kept, the rest is new."""
    text = _text(golden)
    case = text.golden.by_id.get(case_id)
    if case is None:
        raise UsageError(f'no case "{case_id}"', where=str(golden), hint="check its id")
    if case.blind:
        raise UsageError("that case is blind", hint="a wording of it would give it away")
    fresh = draft(question, source=f"case-{case_id}", taken=text.golden.by_id)
    told = {
        name: getattr(case, name)
        for name in ("expected", "requires_all", "behaviour", "reference_answer", "domain")
    }
    segment = {name: getattr(case, name) for name in ("category", "difficulty", "type")}
    return _write(text, output, [replace(fresh, **told, **segment)])


def split_golden(golden: Path, output: Path, *, share: Fraction) -> Split:
    """Reserve a share of the active cases as blind; sides already written down are kept.

    Each side is written into the file (``ciego``), so that the set may grow, be sorted or be
    cut and no case ever changes sides. Raises ``UsageError`` for a share outside 20 to 30 %.
    """
    if not LEAST_SHARE <= share <= MOST_SHARE:
        raise UsageError(
            f"a blind share of {share} is out of range", hint="give 20% to 30%, such as 25%"
        )
    text = _text(golden)
    cases = text.golden.cases
    decided = {c.id: c.blind for c in cases if any(key in text.written(c.id) for key in _BLIND)}
    chosen = sides(cases, share, decided)
    fresh = {case_id: side for case_id, side in chosen.items() if case_id not in decided}
    edits = {case_id: _side(side) for case_id, side in fresh.items()}
    text.write(output, edits)
    return Split(
        blind=sum(chosen.values()),
        active=len(chosen),
        decided=len(fresh),
        hash=pack_golden(GoldenText(output).golden)[0],
    )


def _side(is_blind: bool) -> Edit:
    return lambda value: put(value, "blind", is_blind)


def _text(golden: Path) -> GoldenText:
    return open_golden(golden).text if golden.suffix == ".toml" else GoldenText(golden)


def _facts(wish: Wish) -> dict[str, int]:
    told = {
        "veces": wish.times,
        "reformulada": wish.reformulated,
        "escalada": wish.escalated,
    }
    return {name: n for name, n in told.items() if n}


def _write(
    text: GoldenText, output: Path, drafts: Iterable[Case], sampled: Sampled | None = None
) -> Added:
    made = tuple(replace(case, status=CaseStatus.DRAFT) for case in drafts)
    text.write(output, {}, made)
    return Added(drafts=made, hash=pack_golden(GoldenText(output).golden)[0], sampled=sampled)
