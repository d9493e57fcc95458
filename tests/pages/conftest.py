"""The app in process, over small stored runs instead of a database file."""

import importlib.util
import pkgutil
from pathlib import Path
from types import ModuleType

import pytest
from streamlit.testing.v1 import AppTest

from evalcore import workflows
from evalcore.errors import RunNotFound
from evalcore.workflows import (
    diagnose_run,
    held_run,
    policies,
    reading,
    stability_runs,
    symptoms_run,
    tasks,
)

from support.held import held_of, in_force_of

ROOT = Path(__file__).parents[2]
TIMEOUT = 30

for one in pkgutil.iter_modules(workflows.__path__, "evalcore.workflows."):
    importlib.import_module(one.name)  # first met under a fake, it would keep the fake's names


@pytest.fixture(scope="session")
def made() -> ModuleType:
    path = ROOT / "tests" / "support" / "stored_runs.py"
    spec = importlib.util.spec_from_file_location("stored_runs", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def week(made):
    return made.week()


@pytest.fixture
def keep(monkeypatch, tmp_path):
    """Put runs into the place of the database; newest first."""

    def put(runs):
        db = tmp_path / "unbury.db"
        db.write_bytes(b"stands for a database")
        by_name = {
            name: run for run in reversed(runs) for name in (run.record.label, run.record.id)
        }

        def open_run(_db, name):
            if name == "latest":
                return runs[0]
            if name not in by_name:
                raise RunNotFound(f"no run answers to {name!r}", hint="unbury runs lists them")
            return by_name[name]

        monkeypatch.setenv("UNBURY_DB", str(db))
        monkeypatch.setattr(reading, "runs", lambda _db: tuple(run.record for run in runs))
        monkeypatch.setattr(reading, "open_run", open_run)
        monkeypatch.setattr(
            reading,
            "promoted",
            lambda _db: {run.record.suite: run.record.id for run in runs if run.promoted},
        )
        monkeypatch.setattr(
            stability_runs,
            "look_at",
            lambda _db, names, **_: stability_runs.look_of(
                sorted((open_run(_db, name) for name in names), key=lambda run: run.record.started)
            ),
        )
        monkeypatch.setattr(
            held_run, "hold_run", lambda _db, name, **_: held_of(open_run(_db, name))
        )
        monkeypatch.setattr(policies, "in_force", lambda _db, _suite: in_force_of(runs[0]))
        monkeypatch.setattr(policies, "versions", lambda _db: ())
        monkeypatch.setattr(diagnose_run, "stored_trails", lambda _db, _run_id: {})
        monkeypatch.setattr(tasks, "tasks_of", lambda _db, _suite: ())
        monkeypatch.setattr(
            symptoms_run,
            "symptoms_run",
            lambda _db, name, **_: symptoms_run.symptoms_of(
                open_run(_db, name),
                [run.record for run in runs],
                lambda record: open_run(_db, record.id),
                {},
            ),
        )
        return db

    return put


@pytest.fixture
def visit(keep, week):
    """Open a page with URL parameters, over the week's runs."""

    def go(page="verdict", *, runs=None, locale="en-US", theme="light", **params):
        if runs is not False:
            keep(week if runs is None else runs)
        at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=TIMEOUT)
        at.context = {"locale": locale, "timezone": "Europe/Madrid", "theme": theme}
        for name, value in params.items():
            at.query_params[name] = value
        if page == "verdict":
            return at.run()
        at.run()
        for name, value in params.items():
            at.query_params[name] = value
        return at.switch_page(f"pages/{page}.py").run()

    return go


MARKUP = (
    "markdown",
    "caption",
    "title",
    "header",
    "subheader",
    "badge",
    "error",
    "info",
    "warning",
)


@pytest.fixture
def shown():
    """Every word on the page that Streamlit would read as markup."""

    def of(at):
        texts = [element.value for kind in MARKUP for element in at.get(kind)]
        texts += [button.label for button in at.button]
        texts += [f"{one.label} {one.value} {one.delta}" for one in at.metric]
        texts += [one.label for one in at.expander]
        return [str(text) for text in texts]

    return of


@pytest.fixture
def plain():
    """Every word on the page that is shown as it is."""

    def of(at):
        return [str(one.value) for kind in ("text", "code", "html") for one in at.get(kind)]

    return of
