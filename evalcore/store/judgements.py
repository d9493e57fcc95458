"""What judges said of a run's answers: appended, never changed, with the prompts they were sent."""

from __future__ import annotations

import hashlib
import sqlite3

import orjson

from evalcore.errors import DamagedDatabase
from evalcore.model.canonical import canonical_json, content_hash
from evalcore.model.judgement import Judgement, StoredJudgement
from evalcore.model.plain import judgement_from_plain, judgement_to_plain
from evalcore.store.damage import damage

_ID = 16


def write_judgement(
    connection: sqlite3.Connection, run_key: int, judgement: Judgement
) -> StoredJudgement:
    """Append a judgement of a run, each prompt's text once; the id is the hash of its contents."""
    kept = {
        name
        for (name,) in connection.execute("SELECT hash FROM prompts WHERE run_key = ?", [run_key])
    }
    connection.executemany(
        "INSERT INTO prompts (run_key, hash, body) VALUES (?, ?, ?)",
        [(run_key, name, text) for name, text in judgement.texts.items() if name not in kept],
    )
    plain = judgement_to_plain(judgement)
    name = content_hash(plain)[:_ID]
    connection.execute(
        "INSERT INTO judgements (run_key, id, at, body) VALUES (?, ?, ?, ?)",
        [run_key, name, judgement.at, canonical_json(plain).decode()],
    )
    return StoredJudgement(id=name, judgement=judgement)


def read_judgements(connection: sqlite3.Connection, run_key: int) -> tuple[StoredJudgement, ...]:
    """Every judgement of a run, oldest first, with the texts of its prompts."""
    texts = dict(_prompts(connection, run_key))
    rows = connection.execute(
        "SELECT id, body FROM judgements WHERE run_key = ? ORDER BY at, key", [run_key]
    )
    return tuple(_read(name, body, texts) for name, body in rows)


def _read(name: str, body: str, texts: dict[str, str]) -> StoredJudgement:
    if hashlib.sha256(body.encode()).hexdigest()[:_ID] != name:
        raise DamagedDatabase(f"judgement {name} is not what was stored")
    with damage(f"judgement {name}"):
        judgement = judgement_from_plain(orjson.loads(body))
        named = dict.fromkeys(judgement.prompt_hashes)
        return StoredJudgement(
            id=name,
            judgement=judgement.with_texts({one: texts[one] for one in named if one in texts}),
        )


def _prompts(connection: sqlite3.Connection, run_key: int) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = connection.execute(
        "SELECT hash, body FROM prompts WHERE run_key = ?", [run_key]
    ).fetchall()
    for name, text in rows:
        if hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest() != name:
            raise DamagedDatabase(f"the prompt stored as {name[:12]} is not what was sent")
    return rows
