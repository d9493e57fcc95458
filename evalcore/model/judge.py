"""What a suite says of its judge: whom to ask, how, with which prompts, and at which price."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from evalcore.model.judgement import JudgedMeasure, Price


class ReplyForm(StrEnum):
    """How the endpoint can be held to JSON: a schema, any JSON object, or by words alone."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeSettings:
    """The ``[judge]`` table. Paths are absolute; ``api_key_env`` is the NAME of a variable.

    Nothing is sent anywhere while ``base_url`` or ``model`` is None. ``system_model`` and
    ``system_prompt`` speak of the system whose answers are judged; ``endpoint`` is the raw
    table of where that system can be asked.
    """

    base_url: str | None = None
    model: str | None = None
    api_key_env: str | None = None
    reply: ReplyForm = ReplyForm.JSON_SCHEMA
    parameters: Mapping[str, str | int | float] = field(default_factory=dict)
    timeout: float = 60.0
    retries: int = 4
    max_wait: float = 60.0
    concurrency: int = 4
    subset: int | None = None
    prompts: Mapping[JudgedMeasure, Path] = field(default_factory=dict)
    answers: Path | None = None
    human: Path | None = None
    system_model: str | None = None
    system_prompt: Path | None = None
    endpoint: Mapping[str, Any] | None = None
    prices: Mapping[str, Price] = field(default_factory=dict)
