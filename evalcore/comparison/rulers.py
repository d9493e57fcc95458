"""Two judgements side by side: whether the ruler changed, and whether the product did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from evalcore.model.judgement import Judgement

_SHORT = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """One thing that is not the same: its name, and what it was and is."""

    name: str
    before: str
    after: str


def ruler_changes(before: Judgement, after: Judgement) -> tuple[Changed, ...]:
    """What of the ruler is not the same: judge, address, settings, samples, prompts by hash.

    The models that the services say they used are part of it, where both were told.
    """
    return tuple(
        Changed(name=name, before=was, after=now)
        for name, was, now in _ruler(before, after)
        if was != now
    )


def product_changes(before: Judgement, after: Judgement) -> tuple[Changed, ...]:
    """What of the system under test is not the same: its model, its prompt, its answers."""
    answers = {(one.case_id, one.measure): one.answer for one in before.judged}
    shared = [one for one in after.judged if (one.case_id, one.measure) in answers]
    other = {one.case_id for one in shared if answers[one.case_id, one.measure] != one.answer}
    found = [
        Changed(name="model", before=before.system or "unknown", after=after.system or "unknown"),
        Changed(
            name="prompt",
            before=_short(before.system_prompt),
            after=_short(after.system_prompt),
        ),
    ]
    changed = [one for one in found if one.before != one.after]
    if other:
        n = len({one.case_id for one in shared})
        changed.append(Changed(name="answers", before="", after=f"{len(other)} of {n} differ"))
    return tuple(changed)


def _ruler(before: Judgement, after: Judgement) -> Iterator[tuple[str, str, str]]:
    one, other = before.ruler, after.ruler
    yield "judge", one.judge, other.judge
    yield "address", one.address, other.address
    yield "samples", str(one.samples), str(other.samples)
    for name in dict.fromkeys((*one.parameters, *other.parameters)):
        yield name, one.parameters.get(name, "none"), other.parameters.get(name, "none")
    for measure in dict.fromkeys((*one.prompts, *other.prompts)):
        name = f"prompt of {measure}"
        yield name, _short(one.prompts.get(measure)), _short(other.prompts.get(measure))
    if before.served and after.served:
        yield "served model", ", ".join(before.served), ", ".join(after.served)


def _short(name: str | None) -> str:
    return "none" if name is None else name[:_SHORT]
