from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.gate.rules import RULES
from evalcore.model.policy import Policy
from evalcore.model.words import Decision, State

from support.examinations import Row, examination_of

PASS, FAIL, ERROR = (Row(state=s) for s in (State.PASS, State.FAIL, State.ERROR))
GOOD = {Decision.BLOCK: 0, Decision.CANNOT_JUDGE: 1, Decision.ACCEPT: 2}


def verdict(rows, **facts):
    return decide(Evidence(examination=examination_of(rows, **facts), policy=Policy()))


def test_all_rules_holding_is_accepted_with_exit_0():
    found = verdict([PASS] * 50)
    assert (found.decision, found.exit_code) == (Decision.ACCEPT, 0)
    assert "50 of 50" in str(found.sentence)


def test_any_failing_rule_blocks_with_exit_1_even_beside_open_ones():
    found = verdict([PASS] * 40 + [FAIL] * 9 + [ERROR])
    assert (found.decision, found.exit_code) == (Decision.BLOCK, 1)


def test_an_open_rule_withholds_the_verdict_with_exit_3():
    found = verdict([PASS] * 49 + [ERROR])
    assert (found.decision, found.exit_code) == (Decision.CANNOT_JUDGE, 3)
    assert "error" in str(found.sentence)


def test_a_stale_golden_set_has_its_own_exit_4():
    found = verdict([PASS] * 50 + [Row(state=State.BROKEN)] * 10)
    assert (found.decision, found.exit_code) == (Decision.CANNOT_JUDGE, 4)


def test_a_block_outweighs_a_stale_set():
    found = verdict([PASS] * 30 + [FAIL] * 20 + [Row(state=State.BROKEN)] * 10)
    assert found.exit_code == 1


def test_b52_an_empty_exam_is_never_accepted():
    for rows in ([], [Row(state=State.BLIND)] * 60, [Row(state=State.NO_ANSWER)] * 60):
        assert verdict(rows).decision is Decision.CANNOT_JUDGE


def test_every_rule_is_told_in_its_order():
    assert tuple(rule.rule for rule in verdict([PASS] * 50).rules) == tuple(n for n, _ in RULES)


states = st.sampled_from([State.PASS, State.FAIL, State.LOST, State.ERROR, State.UNDECIDED])
rows = st.lists(st.builds(Row, state=states, gold=st.booleans()), min_size=1, max_size=60)


@given(rows, st.data(), st.sampled_from([State.ERROR, State.UNDECIDED]))
@settings(deadline=None, max_examples=300)
def test_replacing_a_pass_by_an_unmeasured_case_never_improves_the_verdict(
    before, data, open_state
):
    passing = [i for i, row in enumerate(before) if row.state is State.PASS]
    if not passing:
        return
    index = data.draw(st.sampled_from(passing))
    after = [*before]
    after[index] = Row(state=open_state, gold=before[index].gold)
    assert GOOD[verdict(after).decision] <= GOOD[verdict(before).decision]


@given(rows)
@settings(deadline=None, max_examples=300)
def test_accept_means_every_counted_case_was_measured_and_enough_pass(found):
    if verdict(found).decision is Decision.ACCEPT:
        assert all(row.state is State.PASS for row in found)
