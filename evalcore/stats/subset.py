"""A part of many things, drawn by the hash of their names: stratified, and the same every time."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction


def stratified(
    strata: Mapping[str, Hashable], size: int, *, required: Sequence[frozenset[str]] = ()
) -> tuple[str, ...]:
    """``size`` of the names in ``strata``, in their order; all of them where they are no more.

    Every set of ``required`` gives at least one member. The rest is shared among the strata in
    proportion (largest remainders, ties by the stratum's first name), and within a stratum
    those whose hash is lowest come first: the same names give the same part, and a name more or
    less moves few others. Raises ``ValueError`` where ``size`` cannot hold the required ones.

    >>> stratified({"a": 1, "b": 1, "c": 2, "d": 2}, 2)
    ('b', 'd')
    """
    if size >= len(strata):
        return tuple(strata)
    order = sorted(strata, key=_hash)
    obligatory = _obligatory(order, required)
    if len(obligatory) > size:
        raise ValueError(f"{size} cannot hold the {len(obligatory)} that are required")
    groups: dict[Hashable, list[str]] = defaultdict(list)
    for name in order:
        groups[strata[name]].append(name)
    chosen = set(obligatory)
    for group, quota in _quotas(groups, size, len(strata)).items():
        chosen.update(groups[group][:quota])
    _take_out(chosen, size, groups, obligatory)
    return tuple(name for name in strata if name in chosen)


def _obligatory(order: Sequence[str], required: Sequence[frozenset[str]]) -> dict[str, None]:
    """One name of each required set, in hash order; one that serves two sets is taken once."""
    chosen: dict[str, None] = {}
    for members in required:
        if members and members.isdisjoint(chosen):
            chosen[next(name for name in order if name in members)] = None
    return chosen


def _quotas(groups: Mapping[Hashable, Sequence[str]], size: int, total: int) -> dict[Hashable, int]:
    shares = {group: Fraction(size * len(names), total) for group, names in groups.items()}
    quotas = {group: int(share) for group, share in shares.items()}
    left = size - sum(quotas.values())
    by_rest = sorted(groups, key=lambda g: (quotas[g] - shares[g], _hash(min(groups[g]))))
    for group in by_rest[:left]:
        quotas[group] += 1
    return quotas


def _take_out(
    chosen: set[str],
    size: int,
    groups: Mapping[Hashable, Sequence[str]],
    obligatory: Mapping[str, None],
) -> None:
    """Drop what the obligatory ones made too many: from the fullest strata, highest hash first."""
    while len(chosen) > size:
        surplus = [
            (Fraction(len(chosen.intersection(names)), len(names)), _hash(name), name)
            for names in groups.values()
            for name in chosen.intersection(names).difference(obligatory)
        ]
        chosen.remove(max(surplus)[2])


def _hash(name: str) -> bytes:
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest()
