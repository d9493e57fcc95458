"""Small stored runs built with the real types, examination and gate, for screen tests.

A week in a law office: ``green`` is the baseline, ``friday`` the run after an ingest that
buries the table of profiles, ``states`` one with every state a case can have.
"""

from dataclasses import asdict, replace
from fractions import Fraction

from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.exam import Exam
from evalcore.model.manifest import Batch, Chunk, Manifest
from evalcore.model.policy import NoisePolicy, Policy
from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.model.run import Documented, RunRecord, StoredRun
from evalcore.model.words import Behaviour, CaseStatus, State
from evalcore.workflows.context import conditions_to_plain
from evalcore.workflows.examine import Conditions, Material, examine

TRAVEL = "viajes-007"
QUESTION = "¿Qué percibos exige un desplazamiento internacional?"
TABLE = "tabla_perfiles_02"
HOSTILE = "$5 and $6 :red[x] ![p](http://h.invalid/x.png) <img src=x onerror=1> https://h.invalid/"
DOMAINS = ("Viajes", "Legal", "Finanzas")
POLICY = Policy(noise=NoisePolicy(ceiling=Fraction(9, 10)))

_NEW = (
    "Qué se abona en un viaje fuera de España",
    "Solicitud previa de un viaje internacional",
    "Anticipos para viajes al extranjero",
    "Justificación de gastos en divisa",
    "Alojamiento en destino: reservas",
    "Límites por país y temporada",
    "Seguro de viaje y asistencia",
    "Plazos de reembolso",
)
_OLD = (
    "Convenio, art. 39: desplazamientos temporales",
    "Estatuto, art. 40.4: gastos de viaje",
    "IRPF: dietas exceptuadas de gravamen",
    "Desplazamientos de más de tres meses",
)
_EXPECTED = (
    ("gold_viajes_001", "Síntesis: qué se percibe al desplazarse"),
    ("silver_conv_042", "Convenio, art. 42: dietas y kilometraje"),
    (TABLE, "Tabla de perfiles: percibos por destino"),
)


def manifest(*, friday: bool) -> Manifest:
    """Forty fillers, the travel chunks, and on Friday the new procedure's."""
    chunks = [
        Chunk(
            chunk_id=chunk_id,
            title=title,
            text=f"{title}. Texto de la píldora.",
            tier="gold" if chunk_id.startswith("gold") else "silver",
            batch="b-oct",
        )
        for chunk_id, title in _EXPECTED
    ]
    chunks += [
        Chunk(chunk_id=f"old_{i}", title=title, text=title, tier="silver", batch="b-sep")
        for i, title in enumerate(_OLD)
    ]
    if friday:
        chunks += [
            Chunk(chunk_id=f"new_{i}", title=title, text=title, tier="silver", batch="b-fri")
            for i, title in enumerate(_NEW)
        ]
    chunks += [
        Chunk(chunk_id=f"c{i}", text=f"Píldora {i}\nMás texto.", tier="silver", batch="b-sep")
        for i in range(80)
    ]
    batches = (
        Batch(id="b-sep", title="lote 3 sep", at="2026-09-03T08:00:00Z", accepted=90, rejected=0),
        Batch(id="b-oct", title="lote 12 oct", at="2026-10-12T08:00:00Z", accepted=3, rejected=0),
    )
    arrived = Batch(
        id="b-fri",
        title="procedimiento de viajes",
        at="2026-11-27T16:00:00Z",
        accepted=80,
        rejected=0,
    )
    return Manifest(chunks=tuple(chunks), batches=(*batches, arrived) if friday else batches)


def travel_case() -> Case:
    return Case(
        id=TRAVEL,
        question=QUESTION,
        expected=tuple(
            Expected(chunk_id=chunk_id, grade=2 if n != 1 else 1)
            for n, (chunk_id, _) in enumerate(_EXPECTED)
        ),
        domain="Viajes",
        category="numérica",
        difficulty="media",
        reference_answer="Dieta, alojamiento y plus según el perfil.",
    )


