"""States and verdict against the contract's words written down once more, slowly and plainly."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.exam import Exam
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.policy import Policy, RecallPolicy
from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.model.words import Behaviour, CaseStatus
from evalcore.workflows.examine import Conditions, Material, examine

CHUNKS = "abcdef"
CUTOFF = 3
FLOOR = Fraction(9, 10)


def answer(ids):
    """A list without scores, so that noise has no say."""
    return Ranking(chunk_ids=tuple(ids))


labels = st.lists(
    st.builds(
        Expected,
        chunk_id=st.sampled_from(CHUNKS),
        grade=st.integers(0, 2),
        group=st.sampled_from([None, None, "g"]),
        gold=st.booleans(),
    ),
    min_size=1,
    max_size=3,
    unique_by=lambda one: one.chunk_id,
)
answers = st.one_of(
    st.lists(st.sampled_from(CHUNKS), max_size=5, unique=True).map(answer),
    st.just(Failure("timed out")),
    st.none(),
)


@st.composite
def exams(draw):
    cases, lists = [], []
    samples = draw(st.sampled_from([1, 1, 2, 3, 5]))
    for n in range(draw(st.integers(1, 6))):
        cases.append(
            Case(
                id=f"q{n}",
                question="?",
                expected=tuple(draw(labels)),
                requires_all=draw(st.sampled_from([None, True, False])),
                behaviour=draw(st.sampled_from([Behaviour.ANSWER] * 5 + [Behaviour.ASK_BACK])),
                status=draw(st.sampled_from([CaseStatus.ACTIVE] * 5 + [CaseStatus.DRAFT])),
                blind=draw(st.sampled_from([False] * 5 + [True])),
            )
        )
        perfect = st.just(answer([one.chunk_id for one in cases[-1].expected]))
        usual = draw(st.sampled_from([perfect, perfect, perfect, answers]))
        lists.append([draw(st.one_of(perfect, usual)) for _ in range(samples)])
    held = draw(st.sampled_from([None, None, None, CHUNKS, "abcde"]))
    return cases, lists, held, draw(st.sampled_from([1, 2]))


def needed(case, min_grade):
    relevant = [one for one in case.expected if one.grade >= min_grade]
    if case.requires_all is False:
        return [{one.chunk_id for one in relevant}] if relevant else []
    groups = {one.group for one in relevant if one.group}
    units = [{one.chunk_id for one in relevant if one.group == group} for group in groups]
    return units + [{one.chunk_id} for one in relevant if not one.group]


def state(case, lists, held, min_grade):
    not_counted = (
        ("blind", case.blind),
        ("draft", case.status is CaseStatus.DRAFT),
        ("no-answer", case.behaviour is not Behaviour.ANSWER),
        ("broken", is_broken(needed(case, min_grade), held)),
    )
    words = (word for word, is_so in not_counted if is_so)
    return next(words, None) or outcome([vote(needed(case, min_grade), one) for one in lists])


def is_broken(units, held):
    """Nobody wrote a quote here, so what is gone is never lost."""
    return not units or (held is not None and any(not unit & set(held) for unit in units))


def outcome(votes):
    passes, fails = votes.count("pass"), votes.count("fail")
    if not passes and not fails:
        return "error"
    if Fraction(max(passes, fails), len(votes)) < Fraction(4, 5):
        return "undecided"
    return "pass" if passes > fails else "fail"


def vote(units, one):
    if not isinstance(one, Ranking):
        return "unread"
    top = set(one.chunk_ids[:CUTOFF])
    met = sum(bool(unit & top) for unit in units)
    return "pass" if Fraction(met, len(units)) >= FLOOR else "fail"


def quality(case, lists, min_grade):
    """Lowest and highest mean quality of a case that was decided: unread samples are open."""
    units, points = needed(case, min_grade), []
    for one in lists:
        if not isinstance(one, Ranking):
            return Fraction(0), Fraction(100)
        met = sum(bool(unit & set(one.chunk_ids[:CUTOFF])) for unit in units)
        points.append(max(Fraction(0), (Fraction(met, len(units)) - FLOOR) / (1 - FLOOR) * 100))
    mean = sum(points) / len(points)
    return mean, mean


def is_gold(case):
    return any(one.gold and one.grade >= 1 for one in case.expected)


def exit_code(cases, lists, found, held, min_grade):
    counted = [n for n, s in enumerate(found) if s in ("pass", "fail", "error", "undecided")]
    decided = [n for n in counted if found[n] in ("pass", "fail")]
    if any(found[n] == "fail" for n in counted):
        # Every failure blocks here: those with gold by their rule, others for want of a diagnosis.
        return 1
    bounds = [quality(cases[n], lists[n], min_grade) for n in decided]
    best = sum(high for _, high in bounds) + 100 * (len(counted) - len(decided))
    worst = sum(low for low, _ in bounds)
    if counted and best / len(counted) < 95:
        return 1
    broken = [n for n, s in enumerate(found) if s == "broken"]
    share = Fraction(len(broken), len(counted) + len(broken)) if broken else 0
    if share > Fraction(5, 100) or any(is_gold(cases[n]) for n in broken):
        return 4
    if not counted or len(decided) < len(counted) or worst / len(counted) < 95:
        return 3
    return 0


@given(exams())
@settings(deadline=None, max_examples=400)
def test_the_gate_says_what_the_contract_says(drawn):
    cases, lists, held, min_grade = drawn
    packed = [
        Rankings.pack((c.id, one[n]) for c, one in zip(cases, lists, strict=True) if one[n])
        for n in range(len(lists[0]))
    ]
    manifest = None
    if held is not None:
        manifest = Manifest(chunks=tuple(Chunk(chunk_id=one) for one in (*held, *"z")))
        packed = [Rankings.pack([*_pairs(one), ("other", answer("z"))]) for one in packed]
    policy = Policy(recall=RecallPolicy(min_grade=min_grade))
    examination = examine(
        Material(
            golden=GoldenSet(name="g", cases=tuple(cases)), manifest=manifest, rankings=packed
        ),
        exam=Exam(cutoff=CUTOFF, depth=10, min_grade=min_grade),
        policy=policy,
        conditions=Conditions(),
    )
    found = [state(case, one, held, min_grade) for case, one in zip(cases, lists, strict=True)]
    assert [examination.state_of(n).value for n in range(len(cases))] == found
    verdict = decide(Evidence(examination=examination, policy=policy))
    assert verdict.exit_code == exit_code(cases, lists, found, held, min_grade)


def _pairs(rankings):
    return [(case_id, rankings.of(case_id)) for case_id in rankings.case_ids]
