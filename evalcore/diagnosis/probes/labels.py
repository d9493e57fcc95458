"""Probe 3: is it labelled rightly? Filters, validity, domain, the boosted label (chapter 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from evalcore.diagnosis.answers import Answers
from evalcore.diagnosis.asker import Ask, Change
from evalcore.diagnosis.case_file import Buried, CaseFile
from evalcore.diagnosis.corpus import Corpus
from evalcore.diagnosis.versions import successor, valid_on
from evalcore.model.diagnosis import Answer, Finding, ProbeName
from evalcore.model.manifest import Chunk
from evalcore.model.message import Message

NAME = ProbeName.LABELS
CHAPTER = "9"

_UNFILTERED = "without filters"
_CORRECTED = "with its labels corrected"
_MOST = 4 / 5


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fault:
    name: str
    sentence: Message
    repair: Message
    evidence: dict[str, Any]
    corrected: Chunk
    filtered: bool = True


def asks(file: CaseFile, buried: Buried) -> tuple[Ask, ...]:
    """Where it stands without filters, and with its validity, domain or label corrected.

    A search system whose filters are not written in the suite is asked without them anyway.
    """
    fault = _fault(file, buried)
    if fault is None:
        if file.embedded or buried.rank is not None:
            return ()
        return file.ask(buried, _UNFILTERED, Change(filters_off=True))
    asked = file.ask(buried, _CORRECTED, Change(chunk=fault.corrected))
    if fault.filtered:
        asked = (*file.ask(buried, _UNFILTERED, Change(filters_off=True)), *asked)
    return asked


def conclude(file: CaseFile, buried: Buried, answers: Answers) -> Finding:
    """Confirmed where a filter or label keeps it back, and undoing that surfaces it."""
    corpus, chunk = file.corpus, buried.chunk
    if corpus is None or chunk is None:
        return Finding(
            probe=NAME,
            answer=Answer.NO_DATA,
            sentence=Message("The manifest keeps no labels of this chunk"),
        )
    fault = _fault(file, buried)
    if fault is not None:
        answer, undone = answers.undone(_UNFILTERED, _CORRECTED)
        return Finding(
            probe=NAME,
            answer=answer,
            sentence=fault.sentence,
            evidence={"fault": fault.name, **_facts(file, chunk), **fault.evidence, **undone},
            repair=fault.repair,
            chapter=CHAPTER,
        )
    if answers.surfaces(_UNFILTERED):
        answer, undone = answers.undone(_UNFILTERED)
        return Finding(
            probe=NAME,
            answer=answer,
            sentence=Message("A default filter keeps it out: without filters it is found"),
            evidence={**_facts(file, chunk), **undone},
            repair=Message("Compare its labels with what the default filters let through"),
            chapter=CHAPTER,
        )
    return _not_kept_back(file, corpus, chunk)


def _not_kept_back(file: CaseFile, corpus: Corpus, chunk: Chunk) -> Finding:
    facts = _facts(file, chunk)
    heir = None if file.on is None else successor(corpus, chunk, file.on)
    if heir is not None:
        return Finding(
            probe=NAME,
            answer=Answer.RULED_OUT,
            sentence=Message("Its validity is right: {other} took over", {"other": heir.chunk_id}),
            evidence={**facts, "successor": heir.chunk_id},
        )
    if not file.embedded and not _says_labels(chunk):
        return Finding(
            probe=NAME,
            answer=Answer.NO_DATA,
            sentence=Message("The manifest says neither domain nor validity of this chunk"),
            evidence=facts,
        )
    return Finding(
        probe=NAME,
        answer=Answer.RULED_OUT,
        sentence=Message("No filter keeps it out, and its labels fit the rest of its document"),
        evidence=facts,
    )


def _says_labels(chunk: Chunk) -> bool:
    return bool(chunk.domain or chunk.valid_from or chunk.valid_to)


def _fault(file: CaseFile, buried: Buried) -> _Fault | None:
    if file.corpus is None or buried.chunk is None:
        return None
    return next(_faults(file, file.corpus, buried), None)


def _faults(file: CaseFile, corpus: Corpus, buried: Buried) -> Iterator[_Fault]:
    chunk = buried.chunk
    if chunk is None:
        return
    wrong = [*_validity(file, corpus, chunk, buried.rank), *_domain(file, corpus, chunk, buried)]
    if len(wrong) > 1:  # both keep it out: either alone corrected would not let it through
        domain = wrong[1].corrected.domain
        yield replace(wrong[0], corrected=replace(wrong[0].corrected, domain=domain))
        return
    yield from wrong
    yield from _boosted_label(file, corpus, chunk)


def _validity(file: CaseFile, corpus: Corpus, chunk: Chunk, rank: int | None) -> Iterator[_Fault]:
    """Dates that shut it out on the run's day, though nothing took its place."""
    on = file.on
    if on is None or valid_on(chunk, on) or rank is not None:
        return
    if file.embedded and not file.option("filters").get("validity"):
        return
    if successor(corpus, chunk, on) is not None:
        return
    peers = [it for it in corpus.siblings(chunk) if valid_on(it, on)]
    begins, ends = _usual_dates(peers)
    kept = chunk.valid_from if chunk.valid_from and chunk.valid_from <= on else begins
    if chunk.valid_from is not None and chunk.valid_from > on:
        sentence = Message(
            "Its validity keeps it out: it begins on {day}, after the day examined",
            {"day": chunk.valid_from.isoformat()},
        )
    else:
        sentence = Message(
            "Its validity keeps it out: it ended on {day}, and nothing took its place",
            {"day": str(chunk.valid_to)},
        )
    yield _Fault(
        name="validity",
        sentence=sentence,
        repair=Message("Correct its dates of validity"),
        evidence={
            "siblings_valid": len(peers),
            "siblings": len(corpus.siblings(chunk)),
            "corrected": {"valid_from": _iso(kept), "valid_to": _iso(ends)},
        },
        corrected=replace(chunk, valid_from=kept, valid_to=ends),
    )


