"""The whole walkthrough as one HTML file: to send on, to print, to read without a server."""

from __future__ import annotations

from typing import Any

from evalcore.views.blocked.material import Material
from evalcore.views.blocked.story import Story, story
from evalcore.views.comparison_cases import move_lines
from evalcore.views.document import render
from evalcore.views.language import Translator


def page(material: Material, t: Translator) -> str:
    """All six steps, one after the other; on paper each begins a page."""
    told = story(material, t)
    moves: list[tuple[str, str]] = []
    if material.both is not None and material.change is not None:
        lines = move_lines(material.both, material.change, t)
        moves = [(line.facts.title, line.words) for line in lines]
    return render(
        "blocked.html",
        t,
        title=f"Unbury · {told.title}",
        headline=t.text("How a deploy was stopped, step by step"),
        story=told,
        heads=_heads(told, t),
        moves=moves,
        moves_columns=(t.text("What was needed"), t.text("Rank")),
        words=_words(told, t),
        made=t.text("Written by Unbury {version}.", version=material.stopped.record.version),
    )


def _heads(told: Story, t: Translator) -> dict[str, dict[str, Any]]:
    """Progress, headline and sentences of each step, by its key."""
    total = len(told.names)
    heads = {}
    for name in told.names:
        step = getattr(told, name.key)
        heads[name.key] = {
            "progress": t.text("Step {number} of {total}", number=name.number, total=total),
            "word": name.word,
            "headline": step.headline,
            "body": step.body,
        }
    return heads


def _words(told: Story, t: Translator) -> dict[str, str]:
    return {
        "order": t.text("In which order it happened"),
        "not_to_scale": t.text("The order is drawn, not the clock: every stretch is equally long."),
        "to_go_live": t.text("What was to go live"),
        "ingest": t.text("ingest"),
        "passed": t.text(
            "{passed} of {counted} questions pass",
            passed=told.verdict.passed,
            counted=told.verdict.counted,
        ),
        "user_asks": t.text("A user's question"),
        "would_have": t.text("What a user would have received"),
        "should_have": t.text("What they should have received"),
        "no_answer": t.text("No answer at all."),
        "reference": t.text("The answer people wrote down"),
        "in_front": t.text("Who moved in front"),
        "before_and_now": t.text("Before and now"),
        "changed": t.text("What was changed"),
        "field": t.text("Field"),
        "before": t.text("Before"),
        "now": t.text("Now"),
        "same_question": t.text("The same question"),
        "receives_now": t.text("What a user receives now"),
    }
