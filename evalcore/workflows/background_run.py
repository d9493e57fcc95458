"""A run that goes on while somebody watches it, and can be stopped with nothing half written."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from evalcore.errors import InputError, UnburyError, UsageError
from evalcore.formats.toml_source import read_toml
from evalcore.model.canonical import content_hash
from evalcore.model.run import RunRecord
from evalcore.model.running import Running
from evalcore.store import open_reader
from evalcore.workflows.run_suite import STORING, RunOptions, run_suite

SHORT_BATCH = 8
"""Questions asked between two looks: a stop waits for no more than these."""
_MOST_SUITES = 50


class Stopped(UnburyError):
    """Somebody stopped the run; nothing of it is stored."""

    exit_code = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Startable:
    """A suite of a stored run whose file is on this machine and says the same of the index."""

    name: str
    path: Path


def startable(db: Path, records: Iterable[RunRecord]) -> tuple[Startable, ...]:
    """The suites that may be started from a browser, those of the newest runs first.

    A suite file decides whom this machine calls and what code it loads, so nobody types a path
    into a browser: only what was run here from the shell before can be run again.
    """
    found: dict[Path, Startable] = {}
    newest: dict[str, RunRecord] = {}
    for record in records:
        if record.origin == "run":
            newest.setdefault(record.suite_hash, record)
    with open_reader(db) as reader:
        for record in list(newest.values())[:_MOST_SUITES]:
            path = _file_of(reader.context(record.id))
            if path is not None and _says(path, reader.suite(record.suite_hash).get("retriever")):
                found.setdefault(path, Startable(name=record.suite, path=path))
    return tuple(found.values())


def _file_of(context: Mapping[str, object]) -> Path | None:
    folder, name = context.get("folder"), context.get("file")
    if not isinstance(folder, str) or not isinstance(name, str):
        return None
    path = Path(folder) / name
    return path if path.is_file() else None


def _says(path: Path, retriever: object) -> bool:
    try:
        written = read_toml(path, parse_float=float).table.get("retriever")
    except InputError:
        return False
    return content_hash(written) == content_hash(retriever)


class Desk:
    """One run at a time, in a thread of its own. All its methods may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._look: Running | None = None

    def look(self) -> Running | None:
        """The run under way, or the last one; None before the first."""
        with self._lock:
            return self._look

    def start(self, db: Path, suite: Path, *, label: str | None = None) -> None:
        """Begin; raises ``UsageError`` while another run is under way."""
        with self._lock:
            if self._look is not None and not self._look.ended:
                raise UsageError(
                    "a run is under way already", where=self._look.suite, hint="wait, or stop it"
                )
            self._look = Running(suite=suite.name)
            self._stop.clear()
        options = RunOptions(label=label or None, batch=SHORT_BATCH)
        threading.Thread(target=self._run, args=(suite, db, options), daemon=True).start()

    def stop(self) -> None:
        """Ask the run to end after the questions that are out; nothing of it will be stored."""
        self._stop.set()

    def _run(self, suite: Path, db: Path, options: RunOptions) -> None:
        try:
            outcome = run_suite(suite, db=db, options=options, progress=self._tell)
        except Stopped:
            self._change(ended=True, stopped=True)
        except UnburyError as error:
            self._change(ended=True, trouble=str(error))
        except BaseException as error:
            self._change(ended=True, trouble=f"internal error: {type(error).__name__}")
            raise
        else:
            self._change(ended=True, run_id=outcome.run_id)

    def _tell(self, phase: str, done: int, total: int) -> None:
        if self._stop.is_set():
            raise Stopped("the run was stopped", where=phase)
        if phase == STORING:
            self._change(storing=True)
            return
        with self._lock:
            look = self._look
            if look is not None:
                sample = look.sample + (done == 0)
                self._look = replace(look, done=done, total=total, sample=sample)

    def _change(
        self,
        *,
        storing: bool = False,
        ended: bool = False,
        stopped: bool = False,
        run_id: str | None = None,
        trouble: str | None = None,
    ) -> None:
        with self._lock:
            if self._look is not None:
                self._look = replace(
                    self._look,
                    storing=storing,
                    ended=ended,
                    stopped=stopped,
                    run_id=run_id,
                    trouble=trouble,
                )
