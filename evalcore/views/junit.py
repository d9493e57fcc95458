"""JUnit XML of a judged run: one test case a golden case, and one a rule of the gate.

The mapping; by it the document is red if and only if the verdict is not ACCEPT:

* pass -> passed; fail, lost -> ``failure``; error, undecided, broken -> ``error``
* no-answer, draft -> ``skipped``; blind and retired cases are not listed
* rule holds, warning -> passed (a warning says so in ``system-out``); fails -> ``failure``;
  not evaluated -> ``error``; not applicable -> ``skipped``
* what an accepted run carries all the same (a tolerated failure, a broken case within the
  policy's share) -> ``skipped``, and the message says what it is
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from evalcore.model.case import Case
from evalcore.model.run import StoredRun
from evalcore.model.words import Decision, RuleStatus, State
from evalcore.views.outcome import Outcome, outcome_of
from evalcore.views.reported import Reported
from evalcore.views.verdict import concealed, secrets_of

_FAILURES = (State.FAIL, State.LOST)
_ERRORS = (State.ERROR, State.UNDECIDED, State.BROKEN)
_SKIPPED = (State.NO_ANSWER, State.DRAFT)
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Test:
    """One line of a suite: ``kind`` is failure, error, skipped or empty for passed."""

    name: str
    kind: str
    type: str
    message: str
    details: str = ""
    out: str = ""


def junit(reported: Reported) -> str:
    """The document. English, as every output for machines; ids and questions as they are."""
    run = reported.run
    gate, cases = list(_rules(run)), list(_cases(reported))
    suites = (("gate", gate), (f"cases of {run.record.suite}", cases))
    tests = [*gate, *cases]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(f"<testsuites name={_attribute(_name(run))} {_counts(tests)}>")
    for name, held in suites:
        lines.append(
            f"  <testsuite name={_attribute(name)} {_counts(held)} "
            f'timestamp="{run.record.finished[:19]}">'
        )
        if held is gate:
            lines += _properties(run)
        group = f"unbury.{run.record.suite}.{'gate' if held is gate else 'cases'}"
        lines += [_test(test, group) for test in held]
        lines.append("  </testsuite>")
    lines.append("</testsuites>")
    return "\n".join(lines) + "\n"


def _name(run: StoredRun) -> str:
    named = run.record.label or run.record.id
    return f"unbury {run.record.suite} {named}: {run.verdict.decision.value}"


def _properties(run: StoredRun) -> list[str]:
    told = {
        "verdict": run.verdict.decision.value,
        "exit": str(run.verdict.exit_code),
        "run": run.record.id,
        "counted": str(run.record.counted),
        "measured": str(run.record.measured),
    }
    lines = [
        f"      <property name={_attribute(k)} value={_attribute(v)}/>" for k, v in told.items()
    ]
    return ["    <properties>", *lines, "    </properties>"]


def _rules(run: StoredRun) -> Iterator[Test]:
    secret = secrets_of(run.examination)
    told = False
    for rule in run.verdict.rules:
        reason = str(concealed(rule.reason, secret))
        kind = _RULE_KINDS[rule.status]
        told = told or bool(kind in ("failure", "error"))
        listed = [one for one in rule.cases if one not in secret]
        yield Test(
            name=f"rule {rule.rule}",
            kind=kind,
            type=rule.status.value,
            message=reason,
            details="\n".join(listed) if kind in ("failure", "error") else "",
            out=f"warning: {reason}" if rule.status is RuleStatus.WARNING else "",
        )
    if run.verdict.decision is not Decision.ACCEPT and not told:
        sentence = str(concealed(run.verdict.sentence, secret))
        yield Test(name="verdict", kind="error", type=run.verdict.decision.value, message=sentence)


_RULE_KINDS = {
    RuleStatus.HOLDS: "",
    RuleStatus.WARNING: "",
    RuleStatus.FAILS: "failure",
    RuleStatus.NOT_EVALUATED: "error",
    RuleStatus.NOT_APPLICABLE: "skipped",
}


def _cases(reported: Reported) -> Iterator[Test]:
    turned = {one.case_id for one in reported.turned}
    accepted = reported.run.verdict.decision is Decision.ACCEPT
    for _, case, state in reported.listed:
        kind = _kind(state)
        if accepted and kind:
            kind = "skipped"
        outcome = outcome_of(reported.run, case.id) if kind in ("failure", "error") else None
        yield Test(
            name=f"{case.id} {case.question}",
            kind=kind,
            type=state.value,
            message=_message(case, state, turned=case.id in turned, accepted=accepted),
            details="" if outcome is None else _details(outcome),
        )


def _kind(state: State) -> str:
    if state in _FAILURES:
        return "failure"
    if state in _ERRORS:
        return "error"
    return "skipped" if state in _SKIPPED else ""


def _message(case: Case, state: State, *, turned: bool, accepted: bool) -> str:
    since = " (not so in the baseline)" if turned and state is not State.PASS else ""
    if accepted and state in (*_FAILURES, *_ERRORS):
        since += "; within what the policy tolerates"
    words = {
        State.FAIL: "an expected chunk is missing from what is delivered",
        State.LOST: "an expected chunk and its quote are gone from the index",
        State.ERROR: "the search did not answer",
        State.UNDECIDED: "the samples disagree",
        State.BROKEN: "the golden set no longer fits the index",
        State.NO_ANSWER: f"nothing has to come out: {case.behaviour.value}",
        State.DRAFT: "a draft is not run",
    }
    return words.get(state, state.value) + since


def _details(outcome: Outcome) -> str:
    lines = [outcome.failure] if outcome.failure else []
    for one in outcome.expected:
        where = "absent" if one.rank is None else f"rank {one.rank}"
        lines.append(f"{one.chunk_id}: {where} ({one.place.value})")
    return "\n".join(lines)


def _test(test: Test, group: str) -> str:
    opening = f"    <testcase classname={_attribute(group)} name={_attribute(test.name)}"
    inside = ""
    if test.kind == "skipped":
        inside = f"\n      <skipped message={_attribute(test.message)}/>"
    elif test.kind:
        inside = (
            f"\n      <{test.kind} type={_attribute(test.type)} message={_attribute(test.message)}>"
            f"{escape(_clean(test.details))}</{test.kind}>"
        )
    if test.out:
        inside += f"\n      <system-out>{escape(_clean(test.out))}</system-out>"
    return f'{opening} time="0">{inside}\n    </testcase>' if inside else f'{opening} time="0"/>'


def _counts(tests: list[Test]) -> str:
    kinds = [test.kind for test in tests]
    return (
        f'tests="{len(tests)}" failures="{kinds.count("failure")}" '
        f'errors="{kinds.count("error")}" skipped="{kinds.count("skipped")}" time="0"'
    )


def _attribute(text: str) -> str:
    return quoteattr(_clean(text), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def _clean(text: str) -> str:
    """What XML cannot hold, shown as the code point it is."""
    return _NOT_XML.sub(lambda found: f"\\u{{{ord(found.group()):x}}}", text)
