"""The task list: accepted repairs with their before and after, on the screen and to export."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evalcore.model.canonical import canonical_json
from evalcore.model.manifest import Chunk
from evalcore.model.repair import Edit, Effect, Task
from evalcore.views.bench import ARROW, edit_words, edits_of
from evalcore.views.language import Translator


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One field before and after. Both are people's own text; empty says that nothing was."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRow:
    """One task. ``what`` and ``gain`` are ours, the rest is people's own text."""

    case_id: str
    question: str
    chunk_id: str
    title: str
    what: str
    gain: str
    worse: str
    changes: tuple[Change, ...]
    who: str
