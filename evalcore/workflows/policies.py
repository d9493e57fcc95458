"""Policy versions: which is in force, saving a new one, and which there have been."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from evalcore.errors import StoreError, UnburyError, UsageError
from evalcore.formats.policy import read_policy
from evalcore.formats.policy_export import write_policy
from evalcore.formats.policy_table import changed_settings, policy_from_table, policy_to_table
from evalcore.formats.suite import read_suite
from evalcore.model.canonical import content_hash
from evalcore.model.message import Message
from evalcore.model.plain import policy_to_plain
from evalcore.model.policy import Policy
from evalcore.model.run import RunRecord
from evalcore.store import Reader, open_reader, open_store
from evalcore.workflows.calibrate import check_policy
from evalcore.workflows.held_run import hold

SHORT = 8
"""Digits of a version's hash in a file name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InForce:
    """The policy by which the next run of a suite will be judged.

    ``file`` is where it is written, and where a saved version goes; None where this machine
    does not know it, and ``why`` then says so: the policy is that of the newest run.
    """

    policy: Policy
    hash: str
    file: Path | None
    why: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A stored policy version. ``runs`` were judged by it, newest first; ``suites`` are theirs."""

    hash: str
    saved: str
    policy: Policy
    runs: tuple[str, ...]
    suites: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """A version that was just saved; ``file`` is what the next run reads, None if unknown."""

    hash: str
    file: Path | None
    kept: Path | None = None
    """The earlier version's file, with whatever people had noted in it."""


def hash_of(policy: Policy) -> str:
    """The name of a policy version: author and reason are part of it."""
    return content_hash(policy_to_plain(policy))


def in_force(db: Path, suite: str) -> InForce:
    """The policy of a suite's next run: that of its file, where the file is known here."""
    with open_reader(db) as reader:
        return _in_force(reader, _newest(reader, suite))


def save_version(
    db: Path, suite: str, policy: Policy, *, author: str, reason: str, instead_of: str
) -> Saved:
    """Keep a policy as a new signed version, and write it to the suite's policy file.

    ``instead_of`` is the hash of the version it was tried against: where another one is in
    force by now, nothing is saved. Stored runs keep the policy they were judged by. Raises
    ``UsageError`` without author or reason or for a policy that changes nothing, and
    ``InputError`` for one that no policy file may hold or that switches a rule off.
    """
    if not author.strip() or not reason.strip():
        raise UsageError("a policy version is signed", hint="say who saves it, and why")
    signed = replace(policy, author=author.strip(), reason=reason.strip())
    signed = policy_from_table(policy_to_table(signed), name="policy")
    with open_store(db) as store:
        newest = _newest(store, suite)
        now = _in_force(store, newest)
        if now.hash != instead_of:
            raise UsageError(
                "another policy is in force by now, so nothing was saved",
                hint="look at its numbers, and try yours against them",
            )
        if not changed_settings(now.policy, signed):
            raise UsageError("this changes no number", hint="change one, then save")
        check_policy(signed, hold(store, newest))
        kept = None if now.file is None else _beside(now.file, now.hash)
        version = store.save_policy(signed)
    if now.file is not None:
        write_policy(now.file, signed, keep_as=kept)
    return Saved(hash=version, file=now.file, kept=kept)


def versions(db: Path) -> tuple[Version, ...]:
    """Every stored policy version, newest first, with the runs that it judged."""
    with open_reader(db) as reader:
        judged: dict[str, list[RunRecord]] = {}
        for record in reader.runs():
            for name in dict.fromkeys(v.policy_hash for v in reader.verdicts(record.id)):
                judged.setdefault(name, []).append(record)
        return tuple(
            Version(
                hash=one.hash,
                saved=one.saved,
                policy=one.policy,
                runs=tuple(record.id for record in judged.get(one.hash, ())),
                suites=tuple(dict.fromkeys(r.suite for r in judged.get(one.hash, ()))),
            )
            for one in reversed(reader.policies())
        )


def version(db: Path, prefix: str) -> Policy:
    """The stored policy whose hash begins so. Raises ``StoreError`` for none, and for many."""
    with open_reader(db) as reader:
        found = _matching((one.hash for one in reader.policies()), prefix)
        return reader.policy(found)


def _matching(hashes: Iterable[str], prefix: str) -> str:
    found = [one for one in hashes if prefix and one.startswith(prefix)]
    if len(found) != 1:
        what = "no policy version" if not found else f"{len(found)} policy versions"
        raise StoreError(f"{what} begins with {prefix!r}", hint="unbury policies lists them")
    return found[0]


def _newest(reader: Reader, suite: str) -> RunRecord:
    found = next((record for record in reader.runs() if record.suite == suite), None)
    if found is None:
        raise StoreError(f"no run of the suite {suite!r} is stored", hint="unbury runs lists them")
    return found


def _in_force(reader: Reader, newest: RunRecord) -> InForce:
    context = reader.context(newest.id)
    try:
        file, why = _file_of(newest.suite, context.get("folder"), context.get("file"))
        policy = Policy() if file is None else read_policy(file)
    except UnburyError:
        file, why = None, Message("Its policy file cannot be read as it stands.")
    if file is None:
        policy = reader.policy(newest.policy_hash)
    return InForce(policy=policy, hash=hash_of(policy), file=file, why=why)


def _file_of(suite: str, folder: object, name: object) -> tuple[Path | None, Message | None]:
    """The policy file that the suite's own file names, if the suite still stands where it ran."""
    if not isinstance(folder, str) or not isinstance(name, str):
        return None, Message("Its runs were imported, so no suite file is known.")
    path = Path(folder) / name
    if not path.is_file():
        return None, Message("Its suite file is not on this machine.")
    found = read_suite(path)
    if found.name != suite:
        return None, Message("Another suite stands in its folder by now.")
    if found.policy is None:
        return None, Message("Its suite file names no policy file.")
    return found.policy, None


def _beside(file: Path, name: str) -> Path:
    return file.with_name(f"{file.stem}-{name[:SHORT]}{file.suffix}")
