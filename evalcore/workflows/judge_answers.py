"""Ask a judge about the answers of a run, keep every vote, and let the gate count them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evalcore.errors import UsageError
from evalcore.formats.answers import read_answers
from evalcore.formats.source import read_source
from evalcore.judges.endpoint import Address, Endpoint
from evalcore.judges.panel import Panel, Patience
from evalcore.judges.vote_cache import VoteCache
from evalcore.model.answer import Answer, text_hash
from evalcore.model.judge import JudgeSettings
from evalcore.model.judgement import Judged, Judgement, Ruler, StoredJudgement
from evalcore.model.run import StoredRun
from evalcore.retrievers.secrets import from_environment
from evalcore.store import open_store
from evalcore.workflows.fetch_answers import fetch_answers
from evalcore.workflows.judge_cases import Choice, Item, choose, items_of, without_reference
from evalcore.workflows.judge_prompts import Linted, sound_prompts, suite_of
from evalcore.workflows.judge_run import now
from evalcore.workflows.progress import Progress, silent
from evalcore.workflows.reading import brought_up_to_date, open_run
from evalcore.workflows.retrievers import user_cache

CACHE = "verdicts.db"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeOptions:
    """What may be said beside the suite. None means: as the suite and the policy say.

    ``fetch`` asks the user's own system for the answers; ``fresh`` uses no kept verdict;
    ``same_model`` lets a judge examine the answers of its own model.
    """

    suite: Path | None = None
    answers: Path | None = None
    fetch: bool = False
    samples: int | None = None
    subset: int | None = None
    fresh: bool = False
    same_model: bool = False
    cache: Path | None = None


def judge_answers(
    db: Path, name: str, *, options: JudgeOptions | None = None, progress: Progress = silent
) -> StoredJudgement:
    """Judge the answers to the questions of run ``name``; the stored judgement.

    Nothing is sent before everything that can be checked here has been: prompts, answers, the
    subset, key and client. A vote that cannot be read is a value; what was read is kept on disk
    at once, so that an interrupted call goes on where it was. Raises ``UsageError``,
    ``InputError``, ``JudgeError`` and ``StoreError``.
    """
    chosen = options or JudgeOptions()
    stored = open_run(brought_up_to_date(db), name)
    suite, settings = suite_of(stored, chosen.suite)
    found = sound_prompts(settings)
    judge = _whom(settings, suite.name)
    choice = choose(stored.golden.cases, chosen.subset or settings.subset)
    answers = _answers(chosen, settings, choice, stored, progress)
    system = _system(settings, answers, choice)
    _check_examinee(judge.model, system, allowed=chosen.same_model)
    items = items_of(choice, answers, found.prompts, stored)
    samples = chosen.samples or stored.policy.sampling.judge
    judged = _ask(items, judge, settings, samples, chosen, progress)
    judgement = replace(
        _judgement(stored, choice, judged, settings, judge, samples, found, system),
        answers=_texts(choice, answers),
        contexts={
            item.judged.case_id: item.chunks
            for item in items
            if item.chunks and item.judged.chunks != "run"
        },
    )
    _check_examinee(judge.model, system, allowed=chosen.same_model, served=judgement.served)
    with open_store(db) as store:
        return store.save_judgement(judgement)


def _whom(settings: JudgeSettings, suite: str) -> Address:
    if settings.base_url is None or settings.model is None:
        raise UsageError(
            f'the suite "{suite}" does not say whom to ask, so nothing is sent',
            hint='write base_url and model under [judge], and api_key_env = "NAME" for a key',
        )
    return Address(
        base_url=settings.base_url,
        model=settings.model,
        parameters=settings.parameters,
        reply=settings.reply,
        timeout=settings.timeout,
    )


def _answers(
    chosen: JudgeOptions,
    settings: JudgeSettings,
    choice: Choice,
    stored: StoredRun,
    progress: Progress,
) -> Mapping[str, Answer]:
    if chosen.fetch:
        if settings.endpoint is None:
            hint = "write url and body under [judge.endpoint]: docs/judge.md"
            raise UsageError("the suite does not say where the system answers", hint=hint)
        depth = stored.examination.exam.cutoff
        return fetch_answers(settings.endpoint, choice.cases, depth=depth, progress=progress)
    file = chosen.answers or settings.answers
    if file is None:
        raise UsageError("there are no answers to judge", hint="give --answers FILE, or --fetch")
    answers = read_answers(file)
    if not any(case.id in answers for case in choice.cases):
        raise UsageError(
            f"none of the {len(choice.cases)} cases to judge is answered in {file}",
            hint=f"the first of them is {choice.cases[0].id!r}: check the ids",
        )
    return answers


def _texts(choice: Choice, answers: Mapping[str, Answer]) -> dict[str, str]:
    texts = ((case.id, answers[case.id].text) for case in choice.cases if case.id in answers)
    return {case_id: text for case_id, text in texts if text is not None}


def _system(
    settings: JudgeSettings, answers: Mapping[str, Answer], choice: Choice
) -> tuple[str, ...]:
    """The models that wrote the answers, as far as suite and answers say."""
    said = [answers[case.id].model for case in choice.cases if case.id in answers]
    return tuple(dict.fromkeys(one for one in (settings.system_model, *said) if one is not None))


def _check_examinee(
    judge: str, system: Sequence[str], *, allowed: bool, served: Sequence[str] = ()
) -> None:
    same = [one for one in system for other in (judge, *served) if same_model(one, other)]
    if same and not allowed:
        raise UsageError(
            f"the judge {judge} would examine its own answers ({same[0]} wrote them)",
            hint="name another model under [judge], or insist with --same-model",
        )


_SNAPSHOT = re.compile(r"[-@:](?:\d[\d.-]*|latest|preview)$")


def same_model(one: str, other: str) -> bool:
    """Whether two names mean one model: without provider, case, and date of the snapshot."""
    return _bare(one) == _bare(other)


def _bare(name: str) -> str:
    last = name.strip().lower().rpartition("/")[2]
    while (shorter := _SNAPSHOT.sub("", last)) != last:
        last = shorter
    return last


def _ask(
    items: Sequence[Item],
    judge: Address,
    settings: JudgeSettings,
    samples: int,
    chosen: JudgeOptions,
    progress: Progress,
) -> tuple[Judged, ...]:
    """Every item with its votes; the key is read first, and the client closed after."""
    key = None if settings.api_key_env is None else from_environment(settings.api_key_env).reveal()
    jobs = [item.job for item in items if item.job is not None]
    folder = chosen.cache or user_cache()
    with Endpoint(judge, key=key) as endpoint:
        panel = Panel(
            judge=endpoint,
            identity={
                "base_url": judge.base_url,
                "model": judge.model,
                "reply": judge.reply.value,
                "parameters": judge.parameters,
            },
            cache=VoteCache(folder / CACHE),
            patience=Patience(
                retries=settings.retries,
                max_wait=settings.max_wait,
                concurrency=settings.concurrency,
            ),
        )
        votes = iter(
            panel.votes(
                jobs,
                samples,
                fresh=chosen.fresh,
                told=lambda done, total: progress("asking the judge", done, total),
            )
        )
    return tuple(
        item.judged if item.job is None else replace(item.judged, votes=next(votes))
        for item in items
    )


def _judgement(
    stored: StoredRun,
    choice: Choice,
    judged: tuple[Judged, ...],
    settings: JudgeSettings,
    judge: Address,
    samples: int,
    found: Linted,
    system: Sequence[str],
) -> Judgement:
    lacking = without_reference(choice)
    own = None if settings.system_prompt is None else read_source(settings.system_prompt)
    own_text = None if own is None else own.data.decode()
    texts = {prompt.hash: prompt.text for prompt in found.prompts.values()}
    if own_text is not None:
        texts[text_hash(own_text)] = own_text
    gaps = [*choice.gaps]
    if lacking:
        gaps.append(f"{lacking} cases have no reference answer, so their correctness was not asked")
    return Judgement(
        run_id=stored.record.id,
        at=now(),
        ruler=Ruler(
            judge=judge.model,
            address=judge.base_url,
            parameters={
                "reply": judge.reply.value,
                **{name: str(value) for name, value in judge.parameters.items()},
            },
            prompts={measure.value: prompt.hash for measure, prompt in found.prompts.items()},
            samples=samples,
        ),
        cases=tuple(case.id for case in choice.cases),
        eligible=choice.eligible,
        judged=judged,
        subset=len(choice.cases) if len(choice.cases) < choice.eligible else None,
        system=", ".join(system) or None,
        system_prompt=None if own_text is None else text_hash(own_text),
        price=settings.prices.get(judge.model),
        gaps=tuple(gaps),
        texts=texts,
    )
