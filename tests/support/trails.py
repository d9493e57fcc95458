"""Trails and tried repairs for the small stored runs, made by hand for screen tests."""

from dataclasses import replace
from fractions import Fraction

from evalcore.model.diagnosis import Answer, Asked, ChunkTrail, Displacer, Finding, ProbeName, Trail
from evalcore.model.manifest import Chunk
from evalcore.model.message import Message
from evalcore.model.repair import Edit, Effect, Gain, Repair, Standing, Task, Tried

HOSTILE = "$5 :red[x] ![p](http://h.invalid/x.png) <img src=x onerror=1> https://h.invalid/"
SAID = {
    ProbeName.CASE: "The quote is in the chunk, it is valid, and {n} annotators agree.",
    ProbeName.SPLIT: "The whole table is in one chunk with its heading.",
    ProbeName.DESCRIPTION: "The description is generic: «{text}».",
    ProbeName.LABELS: "No filter hides it.",
    ProbeName.INDEX: "Asked with its own description it finds itself at rank {rank}.",
    ProbeName.DISPLACED: "{n} of the {N} above it came with one ingest.",
    ProbeName.EMBEDDING: "Not asked: the description explains it.",
}


def findings(**answers):
    """A finding a probe: ruled out unless ``answers`` says otherwise, by the probe's name."""
    figures = {"n": 2, "N": 13, "text": HOSTILE, "rank": 1}
    return tuple(
        Finding(
            probe=probe,
            answer=answers.get(probe.value, Answer.RULED_OUT),
            sentence=Message(SAID[probe], figures),
        )
        for probe in ProbeName
    )


def trail(case_id="viajes-007", chunk_id="tabla_perfiles_02", rank=14, **answers):
    """One buried chunk; without ``answers`` its description is confirmed."""
    told = answers or {
        "description": Answer.CONFIRMED,
        "displaced": Answer.SUSPECTED,
        "index": Answer.NO_DATA,
        "embedding": Answer.NOT_ASKED,
    }
    made = [_full(one) for one in findings(**told)]
    return Trail(
        case_id=case_id,
        chunks=(
            ChunkTrail(chunk_id=chunk_id, rank=rank, findings=tuple(made), displacers=displacers()),
        ),
    )


def _full(finding):
    if finding.answer is not Answer.CONFIRMED:
        return finding
    return replace(
        finding,
        repair=Message("Write what it holds, by name of column."),
        chapter="11-12",
        evidence={
            "description": "",
            "draft": "Percibos por destino",
            "table": "| Zona | Dieta |\n| Europa | 91 € |",
            "hostile": HOSTILE,
            "rows": [{"chunk_id": "a", "likeness": 0.5}],
        },
        asked=(
            Asked(what="with a description from its columns", rank=3),
            Asked(what="without filters", rank=None, failed="the index did not answer"),
        ),
    )


def displacers():
    """Eight above it from one ingest, an old version among them, one perhaps not labelled."""
    return tuple(
        Displacer(
            chunk_id=f"new_{n}",
            rank=n + 2,
            score=0.84,
            domain=HOSTILE,
            batch="b-fri",
            valid_to="2025-12-31" if n == 1 else None,
            likeness=0.9 if n < 2 else 0.1,
            old_version=n == 1,
            maybe_unlabelled=n == 0,
        )
        for n in range(8)
    )


def standing(rank, recall, quality, *, passes):
    return Standing(rank=rank, recall=recall, quality=Fraction(quality), passes=passes)


def effect(case_id="viajes-007", *, now=3):
    found = now is not None and now <= 10
    return Effect(
        case_id=case_id,
        before=standing(14, Fraction(2, 3), 0, passes=False),
        after=standing(
            now, Fraction(1) if found else Fraction(2, 3), 100 if found else 0, passes=found
        ),
    )


def tried(*, now=3, worse=(), better=(), edits=(Edit.DESCRIPTION,), checked=37, gains=()):
    """A tried repair of the table; ``worse`` and ``better`` are ids of other cases."""
    good, bad = (
        standing(1, Fraction(1), 100, passes=True),
        standing(12, Fraction(0), 0, passes=False),
    )
    others = [Effect(case_id=one, before=good, after=bad) for one in worse]
    others += [Effect(case_id=one, before=bad, after=good) for one in better]
    return Tried(
        chunk_id="tabla_perfiles_02",
        edits=tuple(edits),
        here=effect(now=now),
        others=tuple(others),
        checked=checked,
        worse=tuple(worse),
        gains=tuple(gains),
    )


def two_gains():
    return (Gain(edit=Edit.DESCRIPTION, rank=3), Gain(edit=Edit.LABELS, rank=None))


def task(**more):
    before = Chunk(chunk_id="tabla_perfiles_02", title=f"Tabla {HOSTILE}", representation="")
    after = replace(before, representation="Percibos por destino ```")
    return Task(
        suite="despacho-laboral",
        run_id="run-friday",
        case_id="viajes-007",
        before=before,
        repair=Repair(chunk=after),
        tried=tried(),
        author="M. R.",
        written="2026-11-27T17:20:00Z",
        **more,
    )
