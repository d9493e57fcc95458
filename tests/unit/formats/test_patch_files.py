"""Patches: written to be read by a person, and read back with suspicion."""

import pytest

from evalcore.errors import InputError
from evalcore.formats.patch import Patch, is_patch, read_patch, write_patch
from evalcore.golden.anchors import AnchorState, Candidate, Join, Proposal, Ruling, Why

EXACT = Proposal(
    case_id="q1",
    chunk_id="a",
    doc_id="d",
    quote="treinta días",
    state=AnchorState.EXACT,
    why=Why.ONE_PLACE,
    ruling=Ruling.AUTOMATIC,
    to=("x", "y"),
    join=Join.ANY,
    found=("treinta días", "treinta días"),
    new_doc_id="d",
)
OPEN = Proposal(
    case_id="q2",
    chunk_id="b",
    quote="seis días",
    state=AnchorState.AMBIGUOUS,
    why=Why.SEVERAL,
    candidates=(
        Candidate(chunk_ids=("m",), passages=("seis días",), doc_id="d"),
        Candidate(chunk_ids=("n", "o"), passages=("seis", "días"), join=Join.ALL),
    ),
)
CHANGED = Proposal(
    case_id="q3",
    chunk_id="c",
    quote="veinte euros",
    state=AnchorState.FUZZY,
    why=Why.FIGURE,
    to=("z",),
    found=("treinta euros",),
    changes=(("veinte", "treinta"),),
    by="M. R.",
    ruling=Ruling.REFUSE,
)
PATCH = Patch(
    golden="golden.jsonl",
    golden_hash="aa",
    manifest="new.jsonl",
    manifest_hash="bb",
    proposals=(EXACT, OPEN, CHANGED),
)


@pytest.fixture
def path(tmp_path):
    write_patch(PATCH, tmp_path / "p.jsonl")
    return tmp_path / "p.jsonl"


def changed(path, before, after):
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after), "utf-8")
    return path


def test_a_patch_is_one_decision_a_line_and_reads_back_equal(path):
    assert read_patch(path) == PATCH
    lines = path.read_text("utf-8").splitlines()
    assert len(lines) == 1 + len(PATCH.proposals)
    assert all(line.startswith('{"decision": ') for line in lines[1:])
    assert is_patch(path)


def test_automatic_is_refused_on_all_but_exact_anchors(path):
    changed(path, '"decision": "refuse"', '"decision": "automatic"')
    with pytest.raises(InputError, match="never taken automatically"):
        read_patch(path)


def test_an_acceptance_without_a_chunk_is_refused(path):
    changed(path, '"decision": "pending"', '"decision": "accept"')
    with pytest.raises(InputError, match="nothing says which chunk"):
        read_patch(path)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('"decision": "refuse"', '"decision": "acept"', "write one of"),
        ('"decision": "refuse"', '"desicion": "refuse"', 'did you mean "decision"'),
        ('"to": ["z"]', '"to": ["z", "z"]', "twice"),
        ('"to": ["z"]', '"to": ["z", "w"]', "how they join"),
        ('"unbury_patch"', '"other"', "no patch"),
    ],
)
def test_a_slip_of_the_pen_is_named_b53(path, before, after, said):
    with pytest.raises(InputError, match=said):
        read_patch(changed(path, before, after))


def test_a_golden_set_is_not_taken_for_a_patch(tmp_path):
    path = tmp_path / "golden.jsonl"
    path.write_text('{"id": "a"}\n', "utf-8")
    assert not is_patch(path)
    assert not is_patch(tmp_path / "missing.jsonl")
