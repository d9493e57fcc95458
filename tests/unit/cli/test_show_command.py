import pytest

from evalcore.model.words import Level, Missing

from support.bench import case, gold, listed

CASES = [
    case("q", gold("a"), "b"),
    case("draft", "a", estado="draft"),
    case("gone", "a", estado="retired"),
    case("hidden", "a", ciego=True),
    case("noanswer", tiene_respuesta=False),
]


@pytest.fixture
def shown(bench, unbury):
    bench.bring(CASES, [listed(one["id"], "a", "x", "b", "y") for one in CASES])
    bench.judge(cutoff=2)
    return lambda *arguments: unbury("show", "latest", *arguments)


@pytest.mark.parametrize(
    ("case_id", "why"),
    [
        ("gone", "is retired"),
        ("hidden", "only shown as an aggregate"),
        ("nobody", "has no case"),
    ],
)
def test_a_case_that_was_not_examined_is_refused_with_a_reason(shown, case_id, why):
    for answer in (shown("--case", case_id), shown("--case", case_id, "--json")):
        assert (answer.exit, why in answer.err) == (2, True)
        assert answer.out == ""


@pytest.mark.parametrize("case_id", ["q", "draft", "noanswer"])
def test_every_other_case_is_shown(shown, case_id):
    assert shown("--case", case_id).exit == 0
    answer = shown("--case", case_id, "--json")
    assert [one["id"] for one in answer.json["cases"]] == [case_id]


def test_the_list_marks_gold_expected_cutoff_and_noise(shown):
    lines = shown("--case", "q").out.splitlines()
    marked = [line.split() for line in lines if line.lstrip()[:1].isdigit()]
    assert [(row[0], row[2]) for row in marked] == [
        ("1", "a"),
        ("2", "x"),
        ("3", "b"),
        ("4", "y"),
    ]
    assert "★" in marked[0]
    assert "✓" in marked[2]
    where = {
        words: n
        for n, line in enumerate(lines)
        for words in ("cutoff at 2", "── noise")
        if words in line
    }
    third = next(n for n, line in enumerate(lines) if line.split()[:1] == ["3"])
    assert where["cutoff at 2"] < third < where["── noise"]


def test_of_several_samples_it_says_which_list_it_is(bench, unbury):
    bench.bring(CASES[:1], [listed("q", "a", "b", sample=n) for n in (1, 2, 3)])
    bench.judge()
    assert "sample 1 of 3" in unbury("show", "latest", "--case", "q").out


def test_documents_are_marked_by_their_chunks(bench, unbury):
    held = [{"chunk_id": "d1#1", "doc_id": "d1"}, {"chunk_id": "d2#1", "doc_id": "d2"}]
    bench.bring([case("q", gold("d2"))], [listed("q", "d1#1", "d2#1")], held)
    bench.judge(level=Level.DOCUMENT)
    lines = unbury("show", "latest", "--case", "q").out.splitlines()
    assert [line.split()[2:4] for line in lines if line.lstrip().startswith("2 ")] == [
        ["d2#1", "★"]
    ]


@pytest.mark.parametrize(
    ("missing", "words"),
    [(Missing.ERROR, "do not have this case"), (Missing.EMPTY, "read as empty")],
)
def test_b13_a_case_without_a_list_says_how_it_was_read(bench, unbury, missing, words):
    bench.bring([case("q", gold("a")), case("r", gold("a"))], [listed("r", "a")])
    bench.judge(missing=missing)
    assert words in unbury("show", "latest", "--case", "q").out


def test_b63_peoples_text_is_printed_as_text(bench, unbury):
    text = "[red]$5[/red] :red[x] <img src=x>"
    bench.bring([case("q", gold("a"), question=text)], [listed("q", "b")])
    bench.judge()
    assert text in unbury("show", "latest", "--case", "q").out
    assert text in unbury("show", "latest").out
