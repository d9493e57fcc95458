"""A signed diagnosis counts while hash, ranks and exam stay the same, and no longer."""

import pytest

from evalcore.errors import UsageError
from evalcore.workflows.document_case import document_case
from evalcore.workflows.gate_run import gate_run

from support.bench import case, listed, plain

ASKED = 20


def cases(**facts):
    return [
        *(case(f"q{n}", plain("a")) for n in range(ASKED - 1)),
        case("bad", plain("z"), **facts),
    ]


def lists(*bad, sample=1):
    return [
        *(listed(f"q{n}", "a", sample=sample) for n in range(ASKED - 1)),
        listed("bad", *bad, sample=sample),
    ]


@pytest.fixture
def signed(bench):
    """A run with one failure in twenty, buried at rank 4, and its diagnosis."""
    bench.bring(cases(), lists("a", "b", "c", "z"))
    assert bench.judge(cutoff=3).verdict.exit_code == 1
    document_case(bench.db, "latest", "bad", text="Being re-cut.", author="M. R.")
    return bench


def test_it_counts_when_the_run_is_judged_again(signed):
    again = gate_run(signed.db, "latest")
    assert (again.verdict.exit_code, again.verdict.documented) == (0, ("bad",))


def test_it_carries_over_while_nothing_changed(signed):
    assert signed.judge(cutoff=3).verdict.exit_code == 0


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda b: b.bring(cases(), lists("a", "b", "c", "d", "z")), id="another rank"),
        pytest.param(lambda b: b.bring(cases(), lists("a", "b", "c")), id="absent now"),
        pytest.param(
            lambda b: b.bring(cases(question="Other?"), lists("a", "b", "c", "z")),
            id="another question",
        ),
        pytest.param(
            lambda b: b.bring(cases(requires_all=False), lists("a", "b", "c", "z")),
            id="another criterion of the case",
        ),
    ],
)
def test_it_falls_when_the_case_or_its_ranks_change(signed, change):
    change(signed)
    assert signed.judge(cutoff=3).verdict.exit_code == 1


def test_it_falls_when_the_exam_asks_something_else(signed):
    assert signed.judge(cutoff=2).verdict.exit_code == 1


def test_it_speaks_of_its_own_suite_only(signed):
    assert signed.judge(cutoff=3, suite="other").verdict.exit_code == 1


def test_it_speaks_of_all_samples_that_were_seen(bench):
    two = [*lists("a", "b", "c", "z"), *lists("a", "b", "c", "z", sample=2)]
    bench.bring(cases(), two)
    bench.judge(cutoff=3)
    document_case(bench.db, "latest", "bad", text="Being re-cut.", author="M. R.")
    assert bench.judge(cutoff=3).verdict.exit_code == 0
    bench.bring(cases(), [*two[:ASKED], *lists("a", "b", "c", sample=2)])
    assert bench.judge(cutoff=3).verdict.exit_code == 1


@pytest.mark.parametrize(
    ("case_id", "text", "author", "why"),
    [
        ("q0", "text", "M. R.", "not a failure"),
        ("nobody", "text", "M. R.", "no case"),
        ("bad", " ", "M. R.", "without words"),
        ("bad", "text", "", "signed by a person"),
    ],
)
def test_only_a_failure_is_documented_with_words_by_a_person(signed, case_id, text, author, why):
    with pytest.raises(UsageError, match=why):
        document_case(signed.db, "latest", case_id, text=text, author=author)


def test_it_is_not_signed_for_an_exam_that_the_run_never_had(signed):
    stricter = signed.write("stricter.toml", "[recall]\nmin_grade = 2\n")
    gate_run(signed.db, "latest", policy=stricter)
    with pytest.raises(UsageError, match="another min_grade"):
        document_case(signed.db, "latest", "bad", text="text", author="M. R.")
