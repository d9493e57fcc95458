"""No process of a parallel run is left alone with the long tests."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from support.dealing import dealt


@dataclass(frozen=True)
class Item:
    path: Path
    number: int


def _tests(**counts):
    return [
        Item(Path("tests") / directory / f"test_{number % 5}.py", number)
        for directory, count in counts.items()
        for number in range(count)
    ]


@pytest.mark.parametrize("processes", [2, 3, 5])
def test_every_process_begins_with_its_share_of_the_long_tests(processes):
    tests = _tests(unit=400, browser=20, pages=30)
    order = dealt(tests, processes)
    assert sorted(order, key=tests.index) == tests
    size = len(tests) // processes
    for place in range(processes):
        first = order[place * size]
        assert first.path.parent.name == "browser"
    *_, last = (at for at, item in enumerate(order) if item.path.parent.name != "unit")
    assert last < len(order) - size / 2, "each ends with short ones"


def test_all_tests_are_kept_where_all_are_long():
    tests = _tests(browser=7)
    assert sorted(dealt(tests, 3), key=tests.index) == tests
    assert dealt([], 3) == []
