"""The schema of a case says what the reader reads."""

import json
from pathlib import Path

from evalcore.formats.golden_fields import CASE_FIELDS, EXPECTED_FIELDS
from evalcore.formats.golden_schema import case_schema

SAMPLE = Path(__file__).parents[3] / "sample_runs" / "despacho" / "golden.jsonl"
KINDS = {
    "string": str,
    "boolean": bool,
    "array": list,
    "object": dict,
    "integer": int,
    "null": type(None),
}


def fits(value, schema):
    if "enum" in schema:
        return value in schema["enum"]
    if "anyOf" in schema:
        return any(fits(value, one) for one in schema["anyOf"])
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return isinstance(value, tuple(KINDS[kind] for kind in kinds))


def test_every_spelling_of_every_field_is_in_the_schema():
    schema = case_schema()
    assert set(schema["properties"]) == set(CASE_FIELDS.by_spelling)
    assert set(schema["$defs"]["label"]["properties"]) == set(EXPECTED_FIELDS.by_spelling)
    json.dumps(schema, allow_nan=False)


def test_the_sample_fits_the_schema():
    properties = case_schema()["properties"]
    for line in SAMPLE.read_text("utf-8").splitlines():
        case = json.loads(line)
        assert all(fits(value, properties[key]) for key, value in case.items() if key in properties)
    assert not fits(3, properties["pregunta"])
    assert not fits("yes", properties["ciego"])
