"""A small run, made by the real examination and the real gate, to be stored and read back."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from types import SimpleNamespace

import pytest

from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.exam import Exam
from evalcore.model.manifest import Batch, Chunk, Manifest
from evalcore.model.policy import NoisePolicy, Policy
from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.model.run import Documented, RunContents
from evalcore.model.words import Behaviour, CaseStatus
from evalcore.store import open_store
from evalcore.workflows.examine import Conditions, Material, examine

HOSTILE = (
    "007", "7", "1e5", "0x10", "١٢", "1009513310189256287", "año", "an\u0303o", "ﬁ", "a\u00a0",
    'guide v2/§3 "intro"\t1', "a\nb", "'; DROP TABLE runs;--", "", "\u200b", "x" * 3000, "🜚", "nul\0nul",
)  # fmt: skip


def golden_set(name="golden", prefix="q"):
    return GoldenSet(
        name=name,
        cases=(
            Case(
                id=f"{prefix}1",
                question="¿Qué percibos exige un desplazamiento?",
                expected=(
                    Expected(chunk_id="007", grade=2, quote="«cita»", gold=True, doc_id="d"),
                    Expected(chunk_id="año", group="g", extra={"k": [1, {"z": None, "a": 2.5}]}),
                ),
                domain="viajes",
                requires_all=False,
                annotated_by=("Ana", "Luis"),
                annotated_on=date(2026, 1, 2),
                verified_on=date(2026, 2, 3),
                notes="una\nnota",
                extra={"otra": {"clave": "valor"}, "n": 1e-300},
            ),
            Case(id=f"{prefix}2", question="2", expected=(Expected(chunk_id="7"),), type="numeric"),
            Case(id=f"{prefix}3", question="", behaviour=Behaviour.ABSTAIN),
            Case(id="007", question="draft", status=CaseStatus.DRAFT, blind=True),
        ),
    )


def manifest_of():
    chunks = tuple(
        Chunk(
            chunk_id=chunk_id,
            text="«cita» larga",
            labels=("SINTESIS_CURADA",) if number == 0 else (),
            facets={"año": 2026},
            valid_from=date(2025, 1, 1),
            position=number,
            batch="viernes",
        )
        for number, chunk_id in enumerate(HOSTILE)
    )
    return Manifest(chunks=chunks, batches=(Batch(id="viernes", accepted=80, rejected=0),))


def sample(shift=0.0):
    return Rankings.pack(
        [
            (
                "q1",
                Ranking(
                    chunk_ids=HOSTILE,
                    scores=tuple(1 / 3 + shift - rank for rank in range(len(HOSTILE))),
                    raw_scores=tuple(5e-324 * rank for rank in range(len(HOSTILE))),
                ),
            ),
            ("q2", Failure("se cortó la conexión\n502")),
            ("desconocido", Ranking(chunk_ids=("7", "7"), scores=(0.1, -0.0), raw_scores=(1, 2))),
            ("q3", Ranking(chunk_ids=(), scores=(), raw_scores=())),
        ]
    )


def run_contents(**changes):
    golden, manifest = changes.pop("golden", golden_set()), changes.pop("manifest", manifest_of())
    rankings = changes.pop("rankings", (sample(), sample(0.25)))
    policy = Policy(noise=NoisePolicy(domain={"legal": Fraction(4, 10)}), author="Ana", reason="x")
    examination = examine(
        Material(golden=golden, manifest=manifest, rankings=rankings),
        exam=Exam(cutoff=2, depth=100),
        policy=policy,
        conditions=Conditions(),
    )
    parts = {
        "label": "verde",
        "suite_name": "despacho",
        "suite": {"name": "despacho", "retriever": {"kind": "recorded", "boost": 0.1}},
        "golden": golden,
        "manifest": manifest,
        "policy": policy,
        "rankings": rankings,
        "examination": examination,
        "verdict": decide(Evidence(examination=examination, policy=policy, documented=frozenset())),
        "started": "2026-11-27T09:00:00.000+00:00",
        "finished": "2026-11-27T09:00:05.000+00:00",
        "seed": 17,
        "version": "0.1",
        "origin": "run",
        "context": {"blind": False, "notes": ["ñ"], "x": None},
    }
    return RunContents(**{**parts, **changes})


def note(run_id, **changes):
    parts = {
        "suite": "despacho",
        "case_id": "q2",
        "case_hash": "ab" * 32,
        "ranks": (("7", None), ("007", 15)),
        "cause": None,
        "text": "la tabla se partió",
        "author": "Ana",
        "written": "2026-11-27T10:00:00+00:00",
        "run_id": run_id,
    }
    return Documented(**{**parts, **changes})


@pytest.fixture(scope="session")
def made():
    """Makers of contents, for tests and for the processes they start."""
    return SimpleNamespace(
        contents=run_contents, golden=golden_set, manifest=manifest_of, sample=sample, note=note,
        hostile=HOSTILE,
    )  # fmt: skip


@pytest.fixture
def db(tmp_path):
    return tmp_path / "unbury.db"


@pytest.fixture
def stored(db, made):
    """A database with one run: its path, the run's id and what was saved."""
    contents = made.contents()
    with open_store(db) as store:
        run_id = store.save_run(contents)
    return SimpleNamespace(db=db, run_id=run_id, contents=contents)
