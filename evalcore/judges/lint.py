"""What is wrong with a judge's prompt before it has judged anything (the two-noises text)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from evalcore.errors import Problem
from evalcore.judges.prompt import ALLOWED, PLACE, REQUIRED, Line, Prompt
from evalcore.judges.readings import WORDS


@dataclass(frozen=True, slots=True, kw_only=True)
class LintFinding:
    """One fault of a prompt. A prompt with an error is not sent; a warning is only told."""

    rule: str
    error: bool
    problem: Problem


def lint(prompt: Prompt) -> tuple[LintFinding, ...]:
    """Everything wrong with a prompt, in the order of its lines; empty for a sound one."""
    found = [finding for rule in _RULES for finding in rule(prompt)]
    return tuple(sorted(found, key=lambda one: one.problem.line or 0))


def _empty(prompt: Prompt) -> Iterator[LintFinding]:
    if not prompt.instruction:
        yield _found(
            prompt,
            "no_instruction",
            "there is no instruction before the texts",
            "say first what is to be judged, by which rule, and how to reply",
        )


def _after(prompt: Prompt) -> Iterator[LintFinding]:
    for line in prompt.stray:
        if _FENCE.match(line.text):
            yield _found(
                prompt,
                "own_fence",
                f"{_short(line)} is a fence of the file's own, which a text can close",
                "take it out: every text gets an envelope that it cannot close",
                line=line.number,
            )
        elif line not in prompt.inline:
            yield _found(
                prompt,
                "instruction_after_output",
                f"{_short(line)} stands after a text that is judged",
                "put every instruction before the first label: a judge that reads one after the "
                "text sometimes judges the instruction",
                line=line.number,
            )


def _inline(prompt: Prompt) -> Iterator[LintFinding]:
    for line in prompt.inline:
        yield _found(
            prompt,
            "not_fenced",
            f"{_short(line)} puts a text into the middle of a sentence, where nothing fences it",
            'give it a line of its own, and a label on the line above: "Answer to judge:"',
            line=line.number,
        )


def _unlabelled(prompt: Prompt) -> Iterator[LintFinding]:
    for slot in prompt.slots:
        if slot.label is None:
            yield _found(
                prompt,
                "not_labelled",
                f"{{{slot.name}}} has no label",
                "write a short label that ends in a colon right above it, and leave a line free "
                "above the label",
                line=slot.line,
            )


def _names(prompt: Prompt) -> Iterator[LintFinding]:
    allowed, required = ALLOWED[prompt.measure], REQUIRED[prompt.measure]
    places = [(slot.name, slot.line) for slot in prompt.slots]
    places += [(name, line.number) for line in prompt.inline for name in PLACE.findall(line.text)]
    seen: set[str] = set()
    for name, line in places:
        if name not in allowed:
            close = get_close_matches(name, allowed, n=1, cutoff=0.5)
            hint = f'did you mean "{{{close[0]}}}"?' if close else f"known: {', '.join(allowed)}"
            yield _found(prompt, "unknown_place", f"{{{name}}} is not known here", hint, line=line)
        elif name in seen:
            what = f"{{{name}}} stands twice"
            yield _found(prompt, "repeated_place", what, "keep one of them", line=line)
        seen.add(name)
    for name in required:
        if name not in seen:
            what = f"{{{name}}} is missing"
            hint = f"a prompt for {prompt.measure} cannot judge without it"
            yield _found(prompt, "missing_place", what, hint)


def _verdicts(prompt: Prompt) -> Iterator[LintFinding]:
    missing = [
        word
        for word in WORDS[prompt.measure]
        if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", prompt.instruction)
    ]
    if missing:
        yield _found(
            prompt,
            "missing_verdict",
            f"the instruction never says {_quoted(missing)}",
            f"name every verdict, spelled so: {_quoted(WORDS[prompt.measure])}",
        )
    if "JSON" not in prompt.instruction:
        yield _found(
            prompt,
            "no_json",
            "the instruction does not ask for JSON",
            "replies are read as JSON and in no other form: say so, and show the object",
        )


def _numbers(prompt: Prompt) -> Iterator[LintFinding]:
    for line in prompt.lines:
        if _SCALE.search(line.text):
            yield _found(
                prompt,
                "asks_for_a_number",
                f"{_short(line)} asks for a number",
                "ask for a verdict: numbers drift, and 0.69 and 0.71 fall on two sides of 0.70",
                line=line.number,
            )


def _orders(prompt: Prompt) -> Iterator[LintFinding]:
    for line in prompt.lines:
        if _OBEYS.search(line.text):
            yield _found(
                prompt,
                "data_as_instruction",
                f"{_short(line)} makes a text that is judged an instruction",
                "what is judged is data: say what to look for in it, not to do what it says",
                line=line.number,
            )


def _length(prompt: Prompt) -> Iterator[LintFinding]:
    if 0 < len(prompt.instruction) < _FEW:
        yield _found(
            prompt,
            "short_instruction",
            f"the instruction has {len(prompt.instruction)} characters",
            "say what counts as right and what does not: what is left open drifts",
            error=False,
        )


_FEW = 120
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,}|</?[A-Za-z][\w -]*>|-{3,}|={3,}|\[/?[A-Z ]+\])\s*\w*\s*$")
_SCALE = re.compile(
    r"\b(?:scores?|scale|rate|rating|grade it|puntúa\w*|puntuación|puntuacion|nota|califica\w*|"
    r"escala)\b[^.\n]{0,60}\d|"
    r"\b(?:from|del?)\s+\d+\s+(?:to|a|al)\s+\d+\b|\b\d+\s*[-–/]\s*(?:5|10|100)\b(?!\s*%)",
    re.IGNORECASE,
)
_OBEYS = re.compile(
    r"(?<!not )(?<!never )\b(?:follow|obey|execute|carry out)\b[^.\n]{0,30}"
    r"\binstructions?\b[^.\n]{0,30}"
    r"\b(?:answer|chunk|text|question|reference)s?\b|"
    r"\b(?:sigue|obedece|cumple|ejecuta)\b[^.\n]{0,30}\binstrucci(?:ón|ones)\b[^.\n]{0,40}"
    r"\b(?:respuesta|fragmento|texto|pregunta|referencia)s?\b",
    re.IGNORECASE,
)
_RULES = (_empty, _after, _inline, _unlabelled, _names, _verdicts, _numbers, _orders, _length)


def _found(
    prompt: Prompt, rule: str, what: str, hint: str, *, line: int | None = None, error: bool = True
) -> LintFinding:
    problem = Problem(what=what, hint=hint, file=prompt.file, line=line, field=rule)
    return LintFinding(rule=rule, error=error, problem=problem)


def _short(line: Line) -> str:
    text = line.text.strip()
    return f'"{text}"' if len(text) <= 50 else f'"{text[:49]}…"'


def _quoted(words: list[str] | tuple[str, ...]) -> str:
    return ", ".join(f'"{word}"' for word in words)
