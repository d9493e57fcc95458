"""The ruler's own swing: how much a judge's votes on one answer differ, measure by measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evalcore.model.judgement import JudgedMeasure
from evalcore.stability.judged import JudgedCase, JudgedShare
from evalcore.views.language import N_, Translator
from evalcore.views.stability import Fact

_MEASURES: Mapping[JudgedMeasure, str] = {
    JudgedMeasure.CORRECTNESS: N_("Correctness"),
    JudgedMeasure.FAITHFULNESS: N_("Faithfulness"),
    JudgedMeasure.BEHAVIOUR: N_("Behaviour"),
}


def ruler_facts(shares: Sequence[JudgedShare], t: Translator) -> tuple[Fact, ...]:
    """On how many answers the votes differ, of those judged, measure by measure.

    Votes that could not be read are told, never left out.
    """
    return tuple(_fact(share, t) for share in shares)


def _fact(share: JudgedShare, t: Translator) -> Fact:
    split = sum(_differs(case) for case in share.cases)
    unread = sum(case.unread for case in share.cases)
    detail = t.text(
        "answers with votes on both sides; {passed}/{N} pass, {open} without a verdict",
        passed=share.passed,
        N=len(share.cases),
        open=share.open,
    )
    if unread:
        detail += "; " + t.plural(
            "{n} vote could not be read", "{n} votes could not be read", unread
        )
    return Fact(
        label=t.text(_MEASURES[share.measure]),
        value=t.out_of(split, len(share.cases)),
        detail=detail,
    )


def _differs(case: JudgedCase) -> bool:
    return 0 < case.passes < len(case.judged.votes) - case.unread
