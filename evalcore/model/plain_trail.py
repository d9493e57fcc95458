"""Trails as plain JSON values and back, exactly: what the store keeps of a diagnosis."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from evalcore.model.diagnosis import (
    Answer,
    Asked,
    ChunkTrail,
    Displacer,
    Finding,
    ProbeName,
    Trail,
)
from evalcore.model.plain_message import message_from_plain, message_to_plain

Plain = dict[str, Any]


def trail_to_plain(trail: Trail) -> Plain:
    """The trail as JSON values."""
    return {"case_id": trail.case_id, "chunks": [_chunk_to_plain(it) for it in trail.chunks]}


def trail_from_plain(plain: Plain) -> Trail:
    """The trail that ``trail_to_plain`` wrote. Raises ``ValueError`` for anything else."""
    try:
        return Trail(
            case_id=plain["case_id"],
            chunks=tuple(_chunk_from_plain(it) for it in plain["chunks"]),
        )
    except (KeyError, TypeError, AttributeError) as wrong:
        raise ValueError(f"not a stored trail: {wrong!r}") from None


def finding_to_plain(finding: Finding) -> Plain:
    """One finding as JSON values; its sentences keep their templates."""
    return {
        "probe": finding.probe.value,
        "answer": finding.answer.value,
        "sentence": message_to_plain(finding.sentence),
        "evidence": dict(finding.evidence),
        "repair": None if finding.repair is None else message_to_plain(finding.repair),
        "chapter": finding.chapter,
        "asked": [asdict(it) for it in finding.asked],
    }


def _finding_from_plain(plain: Plain) -> Finding:
    repair = plain["repair"]
    return Finding(
        probe=ProbeName(plain["probe"]),
        answer=Answer(plain["answer"]),
        sentence=message_from_plain(plain["sentence"]),
        evidence=dict(plain["evidence"]),
        repair=None if repair is None else message_from_plain(repair),
        chapter=plain["chapter"],
        asked=tuple(Asked(**it) for it in plain["asked"]),
    )


def _chunk_to_plain(chunk: ChunkTrail) -> Plain:
    return {
        "chunk_id": chunk.chunk_id,
        "rank": chunk.rank,
        "findings": [finding_to_plain(it) for it in chunk.findings],
        "displacers": [asdict(it) for it in chunk.displacers],
    }


def _chunk_from_plain(plain: Plain) -> ChunkTrail:
    return ChunkTrail(
        chunk_id=plain["chunk_id"],
        rank=plain["rank"],
        findings=tuple(_finding_from_plain(it) for it in plain["findings"]),
        displacers=tuple(Displacer(**it) for it in plain["displacers"]),
    )
