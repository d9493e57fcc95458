"""The ``[judge]`` table of a suite: whom to ask, with which prompts, at which price."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from evalcore.formats.fields import shown
from evalcore.formats.shares import unfit
from evalcore.model.judge import JudgeSettings, ReplyForm
from evalcore.model.judgement import JudgedMeasure, Price

Existing = Callable[[Any, str], Path | None]
"""The absolute path of a file named under a key, noting a problem where it is not there."""


def _address(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise unfit(
            f"{shown(url)} is no address", 'write "https://host/v1", or http:// for your own'
        )
    if parts.username or parts.password or parts.query or parts.fragment or "${" in url:
        raise unfit("a secret or a query in the address", "name a variable: api_key_env")
    return url.rstrip("/")


def _variable(name: str) -> str:
    if not name or not all(sign.isalnum() or sign == "_" for sign in name) or name[0].isdigit():
        raise unfit(
            "api_key_env holds no name of a variable",
            'write its NAME, api_key_env = "JUDGE_KEY", and export the key under it',
        )
    return name


_OURS = frozenset({"model", "messages", "response_format", "stream", "n", "tools", "api_key"})


def _parameters(given: dict[str, str | int | float]) -> dict[str, str | int | float]:
    taken = sorted(_OURS & set(given))
    if taken:
        raise unfit(f'"{taken[0]}" is no setting to pass on', "take it out: the judge sets it")
    return given


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class PromptsTable(_Table):
    """``[judge.prompts]``: a file for each measure that is to be judged."""

    correctness: str | None = None
    faithfulness: str | None = None
    behaviour: str | None = None


class SystemTable(_Table):
    """``[judge.system]``: the system under test, its model and its own prompt."""

    model: Annotated[str, Field(min_length=1)] | None = None
    prompt: str | None = None


class PriceTable(_Table):
    """``[judge.prices."model"]``: what a million tokens cost."""

    input: Annotated[float, Field(ge=0, le=100_000)]
    output: Annotated[float, Field(ge=0, le=100_000)]
    cached: Annotated[float, Field(ge=0, le=100_000)] | None = None
    currency: Annotated[str, Field(min_length=1)] = "USD"


class JudgeTable(_Table):
    """The whole table. Without ``base_url`` and ``model`` nothing is sent anywhere."""

    base_url: Annotated[str, AfterValidator(_address)] | None = None
    model: Annotated[str, Field(min_length=1)] | None = None
    api_key_env: Annotated[str, AfterValidator(_variable)] | None = None
    reply: Literal["json_schema", "json_object", "text"] = "json_schema"
    parameters: Annotated[dict[str, str | int | float], AfterValidator(_parameters)] = Field(
        default_factory=dict
    )
    timeout: Annotated[float, Field(gt=0, le=3600)] = JudgeSettings().timeout
    retries: Annotated[int, Field(ge=0, le=20)] = JudgeSettings().retries
    max_wait: Annotated[float, Field(ge=0, le=3600)] = JudgeSettings().max_wait
    concurrency: Annotated[int, Field(ge=1, le=64)] = JudgeSettings().concurrency
    subset: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    answers: str | None = None
    human: str | None = None
    prompts: PromptsTable = PromptsTable()
    system: SystemTable = SystemTable()
    endpoint: dict[str, Any] | None = None
    prices: dict[str, PriceTable] = Field(default_factory=dict)

    @property
    def settings(self) -> JudgeSettings:
        """The settings without the files, which ``with_files`` looks for."""
        return JudgeSettings(
            base_url=self.base_url,
            model=self.model,
            api_key_env=self.api_key_env,
            reply=ReplyForm(self.reply),
            parameters=self.parameters,
            timeout=self.timeout,
            retries=self.retries,
            max_wait=self.max_wait,
            concurrency=self.concurrency,
            subset=self.subset,
            system_model=self.system.model,
            endpoint=self.endpoint,
            prices={name: _price(price) for name, price in self.prices.items()},
        )


def judge_files(table: Any, existing: Existing) -> dict[str, Any]:
    """The prompts that the raw table names, as fields of ``JudgeSettings``.

    Looked for whatever else may be wrong with the table, so that everything is told at once.
    """
    if not isinstance(table, Mapping):
        return {}
    prompts = _inner(table, "prompts")
    found = {
        measure: existing(prompts.get(measure.value), f"judge.prompts.{measure}")
        for measure in JudgedMeasure
    }
    return {
        "prompts": {measure: path for measure, path in found.items() if path is not None},
        "system_prompt": existing(_inner(table, "system").get("prompt"), "judge.system.prompt"),
    }


def _inner(table: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = table.get(key)
    return value if isinstance(value, Mapping) else {}


def _price(table: PriceTable) -> Price:
    return Price(
        input=_exact(table.input),
        output=_exact(table.output),
        cached=None if table.cached is None else _exact(table.cached),
        currency=table.currency,
    )


def _exact(number: float) -> Fraction:
    """The decimal that was written: 0.15 is 15/100."""
    return Fraction(repr(number))
