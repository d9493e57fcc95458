import pytest

from evalcore.errors import InputError, UsageError
from evalcore.workflows.reading import promoted, runs
from evalcore.workflows.story import read_story, tell_story

from support.bench import case, gold

SUITE = (
    'name = "s"\ngolden = "golden.jsonl"\nmanifest = "green.jsonl"\n'
    '[retriever]\nkind = "embedded"\nmode = "bm25"\nlanguage = "en"\nfield = "text"\n'
)
STORY = """
[[state]]
label = "green"
manifest = "green.jsonl"
date = 2026-01-30
title = "All is well"
promote = {promote}

[[state]]
label = "friday"
manifest = "friday.jsonl"
date = 2026-01-31
title = "The ingest"
"""


@pytest.fixture
def told(bench):
    bench.write("golden.jsonl", [case("q", gold("a"), question="holiday allowance")])
    bench.write("green.jsonl", [{"chunk_id": "a", "text": "The holiday allowance is ten days."}])
    bench.write("friday.jsonl", [{"chunk_id": "a", "text": "Nothing to see."}])
    bench.write("suite.toml", SUITE)
    bench.write("story.toml", STORY.format(promote="true"))
    return bench


def test_each_state_is_run_stored_and_labelled_in_order(told):
    outcomes = list(tell_story(told.folder, db=told.db))
    assert [(one.label, one.verdict.exit_code) for one in outcomes] == [("green", 0), ("friday", 1)]
    assert [one.label for one in runs(told.db)] == ["friday", "green"]
    assert told.stored("friday").context["on"] == "2026-01-31"


def test_the_state_that_the_story_promotes_is_the_baseline(told):
    first, _ = tell_story(told.folder, db=told.db)
    assert promoted(told.db) == {"s": first.run_id}


def test_a_story_cannot_promote_what_was_not_accepted(told):
    told.write("green.jsonl", [{"chunk_id": "a", "text": "Nothing to see."}])
    with pytest.raises(UsageError, match="only an accepted run"):
        list(tell_story(told.folder, db=told.db))


@pytest.mark.parametrize("text", ["", "state = 1", "[[state]]\nlabel = 'x'\n", "not toml ["])
def test_a_story_that_cannot_be_read_says_so(told, text):
    told.write("story.toml", text)
    with pytest.raises(InputError, match="the story cannot be read"):
        read_story(told.folder)
