"""What is said of a run under way."""

from __future__ import annotations

from evalcore.model.running import Running
from evalcore.views.language import Translator


def running_sentence(look: Running, t: Translator) -> str:
    """Where the run stands, in one sentence."""
    if look.storing:
        return t.text("Judging the lists and storing the run")
    if not look.total:
        return t.text("Setting up the index")
    if look.sample > 1:
        return t.text(
            "Sample {n}: {done} of {total} questions asked",
            n=look.sample,
            done=look.done,
            total=look.total,
        )
    return t.text("{done} of {total} questions asked", done=look.done, total=look.total)


def running_share(look: Running) -> float:
    """How much of the questions of this sample is asked, from 0 to 1."""
    if look.storing:
        return 1.0
    return look.done / look.total if look.total else 0.0
