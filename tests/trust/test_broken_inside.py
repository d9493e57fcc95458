"""Whatever breaks inside, at any seam of any workflow, the answer is never a 0 and never ACCEPT."""

import ast
import importlib
import inspect
import sys
from pathlib import Path

import pytest

import evalcore.workflows
from evalcore.cli.main import main

WORKFLOWS = Path(evalcore.workflows.__file__).parent
GOLDEN = "".join(f'{{"id":"q{n}","question":"asunto{n}","expected":["c{n}"]}}\n' for n in range(4))
CHUNKS = "".join(f'{{"chunk_id":"c{n}","representation":"asunto{n} tema{n}"}}\n' for n in range(12))
LISTS = "".join(
    f'{{"case_id":"q{n}","results":[{{"chunk_id":"c{n}","score":1.0}}]}}\n' for n in range(4)
)
SUITE = 'name = "s"\ngolden = "golden.jsonl"\nmanifest = "chunks.jsonl"\n[retriever]\nkind = "embedded"\nmode = "bm25"\nlanguage = "es"\n'
IMPORT = (
    "import",
    "--golden",
    "golden.jsonl",
    "--rankings",
    "lists.jsonl",
    "--manifest",
    "chunks.jsonl",
)
COMMANDS = {
    "import": IMPORT,
    "run": ("run", "suite.toml"),
    "gate": ("gate", "second"),
    "show": ("show", "second"),
    "verify": ("verify", "second"),
    "promote": ("promote", "first", "--who", "A", "--why", "w"),
    "compare": ("compare", "first", "second"),
    "stability": ("stability", "first", "second", "third"),
    "report": ("report", "second", "-o", "report.html"),
    "export": ("export", "second", "-o", "second.unbury"),
    "golden check": ("golden", "check", "golden.jsonl"),
}


def seams():
    """Every function of ours that a workflow calls: where it is looked up, and its name."""
    for path in sorted(WORKFLOWS.glob("*.py")):
        module = f"evalcore.workflows.{path.stem}"
        tree = ast.parse(path.read_text("utf-8"))
        top = set(map(id, tree.body))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("evalcore"):
                for name in node.names:
                    where = module if id(node) in top else node.module
                    yield where, name.asname or name.name


def functions():
    for where, name in sorted(set(seams())):
        found = getattr(importlib.import_module(where), name, None)
        if inspect.isfunction(found):
            yield where, name


@pytest.fixture
def folder(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UNBURY_DB", str(tmp_path / "u.db"))
    files = {
        "golden.jsonl": GOLDEN,
        "chunks.jsonl": CHUNKS,
        "lists.jsonl": LISTS,
        "suite.toml": SUITE,
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    for label in ("first", "second", "third"):
        code, out = unbury(monkeypatch, capsys, "run", "suite.toml", "--label", label)
        assert code == 0, out
    return tmp_path


def unbury(monkeypatch, capsys, *arguments):
    monkeypatch.setattr(sys, "argv", ["unbury", *arguments])
    with pytest.raises(SystemExit) as left:
        main()
    return left.value.code or 0, capsys.readouterr().out


def called(monkeypatch, run):
    """Which seams a command passes."""
    seen = []
    with monkeypatch.context() as patched:
        for where, name in functions():
            module = importlib.import_module(where)
            real = getattr(module, name)

            def watched(*args, _real=real, _seam=(where, name), **named):
                seen.append(_seam)
                return _real(*args, **named)

            patched.setattr(module, name, watched)
        code, _ = run(patched)
    return list(dict.fromkeys(seen)), code


@pytest.mark.parametrize("command", COMMANDS)
def test_an_exception_at_any_seam_is_no_0_and_no_accept(folder, monkeypatch, capsys, command):
    for name in ("report.html", "second.unbury"):
        (folder / name).unlink(missing_ok=True)
    passed, whole = called(monkeypatch, lambda m: unbury(m, capsys, *COMMANDS[command]))
    assert whole in (0, 1, 3, 4)
    assert len(passed) > 1
    answers = {}
    for where, name in passed:

        def breaks(*_args, **_named):
            raise RuntimeError("boom")

        for made in ("report.html", "second.unbury"):
            (folder / made).unlink(missing_ok=True)
        with monkeypatch.context() as patched:
            patched.setattr(importlib.import_module(where), name, breaks)
            code, out = unbury(patched, capsys, *COMMANDS[command])
        if code == 0 or "ACCEPT" in out:
            answers[f"{where}.{name}"] = (code, out[-200:])
        assert not (folder / "report.html").exists() or code == 0
    assert answers == {}
