"""The one stable JSON object of ``unbury diagnose`` (design.md, section 14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from evalcore.model.diagnosis import ChunkTrail, Finding, Trail
from evalcore.model.message import Message

Plain = dict[str, Any]


def diagnosed(run_id: str, trails: Sequence[Trail], unasked: Message | None) -> Plain:
    """The whole answer, strict JSON.

    ``trail`` of a case is that of the chunk that explains it; ``chunks`` holds those of all.
    ``unasked`` says why the index could not be asked, null where it was.
    """
    return {
        "run": run_id,
        "unasked": None if unasked is None else str(unasked),
        "cases": [_case(trail) for trail in trails],
    }


def _case(trail: Trail) -> Plain:
    found, leading = trail.diagnosis, trail.leading
    return {
        "id": trail.case_id,
        "diagnosis": None if found is None else found.probe.value,
        "certainty": trail.certainty.value,
        "sentence": None if found is None else str(found.sentence),
        "trail": [] if leading is None else [_finding(it) for it in leading.findings],
        "chunks": [_chunk(it) for it in trail.chunks],
    }


def _chunk(chunk: ChunkTrail) -> Plain:
    return {
        "chunk_id": chunk.chunk_id,
        "rank": chunk.rank,
        "trail": [_finding(it) for it in chunk.findings],
        "displacers": [asdict(it) for it in chunk.displacers],
    }


def _finding(finding: Finding) -> Plain:
    return {
        "probe": finding.probe.value,
        "answer": finding.answer.value,
        "sentence": str(finding.sentence),
        "evidence": dict(finding.evidence),
        "repair": None if finding.repair is None else str(finding.repair),
        "chapter": finding.chapter,
        "asked": [asdict(it) for it in finding.asked],
    }
