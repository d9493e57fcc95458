"""What is gold, a curated synthesis: which chunks, which cases, and whether anything says so."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evalcore.model.case import Case
from evalcore.model.case_table import label_column
from evalcore.model.exam import Exam
from evalcore.model.manifest import Manifest
from evalcore.model.measured import Labels
from evalcore.model.ratios import Mask
from evalcore.model.words import Level


def gold_ids(manifest: Manifest | None, exam: Exam) -> frozenset[str]:
    """Ids of the gold chunks (of the documents that hold one, at document level)."""
    if manifest is None:
        return frozenset()
    gold = [chunk for chunk in manifest.chunks if chunk.is_gold]
    if exam.level is Level.DOCUMENT:
        return frozenset(chunk.doc_id for chunk in gold if chunk.doc_id is not None)
    return frozenset(chunk.chunk_id for chunk in gold)


def gold_known(cases: Sequence[Case], manifest: Manifest | None) -> bool:
    """Something says what is gold: the manifest's tiers and labels, or the golden set's flags.

    Flags tell where they mark gold, or where every label carries one; a few ``false`` say
    nothing of the labels without a flag.
    """
    if manifest is not None and manifest.says_gold:
        return True
    flags = label_column(cases, "gold")
    return True in flags or (bool(flags) and None not in flags)


def expects_gold(labels: Labels, exam: Exam, set_aside: Mask) -> Mask:
    """Cases with a relevant gold label, shape (n,).

    A case that is ``set_aside`` expects gold by any positive grade: a policy that grades its
    synthesis away has not made it an ordinary case.
    """
    expects = np.zeros(len(labels.case_ids), np.bool_)
    enough = np.where(set_aside[labels.case], 1, exam.min_grade)
    expects[labels.case[labels.gold & (labels.grade >= enough)]] = True
    return expects
