"""Runs the probes in order over all failed cases at once, and keeps every answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from evalcore.diagnosis.answers import Answers
from evalcore.diagnosis.asker import Ask, Asker
from evalcore.diagnosis.case_file import Buried, CaseFile
from evalcore.diagnosis.displacers import displacers_of
from evalcore.diagnosis.probes import PROBES, Probe
from evalcore.model.diagnosis import Answer, Asked, ChunkTrail, Finding, Trail
from evalcore.model.message import Message

Told = Callable[[str, int, int], None]
"""Called with the probe's name, how many probes are done, and how many there are."""


def trails_of(
    files: Sequence[CaseFile], asker: Asker | None, told: Told | None = None
) -> tuple[Trail, ...]:
    """One trail a case, in the order of ``files``.

    Each probe puts the questions of all still open chunks in one call. A confirmed finding
    settles its chunk: later probes are "not asked". Without an asker nothing is asked, and
    nothing is above suspected.
    """
    state = [(file, buried) for file in files for buried in file.buried]
    for number, probe in enumerate(PROBES):
        if told is not None:
            told(probe.name.value, number, len(PROBES))
        state = _probed(probe, state, asker)
    if told is not None:
        told("done", len(PROBES), len(PROBES))
    rest = iter(state)
    return tuple(_trail(file, [next(rest)[1] for _ in file.buried]) for file in files)


def _probed(
    probe: Probe, state: list[tuple[CaseFile, Buried]], asker: Asker | None
) -> list[tuple[CaseFile, Buried]]:
    open_ = [n for n, (_, buried) in enumerate(state) if not _settled(buried)]
    asked = _ask(asker, [probe.asks(*state[n]) for n in open_])
    answers = dict(zip(open_, asked, strict=True))
    probed = []
    for n, (file, buried) in enumerate(state):
        if n in answers:
            told = Answers(asked=answers[n], cutoff=file.cutoff)
            finding = _finding(probe.conclude(file, buried, told), answers[n], asker)
        else:
            finding = _not_asked(probe)
        probed.append((file, replace(buried, earlier=(*buried.earlier, finding))))
    return probed


def _ask(asker: Asker | None, wanted: Sequence[Sequence[Ask]]) -> Iterator[tuple[Asked, ...]]:
    """The answers to each chunk's questions, as far as the retriever can be asked them."""
    if asker is None:
        yield from (() for _ in wanted)
        return
    possible = [[ask for ask in asks if asker.can(ask.change)] for asks in wanted]
    flat = [ask for asks in possible for ask in asks]
    answers = iter(asker.ask(flat) if flat else ())
    for asks in possible:
        yield tuple(next(answers) for _ in asks)


def _finding(finding: Finding, asked: tuple[Asked, ...], asker: Asker | None) -> Finding:
    """A recording can show a defect; that undoing it would help, only a question can."""
    if asker is None and finding.answer is Answer.CONFIRMED:
        return replace(finding, answer=Answer.SUSPECTED)
    return replace(finding, asked=asked)


def _settled(buried: Buried) -> bool:
    return any(found.answer is Answer.CONFIRMED for found in buried.earlier)


def _not_asked(probe: Probe) -> Finding:
    return Finding(
        probe=probe.name,
        answer=Answer.NOT_ASKED,
        sentence=Message("An earlier finding settled it"),
    )


def _trail(file: CaseFile, chunks: Sequence[Buried]) -> Trail:
    return Trail(
        case_id=file.case.id,
        chunks=tuple(
            ChunkTrail(
                chunk_id=buried.label.chunk_id,
                rank=buried.rank,
                findings=buried.earlier,
                displacers=displacers_of(file, buried),
            )
            for buried in chunks
        ),
    )
