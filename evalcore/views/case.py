"""One case as the case page tells it. Questions, titles and ids are people's own text."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evalcore.model.ratios import Ratios
from evalcore.model.run import Documented, StoredRun
from evalcore.model.words import Behaviour, Place
from evalcore.views import amounts
from evalcore.views.cases import over_ceiling
from evalcore.views.chunks import ChunkFacts, facts_of
from evalcore.views.finding import Finding, finding, noise_words, notes
from evalcore.views.language import Translator
from evalcore.views.outcome import Expectation, Outcome
from evalcore.views.ranked import RankedList, ranked_list
from evalcore.views.words import Tone, place_tone, place_word, state_tone, state_word


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedCard:
    """One expected chunk: where it ended up (ours), what it is (people's)."""

    facts: ChunkFacts
    place: Place
    place_words: str
    tone: Tone
    gold: bool
    detail: str
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseMeasure:
    """One measure of the case, exact where it is rational."""

    label: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """A documented diagnosis; ``text`` and ``author`` are people's own.

    ``counts`` is False where ranks or cause changed since, so that the gate left it out.
    """

    text: str
    author: str
    when: str
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseView:
    """Everything the page draws of one case. ``ranked`` is None where there is no list."""

    id: str
    question: str
    facts: tuple[str, ...]
    state_word: str
    tone: Tone
    gold: str
    finding: Finding
    failure: str
    expected: tuple[ExpectedCard, ...]
    one_is_enough: str
    ranked: RankedList | None
    noise: str
    notes: tuple[str, ...]
    measures: tuple[CaseMeasure, ...]
    reference: str
    documented: tuple[Signed, ...]


def case_view(outcome: Outcome, t: Translator) -> CaseView:
    """The page of a case that may be shown (``Outcome.secret`` is False)."""
    run, case = outcome.run, outcome.case
    over = bool(over_ceiling(run.examination, run.policy)[outcome.index])
    ceiling = t.figure(run.policy.noise.ceiling_for(case.domain))
    facts = (case.domain, case.category or case.type, case.difficulty)
    return CaseView(
        id=case.id,
        question=case.question,
        facts=tuple(fact for fact in facts if fact),
        state_word=state_word(outcome.state, t),
        tone=state_tone(outcome.state),
        gold=_gold(outcome, t),
        finding=finding(outcome, t, over=over, ceiling=ceiling),
        failure=outcome.failure,
        expected=_cards(outcome, t),
        one_is_enough=_enough(outcome, t),
        ranked=ranked_list(outcome, t),
        noise=noise_words(outcome, ceiling, t) if outcome.expected else "",
        notes=notes(outcome, t),
        measures=tuple(_measures(outcome, t)),
        reference=case.reference_answer or case.expected_abstention or "",
        documented=tuple(_signed(one, run, t) for one in _standing(run, outcome)),
    )


def neighbours(ids: Sequence[str], case_id: str) -> tuple[str | None, str | None]:
    """The case before and after in a worst-first list; the first one for a case outside it."""
    if case_id not in ids:
        return None, ids[0] if ids else None
    at = ids.index(case_id)
    after = ids[at + 1] if at + 1 < len(ids) else None
    return (ids[at - 1] if at else None), after


def _gold(outcome: Outcome, t: Translator) -> str:
    examination = outcome.run.examination
    if outcome.case.behaviour is not Behaviour.ANSWER:
        return ""
    if not examination.gold_known:
        return t.text("Nothing says what is gold: it counts as gold")
    if examination.expects_gold[outcome.index]:
        return t.text("Expects gold: no failure is tolerated")
    return ""


def _cards(outcome: Outcome, t: Translator) -> tuple[ExpectedCard, ...]:
    facts = facts_of(outcome.run, [one.chunk_id for one in outcome.expected])
    return tuple(_card(one, facts, outcome, t) for one in outcome.expected)


def _card(
    one: Expectation, facts: Mapping[str, ChunkFacts], outcome: Outcome, t: Translator
) -> ExpectedCard:
    detail = [t.text("grade {grade}", grade=one.grade)]
    if one.shared_group:
        detail.append(t.text("any of group {group}", group=one.group + 1))
    return ExpectedCard(
        facts=facts[one.chunk_id],
        place=one.place,
        place_words=_place_words(one, outcome, t),
        tone=place_tone(one.place),
        gold=one.gold,
        detail=" · ".join(detail),
        quote=one.quote,
    )


def _place_words(one: Expectation, outcome: Outcome, t: Translator) -> str:
    word = place_word(one.place, t)
    if one.rank is not None:
        return t.text("{place} · rank {rank}", place=word, rank=one.rank)
    if outcome.ranking is None:
        return t.text("No list to look in")
    n = len(outcome.ranking.chunk_ids)
    return t.plural(
        "{place} · not in the only result", "{place} · not in {n} results", n, place=word
    )


def _enough(outcome: Outcome, t: Translator) -> str:
    if len(outcome.expected) < 2:
        return ""
    if outcome.case.any_suffices:
        return t.text("Any one of them is enough.")
    if any(one.shared_group for one in outcome.expected):
        return t.text("One of each group is enough.")
    return t.text("All of them are needed.")


def _measures(outcome: Outcome, t: Translator) -> list[CaseMeasure]:
    at, measured, K = outcome.index, outcome.measured, outcome.cutoff
    exact: tuple[tuple[str, Ratios], ...] = (
        (t.text("Recall@{K}", K=K), measured.recall),
        (t.text("Supply (what the case needs)"), measured.supply),
        (t.text("Precision@{K}", K=K), measured.precision),
        (t.text("Reciprocal rank"), measured.rr),
        (t.text("Reciprocal rank of gold"), measured.gold_rr),
        (t.text("Noise"), measured.noise),
        (t.text("Most recall possible"), measured.max_possible),
        (t.text("Not judged by anyone"), measured.unjudged),
    )
    shown = [CaseMeasure(label=label, value=amounts.ratio(r, at)) for label, r in exact]
    quality = amounts.points(measured.quality.at(at), None, t)
    shown.insert(0, CaseMeasure(label=t.text("Quality (0 to 100)"), value=quality))
    for label, value in ((f"nDCG@{K}", measured.ndcg[at]), ("AP", measured.ap[at])):
        known = math.isfinite(value)
        text = t.number(float(value), 3) if known else amounts.NOTHING
        shown.append(CaseMeasure(label=label, value=text))
    if len(outcome.run.examination.samples) > 1:
        agreement = amounts.ratio(outcome.run.examination.agreement, at)
        shown.append(CaseMeasure(label=t.text("Agreement of the samples"), value=agreement))
    return shown


def _standing(run: StoredRun, outcome: Outcome) -> list[Documented]:
    """Signed diagnoses of this very case; one written for other contents does not speak of it."""
    case = outcome.case
    return [d for d in run.documented if d.case_id == case.id and d.case_hash == case.hash]


def _signed(one: Documented, run: StoredRun, t: Translator) -> Signed:
    return Signed(
        text=one.text,
        author=one.author,
        when=t.moment(one.written),
        counts=one.case_id in run.verdict.documented,
    )
