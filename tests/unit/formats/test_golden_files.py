"""Golden sets as people write them, read and written out again."""

from __future__ import annotations

import gzip
from datetime import date
from pathlib import Path

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.formats.golden import read_golden
from evalcore.formats.golden_export import dump_case, write_golden
from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.words import Behaviour, CaseStatus

SEED = Path(__file__).parents[4] / "shared" / "seeds" / "004_9c5995627d5e425b.txt"

PRINTED = """{
  "id": "gd-0142",
  "pregunta": "¿Cuánto tiempo tengo para devolver un pedido a Portugal?",
  "respuesta_referencia": "30 días naturales desde la entrega.",
  "fragmentos_relevantes": [
    {"doc_id": "politica-devoluciones-v4", "chunk_id": "pd-v4-012", "grado": 3},
    {"doc_id": "anexo-internacional-2024", "chunk_id": "ai-2024-003", "grado": 2}
  ],
  "requiere_todos": true,
  "dificultad": "multi-salto",
  "tiene_respuesta": true,
  "vocabulario_usuario": true,
  "anotado_por": "mmv",
  "fecha_anotacion": "2025-11-14",
  "verificado_contra_corpus": "2026-02-03"
}
{
  "id": "gd-0143",
  "pregunta": "¿Puedo devolver un producto comprado en una tienda física?",
  "respuesta_referencia": null,
  "abstencion_esperada": "No consta en la documentación disponible.",
  "fragmentos_relevantes": [],
  "tiene_respuesta": false,
  "anotado_por": "jlr"
}
"""


def load(tmp_path: Path, *lines: dict[str, object] | str | bytes) -> tuple[Case, ...]:
    path = tmp_path / "golden.jsonl"
    encoded = [
        line
        if isinstance(line, bytes)
        else line.encode()
        if isinstance(line, str)
        else orjson.dumps(line)
        for line in lines
    ]
    path.write_bytes(b"\n".join(encoded))
    return read_golden(path).cases


def test_pretty_printed_objects_one_after_the_other_load(tmp_path: Path) -> None:
    first, second = load(tmp_path, PRINTED)
    assert [(e.doc_id, e.chunk_id, e.grade) for e in first.expected] == [
        ("politica-devoluciones-v4", "pd-v4-012", 3),
        ("anexo-internacional-2024", "ai-2024-003", 2),
    ]
    assert first.requires_all is True
    assert first.annotated_on == date(2025, 11, 14)
    assert first.verified_on == date(2026, 2, 3)
    assert first.annotated_by == ("mmv",)
    assert second.behaviour is Behaviour.ABSTAIN
    assert second.expected_abstention == "No consta en la documentación disponible."
    assert second.reference_answer is None


@pytest.mark.data
@pytest.mark.skipif(not SEED.exists(), reason="the shared seeds are not beside the project")
def test_the_objects_of_the_seed_load_as_they_stand_and_survive_export(tmp_path: Path) -> None:
    text = SEED.read_text(encoding="utf-8")
    start, stop = text.index('{\n  "id": "gd-0142"'), text.index("Cuatro campos")
    cases = load(tmp_path, text[start:stop])
    assert [case.id for case in cases] == ["gd-0142", "gd-0143"]
    out = tmp_path / "out.jsonl"
    write_golden(GoldenSet(name="seed", cases=cases), out)
    assert read_golden(out).cases == cases


def test_a_spread_object_beside_plain_lines_loads(tmp_path: Path) -> None:
    plain = '{"id":"a","pregunta":"?","chunks_esperados":["c"]}'
    assert [c.id for c in load(tmp_path, plain, PRINTED, plain.replace('"a"', '"b"'))] == [
        "a",
        "gd-0142",
        "gd-0143",
        "b",
    ]


