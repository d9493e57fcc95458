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