def _usual_dates(peers: list[Chunk]) -> tuple[date | None, date | None]:
    """The validity that most valid siblings have; open on both sides without any."""
    if not peers:
        return None, None
    return Counter((it.valid_from, it.valid_to) for it in peers).most_common(1)[0][0]


def _domain(file: CaseFile, corpus: Corpus, chunk: Chunk, buried: Buried) -> Iterator[_Fault]:
    """A domain that the suite's filter does not let through for this question."""
    admitted = _admitted(file)
    siblings = Counter(it.domain for it in corpus.siblings(chunk) if it.domain is not None)
    usual = siblings.most_common(1)[0][0] if siblings else None
    if admitted is None:
        if file.embedded or buried.rank is not None or usual in {None, chunk.domain}:
            return
        admitted = (usual,) if usual == file.case.domain else ()
    if not admitted or chunk.domain in admitted:
        return
    right = usual if usual in admitted else admitted[0]
    yield _Fault(
        name="domain",
        sentence=Message(
            "Its domain keeps it out: it is labelled {domain}, and the filter admits {admitted}",
            {"domain": chunk.domain or "–", "admitted": ", ".join(admitted)},
        ),
        repair=Message("Correct its domain, or the filter that is asked by default"),
        evidence={
            "admitted": list(admitted),
            "siblings_domains": dict(siblings),
            "corrected": {"domain": right},
        },
        corrected=replace(chunk, domain=right),
    )


def _admitted(file: CaseFile) -> tuple[str, ...] | None:
    """The domains that the suite lets through for this question; None for all or unknown."""
    wanted = file.option("filters").get("domain")
    if wanted == "case":
        return None if file.case.domain is None else (file.case.domain,)
    return tuple(wanted) if isinstance(wanted, list | tuple) else None


def _boosted_label(file: CaseFile, corpus: Corpus, chunk: Chunk) -> Iterator[_Fault]:
    """A curated synthesis without the label that the suite raises."""
    label = file.option("boost").get("label")
    if not isinstance(label, str) or label in (chunk.labels or ()):
        return
    siblings = corpus.siblings(chunk)
    having = sum(label in (it.labels or ()) for it in siblings)
    if not (chunk.is_gold or (len(siblings) >= 2 and having >= len(siblings) * _MOST)):
        return
    yield _Fault(
        name="label",
        sentence=Message("It lacks the label {label}, which the index raises", {"label": label}),
        repair=Message("Give it its label back"),
        evidence={"siblings_with_label": having, "siblings": len(siblings)},
        corrected=replace(chunk, labels=(*(chunk.labels or ()), label)),
        filtered=False,
    )


def _facts(file: CaseFile, chunk: Chunk) -> dict[str, Any]:
    return {
        "on": _iso(file.on),
        "valid_from": _iso(chunk.valid_from),
        "valid_to": _iso(chunk.valid_to),
        "domain": chunk.domain,
        "labels": list(chunk.labels or ()),
        "facets": dict(chunk.facets or {}),
        "filters": dict(file.option("filters")),
        "case_domain": file.case.domain,
    }


def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()
