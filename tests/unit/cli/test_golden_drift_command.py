"""``golden drift`` and the abstention lines as a person reads them in a terminal."""

import json

import pytest
from typer.testing import CliRunner

from evalcore.cli.abstention_text import abstention_lines
from evalcore.cli.main import app
from evalcore.golden.abstention import Rates, TopScores, abstention

ASKED = [f"¿Cuánto se paga de dieta el día {n}?" for n in range(40)]


@pytest.fixture
def files(tmp_path):
    golden, log = tmp_path / "golden.jsonl", tmp_path / "log.jsonl"
    cases = [
        {"id": f"q{n}", "pregunta": text, "estado": "draft", "categoria": "viajes"}
        for n, text in enumerate(ASKED[:20])
    ]
    secret = {"id": "s", "pregunta": "¿Palabra oculta?", "estado": "draft", "ciego": True}
    rows = [{"q": text, "tema": "viajes"} for text in ASKED]
    rows += [{"q": "¿Qué es la palabra oculta del jefe?", "count": 60, "tema": "otros"}]
    for path, values in ((golden, [*cases, secret]), (log, rows)):
        lines = "".join(json.dumps(it, ensure_ascii=False) + "\n" for it in values)
        path.write_text(lines, "utf-8")
    return golden, log


def run(*words):
    return CliRunner().invoke(app, ["golden", "drift", *map(str, words), "--embed", "0"])


def test_it_names_the_uncovered_and_fits_eighty_columns(files):
    golden, log = files
    done = run(golden, "--log", log)
    assert done.exit_code == 0
    assert "100 questions in the log, 41 different; 20 in the golden set." in done.output
    assert "palabra oculta del jefe? (60 times)" in done.output
    assert "otros" in done.output
    paths = (str(golden), str(log))
    lines = [it for it in done.output.splitlines() if not any(path in it for path in paths)]
    assert max(map(len, lines)) <= 80


def test_a_blind_question_is_never_told_as_the_nearest(files):
    golden, log = files
    answer = json.loads(run(golden, "--log", log, "--json").output)
    nearest = {one["nearest"] for one in (*answer["head"], *answer["tail"])}
    assert "¿Palabra oculta?" not in nearest
    assert answer["coverage_by_meaning"] is None
    (other,) = [it for it in answer["categories"] if it["category"] == "otros"]
    assert (other["log"], other["golden"], other["drifted"]) == (60, 0, True)


def test_the_same_log_gives_the_same_answer(files):
    golden, log = files
    one, other = (run(golden, "--log", log, "--json").output for _ in range(2))
    assert one == other


def test_abstention_is_told_with_both_sides_and_silent_without_cases():
    import numpy as np

    scores = TopScores(answerable=np.arange(30.0) + 10, unanswerable=np.arange(25.0))
    blind = Rates(kept=20, answerable=22, held_back=18, unanswerable=21)
    text = " ".join(" ".join(abstention_lines(abstention(scores, blind))).split())
    assert "30 with an answer, 25 without" in text
    assert "On the blind cases: it answers 91% (20/22;" in text
    assert "holds for this retriever and embedder only" in text
    assert abstention_lines(None) == []