def test_a_broken_line_does_not_hide_the_lines_behind_it(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        load(tmp_path, '{"id": "a", "preg', '{"id":"b"}', PRINTED, '{"id":3}')
    assert {problem.line for problem in caught.value.problems} == {1, 2, 29}


def test_spanish_and_english_keys_are_equal(tmp_path: Path) -> None:
    spanish = {
        "id": "q",
        "pregunta": "?",
        "respuesta_referencia": "a",
        "fragmentos_relevantes": [{"chunk_id": "c", "grado": 2, "cita": "x", "grupo": "g"}],
        "requiere_todos": False,
        "dominio": "d",
        "categoria": "k",
        "dificultad": "f",
        "tiene_respuesta": True,
        "vocabulario_usuario": False,
        "fuente": "s",
        "anotado_por": ["m", "n"],
        "fecha_anotacion": "2026-01-02",
        "verificado_contra_corpus": "2026-01-03",
        "tipo": "numeric",
        "ciego": True,
        "estado": "retired",
        "notas": "n",
    }
    english = {
        "id": "q",
        "question": "?",
        "reference_answer": "a",
        "relevant": [{"chunk_id": "c", "grade": 2, "quote": "x", "group": "g"}],
        "requires_all": False,
        "domain": "d",
        "category": "k",
        "difficulty": "f",
        "has_answer": True,
        "user_vocabulary": False,
        "source": "s",
        "annotated_by": ["m", "n"],
        "annotated_on": "2026-01-02",
        "verified_on": "2026-01-03",
        "type": "numeric",
        "blind": True,
        "status": "retired",
        "notes": "n",
    }
    (first,), (second,) = load(tmp_path, spanish), load(tmp_path, english)
    assert first == second
    assert first.status is CaseStatus.RETIRED
    assert dump_case(second) == spanish


@pytest.mark.parametrize(
    ("said", "behaviour"),
    [
        ({"expected": ["c"]}, Behaviour.ANSWER),
        ({"has_answer": False}, Behaviour.ABSTAIN),
        ({"type": "out-of-scope"}, Behaviour.DECLINE),
        ({"type": "fuera de alcance", "has_answer": False}, Behaviour.DECLINE),
        ({"type": "ambiguous"}, Behaviour.ASK_BACK),
        ({"type": "ambigua", "has_answer": False}, Behaviour.ASK_BACK),
        ({"type": "ambiguous", "expected": ["c"]}, Behaviour.ANSWER),
        ({"type": "ambiguous", "expected": ["c"], "behaviour": "ask_back"}, Behaviour.ASK_BACK),
        ({"status": "draft"}, Behaviour.ANSWER),
        ({"has_answer": False, "behaviour": "decline"}, Behaviour.DECLINE),
    ],
)
def test_behaviour_is_derived_where_it_is_not_said(
    said: dict[str, object], behaviour: Behaviour, tmp_path: Path
) -> None:
    (case,) = load(tmp_path, {"id": "q", "question": "?", **said})
    assert case.behaviour is behaviour
    (again,) = load(tmp_path, dump_case(case))
    assert again == case


def test_unknown_keys_are_kept_and_exported_again(tmp_path: Path) -> None:
    line = {
        "id": "q",
        "pregunta": "?",
        "fragmentos_relevantes": [{"chunk_id": "c", "grado": 1, "página": 7}],
        "tiene_respuesta": True,
        "ticket": {"n": [1, 2.5, None, "x"]},
    }
    (case,) = load(tmp_path, line)
    assert case.extra == {"ticket": {"n": [1, 2.5, None, "x"]}}
    assert case.expected[0].extra == {"página": 7}
    assert dump_case(case) == line


def test_an_exact_repeat_of_a_chunk_counts_once(tmp_path: Path) -> None:
    (case,) = load(tmp_path, {"id": "q", "question": "?", "expected": ["c", "d", "c"]})
    assert [chunk.chunk_id for chunk in case.expected] == ["c", "d"]


def test_negative_and_zero_grades_are_kept(tmp_path: Path) -> None:
    """B24."""
    relevant = [{"chunk_id": "a", "grade": -1}, {"chunk_id": "b", "grade": 0}, {"chunk_id": "c"}]
    (case,) = load(tmp_path, {"id": "q", "question": "?", "relevant": relevant})
    assert [chunk.grade for chunk in case.expected] == [-1, 0, 1]


def test_bom_crlf_and_gzip_change_nothing(tmp_path: Path) -> None:
    """B36."""
    plain = '{"id":"ñ","pregunta":"¿?","chunks_esperados":["c"]}\n'
    path = tmp_path / "golden.jsonl.gz"
    path.write_bytes(gzip.compress(b"\xef\xbb\xbf" + plain.replace("\n", "\r\n").encode()))
    assert read_golden(path).cases == load(tmp_path, plain)
    assert read_golden(path).name == "golden"


def test_separators_that_are_not_line_ends_stay_inside_a_text(tmp_path: Path) -> None:
    question = "a\u2028b\u0085c\u2029d\x1ce"
    (case,) = load(tmp_path, {"id": "q", "question": question, "expected": ["c\u2028"]})
    assert case.question == question
    assert case.expected[0].chunk_id == "c\u2028"


def test_text_that_looks_like_keys_is_only_text(tmp_path: Path) -> None:
    question = '{"id":"x","id":"y"} "a" : 1 [[[[ \\u0000 1234567890123456789012345'
    (case,) = load(tmp_path, {"id": "q", "question": question, "expected": ["[" * 200]})
    assert case.question == question


def test_the_exported_file_replaces_the_old_one_whole(tmp_path: Path) -> None:
    cases = load(tmp_path, PRINTED)
    path = tmp_path / "golden.jsonl"
    write_golden(GoldenSet(name="x", cases=cases), path)
    assert read_golden(path).cases == cases
    assert [file.name for file in tmp_path.iterdir()] == ["golden.jsonl"]


IDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1)
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63) + 1, 2**63 - 1) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
EXTRA = st.dictionaries(TEXTS.map(lambda key: f"x-{key}"), JSON, max_size=2)
CHUNKS = st.builds(
    Expected,
    chunk_id=IDS,
    doc_id=st.none() | IDS,
    grade=st.integers(-2, 4),
    quote=st.none() | TEXTS,
    group=st.none() | IDS,
    gold=st.none() | st.booleans(),
    extra=EXTRA,
)


