"""A policy as the table of its file: written out, and with single settings changed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from evalcore.errors import InputError, Problem
from evalcore.formats.checked_table import checked
from evalcore.formats.fields import nearest
from evalcore.formats.findings import Findings
from evalcore.formats.policy_model import PolicyTable
from evalcore.formats.toml_source import TomlFile
from evalcore.model.policy import JudgePolicy, Policy

_SIGNED = ("author", "reason")
_SPELLED: Mapping[str, str] = {"pass_share": "pass"}
"""Fields of the model that a file spells otherwise."""
_JUDGED = tuple(one.name for one in fields(JudgePolicy))
"""What ``[judge]`` may hold; none of it need be there."""

Table = dict[str, Any]


def policy_to_table(policy: Policy) -> Table:
    """Every number of the policy by section and key, as a file spells them.

    Fractions are ``"9/10"``, whole ones plain integers; author and reason only where given.
    """
    table: Table = {name: getattr(policy, name) for name in _SIGNED if getattr(policy, name)}
    for section in fields(policy):
        value = getattr(policy, section.name)
        if is_dataclass(value):
            table[section.name] = {
                _SPELLED.get(one.name, one.name): _plain(getattr(value, one.name))
                for one in fields(value)
                if getattr(value, one.name) is not None
            }
    table.setdefault("judge", {})
    return table


def policy_from_table(table: Table, *, name: str) -> Policy:
    """The policy that a table says, under every rule for policy files.

    ``name`` stands for the file in messages. Raises ``InputError`` with every problem: what no
    policy file may say, no setting may say either.
    """
    findings = Findings(name)
    found = checked(TomlFile(name, table, {}), PolicyTable, findings)
    findings.stop()
    return (found or PolicyTable()).policy()


def settings_of(policy: Policy) -> dict[str, str]:
    """Every number as a setting: ``noise.ceiling`` to ``3/10``, ``noise.domain.legal`` to ``4/10``.

    Author and reason are no settings: they are signed anew with every version.
    """
    table = {key: value for key, value in policy_to_table(policy).items() if key not in _SIGNED}
    return dict(_settings("", table))


def with_settings(policy: Policy, settings: Iterable[str]) -> Policy:
    """The policy with settings such as ``noise.ceiling=4/10`` or ``noise.domain.legal=4/10``.

    A domain without a value (``noise.domain.legal=``) goes back to the general ceiling, a judged
    measure (``judge.correctness=``) gates no more. Raises
    ``InputError`` for what is no setting, or has a value that no policy may have.
    """
    table = policy_to_table(policy)
    for setting in settings:
        _set(table, setting)
    return policy_from_table(table, name="--set")


def changed_settings(before: Policy, after: Policy) -> dict[str, tuple[str, str]]:
    """The settings whose numbers differ: old and new text, empty where there is none."""
    old, new = settings_of(before), settings_of(after)
    keys = dict.fromkeys((*old, *new))
    return {
        key: (old.get(key, ""), new.get(key, "")) for key in keys if old.get(key) != new.get(key)
    }


def _set(table: Table, setting: str) -> None:
    key, mark, text = setting.rpartition("=") if "=" in setting else (setting, "", "")
    section, _, name = key.strip().partition(".")
    if not mark or not name:
        raise _wrong(setting, "no setting", "write section.key=value: noise.ceiling=4/10")
    known = table.get(section)
    if not isinstance(known, dict):
        sections = [name for name, value in table.items() if isinstance(value, dict)]
        raise _wrong(setting, f'no section "{section}"', nearest(section, sections))
    if section == "noise" and name.startswith("domain."):
        _set_or_drop(known["domain"], name.removeprefix("domain."), text.strip())
    elif section == "judge" and name in _JUDGED:
        _set_or_drop(known, name, text.strip())
    elif name not in known or isinstance(known[name], dict):
        keys = [key for key, value in known.items() if not isinstance(value, dict)]
        keys = list(_JUDGED) if section == "judge" else keys
        raise _wrong(setting, f'no key "{name}" in {section}', nearest(name, keys))
    else:
        known[name] = _value(text.strip())


def _set_or_drop(table: Table, name: str, text: str) -> None:
    if text:
        table[name] = _value(text)
    else:
        table.pop(name, None)


def _wrong(setting: str, what: str, hint: str) -> InputError:
    return InputError([Problem(what=what, hint=hint, file="--set", field=setting)])


def _value(text: str) -> Any:
    """A number or a truth value where the text is one, else the text (``9/10``)."""
    try:
        value = tomllib.loads(f"value = {text}", parse_float=Decimal)["value"]
    except (ValueError, InvalidOperation, RecursionError):
        return text
    plain = isinstance(value, bool | int) or (isinstance(value, Decimal) and value.is_finite())
    return value if plain else text


def _settings(at: str, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        name = f"{at}.{key}" if at else key
        if isinstance(value, Mapping):
            yield from _settings(name, value)
        else:
            yield name, str(value).lower() if isinstance(value, bool) else str(value)


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return value
