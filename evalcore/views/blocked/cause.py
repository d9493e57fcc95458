"""Step 4: what pushed the truth down, and with which ingest it came."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.comparison.moving import sunk
from evalcore.model.comparison import CaseChange, Move
from evalcore.views.against import Against, against
from evalcore.views.blocked.material import Material
from evalcore.views.comparison_cases import DisplacerLine, common_batch, displacer_lines
from evalcore.views.displacers import above
from evalcore.views.language import Translator


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """``batch`` and the displacers' facts are people's own text. ``beside`` draws rank lines."""

    headline: str
    body: tuple[str, ...]
    batch: str
    displacers: tuple[DisplacerLine, ...]
    beside: Against | None


def cause(material: Material, t: Translator) -> Cause:
    """Who stands above now and did not before; without a comparison, who stands above."""
    outcome, change = material.outcome, material.change
    if outcome is None:
        return _none(t.text("Nothing was pushed down: no single question failed"))
    if change is None or material.both is None:
        return _without(material, t)
    then = material.then(material.before)
    beside = None if then is None else against(outcome, then, t)
    lines = tuple(displacer_lines(material.both, change, t))
    buried = sunk(change.moves)
    if not lines:
        return Cause(
            headline=_nobody_above(buried, t), body=(), batch="", displacers=(), beside=beside
        )
    batch, times = common_batch(material.both, change)
    return Cause(
        headline=_headline(len(lines), buried, t),
        body=tuple(_body(change, buried, len(lines), times, t)),
        batch=batch,
        displacers=lines,
        beside=beside,
    )


def _headline(n: int, buried: Move | None, t: Translator) -> str:
    if buried is None or buried.rank_after is None:
        return t.plural(
            "{n} text that did not stand there took the place of what was needed",
            "{n} texts that did not stand there took the place of what was needed",
            n,
        )
    return t.plural(
        "{n} text moved in front and pushed what was needed from rank {before} to {after}",
        "{n} texts moved in front and pushed what was needed from rank {before} to {after}",
        n,
        before=buried.rank_before or 0,
        after=buried.rank_after,
    )


def _nobody_above(buried: Move | None, t: Translator) -> str:
    if buried is not None and buried.rank_after is None:
        return t.text("What was needed is no longer in the list, and nothing took its place")
    return t.text("Nothing stands in front that did not stand there before")


def _body(change: CaseChange, buried: Move | None, n: int, times: int, t: Translator) -> list[str]:
    words = []
    if buried is not None and buried.rank_after is not None and buried.rank_before is not None:
        kept = buried.rank_after - 1 - n
        if kept >= 0:
            words.append(
                t.text(
                    "{above} texts stand above it now: {kept} as before, and {n} that did not.",
                    above=buried.rank_after - 1,
                    kept=kept,
                    n=n,
                )
            )
    new = sum(bool(one.new) for one in change.displacers)
    if new:
        words.append(
            t.plural(
                "{n} of these was not in the index before.",
                "{n} of these were not in the index before.",
                new,
            )
        )
    if times:
        words.append(t.plural("{n} came with this ingest:", "{n} came with this ingest:", times))
    return words


def _without(material: Material, t: Translator) -> Cause:
    """Without an earlier run only today's list can be told: whoever stands above."""
    trail = material.trails.get(material.case_id or "")
    leading = None if trail is None else trail.leading
    who = None if leading is None else above(leading, material.stopped, t)
    if who is None:
        return _none(
            t.text("What pushed it down cannot be told: there is no earlier run to compare with")
        )
    lines = tuple(
        DisplacerLine(facts=row.facts, rank=row.rank, was="", new=False) for row in who.rows
    )
    return Cause(
        headline=who.words,
        body=(
            t.text("There is no earlier run to compare with: which of them are new is not known."),
        ),
        batch=who.batch,
        displacers=lines,
        beside=None,
    )


def _none(headline: str) -> Cause:
    return Cause(headline=headline, body=(), batch="", displacers=(), beside=None)
