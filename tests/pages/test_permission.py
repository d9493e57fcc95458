"""Nothing is written unless the server was started so, whatever the browser asks for."""

import ast
from pathlib import Path
from types import SimpleNamespace

import pytest

from evalcore.model.repair import TaskStatus
from pages.ui import permission, repairs

ROOT = Path(__file__).parents[2]
WRITERS = {
    *("document_case", "gate_run", "keep_task", "mark_task", "diagnose_run", "diagnose_and_keep"),
    *("open_store", "promote_run", "run_suite", "import_run", "save_version"),
    *("decide", "write_version", "apply_patch", "unlock_golden", "split_golden"),
}


@pytest.mark.parametrize("value", [None, "", "0", "true", "yes", "2"])
def test_only_the_server_s_own_word_lets_a_write_through(monkeypatch, value):
    monkeypatch.delenv("UNBURY_WRITE", raising=False)
    if value is not None:
        monkeypatch.setenv("UNBURY_WRITE", value)
    written = []
    with pytest.raises(permission.NotAllowedToWrite, match="serve --write"):
        permission.write(written.append, 1)
    assert written == []
    assert not permission.granted()


def test_with_permission_the_work_is_done_and_its_answer_comes_back(monkeypatch):
    monkeypatch.setenv("UNBURY_WRITE", "1")
    assert permission.write(sorted, [2, 1], reverse=False) == [1, 2]


@pytest.mark.parametrize("path", sorted((ROOT / "pages").rglob("*.py")), ids=lambda path: path.stem)
def test_no_page_calls_a_writer_but_through_the_permission(path):
    loose = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if called in WRITERS:
            loose.append((node.lineno, called))
    assert loose == []


def test_every_write_of_the_bench_is_refused_on_a_server_that_only_reads(monkeypatch):
    monkeypatch.setenv("UNBURY_WRITE", "0")
    nobody = SimpleNamespace(db=Path("nowhere.db"), run=None)
    with pytest.raises(permission.NotAllowedToWrite):
        repairs.keep(nobody, None, None, "M. R.")
    with pytest.raises(permission.NotAllowedToWrite):
        repairs.mark(nobody, 1, TaskStatus.DONE, "M. R.")
