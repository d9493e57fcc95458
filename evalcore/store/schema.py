"""The tables of the database file, as the statements that make them.

Contents (golden sets, chunks, manifests, suites, policies) are named by their SHA-256 and kept
once; runs point at them. Rankings are packed, some cases a row. Verdicts, signed diagnoses
and promotions are only ever appended: triggers refuse anything else.
"""

from __future__ import annotations

APPLICATION_ID = 0x554E4259
"""``UNBY`` in the file's header: whose database this is."""

PAGE_SIZE = 16_384
"""A ranking of a hundred results takes 1.2 KB; large pages waste least of themselves on such."""

SET_BITS = 32
"""Row keys of rankings and case results are ``owner << 32 | position``: a run lies together."""

CONTENTS = (
    """CREATE TABLE goldens (
        hash TEXT PRIMARY KEY, name TEXT NOT NULL, cases INTEGER NOT NULL, body BLOB NOT NULL
    ) STRICT""",
    """CREATE TABLE chunk_bodies (
        key INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, body BLOB NOT NULL
    ) STRICT""",
    """CREATE TABLE manifests (
        hash TEXT PRIMARY KEY, chunks INTEGER NOT NULL, members BLOB NOT NULL,
        batches TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE suites (
        hash TEXT PRIMARY KEY, name TEXT NOT NULL, body TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE policies (
        hash TEXT PRIMARY KEY, author TEXT, reason TEXT, saved TEXT NOT NULL, body TEXT NOT NULL
    ) STRICT""",
)

