"""Tests of the tests: the code that decides is changed on purpose, and some test must fail.

``python tests/mutants/run.py evalcore/gate evalcore/metrics ...`` collects the tests once, learns
which lines each of them runs, and then, for every change of ``changes.py``, runs those that run
its line, some quick ones first, in a process of their own in which the changed function stands in
for the original. Nothing is written but the list of what was found (``--out``): the next run tries
those again that no test told apart; without the file, all of them.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import json
import os
import pickle
import resource
import signal
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest
from changes import Change, assigned, changes_of

TESTS = (
    "tests/unit/gate",
    "tests/unit/metrics",
    "tests/unit/judges",
    "tests/unit/stability",
    "tests/unit/model/test_packed_ids.py",
    "tests/oracle/test_reference_cases.py",
)
KILLED, ENDLESS = "killed", "endless"
LIVES, UNREACHED, UNTRIED = "lives", "unreached", "untried"
TOLD_APART = {KILLED, ENDLESS}
_BROKEN = 3
_QUICK = 30
"""Tests tried from the quickest on; then the slowest come first, which try the most at once."""


class Mutants:
    """In place of the plain run of all tests: the map of lines, and one short run a change."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked = asked
        self.failed = False

    def pytest_configure(self) -> None:
        from hypothesis import HealthCheck, Phase, settings

        settings.register_profile(
            "mutants",
            database=None,
            derandomize=True,
            deadline=None,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutants")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        files = [file for target in self.asked.targets for file in _files(Path(target))]
        told = {change: found for change, found in _read(self.asked.out) if found in TOLD_APART}
        lines = self._map(session, {str(file.resolve()) for file in files})
        found = {}
        for change in [one for file in files for one in changes_of(file)]:
            name = str(change)
            found[name] = told.get(name) or self._try(session, change, lines)
            if name not in told:
                with self.asked.out.open("a", encoding="utf-8") as out:
                    print(json.dumps([name, found[name]]), file=out)
        _tell(found)
        return True

    def _map(self, session: pytest.Session, files: set[str]) -> dict[tuple[str, int], list[int]]:
        """Per line, the tests that run it, the quickest first."""
        with tempfile.NamedTemporaryFile() as kept:
            if _in_child(lambda: self._trace(session, files, Path(kept.name))):
                sys.exit("the map of lines could not be made")
            ran, took = pickle.loads(Path(kept.name).read_bytes())  # noqa: S301 written just above
        self.took = took
        lines = defaultdict(list)
        for i in sorted(ran, key=took.__getitem__):
            if took[i] <= self.asked.longest:
                for line in ran[i]:
                    lines[line].append(i)
        print(f"{len(ran)} tests pass unchanged, in {sum(took.values()):.0f} s")
        return lines

    def _trace(self, session: pytest.Session, files: set[str], kept: Path) -> None:
        ran, took, here = {}, {}, set()

        def line_of(frame, event, _argument):
            if event == "line":
                here.add((frame.f_code.co_filename, frame.f_lineno))
            return line_of

        def entered(frame, _event, _argument):
            return line_of if frame.f_code.co_filename in files else None

        threading.settrace(entered)
        for i, item in enumerate(session.items):
            here.clear()
            self.failed, began = False, time.perf_counter()
            sys.settrace(entered)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            sys.settrace(None)
            if not self.failed:
                ran[i], took[i] = frozenset(here), time.perf_counter() - began
        kept.write_bytes(pickle.dumps((ran, took)))

    def _try(self, session: pytest.Session, change: Change, lines) -> str:
        path = str(change.path.resolve())
        if change.in_function:
            tests = {i for line in change.lines for i in lines.get((path, line), ())}
        else:  # read when the module is loaded: whoever uses the module may tell
            tests = {i for (file, _), found in lines.items() if file == path for i in found}
        if not tests:
            return UNREACHED
        order = sorted(tests, key=self.took.__getitem__)
        order = [*order[:_QUICK], *reversed(order[_QUICK:])]
        chosen = [session.items[i] for i in order[: self.asked.most]]
        seconds = 5 + 3 * sum(self.took[i] for i in order[: self.asked.most])
        return _in_child(lambda: self._run(change, chosen, int(seconds))) or LIVES

    def _run(self, change: Change, chosen: list[pytest.Item], seconds: int) -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (3 * 2**30, 3 * 2**30))
        signal.alarm(5 * seconds)
        _apply(change)
        self.failed = False
        for item, after in zip(chosen, [*chosen[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if self.failed:
                os._exit(1)


def _in_child(work: Callable[[], None]) -> str:
    """Empty where ``work`` ends well in a process of its own, which leaves nothing behind here."""
    sys.stdout.flush()
    gc.freeze()  # what is shared stays shared
    pid = os.fork()
    if not pid:
        gc.disable()
        code = _BROKEN
        try:
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            work()
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        return ENDLESS
    return {0: "", 1: KILLED}.get(os.WEXITSTATUS(status), UNTRIED)


def _apply(change: Change) -> None:
    """Put the changed function's code in the place of the original's, or the value made anew."""
    parts = [part for part in change.path.with_suffix("").parts if part != "__init__"]
    module = importlib.import_module(".".join(parts))
    source = change.source()
    if change.in_function:
        original = _function(module, change.unit)
        wanted = (original.__code__.co_name, original.__code__.co_firstlineno)
        whole = compile(source, str(change.path.resolve()), "exec")
        original.__code__ = next(
            code for code in _codes(whole) if (code.co_name, code.co_firstlineno) == wanted
        )
        return
    value = next(node.value for node in source.body if assigned(node) == change.unit)
    try:
        now = eval(compile(ast.Expression(value), "changed", "eval"), vars(module))  # noqa: S307
    except (TypeError, ValueError, ArithmeticError):
        os._exit(1)  # the module itself could not be loaded
    names = change.unit.strip("()").split(", ")
    for name, new in zip(names, now if len(names) > 1 else [now], strict=True):
        _name_anew(name, vars(module)[name], new)


def _name_anew(name: str, before: object, now: object) -> None:
    """Whoever imported a module's value by name holds it too."""
    for module in list(sys.modules.values()):
        if getattr(module, "__dict__", {}).get(name) is before:
            setattr(module, name, now)


def _function(module: ModuleType, unit: str) -> FunctionType:
    found = module
    for name in unit.split("."):
        found = vars(found)[name]
    for inside in ("fget", "func", "__func__", "__wrapped__"):
        found = getattr(found, inside, found)
    return found


def _codes(code: CodeType):
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _files(target: Path) -> list[Path]:
    return [target] if target.is_file() else sorted(target.rglob("*.py"))


def _read(out: Path):
    if out.exists():
        yield from map(json.loads, out.read_text(encoding="utf-8").splitlines())


def _tell(known: dict[str, str]) -> None:
    by_module = defaultdict(Counter)
    for change, found in known.items():
        by_module[change.split(":")[0]][found] += 1
    for module, found in sorted(by_module.items()):
        print(f"{module:45}", *(f"{n:5} {what}" for what, n in sorted(found.items())))
    for change, found in known.items():
        if found not in TOLD_APART:
            print(found, change)


def main() -> int:
    """The list of changes that no test told apart; 0 where it could be made."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="+", help="modules or directories to change")
    parser.add_argument("--tests", nargs="+", default=TESTS)
    parser.add_argument("--longest", type=float, default=15, help="seconds a test may take")
    parser.add_argument("--most", type=int, help="tests tried on one change; all, if not said")
    parser.add_argument(
        "--out", type=Path, default=Path("dist/mutants.jsonl"), help="what was found so far"
    )
    asked = parser.parse_args()
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    plain = ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist"]
    plain += ["--assert=plain", "--tb=native"]  # nobody reads why a test failed
    return pytest.main([*plain, *asked.tests], plugins=[Mutants(asked)])


if __name__ == "__main__":
    sys.exit(main())