def easy_case(n: int) -> Case:
    return Case(
        id=f"caso-{n:03d}",
        question=f"¿Qué dice la píldora {n}?",
        expected=(Expected(chunk_id=f"c{n}"),),
        domain=DOMAINS[n % 3],
        category="hecho",
        difficulty="fácil",
    )


def golden(n: int = 19) -> GoldenSet:
    return GoldenSet(name="golden", cases=(travel_case(), *(easy_case(i) for i in range(n))))


def scored(*ids: str, first: float = 0.862, step: float = 0.0052) -> Ranking:
    return Ranking(chunk_ids=ids, scores=tuple(round(first - step * i, 4) for i in range(len(ids))))


def easy_ranking(n: int) -> Ranking:
    others = [f"c{(n + k) % 80}" for k in range(1, 10)]
    return scored(f"c{n}", *others)


def travel_ranking(*, friday: bool) -> Ranking:
    if not friday:
        head = ("gold_viajes_001", "old_0", "silver_conv_042", "old_1", "old_2", TABLE, "old_3")
        return scored(*head, *(f"c{i}" for i in range(40, 60)))
    head = (
        *("gold_viajes_001", "new_0", "old_0", "silver_conv_042", "new_1", "new_2", "old_1"),
        *("new_3", "new_4", "new_5", "old_2", "new_6", "new_7", TABLE, "old_3"),
    )
    return scored(*head, *(f"c{i}" for i in range(40, 60)))


def build(
    name: str,
    *,
    golden: GoldenSet,
    manifest: Manifest | None,
    rankings: tuple[Rankings, ...],
    policy: Policy = POLICY,
    exam: Exam | None = None,
    started: str = "2026-11-27T16:40:00Z",
    promoted: bool = False,
    blind: bool = False,
    documented: tuple[Documented, ...] = (),
    suite: str = "despacho-laboral",
) -> StoredRun:
    """A stored run as the reading workflow would hand it out."""
    material = Material(golden=golden, manifest=manifest, rankings=rankings)
    conditions = Conditions(blind=blind)
    examination = examine(material, exam=exam or Exam(), policy=policy, conditions=conditions)
    verdict = decide(Evidence(examination=examination, policy=policy))
    record = RunRecord(
        id=f"run-{name}",
        label=name,
        suite=suite,
        suite_hash="5" * 64,
        golden_hash="a1b2c3d4" * 8,
        manifest_hash=None if manifest is None else "e5f60718" * 8,
        policy_hash="90ab12cd" * 8,
        exam=exam or Exam(),
        started=started,
        finished=started,
        samples=len(rankings),
        seed=17,
        version="0.1.0",
        origin="run",
        decision=verdict.decision.value,
        exit_code=verdict.exit_code,
        counted=int(examination.counted.sum()),
        measured=int(examination.known.sum()),
    )
    return StoredRun(
        record=record,
        suite={"name": suite},
        context={"conditions": conditions_to_plain(conditions)},
        golden=golden,
        manifest=manifest,
        policy=policy,
        rankings=rankings,
        examination=examination,
        verdict=verdict,
        documented=documented,
        promoted=promoted,
    )


def week_run(name: str, *, friday: bool, started: str, promoted: bool = False) -> StoredRun:
    answers = [(TRAVEL, travel_ranking(friday=friday))]
    answers += [(f"caso-{i:03d}", easy_ranking(i)) for i in range(19)]
    return build(
        name,
        golden=golden(),
        manifest=manifest(friday=friday),
        rankings=(Rankings.pack(answers),),
        started=started,
        promoted=promoted,
    )


def green() -> StoredRun:
    return week_run("green", friday=False, started="2026-11-26T18:05:00Z", promoted=True)


def friday() -> StoredRun:
    return week_run("friday", friday=True, started="2026-11-27T16:40:00Z")


