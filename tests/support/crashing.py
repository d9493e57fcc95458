"""Children killed in the middle of their work, over and over, on one file.

Run as a program: ``python -m support.crashing FOLDER CYCLES SEED``. It forks a child a cycle, so
that a cycle costs milliseconds. A child that finished its work says so in the ledger, with the
digest of what it stored; what the ledger holds must be in the file for ever after.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import random
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import SimpleNamespace

from evalcore.formats.golden_edit import GoldenText, put
from evalcore.model.canonical import canonical_json
from evalcore.model.plain_verdict import verdict_to_plain
from evalcore.store import connect, migrate, open_reader, open_store, writer
from evalcore.store.backup import backup
from evalcore.store.bundles import merge_bundles, read_bundle
from evalcore.store.check import check_file
from evalcore.workflows.context import conditions_to_plain
from evalcore.workflows.examine import Conditions

GOLDEN = "golden.jsonl"
SAMPLES = 12


def digest(reader, run_id) -> str:
    """Everything that a finished run must still be, as one SHA-256."""
    record = reader.resolve(run_id)
    parts = [
        repr(replace(record, decision=None, exit_code=None)).encode(),
        repr(reader.golden(record.golden_hash)).encode(),
        repr(reader.policy(record.policy_hash)).encode(),
        canonical_json(verdict_to_plain(reader.verdicts(run_id)[0].verdict)),
    ]
    for sample in reader.rankings(run_id):
        parts += [repr(sample.case_ids).encode(), repr(sample.chunk_ids).encode()]
        parts += [a.tobytes() for a in (sample.starts, sample.chunks, sample.scores)]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def store_makers():
    """What the store's own tests make runs with."""
    path = Path(__file__).parents[1] / "unit" / "store" / "conftest.py"
    spec = importlib.util.spec_from_file_location("store_makers", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Bench:
    """The folder all children work in."""

    def __init__(self, folder: Path, made) -> None:
        self.folder, self.made = folder, made
        self.db, self.golden = folder / "unbury.db", folder / GOLDEN
        self.ledger = folder / "ledger"

    def contents(self, label: str):
        shift = random.random()  # noqa: S311 not for secrets
        rankings = tuple(self.made.sample(shift + n) for n in range(SAMPLES))
        return self.whole(label=label, rankings=rankings)

    def whole(self, **changes):
        """The contents of a run that a dashboard can open and ``verify`` finds sound."""
        conditions = Conditions()
        suite = {"name": "despacho", "cutoff": 2, "retriever": {"kind": "recorded"}}
        context = {"blind": False, "notes": [], "conditions": conditions_to_plain(conditions)}
        return self.made.run_contents(suite=suite, context=context, seed=conditions.seed, **changes)

    def said(self, run_id: str, told: str) -> None:
        """Append one line; the kernel keeps it whatever becomes of this process."""
        with self.ledger.open("ab", buffering=0) as ledger:
            ledger.write(f"{run_id} {told}\n".encode())

    def entries(self) -> dict[str, str]:
        lines = self.ledger.read_text().splitlines() if self.ledger.exists() else []
        return dict(line.split(" ") for line in lines)


def write(bench: Bench, number: int) -> None:
    with open_store(bench.db) as store:
        run_id = store.save_run(bench.contents(f"w{number}"))
        bench.said(run_id, digest(store, run_id))


def sign(bench: Bench, number: int) -> None:
    with open_store(bench.db) as store:
        run_id = store.runs()[-1].id
        contents = bench.made.run_contents()
        store.document(bench.made.note(run_id, text=f"n{number}"))
        store.promote(suite="despacho", run_id=run_id, who="A", why="w", from_runs=())
        policy = replace(contents.policy, reason=f"r{number}")
        store.append_verdict(
            run_id, verdict=contents.verdict, policy=policy, examination=contents.examination
        )


def merge(bench: Bench, number: int) -> None:
    data = (bench.folder / f"bundle-{number % 8}").read_bytes()
    (merged,) = merge_bundles(bench.db, [read_bundle(data, "bundle")])
    with open_reader(bench.db) as reader:
        bench.said(merged.run_id, digest(reader, merged.run_id))


def upgrade(bench: Bench, number: int) -> None:
    open_store(bench.folder / "older.db").close()


def copy(bench: Bench, number: int) -> None:
    target = bench.folder / f"copy-{number}.db"
    backup(bench.db, target)
    bench.said(f"copy-{number}.db", "copied")


def annotate(bench: Bench, number: int) -> None:
    text = GoldenText(bench.golden)
    text.write(bench.golden, {"q1": lambda value: put(value, "notes", f"note {number} " * 2000)})


WORK: dict[str, Callable[[Bench, int], None]] = {
    "write": write,
    "merge": merge,
    "upgrade": upgrade,
    "backup": copy,
    "annotate": annotate,
    "sign": sign,
}


class Countdown:
    """Counts marked points and kills this process at one of them."""

    def __init__(self, left: int | None) -> None:
        self.left, self.seen = left, 0

    def __call__(self, *_args, **_named) -> None:
        self.seen += 1
        if self.left is not None and self.seen == self.left:
            os.kill(os.getpid(), signal.SIGKILL)

    def before(self, owner, name: str) -> None:
        """Make a function a marked point, on its way in and on its way out."""
        real = getattr(owner, name)

        def marked(*args, **named):
            self()
            try:
                return real(*args, **named)
            finally:
                self()

        setattr(owner, name, marked)


def mark(countdown: Countdown) -> None:
    """Every statement sent to SQLite, every flush and every renaming is a marked point."""
    real = sqlite3.connect

    def traced(*args, **named):
        connection = real(*args, **named)
        connection.set_trace_callback(countdown)
        return connection

    sqlite3.connect = traced
    countdown.before(os, "fsync")
    countdown.before(Path, "replace")
    for name in ("write_golden", "write_rankings", "write_case_rows", "write_verdict"):
        countdown.before(writer, name)


def forked(work, bench: Bench, number: int, *, left: int | None = None, after: float | None = None):
    """Do the work in a child, killed at a marked point or after some seconds; marks and seconds."""
    out, into = os.pipe()
    started = time.monotonic()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            random.seed(number)
            countdown = Countdown(left)
            mark(countdown)
            work(bench, number)
            os.write(into, str(countdown.seen).encode())
            code = 0
        finally:
            os._exit(code)
    os.close(into)
    if after is not None:
        time.sleep(after)
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    spent = time.monotonic() - started
    marks = int(os.read(out, 20) or 0)
    os.close(out)
    return SimpleNamespace(
        marks=marks,
        spent=spent,
        killed=os.WIFSIGNALED(status),
        failed=status and os.WIFEXITED(status),
    )


def prepare(bench: Bench) -> None:
    """A first run, eight bundles from elsewhere, an older file, and a golden set."""
    with open_store(bench.db) as store:
        run_id = store.save_run(bench.contents("first"))
        bench.said(run_id, digest(store, run_id))
    elsewhere = bench.folder / "elsewhere.db"
    with open_store(elsewhere) as store:
        for number in range(8):
            random.seed(100 + number)
            run_id = store.save_run(bench.contents(f"m{number}"))
            (bench.folder / f"bundle-{number}").write_bytes(store.bundle(run_id))
    bench.golden.write_text(
        json.dumps({"id": "q1", "question": "?", "expected": ["a"], "verified_on": str(date.min)})
        + "\n"
    )


def older(bench: Bench, steps: int) -> None:
    """A file as an earlier Unbury made it, with something in it."""
    path = bench.folder / "older.db"
    path.unlink(missing_ok=True)
    whole, migrate.STEPS = migrate.STEPS, migrate.STEPS[:steps]
    try:
        with open_store(path) as store:
            store.save_policy(bench.made.run_contents().policy)
    finally:
        migrate.STEPS = whole


def cycles(bench: Bench, many: int, seed: int):
    """Kill ``many`` children; what was seen after each of them."""
    chance = random.Random(seed)  # noqa: S311 not for secrets
    names, whole = list(WORK), {}
    for number in range(many):
        name = names[number % len(names)]
        older(bench, chance.randint(1, len(migrate.STEPS) - 1))
        if name not in whole:
            whole[name] = forked(WORK[name], bench, 10_000 + number)
            if whole[name].failed or not whole[name].marks:
                raise RuntimeError(f"{name} does not work without being killed")
            older(bench, 1)
        golden = bench.golden.read_bytes()
        if number // len(names) % 2:
            how = {"after": chance.uniform(0.0, 1.1 * whole[name].spent)}
        else:
            how = {"left": chance.randint(1, whole[name].marks)}
        child = forked(WORK[name], bench, number, **how)
        yield {
            "work": name,
            "killed": child.killed,
            "failed": bool(child.failed),
            "sound": check_file(bench.db).sound and _older_is_sound(bench),
            "golden": _golden_is_whole(bench, golden, number),
            "copies": _copies_are_sound(bench),
        }


def _older_is_sound(bench: Bench) -> bool:
    """After any cut, the file opens, is up to date then, and still holds what it held."""
    path = bench.folder / "older.db"
    with open_store(path) as store:
        held = store._connection.execute("SELECT count(*) FROM policies").fetchone()[0]
    kept = [check_file_raw(copy) for copy in bench.folder.glob("older.db.v*.bak")]
    for copy in bench.folder.glob("older.db.*"):
        copy.unlink()
    return held == 1 and all(kept) and check_file(path).sound


def check_file_raw(path: Path) -> bool:
    """An older file's own soundness: this Unbury does not read it without bringing it up."""
    connection = sqlite3.connect(path)
    try:
        held = connection.execute("SELECT count(*) FROM policies").fetchone()[0]
        return held == 1 and connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    finally:
        connection.close()


def _golden_is_whole(bench: Bench, before: bytes, number: int) -> bool:
    """The old bytes or the new ones; a draft of a cut writer lies beside it under another name."""
    now = bench.golden.read_bytes()
    for draft in bench.folder.glob(f".{GOLDEN}.*"):
        draft.unlink()
    return now == before or json.loads(now)["notas" if b"notas" in now else "notes"].startswith(
        f"note {number} "
    )


def _copies_are_sound(bench: Bench) -> bool:
    good = all(check_file(copy).sound for copy in bench.folder.glob("copy-*.db"))
    for copy in bench.folder.glob("copy-*.db*"):
        copy.unlink()
    return good


def main() -> None:
    folder, many, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    connect._CACHE_KIB = 64  # so that half a run is on the disk when the process dies
    bench = Bench(folder, store_makers())
    prepare(bench)
    seen = list(cycles(bench, many, seed))
    with open_reader(bench.db) as reader:
        stored = {record.id for record in reader.runs()}
        said = {k: v for k, v in bench.entries().items() if not k.endswith(".db")}
        lost = [run for run in said if run not in stored or digest(reader, run) != said[run]]
    with open_store(bench.db) as store:
        again = store.save_run(bench.contents("after all"))
    sys.stdout.write(json.dumps({"cycles": seen, "said": len(said), "lost": lost, "new": again}))


if __name__ == "__main__":
    main()
