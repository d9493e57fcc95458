"""A golden set that is edited keeps every line that nobody touched, byte for byte."""

from pathlib import Path

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.formats.golden import read_golden
from evalcore.formats.golden_edit import GoldenText, put
from evalcore.formats.golden_export import write_golden
from evalcore.model.case import Case

SEED = Path(__file__).parents[4] / "shared" / "seeds" / "004_9c5995627d5e425b.txt"
SPACED = '{"id": "a", "pregunta": "¿?", "chunks_esperados": ["c"], "mía": {"z": 1, "a": 2}}'
COMPACT = '{"mine":[1,2],"question":"?","id":"b","expected":["c"],"notes":"n"}'
SPREAD = '{\n  "id": "c",\n  "pregunta": "?",\n  "chunks_esperados": ["c"]\n}'


def written(tmp_path, text):
    path = tmp_path / "golden.jsonl"
    path.write_bytes(text.encode())
    return path


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_lines_that_are_not_touched_keep_their_bytes(tmp_path, end):
    path = written(tmp_path, f"{SPACED}\r\n\n{SPREAD}\n{COMPACT}{end}")
    text = GoldenText(path)
    assert text.edited({}) == path.read_bytes()
    edited = text.edited({"b": lambda value: put(value, "blind", True)})
    assert edited == path.read_bytes().replace(
        b'"expected":["c"],', b'"expected":["c"],"blind":true,'
    )


def test_a_touched_case_is_one_line_in_its_own_style_and_spelling(tmp_path):
    path = written(tmp_path, f"{SPACED}\n{SPREAD}\n{COMPACT}\n")

    def retire(value):
        put(value, "status", "retired")

    lines = GoldenText(path).edited(dict.fromkeys("abc", retire)).decode().splitlines()
    assert lines == [
        SPACED.replace(', "mía"', ', "estado": "retired", "mía"'),
        '{"id": "c", "pregunta": "?", "chunks_esperados": ["c"], "estado": "retired"}',
        COMPACT.replace(',"notes"', ',"status":"retired","notes"'),
    ]


def test_unknown_keys_and_their_order_survive_an_edit(tmp_path):
    path = written(tmp_path, f"{SPACED}\n{COMPACT}\n")
    out = tmp_path / "out.jsonl"
    GoldenText(path).write(out, {"a": lambda value: put(value, "blind", True)})
    assert read_golden(out).by_id["a"].extra == {"mía": {"z": 1, "a": 2}}
    assert list(orjson.loads(out.read_bytes().splitlines()[0])["mía"]) == ["z", "a"]


def test_an_edit_that_breaks_the_set_writes_nothing(tmp_path):
    path = written(tmp_path, f"{SPACED}\n{COMPACT}\n")
    out = tmp_path / "out.jsonl"
    with pytest.raises(InputError, match="no relevant chunk"):
        GoldenText(path).write(out, {"a": lambda value: put(value, "expected", [])})
    assert not out.exists()


def test_new_cases_stand_at_the_end_one_a_line(tmp_path):
    path = written(tmp_path, SPACED)
    whole = GoldenText(path).edited({}, [Case(id="n", question="¿Nueva?", status="draft")])
    assert whole.startswith(SPACED.encode() + b"\n")
    assert whole.count(b"\n") == 2
    assert b'"id": "n"' in whole


@pytest.mark.data
@pytest.mark.skipif(not SEED.exists(), reason="the shared seeds are not beside the project")
def test_the_seed_s_objects_survive_load_export_and_edit_with_unknown_keys(tmp_path):
    text = SEED.read_text(encoding="utf-8")
    objects = text[text.index('{\n  "id": "gd-0142"') : text.index("Cuatro campos")]
    objects = objects.replace('"categoria"', '"prioridad": {"z": 1, "a": [2]},\n  "categoria"')
    path = written(tmp_path, objects)
    first = read_golden(path)
    out, again = tmp_path / "out.jsonl", tmp_path / "again.jsonl"
    write_golden(first, out)
    write_golden(read_golden(out), again)
    assert read_golden(out).cases == first.cases
    assert again.read_bytes() == out.read_bytes()
    assert first.cases[0].extra == {"prioridad": {"z": 1, "a": [2]}}
    assert GoldenText(path).edited({}) == path.read_bytes()
    assert len(out.read_bytes().splitlines()) == 2


@settings(deadline=None, max_examples=50)
@given(
    st.dictionaries(
        st.text(min_size=1, max_size=8).filter(lambda key: "\x00" not in key),
        st.text(max_size=8).filter(lambda value: "\x00" not in value),
        max_size=4,
    )
)
def test_an_edited_line_says_all_that_it_said_before(tmp_path_factory, extra):
    known = {"id": "a", "pregunta": "?", "chunks_esperados": ["c"]}
    case = {**{f"x{key}": value for key, value in extra.items()}, **known}
    path = tmp_path_factory.mktemp("g") / "golden.jsonl"
    path.write_bytes(orjson.dumps(case) + b"\n")
    edited = orjson.loads(GoldenText(path).edited({"a": lambda v: put(v, "notes", "n")}))
    assert edited == {**case, "notas": "n"}
