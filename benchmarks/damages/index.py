"""Chunks that the manifest lists and the index never got."""

from __future__ import annotations

import random

from evalcore.model.diagnosis import ProbeName

from damages.damage import Variant
from damages.edit import Edit
from damages.scene import Scene, Target


def unindexed(_: Scene, target: Target, __: random.Random) -> Edit:
    """The ingest stopped before this chunk: no vector, no words."""
    return Edit(unindexed=(target.chunk.chunk_id,))


VARIANTS = (Variant(kind=ProbeName.INDEX, name="not indexed", make=unindexed),)
