"""The one stable JSON object of ``unbury symptoms`` (design.md, section 14)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from evalcore.model.message import Message
from evalcore.model.symptom import Bar, Bars, Picture, Series, Symptom, SymptomTable

Plain = dict[str, Any]


def symptoms_result(table: SymptomTable) -> Plain:
    """The whole answer, strict JSON. ``p`` is the one that decides, within the Holm family."""
    return {
        "run": table.run_id,
        "base": table.base,
        "failed": table.failed,
        "measured": table.measured,
        "counted": table.counted,
        "tested": table.tested,
        "symptoms": [_row(row) for row in table.rows],
    }


def _row(row: Symptom) -> Plain:
    return {
        "symptom": row.name.value,
        "state": row.state.value,
        "statistic": str(row.sentence),
        "p": row.p_holm if row.lacks is None else None,
        "p_alone": row.p,
        "interval": None if row.interval is None else list(row.interval),
        "cases": list(row.cases),
        "where": list(row.where),
        "chapters": list(row.chapters),
        "points_to": None if row.points_to is None else str(row.points_to),
        "review": str(row.review),
        "lacks": None if row.lacks is None else str(row.lacks),
        "unlike": None if row.unlike is None else str(row.unlike),
        "advisory": row.advisory,
        "evidence": None if row.picture is None else _evidence(row.picture),
    }


def _evidence(picture: Picture) -> Plain:
    if isinstance(picture, Bars):
        return {
            "in": [_bar(bar) for bar in picture.inside],
            "rest": None if picture.rest is None else _bar(picture.rest),
        }
    if isinstance(picture, Series):
        return {
            "days": [{**asdict(point), "on": point.on.isoformat()} for point in picture.points],
            "slopes": dict(picture.slopes),
        }
    return {"within": list(picture.within), "over": list(picture.over)}


def _bar(bar: Bar) -> Plain:
    name = str(bar.name) if isinstance(bar.name, Message) else bar.name
    return {"name": name, "hits": bar.hits, "n": bar.n}
