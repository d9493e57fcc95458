"""The task list: accepted repairs with their before and after, on the screen and to export."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from evalcore.model.canonical import canonical_json
from evalcore.model.plain import chunk_to_plain
from evalcore.model.repair import Edit, Effect, Task, TaskStatus
from evalcore.views.bench import ARROW, edit_words, others_words
from evalcore.views.bench_form import form_of
from evalcore.views.language import N_, Translator

_STATUSES = {
    TaskStatus.OPEN: N_("to do"),
    TaskStatus.DONE: N_("done"),
    TaskStatus.DROPPED: N_("dropped"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One field before and after: people's own text; empty where nothing was said."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRow:
    """One task. ``status``, ``what``, ``gain`` and ``others`` are ours, the rest is people's."""

    key: int
    open: bool
    status: str
    case_id: str
    question: str
    chunk_id: str
    title: str
    what: str
    gain: str
    others: str
    changes: tuple[Change, ...]
    author: str
    when: str


def task_rows(
    tasks: Sequence[Task], questions: dict[str, str], t: Translator
) -> tuple[TaskRow, ...]:
    """The list in the order given; ``questions`` are those of the cases, by id."""
    return tuple(_row(task, questions.get(task.case_id, ""), t) for task in tasks)


def as_jsonl(tasks: Sequence[Task]) -> str:
    """One strict JSON object a line, as ``as_objects`` has them."""
    return "".join(canonical_json(one).decode() + "\n" for one in as_objects(tasks))


def as_objects(tasks: Sequence[Task]) -> list[dict[str, object]]:
    """Strict JSON objects: the chunk as it is and as it should be, and what it does."""
    return [_plain(task) for task in tasks]


def as_markdown(rows: Sequence[TaskRow], t: Translator) -> str:
    """The list for people who do the repairs. Their texts stand in fences, never as markup."""
    lines = ["# " + t.text("Repairs to make"), ""]
    for number, row in enumerate(rows, start=1):
        lines += [f"## {number}. {_inline(row.title)} ({_code(row.chunk_id)})", ""]
        lines += [f"- {t.text('Case')}: {_code(row.case_id)} {_inline(row.question)}"]
        lines += [f"- {t.text('Edit')}: {row.what}", f"- {row.gain}", f"- {row.others}"]
        lines += [f"- {row.status} · {_inline(row.author)} · {row.when}", ""]
        for change in row.changes:
            lines += [f"**{change.label}**", ""]
            lines += [t.text("Before:"), "", _fenced(change.before), ""]
            lines += [t.text("After:"), "", _fenced(change.after), ""]
    return "\n".join(lines)


def _row(task: Task, question: str, t: Translator) -> TaskRow:
    tried = task.tried
    return TaskRow(
        key=task.key,
        open=task.status is TaskStatus.OPEN,
        status=t.text(_STATUSES[task.status]),
        case_id=task.case_id,
        question=question,
        chunk_id=task.before.chunk_id,
        title=task.before.title or task.before.chunk_id,
        what=edit_words(tried.edits, t),
        gain=_gain(tried.here, t),
        others=others_words(tried, t)[0],
        changes=tuple(_changes(task, t)),
        author=task.author,
        when=t.moment(task.written),
    )


def _gain(here: Effect, t: Translator) -> str:
    words = _move(here, t)
    if here.after.passes and not here.before.passes:
        words += ", " + t.text("the case then passes")
    return words


def _move(here: Effect, t: Translator) -> str:
    if here.after.rank is None:
        return t.text("It is still not found")
    if here.before.rank is None:
        return t.text("Found at rank {rank}", rank=here.after.rank)
    return t.text("Rank {change}", change=f"{here.before.rank} {ARROW} {here.after.rank}")


def _changes(task: Task, t: Translator) -> list[Change]:
    before, after = form_of(task.before), form_of(task.repair.chunk)
    told = {
        Edit.DESCRIPTION: (t.text("Description"), before.description, after.description),
        Edit.LABELS: (t.text("Labels"), ", ".join(before.labels), ", ".join(after.labels)),
        Edit.DOMAIN: (t.text("Domain"), before.domain, after.domain),
        Edit.VALIDITY: (
            t.text("Validity"),
            _span(before.valid_from, before.valid_to, t),
            _span(after.valid_from, after.valid_to, t),
        ),
        Edit.CUT: (t.text("Text of the chunk"), before.text, after.text),
    }
    changes = [
        Change(label=told[e][0], before=told[e][1], after=told[e][2]) for e in task.tried.edits
    ]
    for number, piece in enumerate(task.repair.added, start=2):
        label = t.text("Piece {number} of the cut: {id}", number=number, id=piece.chunk_id)
        changes.append(Change(label=label, before="", after=piece.text or ""))
    if task.repair.without:
        joined = ", ".join(task.repair.without)
        changes.append(Change(label=t.text("Joined with"), before="", after=joined))
    return changes


def _span(since: date | None, until: date | None, t: Translator) -> str:
    return f"{t.day(since) if since else '…'} – {t.day(until) if until else '…'}"


def _plain(task: Task) -> dict[str, object]:
    here, repair = task.tried.here, task.repair
    return {
        "task": task.key,
        "status": task.status.value,
        "suite": task.suite,
        "run": task.run_id,
        "case": task.case_id,
        "chunk_id": task.before.chunk_id,
        "edits": [edit.value for edit in task.tried.edits],
        "before": chunk_to_plain(task.before),
        "after": chunk_to_plain(repair.chunk),
        "without": list(repair.without),
        "added": [chunk_to_plain(piece) for piece in repair.added],
        "rank_before": here.before.rank,
        "rank_after": here.after.rank,
        "passes_before": here.before.passes,
        "passes_after": here.after.passes,
        "checked": task.tried.checked,
        "worse": list(task.tried.worse),
        "author": task.author,
        "written": task.written,
    }


def _inline(text: str) -> str:
    """One line that Markdown leaves alone."""
    return re.sub(r"([\\`*_{}\[\]()#+!<>|~$:&-])", r"\\\1", " ".join(text.split()))


def _code(text: str) -> str:
    ticks = _longer(text, 1)
    return f"{ticks} {' '.join(text.split())} {ticks}"


def _fenced(text: str) -> str:
    ticks = _longer(text, 3)
    return f"{ticks}\n{text}\n{ticks}"


def _longer(text: str, least: int) -> str:
    """More backticks than any run of them in the text."""
    runs = [len(run) for run in re.findall("`+", text)]
    return "`" * max(least, max(runs, default=0) + 1)
