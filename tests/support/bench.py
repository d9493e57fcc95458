"""A folder with the files that a person brings, and the main jobs called on them in process."""

import json
from dataclasses import dataclass
from pathlib import Path

from evalcore.model.run import StoredRun
from evalcore.workflows.import_run import ImportOptions, import_run
from evalcore.workflows.outcome import Outcome
from evalcore.workflows.reading import open_run
from evalcore.workflows.run_suite import RunOptions, run_suite


def case(case_id, *expected, **facts):
    """A golden case; an expected chunk is an id or a whole label."""
    labels = [{"chunk_id": one} if isinstance(one, str) else one for one in expected]
    facts.setdefault("question", f"What about {case_id}?")
    return {"id": case_id, "relevant": labels, **facts}


def gold(chunk_id, **facts):
    return {"chunk_id": chunk_id, "gold": True, **facts}


def plain(chunk_id, **facts):
    return {"chunk_id": chunk_id, "gold": False, **facts}


def listed(case_id, *chunk_ids, sample=1):
    """A list in falling scores."""
    results = [{"chunk_id": one, "score": 1 - n / 1000} for n, one in enumerate(chunk_ids)]
    return {"case_id": case_id, "sample": sample, "results": results}


def failed(case_id, *, sample=1, why="timed out"):
    return {"case_id": case_id, "sample": sample, "error": why}


@dataclass(frozen=True)
class Bench:
    folder: Path

    @property
    def db(self) -> Path:
        return self.folder / "unbury.db"

    def write(self, name: str, records) -> Path:
        path = self.folder / name
        lines = records if isinstance(records, str) else "".join(map(_line, records))
        path.write_text(lines, encoding="utf-8")
        return path

    def bring(self, golden, rankings, manifest=None) -> None:
        """Write the files of an import."""
        self.write("golden.jsonl", golden)
        self.write("rankings.jsonl", rankings)
        if manifest is not None:
            self.write("chunks.jsonl", manifest)

    def options(self, *, policy: str | None = None, **options) -> ImportOptions:
        held = self.folder / "chunks.jsonl"
        return ImportOptions(
            golden=self.folder / "golden.jsonl",
            rankings=self.folder / "rankings.jsonl",
            manifest=held if held.exists() else None,
            policy=None if policy is None else self.write("policy.toml", policy),
            **options,
        )

    def judge(self, **options) -> Outcome:
        """Import what was brought."""
        return import_run(self.options(**options), db=self.db)

    def run(self, suite: str, **options) -> Outcome:
        """Run a suite; ``name`` and ``golden`` are given."""
        head = 'name = "s"\ngolden = "golden.jsonl"\n'
        path = self.write("suite.toml", head + suite)
        return run_suite(path, db=self.db, options=RunOptions(**options))

    def stored(self, name: str = "latest") -> StoredRun:
        return open_run(self.db, name)


def states(outcome):
    """Each case's state, by id."""
    examination = outcome.examination
    return {c.id: examination.state_of(n).value for n, c in enumerate(examination.cases)}


def rule(outcome, name):
    return next(one for one in outcome.verdict.rules if one.rule == name)


def _line(record) -> str:
    return json.dumps(record, ensure_ascii=False) + "\n"
