import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.comparison.compare import compare
from evalcore.model.message import Message
from evalcore.model.verdict import RuleResult, Verdict
from evalcore.model.words import Decision, RuleStatus
from evalcore.views.compared import Compared
from evalcore.views.junit import junit
from evalcore.views.reported import Reported

ALLOWED = {"failure", "error", "skipped", "system-out", "properties", "property"}
"""What the common schema (the Jenkins and Maven one) allows below a test case or a suite."""


def _parsed(reported):
    return ET.fromstring(junit(reported).encode())  # noqa: S314 our own document


def _check_shape(root):
    """The common JUnit schema: names, order, counts and attributes of every element."""
    assert root.tag == "testsuites"
    totals = Counter()
    for suite in root:
        assert suite.tag == "testsuite"
        assert {"name", "tests", "failures", "errors", "skipped"} <= set(suite.keys())
        tests = suite.findall("testcase")
        found = Counter(kind for test in tests for kind in (child.tag for child in test))
        assert int(suite.get("tests")) == len(tests)
        assert int(suite.get("failures")) == found["failure"]
        assert int(suite.get("errors")) == found["error"]
        assert int(suite.get("skipped")) == found["skipped"]
        assert all(test.get("name") and test.get("classname") for test in tests)
        assert {child.tag for test in tests for child in test} <= ALLOWED
        assert all(sum(c.tag != "system-out" for c in test) <= 1 for test in tests)
        totals += Counter({"tests": len(tests), "failures": found["failure"]})
        totals += Counter({"errors": found["error"], "skipped": found["skipped"]})
    assert {key: int(root.get(key)) for key in ("tests", "failures", "errors", "skipped")} == {
        key: totals[key] for key in ("tests", "failures", "errors", "skipped")
    }


def _red(root):
    return int(root.get("failures")) + int(root.get("errors")) > 0


def _kinds(root, suite):
    """What each test is, by its name."""
    tests = root[suite].findall("testcase")
    return {
        test.get("name"): next((c.tag for c in test if c.tag != "system-out"), "passed")
        for test in tests
    }


def test_one_test_a_case_and_one_a_rule_in_the_common_shape(friday):
    root = _parsed(Reported(run=friday))
    _check_shape(root)
    assert len(root[0].findall("testcase")) == len(friday.verdict.rules)
    assert len(root[1].findall("testcase")) == len(friday.golden.cases)


def test_the_failed_case_and_its_rule_are_failures_with_their_ranks(friday, green, made):
    both = Compared(base=green, candidate=friday, changes=compare(green, friday))
    root = _parsed(Reported(run=friday, both=both))
    assert _kinds(root, 0)["rule gold_failures"] == "failure"
    assert _kinds(root, 1)[f"{made.TRAVEL} {made.QUESTION}"] == "failure"
    failure = next(t for t in root[1] if t.get("name", "").startswith(made.TRAVEL))[0]
    assert f"{made.TABLE}: rank 14 (misranked)" in failure.text
    assert "not so in the baseline" in failure.get("message")


def test_every_state_has_its_place_and_the_blind_are_nowhere(states):
    root = _parsed(Reported(run=states))
    _check_shape(root)
    kinds = {name.split()[0]: kind for name, kind in _kinds(root, 1).items()}
    assert {i: kinds[i] for i in ("falla", "perdida", "error", "dudosa", "rota")} == {
        "falla": "failure",
        "perdida": "failure",
        "error": "error",
        "dudosa": "error",
        "rota": "error",
    }
    assert (kinds["sin"], kinds["borrador"], kinds["caso-001"]) == ("skipped", "skipped", "passed")
    assert not {"ciega-secreta", "retirada"} & kinds.keys()
    assert "Secreto" not in junit(Reported(run=states))


@pytest.mark.parametrize("name", ["green", "friday", "states"])
def test_the_document_is_red_if_and_only_if_the_verdict_is_not_accept_b54(request, name):
    run = request.getfixturevalue(name)
    root = _parsed(Reported(run=run))
    assert _red(root) == (run.verdict.exit_code != 0)
    properties = {one.get("name"): one.get("value") for one in root.iter("property")}
    assert properties["verdict"] == run.verdict.decision.value
    assert properties["exit"] == str(run.verdict.exit_code)


@settings(deadline=None, max_examples=30)
@given(
    st.lists(st.sampled_from(list(RuleStatus)), max_size=4),
    st.sampled_from(list(Decision)),
)
def test_no_verdict_but_accept_can_look_green_whatever_the_rules_say(green, statuses, decision):
    rules = tuple(
        RuleResult(rule=f"r{n}", status=status, reason=Message("why"))
        for n, status in enumerate(statuses)
    )
    code = {Decision.ACCEPT: 0, Decision.BLOCK: 1, Decision.CANNOT_JUDGE: 3}[decision]
    verdict = Verdict(decision=decision, exit_code=code, rules=rules, sentence=Message("why"))
    root = _parsed(Reported(run=replace(green, verdict=verdict)))
    _check_shape(root)
    if decision is not Decision.ACCEPT:
        assert _red(root)


def test_a_tolerated_failure_of_an_accepted_run_is_skipped_and_says_so(friday, made):
    verdict = replace(
        friday.verdict,
        decision=Decision.ACCEPT,
        exit_code=0,
        rules=tuple(replace(one, status=RuleStatus.HOLDS) for one in friday.verdict.rules),
    )
    root = _parsed(Reported(run=replace(friday, verdict=verdict)))
    test = next(t for t in root[1] if t.get("name", "").startswith(made.TRAVEL))
    assert test[0].tag == "skipped"
    assert "within what the policy tolerates" in test[0].get("message")
    assert not _red(root)


@settings(deadline=None, max_examples=60)
@given(st.text(alphabet=st.characters(codec=None, exclude_categories=()), max_size=30))
def test_any_text_leaves_a_document_that_parses_and_control_characters_are_seen_b40(green, text):
    record = replace(green.record, label=f"x{text}")
    case = replace(green.golden.cases[0], question=text)
    examination = replace(green.examination, cases=(case, *green.examination.cases[1:]))
    run = replace(green, record=record, examination=examination)
    root = _parsed(Reported(run=run))
    shown = root[1].findall("testcase")[0].get("name")
    for char in text:
        assert char in shown or f"\\u{{{ord(char):x}}}" in shown
