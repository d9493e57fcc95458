"""Which run a name means: an id, a unique prefix, a label, latest, baseline or latest-green."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from evalcore.errors import RunNotFound
from evalcore.model.run import RunRecord
from evalcore.model.words import Decision

LATEST, BASELINE, LATEST_GREEN = "latest", "baseline", "latest-green"
_SHOWN = 5


def resolve(name: str, records: Sequence[RunRecord], promoted: Mapping[str, str]) -> RunRecord:
    """The run that ``name`` means among ``records`` (newest first).

    ``promoted`` holds the promoted run's id of each suite. The three words come first, then an
    exact id, then the newest run of that label, then a prefix of one id only. Raises
    ``RunNotFound``, which names what there is instead.
    """
    if not records:
        raise RunNotFound("no runs are stored yet", hint="unbury run SUITE makes the first")
    if name in {LATEST, BASELINE, LATEST_GREEN}:
        return _word(name, records, promoted)
    for record in (*(r for r in records if r.id == name), *(r for r in records if r.label == name)):
        return record
    begun = [record for record in records if name and record.id.startswith(name)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise RunNotFound(f"{len(begun)} runs begin with {name!r}", hint=_listed(begun))
    raise RunNotFound(f"no run is called {name!r}", hint=_instead(name, records))


def _word(name: str, records: Sequence[RunRecord], promoted: Mapping[str, str]) -> RunRecord:
    if name == LATEST:
        return records[0]
    if name == LATEST_GREEN:
        green = [record for record in records if record.decision == Decision.ACCEPT.value]
        if not green:
            raise RunNotFound("no stored run was accepted", hint=_listed(records))
        return green[0]
    standing = [record for record in records if record.id in promoted.values()]
    if not standing:
        raise RunNotFound("no run was promoted yet", hint="unbury promote RUN makes a baseline")
    if len(standing) > 1:
        hint = f"name one: {_listed(standing)}"
        raise RunNotFound(f"{len(standing)} suites have a baseline", hint=hint)
    return standing[0]


def _instead(name: str, records: Sequence[RunRecord]) -> str:
    known = [known for r in records for known in (r.id, r.label) if known is not None]
    close = list(dict.fromkeys(get_close_matches(name, known, n=3)))
    if close:
        return f"did you mean {' or '.join(close)}?"
    return f"{_listed(records)}; unbury runs lists all"


def _listed(records: Sequence[RunRecord]) -> str:
    shown = [f"{r.id} ({r.label or r.suite})" for r in records[:_SHOWN]]
    return ", ".join([*shown, "..."] if len(records) > _SHOWN else shown)
