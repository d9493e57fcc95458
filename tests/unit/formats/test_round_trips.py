"""In, out, in: what a format can hold comes back as it was, id for id and bit for bit."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.formats.labels import read_label_file
from evalcore.formats.made_ids import question_id
from evalcore.formats.rankings import read_rankings
from evalcore.formats.registry import function, names
from evalcore.formats.written import Out
from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.model.words import Behaviour

QUICK = settings(deadline=None, max_examples=25)
FILES = {"beir": "folder", "autorag": "f.parquet", "quepid": "f.csv", "trec": "f.txt"}
SIGNS = st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp"), exclude_characters='"')
texts = st.text(SIGNS, min_size=1, max_size=12).filter(lambda text: text.strip() == text)
words = st.text(
    st.characters(categories=("L", "N", "P", "S"), exclude_characters='"\ufeff'),
    min_size=1,
    max_size=8,
).filter(lambda text: text != "#" and text[0] not in "{[" and not any(c.isspace() for c in text))
scores = st.floats(allow_nan=False, allow_infinity=False, width=64)


def names_for(name):
    return words if name in {"trec", "beir"} else texts


@st.composite
def golden_sets(draw, name):
    ids = names_for(name)
    cases = []
    for case_id in draw(st.lists(ids, min_size=1, max_size=4, unique=True)):
        wanted = draw(st.lists(ids, min_size=1, max_size=4, unique=True))
        grades = (
            st.integers(1, 3) if name in {"ragas", "autorag", "promptfoo"} else st.integers(-1, 3)
        )
        grades = st.just(1) if name in {"ragas", "autorag", "promptfoo"} else grades
        labels = tuple(Expected(chunk_id=one, grade=draw(grades)) for one in wanted)
        if not any(label.grade > 0 for label in labels):
            labels = (Expected(chunk_id=labels[0].chunk_id, grade=2), *labels[1:])
        question = case_id if name in {"trec", "ranx"} else draw(texts)
        cases.append(Case(id=case_id, question=question, expected=labels))
    if name == "quepid":  # a question is a case there
        cases = list({question_id(c.question): c for c in cases}.values())
    return GoldenSet(name="golden", cases=tuple(cases))


@st.composite
def answers(draw, name):
    ids = names_for(name)
    scored = name not in {"ragas", "quepid"} and draw(st.booleans() | st.just(name == "ranx"))
    scored = scored or name in {"ranx", "trec"}
    found = []
    for case_id in draw(st.lists(ids, min_size=1, max_size=4, unique=True)):
        chunks = draw(st.lists(ids, min_size=1, max_size=5, unique=True))
        values = sorted((draw(scores) for _ in chunks), reverse=True)
        found.append(
            (case_id, Ranking(chunk_ids=tuple(chunks), scores=tuple(values) if scored else None))
        )
    if name in {"jsonl", "columns", "promptfoo", "rank-eval", "spans"}:
        found += [("fails", Failure("timeout")), ("empty", Ranking(chunk_ids=(), scores=()))]
    return Rankings.pack(dict(found).items())


def told(case):
    labels = {label.chunk_id: (label.grade, label.group) for label in case.expected}
    return (case.id, case.question, labels, case.behaviour)


def lists(samples):
    return [{case_id: sample.of(case_id) for case_id in sample.case_ids} for sample in samples]


@pytest.mark.parametrize("name", names("writes_labels"))
def test_labels_written_and_read_are_the_same_labels(name):
    @QUICK
    @given(golden=golden_sets(name))
    def holds(golden):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / FILES.get(name, "f.json")
            function(name, "writes_labels")(Out(golden=golden), path)
            once = read_label_file(path, format=name).golden
            if name == "quepid":
                assert {c.question for c in once.cases} == {c.question for c in golden.cases}
                assert [told(c)[2:] for c in once.cases] == [told(c)[2:] for c in golden.cases]
            else:
                assert [told(c) for c in once.cases] == [told(c) for c in golden.cases]
            again = Path(folder) / ("again-" + path.name)
            function(name, "writes_labels")(Out(golden=once), again)
            assert read_label_file(again, format=name).golden.cases == once.cases

    holds()


@pytest.mark.parametrize("name", names("writes_rankings"))
def test_lists_written_and_read_are_the_same_lists(name):
    @QUICK
    @given(sample=answers(name))
    def holds(sample):
        cases = tuple(
            Case(id=c, question=f"¿{c}?", expected=(Expected(chunk_id="x"),))
            for c in sample.case_ids
        )
        golden = GoldenSet(name="golden", cases=cases)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / FILES.get(name, "f.json")
            function(name, "writes_rankings")(Out(golden=golden, samples=(sample,)), path)
            once = read_rankings(path, format=name)
            if name == "quepid":
                asked = {question_id(f"¿{c}?"): sample.of(c) for c in sample.case_ids}
                assert lists(once.samples) == [asked]
            else:
                assert lists(once.samples) == lists([sample])
            again = Path(folder) / ("again-" + path.name)
            function(name, "writes_rankings")(Out(golden=golden, samples=once.samples), again)
            if name != "quepid":
                assert lists(read_rankings(again, format=name).samples) == lists(once.samples)

    holds()


def test_samples_are_kept_by_the_formats_that_number_them(tmp_path):
    def sample(shift):
        return Rankings.pack([("q", Ranking(chunk_ids=("a", "a"), scores=(2.0 + shift, 1.0)))])

    golden = GoldenSet(
        name="g", cases=(Case(id="q", question="?", expected=(Expected(chunk_id="a"),)),)
    )
    out = Out(golden=golden, samples=(sample(0), sample(0.5)))
    for name in ("jsonl", "columns"):
        path = tmp_path / f"{name}.json"
        function(name, "writes_rankings")(out, path)
        assert lists(read_rankings(path, format=name).samples) == lists(out.samples)


def test_groups_of_autorag_come_back_as_any_of_groups(tmp_path):
    labels = (
        Expected(chunk_id="a", group="g1"),
        Expected(chunk_id="b", group="g1"),
        Expected(chunk_id="c"),
    )
    golden = GoldenSet(name="qa", cases=(Case(id="q", question="?", expected=labels),))
    path = tmp_path / "qa.parquet"
    function("autorag", "writes_labels")(Out(golden=golden), path)
    assert read_label_file(path).golden.cases[0].expected == labels


def test_a_question_without_an_answer_survives_where_the_format_can_say_so(tmp_path):
    none = Case(id="n", question="¿Y esto?", behaviour=Behaviour.ABSTAIN)
    golden = GoldenSet(name="g", cases=(none,))
    for name in ("jsonl", "columns", "quepid"):
        path = tmp_path / FILES.get(name, f"{name}.json")
        function(name, "writes_labels")(Out(golden=golden), path)
        (read,) = read_label_file(path, format=name).golden.cases
        assert (read.question, read.behaviour) == (none.question, Behaviour.ABSTAIN)
