"""What came into the index, left it, or changed in it."""

from __future__ import annotations

from operator import attrgetter

from evalcore.model.comparison import ManifestDiff
from evalcore.model.manifest import Manifest

_content = attrgetter(
    "doc_id",
    "text",
    "representation",
    "title",
    "kind",
    "domain",
    "facets",
    "labels",
    "tier",
    "valid_from",
    "valid_to",
    "extra",
)
"""What a chunk says and how it is found; not when it came, with which batch, or in which order."""


def manifest_diff(base: Manifest | None, candidate: Manifest | None) -> ManifestDiff | None:
    """The difference by chunk id and content, in the manifests' order; None without either.

    A batch is new where the base neither describes it nor has a chunk of it.
    """
    if base is None or candidate is None:
        return None
    before, after = base.by_id, candidate.by_id
    old = _batches(base)
    return ManifestDiff(
        added=tuple(one for one in after if one not in before),
        removed=tuple(one for one in before if one not in after),
        changed=tuple(
            one
            for one, chunk in after.items()
            if one in before and before[one] != chunk and _content(before[one]) != _content(chunk)
        ),
        new_batches=tuple(one for one in _batches(candidate) if one not in old),
    )


def _batches(manifest: Manifest) -> dict[str, None]:
    """Ids of all batches: those described, then those that only chunks name."""
    described = (batch.id for batch in manifest.batches)
    named = (chunk.batch for chunk in manifest.chunks if chunk.batch is not None)
    return dict.fromkeys((*described, *named))
