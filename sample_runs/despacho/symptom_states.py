"""The states of symptoms.toml as files: suites of their own, a green manifest and a damaged one."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import symptom_recipes
from symptom_recipes import Asked, unindexed

Table = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class SymptomState:
    """One state: what it shows, and the texts it is examined with."""

    symptom: str
    also: tuple[str, ...]
    title: str
    green: str
    damaged: str
    suite: Table
    policy: Table | None
    green_day: date
    days: tuple[date, ...]
    blind: bool
    diagnose: bool

    def write(self, folder: Path) -> None:
        """Two suites and their manifests in ``folder``: ``green`` and ``damaged``."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "green.jsonl").write_text(self.green, encoding="utf-8", newline="\n")
        (folder / "damaged.jsonl").write_text(self.damaged, encoding="utf-8", newline="\n")
        if self.policy is not None:
            text = toml_of(self.policy)
            (folder / "policy.toml").write_text(text, encoding="utf-8", newline="\n")
        green = {**self.suite, "retriever": {**self.suite["retriever"], "unindexed": []}}
        for name, suite in (("green", green), ("damaged", self.suite)):
            text = toml_of({**suite, "manifest": f"{name}.jsonl"})
            (folder / f"{name}.toml").write_text(text, encoding="utf-8", newline="\n")


def symptom_states(folder: Path) -> tuple[SymptomState, ...]:
    """Every state, made from the sample in ``folder``."""
    table = _toml(folder / "symptoms.toml")
    golden = (folder / "golden.jsonl").read_text(encoding="utf-8").splitlines()
    asked = Asked(cases=[json.loads(line) for line in golden])
    return tuple(_state(folder, one, asked, table["day"]) for one in table["state"])


def symptom_texts(folder: Path) -> dict[str, str]:
    """The manifests of all states by a name of their own, for whoever embeds their texts."""
    states = symptom_states(folder)
    return {
        f"symptoms/{one.symptom}-{name}": text
        for one in states
        for name, text in (("green", one.green), ("damaged", one.damaged))
    }


def symptom_questions(folder: Path) -> list[str]:
    """What the diagnosis asks beside the golden set: the own words of what is not indexed."""
    found = []
    for one in symptom_states(folder):
        lost = set(one.suite["retriever"].get("unindexed", ()))
        chunks = map(json.loads, one.damaged.splitlines()[1:])
        found += [chunk["representation"] for chunk in chunks if chunk["chunk_id"] in lost]
    return list(dict.fromkeys(found))


def _state(folder: Path, one: Table, asked: Asked, day: date) -> SymptomState:
    green = _manifest(folder / "manifests" / "green.jsonl")
    if "base" in one:
        green = _made(one["base"], green, asked, one)
    damaged = (
        _manifest(folder / one["manifest"])
        if "manifest" in one
        else _made(one["recipe"], green, asked, one)
    )
    return SymptomState(
        symptom=one["symptom"],
        also=tuple(one.get("also", ())),
        title=one["title"],
        green=_lines(green),
        damaged=_lines(damaged),
        suite=_suite(folder, one, asked),
        policy={"noise": {"ceiling": one["ceiling"]}} if "ceiling" in one else None,
        green_day=day,
        days=tuple(one["days"]),
        blind=one.get("blind", False),
        diagnose=one.get("diagnose", False),
    )


def _made(recipe: str, manifest: Sequence[Table], asked: Asked, options: Table) -> list[Table]:
    head, *chunks = manifest
    return [head, *map(dict, getattr(symptom_recipes, recipe)(chunks, asked, options))]


def _suite(folder: Path, one: Table, asked: Asked) -> Table:
    """The sample's criterion under a name of its own, with what the state says of the retriever."""
    written = _toml(folder / "suite.toml")
    suite: Table = {
        "name": f"sintoma-{one['symptom'].replace('_', '-')}",
        "golden": str(folder / written["golden"]),
        "policy": "policy.toml" if "ceiling" in one else str(folder / written["policy"]),
        **{key: written[key] for key in ("cutoff", "depth", "retriever")},
    }
    retriever = suite["retriever"]
    retriever["vectors"] = str(folder / retriever["vectors"])
    for key, change in one.get("retriever", {}).items():
        retriever[key] = {**retriever.get(key, {}), **change}
    if "unindexed_every" in one:
        retriever["unindexed"] = unindexed(asked, one["unindexed_every"])
    return suite


def toml_of(table: Mapping[str, Any], head: str = "") -> str:
    """A table of texts, numbers, lists and tables as TOML."""
    plain = {key: value for key, value in table.items() if not isinstance(value, Mapping)}
    lines = [f"[{head}]"] if head else []
    lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in plain.items()]
    inner = [
        toml_of(value, f"{head}.{key}" if head else key)
        for key, value in table.items()
        if isinstance(value, Mapping)
    ]
    return "\n".join([*lines, "", *inner])


def _manifest(path: Path) -> list[Table]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _lines(values: Sequence[Table]) -> str:
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


def _toml(path: Path) -> Table:
    return tomllib.loads(path.read_text(encoding="utf-8"))
