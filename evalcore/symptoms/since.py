"""What became of a run since the last green one: what sank, what changed, what came in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from evalcore.model.comparison import CaseChange, Comparison, ManifestDiff
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.run import StoredRun
from evalcore.model.words import Level, State
from evalcore.symptoms.facts import Flipped, Since
from evalcore.symptoms.reading import HEALTHY

SUNK = (State.FAIL, State.LOST)


def since_green(base: StoredRun, run: StoredRun, compared: Comparison) -> Since:
    """What the comparison of ``run`` with the green ``base`` says, as facts."""
    sunk = [it for it in compared.cases if it.state_before is State.PASS and it.state_after in SUNK]
    diff, before, after = compared.manifest, base.manifest, run.manifest
    if diff is None or before is None or after is None:
        flipped = tuple(_flipped(it, unchanged=True) for it in sunk)
        return Since(base=base.record.id, compared=compared.shared, flipped=flipped)
    touched = frozenset((*diff.changed, *diff.removed))
    level = run.record.exam.level
    names = {_name(chunk, level) for chunk in before.chunks if chunk.chunk_id in touched}
    stirred = _stirred(before, touched)
    domains = {case.id: case.domain for case in run.examination.cases}
    return Since(
        base=base.record.id,
        compared=compared.shared,
        flipped=tuple(
            _flipped(it, unchanged=_untouched(it, names) and domains.get(it.case_id) not in stirred)
            for it in sunk
        ),
        entered=frozenset(_name(chunk, level) for chunk in _entered(after, diff)),
        held=len({_name(chunk, level) for chunk in after.chunks}),
        batches=diff.new_batches,
    )


def _flipped(change: CaseChange, *, unchanged: bool) -> Flipped:
    above = tuple(dict.fromkeys(it.chunk_id for it in change.displacers))
    return Flipped(case_id=change.case_id, unchanged=unchanged, displacers=above)


def _untouched(change: CaseChange, touched: set[str]) -> bool:
    return not any(move.chunk_id in touched for move in change.moves)


def _stirred(before: Manifest, touched: frozenset[str]) -> frozenset[str]:
    """Domains of which more than a tenth was changed or removed."""
    held = _count(before)
    moved = _count(before, touched)
    return frozenset(name for name, n in held.items() if moved.get(name, 0) > HEALTHY * n)


def _count(manifest: Manifest, ids: frozenset[str] | None = None) -> Mapping[str, int]:
    chunks = (it for it in manifest.chunks if ids is None or it.chunk_id in ids)
    return Counter(chunk.domain for chunk in chunks if chunk.domain is not None)


def _entered(after: Manifest, diff: ManifestDiff) -> list[Chunk]:
    added, batches = frozenset(diff.added), frozenset(diff.new_batches)
    return [chunk for chunk in after.chunks if chunk.chunk_id in added or chunk.batch in batches]


def _name(chunk: Chunk, level: Level) -> str:
    """What the lists name: the chunk, or its document."""
    if level is Level.DOCUMENT and chunk.doc_id is not None:
        return chunk.doc_id
    return chunk.chunk_id
