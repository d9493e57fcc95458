"""The task list: accepted repairs, what becomes of them, and a manifest with them made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evalcore.errors import InputError, Problem, UsageError
from evalcore.formats.manifest import read_manifest
from evalcore.formats.manifest_export import write_manifest
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.repair import Repair, Task, TaskStatus, Tried
from evalcore.model.run import StoredRun
from evalcore.store import open_reader, open_store
from evalcore.workflows.judge_run import now
from evalcore.workflows.repairs import FIELDS, checked_repair, repaired, values_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """What a repaired copy of a manifest holds: tasks made here, and those made already."""

    made: tuple[Task, ...]
    already: tuple[Task, ...]


def keep_task(db: Path, stored: StoredRun, *, repair: Repair, tried: Tried, author: str) -> Task:
    """Put a repair that was tried on the list, signed; nothing of the index is touched.

    Raises ``UsageError`` where nobody signs or the repair does not fit the run.
    """
    if not author.strip():
        raise UsageError("a task is accepted by a person", hint="give a name")
    if stored.manifest is None or repair.chunk.chunk_id != tried.chunk_id:
        raise UsageError("this repair was not tried on this run", hint="try it on the bench first")
    task = Task(
        suite=stored.record.suite,
        run_id=stored.record.id,
        case_id=tried.here.case_id,
        before=checked_repair(stored.manifest, repair),
        repair=repair,
        tried=tried,
        author=author,
        written=now(),
    )
    with open_store(db) as store:
        return store.add_task(task)


def tasks_of(db: Path, suite: str | None = None) -> tuple[Task, ...]:
    """The accepted repairs of a suite, or of all, newest first."""
    with open_reader(db) as reader:
        return tuple(reversed(reader.tasks(suite)))


def questions_of(db: Path, tasks: Sequence[Task]) -> dict[str, str]:
    """The question of each task's case, from the golden set of its run."""
    questions: dict[str, str] = {}
    with open_reader(db) as reader:
        golden_of = {record.id: record.golden_hash for record in reader.runs()}
        goldens = {golden_of[task.run_id] for task in tasks}
        sets = {name: reader.golden(name).by_id for name in goldens}
        for task in tasks:
            case = sets[golden_of[task.run_id]].get(task.case_id)
            if case is not None and not case.blind:
                questions[task.case_id] = case.question
    return questions


def mark_task(db: Path, key: int, *, status: TaskStatus, author: str) -> Task:
    """Say what became of a task: done, dropped, or open again."""
    if not author.strip():
        raise UsageError("a task is marked by a person", hint="give a name")
    with open_store(db) as store:
        return store.mark_task(key, status=status, author=author)


def apply_tasks(manifest: Path, to: Path, tasks: Sequence[Task]) -> Applied:
    """Write a copy of a manifest with the open tasks made, oldest first; the file stays.

    Raises ``InputError`` with every task that no longer fits: a field that was edited says
    something else than it did when the repair was tried. Nothing is written then.
    ``UsageError`` where the copy cannot be written.
    """
    if manifest.resolve() == to.resolve():
        raise UsageError("the manifest itself is not written over", hint="name another file")
    held = read_manifest(manifest)
    made: list[Task] = []
    already: list[Task] = []
    problems: list[Problem] = []
    for task in sorted(tasks, key=lambda it: it.key):
        if task.status is not TaskStatus.OPEN:
            continue
        if _is_made(held, task):
            already.append(task)
        elif (wrong := _unfit(held, task)) is not None:
            problems.append(Problem(what=wrong, hint=_HINT, file=str(manifest)))
        else:
            held = repaired(held, _onto(held, task))
            made.append(task)
    if problems:
        raise InputError(problems)
    try:
        write_manifest(held, to)
    except OSError as error:
        raise UsageError(f"{to} cannot be written: {error.strerror}") from error
    return Applied(made=tuple(made), already=tuple(already))


_HINT = "try the repair again on a run of this manifest, or drop the task"


def _fields(task: Task) -> Sequence[str]:
    return [name for edit in task.tried.edits for name in FIELDS[edit]]


def _is_made(held: Manifest, task: Task) -> bool:
    """The manifest says already what the repair would make it say."""
    chunk, repair = held.by_id.get(task.before.chunk_id), task.repair
    if chunk is None or any(gone in held.by_id for gone in repair.without):
        return False
    pieces = [held.by_id.get(piece.chunk_id) == piece for piece in repair.added]
    names = _fields(task)
    return values_of(chunk, names) == values_of(repair.chunk, names) and all(pieces)


def _unfit(held: Manifest, task: Task) -> str | None:
    """Why the repair cannot be made on this manifest; None where it can."""
    chunk, repair = held.by_id.get(task.before.chunk_id), task.repair
    name = f"task {task.key} (chunk {task.before.chunk_id!r})"
    if chunk is None:
        return f"{name}: the manifest has no such chunk"
    names = _fields(task)
    if values_of(chunk, names) != values_of(task.before, names):
        changed = [n for n in names if getattr(chunk, n) != getattr(task.before, n)]
        return f"{name}: {', '.join(changed)} changed since the repair was tried"
    lacking = [gone for gone in repair.without if gone not in held.by_id]
    if lacking:
        return f"{name}: {lacking[0]!r}, which it joins, is not there"
    taken = [piece.chunk_id for piece in repair.added if piece.chunk_id in held.by_id]
    return f"{name}: the id {taken[0]!r} of its new piece is taken" if taken else None


def _onto(held: Manifest, task: Task) -> Repair:
    """The repair on the chunk as this manifest has it: only the edited fields are written."""
    chunk: Chunk = held.by_id[task.before.chunk_id]
    edited = replace(chunk, **values_of(task.repair.chunk, _fields(task)))
    return replace(task.repair, chunk=edited)
