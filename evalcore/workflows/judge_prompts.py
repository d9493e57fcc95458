"""The judge's prompt files of a suite: read, linted, and refused where they cannot be sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from evalcore.errors import InputError, Problem, UsageError
from evalcore.formats.source import read_source
from evalcore.formats.suite import read_suite
from evalcore.judges.lint import LintFinding, lint
from evalcore.judges.prompt import Prompt, parse_prompt
from evalcore.model.judge import JudgeSettings
from evalcore.model.judgement import JudgedMeasure
from evalcore.model.run import StoredRun
from evalcore.model.suite import Suite

Prompts = Mapping[JudgedMeasure, Prompt]


@dataclass(frozen=True, slots=True, kw_only=True)
class Linted:
    """The prompts of a suite and everything that lint found in them."""

    prompts: Prompts
    findings: tuple[LintFinding, ...]

    @property
    def sound(self) -> bool:
        """Whether every prompt may be sent."""
        return not any(finding.error for finding in self.findings)


def suite_of(stored: StoredRun | None, suite: Path | None) -> tuple[Suite, JudgeSettings]:
    """The suite that says how to judge: the file named, else the one the run was made from.

    Raises ``UsageError`` where there is no such file, or no ``[judge]`` table with prompts in it.
    """
    file = suite or (None if stored is None else _file_of(stored))
    if file is None or not file.is_file():
        raise UsageError(
            "the suite that says how to judge is not there",
            where=None if file is None else str(file),
            hint="name it with --suite FILE",
        )
    found = read_suite(file)
    if found.judge is None or not found.judge.prompts:
        raise UsageError(
            "the suite names no prompts of a judge",
            where=str(file),
            hint="add [judge.prompts] with a file a measure: docs/judge.md",
        )
    return found, found.judge


def linted(settings: JudgeSettings) -> Linted:
    """The prompts that the settings name, and what is wrong with them. ``InputError`` as files."""
    prompts = {measure: _read(path, measure) for measure, path in settings.prompts.items()}
    findings = tuple(finding for prompt in prompts.values() for finding in lint(prompt))
    return Linted(prompts=prompts, findings=findings)


def sound_prompts(settings: JudgeSettings) -> Linted:
    """The same, where every prompt may be sent. Raises ``InputError`` with every error of all."""
    found = linted(settings)
    errors = [finding.problem for finding in found.findings if finding.error]
    if errors:
        raise InputError(errors)
    return found


def _read(path: Path, measure: JudgedMeasure) -> Prompt:
    text = read_source(path).data.decode()
    if not text.strip():
        hint = "write the instruction, then the labelled texts: docs/judge.md"
        raise InputError([Problem(what="an empty prompt", hint=hint, file=str(path))])
    return parse_prompt(text, measure=measure, file=path.name)


def _file_of(stored: StoredRun) -> Path | None:
    folder, name = stored.context.get("folder"), stored.context.get("file")
    if not isinstance(folder, str) or not isinstance(name, str):
        return None
    return Path(folder) / name
