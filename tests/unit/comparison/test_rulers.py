"""Did the ruler change, or the product?"""

from dataclasses import replace

import pytest

from evalcore.comparison.rulers import product_changes, ruler_changes
from evalcore.model.answer import text_hash

from support.judgements import judged, judgement

BASE = judgement({"a": "yyyyy", "b": "nnnnn"})


def ruler(**change):
    return replace(BASE, ruler=replace(BASE.ruler, **change))


def test_the_same_judgement_again_has_no_difference():
    assert ruler_changes(BASE, BASE) == ()
    assert product_changes(BASE, BASE) == ()


@pytest.mark.parametrize(
    ("changed", "name"),
    [
        (ruler(judge="gpt-5"), "judge"),
        (ruler(address="http://127.0.0.2/v1"), "address"),
        (ruler(samples=3), "samples"),
        (ruler(parameters={"reply": "json_schema", "temperature": "0"}), "temperature"),
        (ruler(prompts={"correctness": text_hash("another rubric")}), "prompt of correctness"),
        (ruler(prompts={}), "prompt of correctness"),
    ],
)
def test_every_part_of_the_ruler_is_named_when_it_changes(changed, name):
    assert [one.name for one in ruler_changes(BASE, changed)] == [name]
    assert product_changes(BASE, changed) == ()


def test_a_model_that_was_exchanged_behind_its_name_is_a_ruler_that_changed():
    votes = tuple(
        replace(one, votes=tuple(replace(v, served="gpt-4.1-2026-01-01") for v in one.votes))
        for one in BASE.judged
    )
    (change,) = ruler_changes(BASE, replace(BASE, judged=votes))
    assert change.name == "served model"


def test_what_the_product_changed_is_told_apart():
    other = replace(
        BASE,
        system="another",
        system_prompt=text_hash("new"),
        judged=(BASE.judged[0], judged("b", "yyyyy", answer="a new answer")),
    )
    assert ruler_changes(BASE, other) == ()
    names = {one.name: one.after for one in product_changes(BASE, other)}
    assert names["answers"] == "1 of 2 differ"
    assert set(names) == {"model", "prompt", "answers"}