def _sound(case: Case) -> bool:
    named = any(chunk.grade > 0 for chunk in case.expected)
    if case.behaviour is Behaviour.ANSWER:
        return named or case.status is not CaseStatus.ACTIVE
    return not named or case.behaviour is Behaviour.ASK_BACK


CASES = st.builds(
    Case,
    id=IDS,
    question=TEXTS.filter(str.strip),
    expected=st.lists(CHUNKS, max_size=3, unique_by=lambda chunk: chunk.chunk_id).map(tuple),
    requires_all=st.none() | st.booleans(),
    behaviour=st.sampled_from(Behaviour),
    reference_answer=st.none() | TEXTS,
    expected_abstention=st.none() | TEXTS,
    domain=st.none() | TEXTS,
    category=st.none() | TEXTS,
    difficulty=st.none() | TEXTS,
    type=st.none() | TEXTS | st.sampled_from(["ambiguous", "out-of-scope", "numeric"]),
    user_vocabulary=st.none() | st.booleans(),
    source=st.none() | TEXTS,
    annotated_by=st.lists(TEXTS, max_size=2).map(tuple),
    annotated_on=st.none() | st.dates(),
    verified_on=st.none() | st.dates(),
    blind=st.booleans(),
    status=st.sampled_from(CaseStatus),
    notes=st.none() | TEXTS,
    extra=EXTRA,
).filter(_sound)


@settings(deadline=None, max_examples=40)
@given(cases=st.lists(CASES, min_size=1, max_size=3, unique_by=lambda case: case.id))
def test_what_is_written_is_what_is_read(
    cases: list[Case], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("golden") / "golden.jsonl"
    write_golden(GoldenSet(name="golden", cases=tuple(cases)), path)
    assert read_golden(path) == GoldenSet(name="golden", cases=tuple(cases))
