"""Start-up is watched by what is imported, not by the clock."""

import subprocess
import sys

import pytest

HEAVY = ("pandas", "scipy", "streamlit", "pyarrow", "sqlite_utils", "plotly", "bm25s", "pydantic")


def modules_after(code: str) -> set[str]:
    program = f"{code}\nimport sys; print('\\n'.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("heavy", HEAVY)
def test_help_imports_nothing_heavy(heavy):
    assert heavy not in modules_after("import evalcore.cli.main")


@pytest.mark.parametrize("heavy", ["pandas", "scipy", "streamlit", "sqlite_utils", "bm25s"])
def test_an_import_of_rankings_loads_no_statistics_and_no_screen(heavy):
    loaded = modules_after("import evalcore.workflows.import_run, evalcore.cli.verdict_text")
    assert heavy not in loaded


def test_opening_a_stored_run_loads_no_migrations():
    assert "sqlite_utils" not in modules_after("import evalcore.workflows.reading")


@pytest.fixture(scope="module")
def small_import(tmp_path_factory):
    """What is loaded once a small TREC run was imported: read, judged, stored and printed."""
    folder = tmp_path_factory.mktemp("small")
    (folder / "qrels.txt").write_text("q1 0 a 1\nq2 0 b 1\n")
    (folder / "run.txt").write_text("q1 Q0 a 1 2.0 t\nq2 Q0 b 1 1.0 t\n")
    return modules_after(
        "import sys; from evalcore.cli.main import main\n"
        f"sys.argv = ['unbury', 'import', '--golden', {str(folder / 'qrels.txt')!r},"
        f" '--rankings', {str(folder / 'run.txt')!r}, '--db', {str(folder / 'u.db')!r}]\n"
        "try: main()\n"
        "except SystemExit as end: assert end.code in (0, 1, 3), end.code\n"
        "import os; print('OPENBLAS_NUM_THREADS=' + os.environ['OPENBLAS_NUM_THREADS'])"
    )


SPARED = ("pyarrow", "pandas", "scipy", "pydantic", "httpx", "bm25s", "streamlit", "plotly")


@pytest.mark.parametrize("heavy", SPARED)
def test_importing_a_small_run_loads_nothing_heavy(heavy, small_import):
    assert "evalcore.store.writer" in small_import  # it did all of it
    assert heavy not in small_import


@pytest.mark.parametrize(
    "reader",
    ["golden", "rankings_jsonl", "rankings_table", "policy_model", "guess", "brought", "corpora"],
)
def test_importing_a_small_run_loads_no_reader_of_other_formats(reader, small_import):
    assert f"evalcore.formats.{reader}" not in small_import


def test_a_small_import_starts_no_threads_for_products_of_matrices(small_import):
    """They take longer to start than the file to read; numpy looks once, while it is loaded."""
    assert "OPENBLAS_NUM_THREADS=1" in small_import
    assert "numpy" not in modules_after("import evalcore.cli.main")
