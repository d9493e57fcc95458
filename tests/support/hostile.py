"""A suite whose every text attacks the screen, run by the real workflows into a database."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

from evalcore.model.manifest import Chunk
from evalcore.model.repair import Repair
from evalcore.workflows import bench
from evalcore.workflows.asking import set_up
from evalcore.workflows.diagnose_run import diagnose_run
from evalcore.workflows.document_case import document_case
from evalcore.workflows.promote_run import promote_run
from evalcore.workflows.reading import open_run
from evalcore.workflows.run_suite import RunOptions, run_suite
from evalcore.workflows.tasks import keep_task

HOST = "h.invalid"
IMAGE = f"![p](http://{HOST}/x.png)"
ATTACK = (
    f'<img src="http://{HOST}/i.png" onerror="window.__ran=1"><script>window.__ran=1</script>'
    f"<svg onload=window.__ran=1></svg> {IMAGE} [l](http://{HOST}/l) http://{HOST}/u"
    f' <a href="http://{HOST}/a">a</a> <b>fat</b> $x_1$ :red[r] :material/home: {{name}} %s'
    " \u202egnirts\u202c \u200b | a | `c` javascript:window.__ran=1"
)
CONTROLS = " \x01\x07\x08\x0b\x1b[31m\x7f\x85\u2028"
FORMULA = '=HYPERLINK("http://h.invalid/f","f") '
LINE = "larga " * 350_000
CASES = 24


@dataclass(frozen=True)
class Attacked:
    """Where it all is; ``bad`` is the run that blocks, ``case`` one that fails in it."""

    folder: Path
    db: Path
    green: str
    bad: str
    case: str


def chunk_id(number: int) -> str:
    return f"{FORMULA}c{number} {ATTACK}"


def case_id(number: int) -> str:
    return f"-q{number} {ATTACK}"


def _chunk(number: int, **changes):
    return {
        "chunk_id": chunk_id(number),
        "doc_id": f"@d{number % 5} {ATTACK}",
        "title": f"+t{number} {ATTACK}",
        "text": f"asunto{number} {ATTACK}{CONTROLS}{LINE if number == 0 else ''}",
        "representation": f"asunto{number} palabra{number} {ATTACK}",
        "kind": f"table {ATTACK}",
        "domain": f"dom{number % 2} {ATTACK}",
        "labels": [ATTACK, "SINTESIS_CURADA"] if number % 6 == 0 else [ATTACK],
        "facets": {ATTACK: ATTACK},
        "tier": ATTACK,
        "batch": f"b1 {ATTACK}",
        "position": number,
        **changes,
    }


def _case(number: int):
    return {
        "id": case_id(number),
        "question": f"asunto{number} palabra{number} {ATTACK}{CONTROLS}",
        "reference_answer": ATTACK,
        "relevant": [{"chunk_id": chunk_id(number), "quote": f"asunto{number} {ATTACK}"}],
        "domain": f"dom{number % 2} {ATTACK}",
        "category": f"cat{number % 3} {ATTACK}",
        "difficulty": f"dif{number % 2} {ATTACK}",
        "type": ATTACK if number % 2 else "numeric",
        "source": ATTACK,
        "annotated_by": [f"A {ATTACK}", f"B {ATTACK}"],
        "annotated_on": "2026-11-01",
        "notes": ATTACK,
        ATTACK: ATTACK,
    }


def _manifest(*, damaged: bool) -> str:
    batches = [{"id": f"b1 {ATTACK}", "at": "2026-10-01T00:00:00Z", "title": f"lote {ATTACK}"}]
    chunks = [_chunk(number) for number in range(CASES + 12)]
    if damaged:
        for number in range(3):
            chunks[number]["representation"] = f"otra cosa {ATTACK}"
        batches.append(
            {"id": f"b2 {ATTACK}", "at": "2026-11-27T00:00:00Z", "title": f"dos {ATTACK}"}
        )
        for number in range(3):
            chunks += [
                _chunk(
                    100 + 20 * number + more,
                    representation=f"asunto{number} palabra{number} {more} {ATTACK}",
                    batch=f"b2 {ATTACK}",
                )
                for more in range(14)
            ]
    head = json.dumps({"batches": batches})
    return "\n".join([head, *(json.dumps(chunk) for chunk in chunks)]) + "\n"


def attack(folder: Path) -> Attacked:
    """Write the files, run them good and bad, and sign what can be signed."""
    home, db = folder / "suite", folder / "unbury.db"
    home.mkdir()
    (home / "golden.jsonl").write_text(
        "".join(json.dumps(_case(number)) + "\n" for number in range(CASES)), "utf-8"
    )
    (home / "green.jsonl").write_text(_manifest(damaged=False), "utf-8")
    (home / "bad.jsonl").write_text(_manifest(damaged=True), "utf-8")
    signed = json.dumps(f"R {ATTACK}")
    (home / "policy.toml").write_text(
        f'author = {signed}\nreason = {signed}\n[noise]\nceiling = "9/10"\n', "utf-8"
    )
    (home / "suite.toml").write_text(
        f"name = {json.dumps('s ' + ATTACK)}\n"
        'golden = "golden.jsonl"\nmanifest = "green.jsonl"\npolicy = "policy.toml"\n'
        '[retriever]\nkind = "embedded"\nmode = "bm25"\nlanguage = "es"\n',
        "utf-8",
    )
    suite = home / "suite.toml"
    green = run_suite(suite, db=db, options=RunOptions(label=f"g {ATTACK}"))
    promote_run(db, green.run_id, who=f"W {ATTACK}", why=f"Y {ATTACK}")
    for number in range(3):
        options = RunOptions(label=f"b{number} {ATTACK}", manifest=home / "bad.jsonl")
        bad = run_suite(suite, db=db, options=options)
    diagnose_run(db, bad.run_id)
    document_case(db, bad.run_id, case_id(1), text=f"T {ATTACK}", author=f"M {ATTACK}")
    _repair(db, bad.run_id)
    return Attacked(folder=folder, db=db, green=green.run_id, bad=bad.run_id, case=case_id(0))


def _repair(db: Path, run_id: str) -> None:
    stored = open_run(db, run_id)
    before: Chunk = stored.manifest.by_id[chunk_id(0)]
    repair = Repair(chunk=replace(before, representation=f"asunto0 palabra0 {ATTACK}"))
    tried = bench.try_repair(stored, case_id(0), repair, set_up(stored).asker)
    keep_task(db, stored, repair=repair, tried=tried, author=f"K {ATTACK}")
