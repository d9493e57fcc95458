"""Asks the judge for every vote, several at a time, with bounded patience."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from typing import Any, Protocol

from evalcore.errors import JudgeError
from evalcore.judges.endpoint import Reply, Trouble
from evalcore.judges.prompt import Data, Prompt
from evalcore.judges.readings import Question, Reading, Unreadable, read_reply, schema_of
from evalcore.judges.vote_cache import VoteCache, vote_key
from evalcore.model.judgement import Attempt, Attempted, Vote

GIVE_UP_AFTER = 10
"""Votes in a row without any reply, after which nothing more is asked."""

_FIRST_WAIT = 0.5


class Judge(Protocol):
    """Whom the panel asks."""

    def ask(self, messages: Sequence[Mapping[str, str]], schema: Mapping[str, Any]) -> Reply:
        """One reply, or ``Trouble``."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One answer under one measure: what is sent, and what the reply must fit."""

    case_id: str
    question: Question
    prompt: Prompt
    data: Data


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """``retries`` attempts after the first; waits double from half a second up to ``max_wait``.

    A service that asks (Retry-After) for more than ``max_wait`` is not asked again.
    """

    retries: int = 4
    max_wait: float = 60.0
    concurrency: int = 4


@dataclass(frozen=True, kw_only=True)
class Panel:
    """A judge, what names it in the cache, the cache, and the patience to have with it."""

    judge: Judge
    identity: Mapping[str, Any]
    cache: VoteCache
    patience: Patience

    def votes(
        self,
        jobs: Sequence[Job],
        samples: int,
        *,
        fresh: bool = False,
        told: Callable[[int, int], None] = lambda _done, _total: None,
    ) -> list[tuple[Vote, ...]]:
        """``samples`` independent votes on every job, in the order of the jobs.

        What is kept from before is not asked again, unless ``fresh``. ``told`` hears how many
        votes are done. Raises ``JudgeError`` for what no vote can escape; what was read until
        then is kept.
        """
        asked = [(job, repeat) for job in jobs for repeat in range(1, samples + 1)]
        if fresh:
            self.cache.forget(self._key(job, repeat) for job, repeat in asked)
        run = _Run()
        told(0, len(asked))
        pool = ThreadPoolExecutor(self.patience.concurrency)
        try:
            futures = [pool.submit(self._vote, job, repeat, run) for job, repeat in asked]
            _wait(futures, told)
        finally:
            run.stop()  # after an error, or Ctrl-C: what still waits ends now
            pool.shutdown(cancel_futures=True)
        found = [future.result() for future in futures]
        return [tuple(found[i : i + samples]) for i in range(0, len(found), samples)]

    def _key(self, job: Job, repeat: int) -> str:
        return vote_key(judge=self.identity, prompt=job.prompt.hash, data=job.data, repeat=repeat)

    def _vote(self, job: Job, repeat: int, run: _Run) -> Vote:
        key = self._key(job, repeat)
        kept = self.cache.get(key)
        if kept.text is not None:
            reading = _read(kept.text, job.question)
            if isinstance(reading, Reading):
                vote = _of(reading, kept.served, kept.attempts)
                return replace(vote, earlier=len(kept.attempts), kept=True)
        vote = self._asked(job, key, run)
        return replace(vote, attempts=(*kept.attempts, *vote.attempts), earlier=len(kept.attempts))

    def _asked(self, job: Job, key: str, run: _Run) -> Vote:
        attempts: list[Attempt] = []
        while not run.over:
            outcome = self._once(job)
            attempts.append(outcome.attempt)
            self.cache.note(key, outcome.attempt)
            if isinstance(outcome, _Read):
                run.answered()
                self.cache.keep(key, outcome.reply.text, outcome.reply.served)
                return _of(outcome.reading, outcome.reply.served, tuple(attempts))
            if outcome.fatal is not None:
                run.stop()
                raise JudgeError(outcome.reason, hint=outcome.fatal)
            wait = self._wait_for(outcome, len(attempts))
            if wait is None or run.stopped_within(wait):
                run.failed(outcome.attempt)
                return _unread(outcome, attempts, self.patience)
        return Vote(unread=run.reason, attempts=tuple(attempts))

    def _once(self, job: Job) -> _Read | Trouble:
        """One attempt: a verdict, or what kept it from being one."""
        measure = job.question.measure
        try:
            reply = self.judge.ask(job.prompt.messages(job.data), schema_of(measure))
        except Trouble as trouble:
            return trouble
        reading = _read(reply.text, job.question)
        if isinstance(reading, Reading):
            return _Read(reply=reply, reading=reading)
        attempt = replace(reply.attempt, outcome=Attempted.UNREADABLE)
        return Trouble(attempt, str(reading), again=True, wait=0.0, reply=reply.text)

    def _wait_for(self, trouble: Trouble, made: int) -> float | None:
        """Seconds until the next attempt; None where there is none."""
        if not trouble.again or made > self.patience.retries:
            return None
        if trouble.attempt.outcome is Attempted.UNREADABLE and trouble.wait == 0.0:
            return 0.0
        wait = min(_FIRST_WAIT * 2 ** (made - 1), self.patience.max_wait)
        wait = max(wait, trouble.wait or 0.0)
        return wait if wait <= self.patience.max_wait else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    reply: Reply
    reading: Reading

    @property
    def attempt(self) -> Attempt:
        return self.reply.attempt


def _wait(futures: Sequence[Future[Vote]], told: Callable[[int, int], None]) -> None:
    for done, future in enumerate(as_completed(futures), start=1):
        future.result()  # a fatal trouble of one vote ends all
        told(done, len(futures))


def _read(text: str, question: Question) -> Reading | Unreadable:
    try:
        return read_reply(text, question)
    except Unreadable as wrong:
        return wrong


def _of(reading: Reading, served: str | None, attempts: tuple[Attempt, ...]) -> Vote:
    return Vote(
        score=reading.score,
        passed=reading.passed,
        said=reading.said,
        reason=reading.reason,
        served=served,
        attempts=attempts,
    )


def _unread(trouble: Trouble, attempts: Sequence[Attempt], patience: Patience) -> Vote:
    asked = trouble.wait or 0.0
    tried = f" ({len(attempts)} attempts)" if len(attempts) > 1 else ""
    if trouble.again and asked > patience.max_wait:
        tried += f"; it asks to wait {asked:.0f} s, more than the {patience.max_wait:g} s allowed"
    return Vote(unread=f"{trouble.reason}{tried}", reply=trouble.reply, attempts=tuple(attempts))


_REPLIED = (Attempted.UNREADABLE, Attempted.REFUSED, Attempted.CUT)


class _Run:
    """Counts the votes in a row without any reply, over the threads of one call."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._in_a_row = 0
        self._over = threading.Event()
        self.reason = "not asked: the judging was stopped"

    @property
    def over(self) -> bool:
        return self._over.is_set()

    def stop(self) -> None:
        self._over.set()

    def stopped_within(self, seconds: float) -> bool:
        return self._over.wait(seconds) if seconds else self._over.is_set()

    def failed(self, last: Attempt) -> None:
        with self._lock:
            self._in_a_row = 0 if last.outcome in _REPLIED else self._in_a_row + 1
            if self._in_a_row >= GIVE_UP_AFTER:
                self.reason = f"not asked: {GIVE_UP_AFTER} votes in a row got no reply"
                self._over.set()

    def answered(self) -> None:
        with self._lock:
            self._in_a_row = 0
