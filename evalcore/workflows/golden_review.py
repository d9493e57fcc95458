"""Patches of a suite's golden set as the browser reviews them: only inside the suite's folder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from evalcore.errors import InputError, UsageError
from evalcore.formats.manifest import read_manifest
from evalcore.formats.patch import Patch, is_patch, read_patch
from evalcore.formats.suite import read_suite
from evalcore.golden.anchors import Proposal, Ruling
from evalcore.model.manifest import Chunk
from evalcore.model.run import StoredRun
from evalcore.store.manifests import pack_manifest
from evalcore.workflows.golden_reanchor import Applied, apply_patch, rule

_ENDING = ".jsonl"
_NUMBER = re.compile(r"-(\d+)\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Where a run's golden set is worked on: the suite's folder, the file, and its patches."""

    folder: Path
    golden: Path
    patches: tuple[Path, ...]


def desk_of(run: StoredRun) -> Desk | None:
    """The suite's folder on this machine; None where the run came from elsewhere."""
    folder, file = run.context.get("folder"), run.context.get("file")
    if not isinstance(folder, str) or not isinstance(file, str):
        return None
    try:
        suite = read_suite(Path(folder) / file)
    except (InputError, OSError):
        return None
    home = suite.folder.resolve()
    if not suite.golden.is_relative_to(home):
        return None
    patches = tuple(sorted(path for path in home.glob(f"*{_ENDING}") if is_patch(path)))
    return Desk(folder=home, golden=suite.golden, patches=patches)


def open_patch(desk: Desk, name: str) -> tuple[Path, Patch]:
    """One of the desk's own patches by file name. Raises ``UsageError`` for any other name."""
    path = next((path for path in desk.patches if path.name == name), None)
    if path is None:
        raise UsageError(f"no patch {name!r} in the suite's folder", hint="choose one of the list")
    return path, read_patch(path)


def new_chunks(desk: Desk, patch: Patch) -> Mapping[str, Chunk]:
    """The chunks of the manifest that the patch was made from; empty where it is not here."""
    for path in sorted(desk.folder.rglob(patch.manifest)) if patch.manifest else ():
        try:
            manifest = read_manifest(path)
        except InputError:
            continue
        if pack_manifest(manifest).hash == patch.manifest_hash:
            return manifest.by_id
    return {}


def decide(
    desk: Desk,
    name: str,
    number: int,
    ruling: Ruling,
    *,
    by: str,
    candidate: int | None = None,
    expected: Proposal | None = None,
) -> Patch:
    """Write one decision into the patch file. Raises ``UsageError`` without a signature."""
    if not by.strip():
        raise UsageError("a decision is signed by a person", hint="write your name")
    path, _ = open_patch(desk, name)
    return rule(path, number, ruling, by=by, candidate=candidate, expected=expected)


def write_version(desk: Desk, name: str) -> tuple[Path, Applied]:
    """Write the next version of the golden set beside it, with the patch's decisions made."""
    path, _ = open_patch(desk, name)
    output = next_version(desk.golden)
    return output, apply_patch(desk.golden, path, output)


def next_version(golden: Path) -> Path:
    """The first free name after this one: ``golden-2.jsonl`` after ``golden.jsonl``."""
    stem = golden.name.removesuffix(_ENDING)
    found = _NUMBER.search(stem)
    base = stem[: found.start()] if found else stem
    number = int(found[1]) + 1 if found else 2
    while (path := golden.with_name(f"{base}-{number}{_ENDING}")).exists():
        number += 1
    return path
