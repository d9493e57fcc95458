"""pytest: ``pytest --unbury suite.toml`` gives one test a case, and one for the verdict.

Loaded at every start of pytest where Unbury is installed, so it imports nothing of Unbury
until it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from evalcore.api import Examined, ExaminedCase


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--unbury SUITE`` (may be given more than once) and ``--unbury-db FILE``."""
    group = parser.getgroup("unbury", "retrieval acceptance with Unbury")
    group.addoption(
        "--unbury",
        action="append",
        default=[],
        metavar="SUITE",
        help="Examine this suite: one test a case, and one for the verdict.",
    )
    group.addoption(
        "--unbury-db",
        metavar="FILE",
        help="Store the runs here, and hold them against the baseline promoted here.",
    )


@pytest.hookimpl(tryfirst=True)  # so that -k and -m choose among these too
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add the tests of every suite that was asked for, after those of the files."""
    for name in config.getoption("--unbury"):
        suite = Path(name)
        collector = SuiteCollector.from_parent(
            session, name=suite.name, nodeid=_node_id(suite, config), suite=suite
        )
        items.extend(session.genitems(collector))


def _node_id(suite: Path, config: pytest.Config) -> str:
    """The suite as pytest names files: from the root of the tests, where it lies below it."""
    full = suite.resolve()
    return full.relative_to(config.rootpath).as_posix() if _is_below(full, config) else suite.name


def _is_below(path: Path, config: pytest.Config) -> bool:
    return config.rootpath in path.parents


class CaseNotAccepted(Exception):
    """A case, or the verdict, is not what a pipeline may let through."""


class SuiteCollector(pytest.Collector):
    """The tests of one suite. It is run when they are collected: its cases are known then."""

    def __init__(self, *, suite: Path, **rest: Any) -> None:
        super().__init__(**rest)
        self.suite = suite

    def collect(self) -> Iterator[pytest.Item]:
        """The verdict first, then the cases in golden-set order."""
        from evalcore import api

        examined = api.examine(self.suite, db=self.config.getoption("--unbury-db"))
        yield VerdictItem.from_parent(self, name="verdict", examined=examined)
        for case in examined.cases:
            yield CaseItem.from_parent(self, name=case.id, case=case)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *_: Any) -> str:
        """What is wrong with the suite, in Unbury's own words."""
        return f"{self.suite}: {excinfo.value}"


class _Item(pytest.Item):
    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *_: Any) -> str:
        """What is wrong, without a stack trace: nothing of it is in anybody's code."""
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The suite and the case, for the list of tests."""
        parent = self.parent
        suite = parent.suite if isinstance(parent, SuiteCollector) else Path()
        return suite, None, f"{suite.name}: {self.name}"


class VerdictItem(_Item):
    """Passes for ACCEPT only: BLOCK and CANNOT JUDGE fail, each with its reasons."""

    def __init__(self, *, examined: Examined, **rest: Any) -> None:
        super().__init__(**rest)
        self.examined = examined

    def runtest(self) -> None:
        """Fail unless the suite was accepted."""
        verdict = self.examined.verdict
        self.user_properties.append(("unbury_verdict", verdict.decision.value))
        if self.examined.accepted:
            return
        rules = [
            f"  {rule.rule}: {rule.reason}"
            for rule in verdict.rules
            if rule.status.value in {"fails", "not_evaluated"}
        ]
        raise CaseNotAccepted("\n".join([f"{verdict.decision.value}: {verdict.sentence}", *rules]))


class CaseItem(_Item):
    """Passes for a passed case; one that was not measured fails too, and says what it is.

    A case without an answer, and a draft, are skipped: they are no part of recall.
    """

    def __init__(self, *, case: ExaminedCase, **rest: Any) -> None:
        super().__init__(**rest)
        self.case = case

    def runtest(self) -> None:
        """Fail unless the case passed."""
        state = self.case.state.value
        if self.case.passed:
            return
        if state in {"no-answer", "draft"}:
            pytest.skip(f"{state}: not part of recall")
        raise CaseNotAccepted(f"{state}: {self.case.question}\n  {self.case.why}")
