"""Suites: the criterion fixed in writing, in TOML."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from evalcore.errors import InputError
from evalcore.formats.checked_table import checked
from evalcore.formats.fields import Unfit, day
from evalcore.formats.findings import Findings
from evalcore.formats.judge_table import JudgeTable, judge_files
from evalcore.formats.policy import read_policy
from evalcore.formats.shares import unfit
from evalcore.formats.toml_source import TomlFile, read_toml
from evalcore.model.exam import Exam
from evalcore.model.judge import JudgeSettings
from evalcore.model.policy import Policy
from evalcore.model.suite import Suite
from evalcore.model.words import Direction, Gain, Level


def _date(value: Any) -> Any:
    if isinstance(value, str):
        try:
            return day(value)
        except Unfit as wrong:
            raise unfit(wrong.what, wrong.hint) from None
    if isinstance(value, datetime):
        raise unfit("a time of day where a date was expected", "write date = 2026-01-31")
    return value


class SuiteTable(BaseModel):
    """What a suite file may say. Paths are relative to its folder."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    name: Annotated[str, Field(min_length=1)]
    """The suite; runs of one name are compared, and share a baseline."""
    golden: str
    """The golden set: a file of cases."""
    manifest: str | None = None
    """What the index holds; without it, broken and lost labels cannot be told."""
    policy: str | None = None
    """The gate's numbers; the defaults of a policy where none is named."""
    cutoff: Annotated[int, Field(ge=1, le=100_000)] = Exam().cutoff
    """K: how many results are scored."""
    depth: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    """D: how many are fetched and stored, to see where a buried chunk is; 100, or the cutoff."""
    level: Literal["chunk", "document"] = "chunk"
    """What the labels name."""
    gain: Literal["linear", "exponential"] = "linear"
    """How nDCG weighs grades."""
    direction: Literal["higher", "lower"] = "higher"
    """Which scores are better."""
    run_date: Annotated[date | None, BeforeValidator(_date), Field(alias="date")] = None
    """The day whose validity filters apply; the day of the run where none is named."""
    retriever: dict[str, Any]
    """How the index is asked."""
    author: str | None = None
    """Who signs a change of the retriever."""
    reason: str | None = None
    """Why it changed."""
    judge: JudgeTable | None = None
    """Whom to ask about answers."""


@dataclass(frozen=True, slots=True)
class _Reading:
    toml: TomlFile
    findings: Findings
    folder: Path

    def add(self, what: str, hint: str, at: str) -> None:
        self.findings.add(what, hint, line=self.toml.line_of(at), at=at)


def read_suite(path: Path, *, pulling: bool = False) -> Suite:
    """The suite at ``path``: absolute paths, its exam, its retriever's table as written.

    ``depth`` defaults to 100, or to the cutoff where that is larger; ``Exam.min_grade`` is the
    policy's. The retriever's options are checked by the retriever itself. ``pulling``: the
    manifest is about to be written, so it is left aside. Raises ``InputError`` with every problem
    of the suite, of the files it names being there, and of its policy.
    """
    toml = read_toml(path, parse_float=float)
    reading = _Reading(toml, Findings(toml.file), path.parent.resolve())
    table = checked(toml, SuiteTable, reading.findings)
    _check_retriever(toml.table.get("retriever"), reading)
    named = {key: toml.table.get(key) for key in _FILES}
    if pulling:
        named["manifest"] = None
    files = {key: _existing(value, key, reading) for key, value in named.items()}
    prompts = judge_files(toml.table.get("judge"), lambda at, key: _existing(at, key, reading))
    policy = _policy(files["policy"], reading.findings)
    if table is not None:
        _check_depth(table, reading)
    reading.findings.stop()
    return replace(_suite(table, files, policy, reading), judge=_judge(table, prompts, reading))


_FILES = ("golden", "manifest", "policy")


def _suite(
    table: SuiteTable | None, files: Mapping[str, Path | None], policy: Policy, reading: _Reading
) -> Suite:
    golden = files["golden"]
    if table is None or golden is None:
        raise ValueError("a suite that was found sound has its table and its golden set")
    exam = Exam(
        cutoff=table.cutoff,
        depth=_depth(table),
        min_grade=policy.recall.min_grade,
        gain=Gain(table.gain),
        level=Level(table.level),
        direction=Direction(table.direction),
    )
    return Suite(
        name=table.name,
        golden=golden,
        exam=exam,
        retriever=table.retriever,
        manifest=files["manifest"],
        policy=files["policy"],
        run_date=table.run_date,
        folder=reading.folder,
        written={key: value for key, value in reading.toml.table.items() if key != "judge"},
    )


def _judge(
    table: SuiteTable | None, prompts: Mapping[str, Any], reading: _Reading
) -> JudgeSettings | None:
    """The judge with its files; answers and verdicts of people may come later than the suite."""
    if table is None or table.judge is None:
        return None
    judge = table.judge
    return replace(
        judge.settings,
        answers=None if judge.answers is None else reading.folder / judge.answers,
        human=None if judge.human is None else reading.folder / judge.human,
        **prompts,
    )


def _depth(table: SuiteTable) -> int:
    return max(Exam().depth, table.cutoff) if table.depth is None else table.depth


def _check_depth(table: SuiteTable, reading: _Reading) -> None:
    if _depth(table) < table.cutoff:
        what = f"depth {table.depth} is less than the cutoff {table.cutoff}"
        reading.add(what, "fetch at least what is scored: cutoff <= depth", "depth")


def _check_retriever(retriever: Any, reading: _Reading) -> None:
    if not isinstance(retriever, dict):
        return
    kind = retriever.get("kind")
    if not isinstance(kind, str) or not kind:
        what = 'the retriever has no "kind"' if kind is None else "the kind is no text"
        reading.add(what, 'write kind = "embedded", or another of the kinds', "retriever.kind")


def _existing(value: Any, key: str, reading: _Reading) -> Path | None:
    """The absolute path of a file that the suite names; None if it names none, or wrongly."""
    if not isinstance(value, str):
        return None
    try:
        found = (reading.folder / value).is_file()
    except (OSError, ValueError):
        found = False
    if not found:
        what = f'no file "{value}" in {reading.folder}'
        hint = "paths are relative to the suite's folder"
        if key == "manifest":
            hint += "; an index that can be read writes it: unbury manifest SUITE -o FILE"
        reading.add(what, hint, key)
        return None
    return (reading.folder / value).resolve()


def _policy(path: Path | None, findings: Findings) -> Policy:
    if path is None:
        return Policy()
    try:
        return read_policy(path)
    except InputError as wrong:
        findings.problems.extend(wrong.problems)
        return Policy()
