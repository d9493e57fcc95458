"""``golden reanchor`` and ``golden quote``: patches made, ruled on, and applied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evalcore.errors import InputError, Problem, UsageError
from evalcore.formats.golden_apply import edits_of, misfits
from evalcore.formats.golden_edit import GoldenText
from evalcore.formats.manifest import read_manifest
from evalcore.formats.patch import Patch, read_patch, write_patch
from evalcore.golden.anchors import Join, Proposal, Ruling
from evalcore.golden.propose_quotes import propose_quotes
from evalcore.golden.reanchor import reanchor
from evalcore.model.manifest import Manifest
from evalcore.model.words import CaseStatus
from evalcore.store.golden_blob import pack_golden
from evalcore.store.manifests import pack_manifest
from evalcore.workflows.golden_files import open_golden


@dataclass(frozen=True, slots=True, kw_only=True)
class MadePatch:
    """A patch and how many labels need none."""

    patch: Patch
    kept: int
    blind: frozenset[str]
    """Ids of the blind cases, which are not told on a screen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """A new version of a golden set: how many decisions it took, and the hash it now has."""

    taken: int
    left: int
    hash: str


def make_patch(golden: Path, *, manifest: Path, old: Path | None = None) -> MadePatch:
    """Look for every quote in a new manifest; ``old`` proves where each was taken from."""
    opened = open_golden(golden, manifest=manifest)
    held = _held(opened.manifest)
    before = None if old is None else read_manifest(old)
    found = reanchor(opened.text.golden.cases, held, before)
    patch = _patch(opened.text, manifest, held, found.proposals)
    return MadePatch(patch=patch, kept=found.kept, blind=_blind(opened.text))


def make_quotes(golden: Path, *, manifest: Path | None = None) -> MadePatch:
    """Propose a quote for every label that has none and whose chunk still stands."""
    opened = open_golden(golden, manifest=manifest)
    if opened.manifest is None or opened.manifest_path is None:
        raise UsageError("quotes are taken from a manifest", hint="give --manifest, or a suite")
    cases = opened.text.golden.cases
    proposals = propose_quotes(cases, opened.manifest)
    bare = sum(
        not label.quote and label.grade > 0
        for case in cases
        if case.status is not CaseStatus.RETIRED
        for label in case.expected
    )
    patch = _patch(opened.text, opened.manifest_path, opened.manifest, proposals)
    left = bare - len(proposals)
    return MadePatch(patch=patch, kept=left, blind=_blind(opened.text))


def save_patch(patch: Patch, path: Path) -> None:
    """Write a patch, whole or not at all. Raises ``UsageError`` where nothing is to be decided."""
    if not patch.proposals:
        raise UsageError("there is nothing to decide", hint="no patch is written")
    write_patch(patch, path)


def rule(
    path: Path,
    number: int,
    ruling: Ruling,
    *,
    by: str,
    candidate: int | None = None,
    expected: Proposal | None = None,
) -> Patch:
    """Write a person's decision into line ``number`` (from 0) of a patch file; the new patch.

    ``candidate`` chooses one of the places of an ambiguous line. ``expected`` is the line as the
    person saw it: where the file says something else by now, nothing is written.
    """
    patch = read_patch(path)
    lines = list(patch.proposals)
    if number >= len(lines) or (expected is not None and lines[number] != expected):
        raise UsageError("the patch changed meanwhile", where=str(path), hint="look at it again")
    lines[number] = _ruled(lines[number], ruling, by, candidate)
    changed = replace(patch, proposals=tuple(lines))
    write_patch(changed, path)
    return changed


def apply_patch(golden: Path, patch_path: Path, output: Path) -> Applied:
    """Write the golden set with the automatic and the accepted decisions made.

    Nothing is written where a decision no longer fits the golden set (``InputError``), or where
    nothing was decided (``UsageError``).
    """
    if golden.suffix == ".toml":
        golden = open_golden(golden).text.path
    text = GoldenText(golden)
    patch = read_patch(patch_path)
    wrong = [replace(it, file=str(patch_path)) for it in misfits(patch.proposals, text.golden)]
    if wrong:
        raise InputError(wrong)
    taken = [one for one in patch.proposals if one.takes]
    if not taken:
        hint = "write accept, refuse or retire where the patch says pending"
        raise UsageError("no line of the patch was decided", where=str(patch_path), hint=hint)
    text.write(output, edits_of(taken))
    left = sum(one.ruling is Ruling.PENDING for one in patch.proposals)
    return Applied(taken=len(taken), left=left, hash=pack_golden(GoldenText(output).golden)[0])


def _ruled(one: Proposal, ruling: Ruling, by: str, candidate: int | None) -> Proposal:
    if candidate is not None:
        chosen = one.candidates[candidate]
        one = replace(
            one,
            to=chosen.chunk_ids,
            found=chosen.passages,
            join=chosen.join if len(chosen.chunk_ids) > 1 else Join.ONE,
            new_doc_id=chosen.doc_id,
        )
    if ruling is Ruling.ACCEPT and not one.to:
        raise UsageError("nothing says which chunk to take", hint="choose one of the places")
    return replace(one, ruling=ruling, by=by)


def _patch(
    text: GoldenText, path: Path, manifest: Manifest, proposals: Sequence[Proposal]
) -> Patch:
    return Patch(
        golden=text.path.name,
        golden_hash=pack_golden(text.golden)[0],
        manifest=path.name,
        manifest_hash=pack_manifest(manifest).hash,
        proposals=tuple(proposals),
    )


def _blind(text: GoldenText) -> frozenset[str]:
    return frozenset(case.id for case in text.golden.cases if case.blind)


def _held(manifest: Manifest | None) -> Manifest:
    if manifest is None:
        raise InputError([Problem(what="no manifest", hint="give --manifest NEW")])
    return manifest
