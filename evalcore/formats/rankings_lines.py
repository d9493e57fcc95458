"""Rankings written as our own JSON Lines, which ``read_rankings_jsonl`` gives back as they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson

from evalcore.formats.whole_file import write_whole
from evalcore.formats.written import Out
from evalcore.model.ranking import Failure, Ranking


def write_jsonl_rankings(out: Out, path: Path) -> tuple[str, ...]:
    """Write every sample, a case a line: scores, repeats, empty lists and failures alike."""
    lines = [line_of(case_id, answer, sample=n) for n, case_id, answer in out.all_lists()]
    write_whole(path, b"".join(orjson.dumps(line) + b"\n" for line in lines))
    return ()


def line_of(case_id: str, answer: Ranking | Failure, *, sample: int = 1) -> dict[str, Any]:
    """One case's list or failure as the object that a line holds."""
    head: dict[str, Any] = {"case_id": case_id}
    if sample != 1:
        head["sample"] = sample
    if isinstance(answer, Failure):
        return {**head, "error": answer.reason}
    return {**head, "results": _results(answer)}


def _results(ranking: Ranking) -> list[Any]:
    if ranking.scores is None:
        return list(ranking.chunk_ids)
    raw = ranking.raw_scores
    return [
        {"chunk_id": chunk_id, "score": score, **({} if raw is None else {"raw_score": raw[n]})}
        for n, (chunk_id, score) in enumerate(zip(ranking.chunk_ids, ranking.scores, strict=True))
    ]
