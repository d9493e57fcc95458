"""Which ingest batch is the newest, where times are written in many ways or not at all."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from evalcore.model.manifest import Batch, Manifest


def newest_batch(manifest: Manifest | None) -> Batch | None:
    """The newest described batch; None without any.

    Where several may be the newest (the same time, a day beside an hour of it, no time among
    others that have one) it is the one that rejected most, so that none hides behind another.
    Where no batch has a time it is the last one described. A time without a zone is in UTC.
    """
    if manifest is None or not manifest.batches:
        return None
    spans = [_span(batch.at) for batch in manifest.batches if batch.at is not None]
    if not spans:
        return manifest.batches[-1]
    latest_start = max(start for start, _ in spans)
    candidates = [
        batch
        for batch in manifest.batches
        if batch.at is None or _span(batch.at)[1] >= latest_start
    ]
    return max(reversed(candidates), key=_rejected)


def _span(at: str) -> tuple[datetime, datetime]:
    """The first and last instant that a written time can mean: a date is its whole day."""
    try:
        day = date.fromisoformat(at)
    except ValueError:
        moment = datetime.fromisoformat(at)
        moment = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
        return moment, moment
    start = datetime(day.year, day.month, day.day, tzinfo=UTC)
    return start, start + timedelta(hours=23, minutes=59, seconds=59)


def _rejected(batch: Batch) -> int:
    return -1 if batch.rejected is None else batch.rejected