RUNS = (
    """CREATE TABLE runs (
        key INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        label TEXT,
        suite TEXT NOT NULL,
        suite_hash TEXT NOT NULL REFERENCES suites (hash),
        golden_hash TEXT NOT NULL REFERENCES goldens (hash),
        manifest_hash TEXT REFERENCES manifests (hash),
        policy_hash TEXT NOT NULL REFERENCES policies (hash),
        exam TEXT NOT NULL,
        started TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        finished TEXT NOT NULL,
        samples INTEGER NOT NULL,
        cases INTEGER NOT NULL,
        seed INTEGER NOT NULL,
        version TEXT NOT NULL,
        origin TEXT NOT NULL,
        context TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX runs_by_time ON runs (started_at)",
    """CREATE TABLE id_tables (
        key INTEGER PRIMARY KEY, run_key INTEGER NOT NULL REFERENCES runs (key),
        ids INTEGER NOT NULL
    ) STRICT""",
    """CREATE TABLE id_blocks (
        key INTEGER PRIMARY KEY, table_key INTEGER NOT NULL REFERENCES id_tables (key),
        ends BLOB NOT NULL, text BLOB NOT NULL, crc INTEGER NOT NULL
    ) STRICT""",
    """CREATE TABLE ranking_sets (
        key INTEGER PRIMARY KEY,
        run_key INTEGER NOT NULL REFERENCES runs (key),
        sample INTEGER NOT NULL,
        ids_key INTEGER NOT NULL REFERENCES id_tables (key),
        cases INTEGER NOT NULL,
        results INTEGER NOT NULL,
        scored INTEGER NOT NULL CHECK (scored IN (0, 1)),
        raw_scored INTEGER NOT NULL CHECK (raw_scored IN (0, 1)),
        UNIQUE (run_key, sample)
    ) STRICT""",
    """CREATE TABLE rankings (
        key INTEGER PRIMARY KEY,
        set_key INTEGER NOT NULL REFERENCES ranking_sets (key),
        case_id TEXT NOT NULL,
        failure TEXT,
        chunks BLOB NOT NULL,
        scores BLOB,
        raw_scores BLOB,
        crc INTEGER NOT NULL,
        UNIQUE (set_key, case_id)
    ) STRICT""",
)

RESULTS = (
    """CREATE TABLE case_results (
        key INTEGER PRIMARY KEY,
        run_key INTEGER NOT NULL REFERENCES runs (key),
        case_id TEXT NOT NULL,
        state TEXT NOT NULL,
        recall_num INTEGER NOT NULL, recall_den INTEGER NOT NULL,
        supply_num INTEGER NOT NULL, supply_den INTEGER NOT NULL,
        quality_num INTEGER NOT NULL, quality_den INTEGER NOT NULL,
        precision_num INTEGER NOT NULL, precision_den INTEGER NOT NULL,
        rr_num INTEGER NOT NULL, rr_den INTEGER NOT NULL,
        gold_rr_num INTEGER NOT NULL, gold_rr_den INTEGER NOT NULL,
        noise_num INTEGER NOT NULL, noise_den INTEGER NOT NULL,
        agreement_num INTEGER NOT NULL, agreement_den INTEGER NOT NULL,
        ndcg REAL, ap REAL, noise_threshold REAL,
        tie_at_cutoff INTEGER NOT NULL CHECK (tie_at_cutoff IN (0, 1)),
        notes TEXT
    ) STRICT""",
)

SIGNED = (
    """CREATE TABLE verdicts (
        key INTEGER PRIMARY KEY AUTOINCREMENT,
        run_key INTEGER NOT NULL REFERENCES runs (key),
        at TEXT NOT NULL,
        policy_hash TEXT NOT NULL REFERENCES policies (hash),
        decision TEXT NOT NULL,
        exit_code INTEGER NOT NULL,
        counted INTEGER NOT NULL,
        measured INTEGER NOT NULL,
        body TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX verdicts_of_run ON verdicts (run_key)",
    """CREATE TABLE documented (
        key INTEGER PRIMARY KEY AUTOINCREMENT,
        suite TEXT NOT NULL,
        case_id TEXT NOT NULL,
        case_hash TEXT NOT NULL,
        ranks TEXT NOT NULL,
        cause TEXT,
        text TEXT NOT NULL,
        author TEXT NOT NULL,
        written TEXT NOT NULL,
        run_id TEXT NOT NULL REFERENCES runs (id)
    ) STRICT""",
    """CREATE TABLE promotions (
        key INTEGER PRIMARY KEY AUTOINCREMENT,
        suite TEXT NOT NULL,
        run_id TEXT NOT NULL REFERENCES runs (id),
        who TEXT NOT NULL,
        why TEXT NOT NULL,
        at TEXT NOT NULL,
        from_runs TEXT NOT NULL
    ) STRICT""",
)

APPENDED = ("verdicts", "documented", "promotions")
"""Tables whose rows are signed: nothing in them is changed or taken away."""


def guards(*tables: str) -> tuple[str, ...]:
    """Triggers that refuse to change or take away any row of these tables."""
    return tuple(
        f"""CREATE TRIGGER {table}_{verb.lower()} BEFORE {verb} ON {table} BEGIN
        SELECT RAISE(ABORT, '{table} are appended, never changed');
    END"""
        for table in tables
        for verb in ("UPDATE", "DELETE")
    )


GUARDS = guards(*APPENDED)

RANKING_BLOCKS = (
    """CREATE TABLE ranking_blocks (
        key INTEGER PRIMARY KEY,
        set_key INTEGER NOT NULL REFERENCES ranking_sets (key),
        cases TEXT NOT NULL,
        failures TEXT,
        sizes BLOB NOT NULL,
        chunks BLOB NOT NULL,
        scores BLOB,
        raw_scores BLOB,
        crc INTEGER NOT NULL
    ) STRICT""",
)
"""The lists of some cases a row; before, they were a row a case, in ``rankings``."""

TRAILS = (
    """CREATE TABLE trails (
        key INTEGER PRIMARY KEY AUTOINCREMENT,
        run_key INTEGER NOT NULL REFERENCES runs (key),
        case_id TEXT NOT NULL,
        at TEXT NOT NULL,
        version TEXT NOT NULL,
        body TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX trails_of_run ON trails (run_key)",
    *guards("trails"),
)
"""What the diagnosis found of each case; asked again, it is written again after the first."""

TASKS = (
    """CREATE TABLE tasks (
        key INTEGER PRIMARY KEY AUTOINCREMENT,
        suite TEXT NOT NULL,
        run_id TEXT NOT NULL REFERENCES runs (id),
        case_id TEXT NOT NULL,
        author TEXT NOT NULL,
        written TEXT NOT NULL,
        body TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE task_marks (
        key INTEGER PRIMARY KEY AUTOINCREMENT,
        task_key INTEGER NOT NULL REFERENCES tasks (key),
        status TEXT NOT NULL,
        author TEXT NOT NULL,
        at TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX marks_of_task ON task_marks (task_key)",
    *guards("tasks", "task_marks"),
)
"""Accepted repairs, and what became of each: a status is a further row, never a change."""

JUDGEMENTS = (
    """CREATE TABLE prompts (
        key INTEGER PRIMARY KEY,
        run_key INTEGER NOT NULL REFERENCES runs (key),
        hash TEXT NOT NULL,
        body TEXT NOT NULL,
        UNIQUE (run_key, hash)
    ) STRICT""",
    """CREATE TABLE judgements (
        key INTEGER PRIMARY KEY AUTOINCREMENT,
        run_key INTEGER NOT NULL REFERENCES runs (key),
        id TEXT NOT NULL,
        at TEXT NOT NULL,
        body TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX judgements_of_run ON judgements (run_key)",
    *guards("prompts", "judgements"),
)
"""What a judge said of a run's answers, and the prompts it was sent, once a run by their hash."""

UNLOCKS = (
    """CREATE TABLE unlocks (
        key INTEGER PRIMARY KEY AUTOINCREMENT,
        golden_hash TEXT NOT NULL,
        golden TEXT NOT NULL,
        who TEXT NOT NULL,
        why TEXT NOT NULL,
        at TEXT NOT NULL
    ) STRICT""",
    *guards("unlocks"),
)
"""Who looked behind the blind cases of a golden set's version; it may never have been run."""