def state_cases() -> tuple[Case, ...]:
    gone = Expected(chunk_id="gone-1", quote="una cita que ya no está")
    rechunked = Expected(chunk_id="gone-2", quote="Píldora 7")
    return (
        easy_case(1),
        replace(easy_case(2), id="falla", question="¿Y esta, que falla?"),
        Case(id="perdida", question="¿Dónde está el dato?", expected=(gone,), domain="Legal"),
        Case(id="rota", question="¿Y el recortado?", expected=(rechunked,), domain="Legal"),
        replace(easy_case(5), id="error", question="¿Quién no contesta?"),
        replace(easy_case(6), id="dudosa", question="¿Sí o no?"),
        Case(id="sin", question="¿Qué hora es?", behaviour=Behaviour.ABSTAIN),
        replace(easy_case(8), id="borrador", status=CaseStatus.DRAFT),
        replace(easy_case(9), id="retirada", status=CaseStatus.RETIRED),
        replace(easy_case(10), id="ciega-secreta", question="¿Secreto?", blind=True),
        Case(
            id="hostil=1+1",
            question=HOSTILE,
            expected=(Expected(chunk_id="hostil"), Expected(chunk_id="c11")),
            domain=HOSTILE,
            category=HOSTILE,
            reference_answer=HOSTILE,
        ),
    )


def states(*, blind: bool = False) -> StoredRun:
    """Three samples in which every state turns up."""
    cases = state_cases()
    hostile = Chunk(chunk_id="hostil", title=HOSTILE, text=HOSTILE, tier="gold", batch="b-hostil")
    base = manifest(friday=False)
    held = Manifest(
        chunks=(*base.chunks, hostile),
        batches=(*base.batches, Batch(id="b-hostil", title=HOSTILE, rejected=0)),
    )

    def sample(n: int) -> Rankings:
        doubtful = easy_ranking(6) if n == 0 else scored(*(f"c{i}" for i in range(20, 35)))
        return Rankings.pack(
            [
                ("caso-001", easy_ranking(1)),
                ("falla", scored(*(f"c{i}" for i in range(20, 32)), "c2", "c2")),
                ("perdida", easy_ranking(30)),
                ("rota", easy_ranking(7)),
                ("error", Failure(f"HTTP 503 {HOSTILE}")),
                ("dudosa", doubtful),
                ("sin", easy_ranking(40)),
                ("hostil=1+1", scored("hostil", "c11", "c12", "c13")),
                ("ciega-secreta", easy_ranking(10)),
            ]
        )

    return build(
        "states",
        golden=GoldenSet(name="estados", cases=cases),
        manifest=held,
        rankings=(sample(0), sample(1), sample(2)),
        started="2026-11-20T09:00:00Z",
        suite="estados",
        blind=blind,
        documented=(
            Documented(
                suite="estados",
                case_id="falla",
                case_hash=cases[1].hash,
                ranks=(("c2", 13),),
                cause=None,
                text=f"Se corrige la clasificación. {HOSTILE}",
                author="M. R.",
                written="2026-11-27T17:20:00Z",
                run_id="run-states",
            ),
        ),
    )


def with_reserve() -> StoredRun:
    """``states`` with the aggregate of its blind case, as ``unbury run --blind`` keeps it."""
    run, blind = states(), states(blind=True).examination
    told = {
        "counted": int(blind.counted.sum()),
        "measured": int(blind.known.sum()),
        "passed": int(blind.is_state(State.PASS).sum()),
        "measures": {name: asdict(it) for name, it in blind.estimates.items()},
    }
    return replace(run, context={**run.context, "blind": told})


def week() -> tuple[StoredRun, ...]:
    """Every run, newest first."""
    weeks = [
        week_run(f"week-{n}", friday=n == 2, started=f"2026-11-{2 + 3 * n:02d}T08:00:00Z")
        for n in range(6)
    ]
    runs = [*weeks, states(), green(), friday()]
    return tuple(sorted(runs, key=lambda run: run.record.started, reverse=True))
