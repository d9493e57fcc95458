"""Two stored runs set side by side."""

from __future__ import annotations

from collections.abc import Iterator

from evalcore.comparison.cells import cells_of
from evalcore.comparison.changing import OF_SIGN, directions, flips
from evalcore.comparison.criteria import differences
from evalcore.comparison.displacing import Displacers
from evalcore.comparison.exams import check_exams
from evalcore.comparison.manifests import manifest_diff
from evalcore.comparison.matching import Apart, Pairs, match
from evalcore.comparison.measuring import measures_of
from evalcore.comparison.moving import moves_of
from evalcore.model.comparison import CaseChange, Change, Comparison
from evalcore.model.message import Message
from evalcore.model.run import StoredRun
from evalcore.model.words import State


def compare(base: StoredRun, candidate: StoredRun) -> Comparison:
    """What changed from ``base`` to ``candidate``, case by case and measure by measure.

    Cases are matched by id and content; a case counts as improved or worsened by the steps of
    ``evalcore.comparison.changing``, with the candidate's measured tolerance. Blind cases
    appear nowhere. Random draws are fed by the candidate's stored seed, so the same two runs
    always give the same value. Raises ``UsageError`` with the list of differences where the
    two runs sat different exams (cutoff, min_grade, gain, level).
    """
    before, after = base.examination, candidate.examination
    check_exams(before.exam, after.exam)
    pairs = match(before, after)
    signs = directions(pairs, candidate.policy.regression.mrr)
    flipped = flips(pairs)
    changes = [
        *_matched(pairs, signs.tolist(), flipped.tolist(), Displacers(base, candidate)),
        *map(_unmatched, pairs.apart),
    ]
    return Comparison(
        base=base.record.id,
        candidate=candidate.record.id,
        differences=differences(base, candidate),
        shared=int(pairs.known.sum()),
        cases=tuple(sorted(changes, key=_weight)),
        measures=measures_of(pairs, seed=candidate.record.seed),
        cells=cells_of(pairs, signs, flipped),
        manifest=manifest_diff(base.manifest, candidate.manifest),
    )


def _matched(
    pairs: Pairs, signs: list[int], flipped: list[bool], displacers: Displacers
) -> Iterator[CaseChange]:
    known = pairs.known.tolist()
    indices = zip(pairs.base.tolist(), pairs.candidate.tolist(), strict=True)
    for pair, ((there, here), moves) in enumerate(zip(indices, moves_of(pairs), strict=True)):
        case_id = pairs.after.cases[here].id
        states = pairs.before.state_of(there), pairs.after.state_of(here)
        yield CaseChange(
            case_id=case_id,
            change=OF_SIGN[signs[pair]] if known[pair] else Change.NOT_COMPARABLE,
            flipped=flipped[pair],
            state_before=states[0],
            state_after=states[1],
            quality_before=pairs.before.measured.quality.at(there),
            quality_after=pairs.after.measured.quality.at(here),
            moves=moves,
            displacers=displacers.of(case_id, moves) if known[pair] and signs[pair] < 0 else (),
            reason=None if known[pair] else _no_outcome(*states),
        )


def _no_outcome(before: State, after: State) -> Message:
    return Message(
        "It has no outcome to compare: {before} in the base, {after} in the candidate.",
        {"before": before.value, "after": after.value},
    )


def _unmatched(one: Apart) -> CaseChange:
    return CaseChange(
        case_id=one.case_id,
        change=Change.NOT_COMPARABLE,
        state_before=one.before,
        state_after=one.after,
        reason=one.reason,
    )


_ORDER = (Change.WORSENED, Change.IMPROVED, Change.NOT_COMPARABLE, Change.WITHIN_NOISE)


def _weight(one: CaseChange) -> tuple[bool, int]:
    """Those that changed verdict first, then the worsened; each kind in golden-set order."""
    return not one.flipped, _ORDER.index(one.change)
