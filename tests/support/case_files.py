"""Small files of failed cases and askers with fixed answers, for the probes' tests."""

from dataclasses import dataclass, field
from datetime import date

from evalcore.diagnosis.answers import Answers
from evalcore.diagnosis.case_file import Buried, CaseFile
from evalcore.diagnosis.corpus import Corpus
from evalcore.model.case import Case, Expected
from evalcore.model.diagnosis import Asked
from evalcore.model.exam import Exam
from evalcore.model.manifest import Batch, Chunk, Manifest
from evalcore.model.ranking import Ranking

ON = date(2026, 11, 27)
TOPICS = (
    "vacaciones anuales laborables verano convenio personal plantilla",
    "salario base grupo profesional mensual pagas extraordinarias",
    "despido objetivo indemnización antigüedad tope mensualidades",
    "excedencia voluntaria reincorporación vacante solicitud plazo",
    "teletrabajo compensación gastos equipo domicilio acuerdo",
    "prevención riesgos evaluación puesto pantalla revisión",
    "facturación trimestral modelo declaración retención cliente",
    "archivo expediente conservación documental destrucción custodia",
    "formación continua crédito horario asistencia certificado",
    "desplazamiento kilómetro dieta alojamiento justificante anticipo",
    "lactancia acumulada permiso nacimiento progenitor jornada",
    "huelga servicios mínimos preaviso comité convocatoria",
)


def chunk(number, **changes):
    """A sound chunk of one document: title, heading in the text, and a description of both."""
    topic = TOPICS[number % len(TOPICS)]
    heading = f"Apartado {topic.split()[0]} {number}"
    body = f"Regula {topic} según norma interna {number}."
    told = {
        "chunk_id": f"c{number}",
        "doc_id": "guia",
        "title": f"Guía: {heading}",
        "text": f"{heading}\n{body}",
        "representation": f"Guía: {heading}. {body}",
        "kind": "text",
        "domain": "laboral",
        "labels": (),
        "valid_from": date(2026, 1, 1),
        "batch": "b1",
        "position": number,
    }
    return Chunk(**{**told, **changes})


def chunks(changes=None, n=12):
    """``n`` sound chunks; ``changes`` by number are made to some of them."""
    return [chunk(number, **(changes or {}).get(number, {})) for number in range(n)]


def case_file(
    members,
    wanted="c0",
    *,
    rank=None,
    question="¿Qué vacaciones anuales hay?",
    quote=None,
    ranking=None,
    on=ON,
    retriever=None,
    cutoff=2,
    batches=(),
    **case,
):
    """The file of a case that expects one chunk and did not get it."""
    manifest = None if members is None else Manifest(chunks=tuple(members), batches=tuple(batches))
    label = Expected(chunk_id=wanted, quote=quote)
    corpus = None if manifest is None else Corpus(manifest=manifest)
    buried = Buried(label=label, chunk=None if corpus is None else corpus.by_id(wanted), rank=rank)
    case.setdefault("domain", "laboral")
    return CaseFile(
        case=Case(id="q", question=question, expected=(label,), **case),
        exam=Exam(cutoff=cutoff),
        buried=(buried,),
        ranking=ranking,
        corpus=corpus,
        on=on,
        retriever={"kind": "embedded"} if retriever is None else retriever,
    )


def listed(*ids, raw=None):
    scores = tuple(1 - n / 100 for n in range(len(ids)))
    return Ranking(chunk_ids=ids, scores=scores, raw_scores=raw)


def batch(name, at):
    return Batch(id=name, at=at, title=f"Lote {name}")


def concluded(probe, file, **ranks):
    """What a probe says when its questions come back with these ranks.

    ``rest`` answers every other question; without it they could not be asked.
    """
    buried = file.buried[0]
    asked = []
    for ask in probe.asks(file, buried):
        rank = ranks.get(ask.what.replace(" ", "_"), ranks.get("rest", "no"))
        if rank != "no":
            asked.append(Asked(what=ask.what, rank=rank))
    return probe.conclude(file, buried, Answers(asked=tuple(asked), cutoff=file.cutoff))


@dataclass
class FixedAsker:
    """Answers every question with one rank, and remembers what it was asked."""

    rank: int | None = None
    possible: bool = True
    failed: str | None = None
    asked: list = field(default_factory=list)
    calls: int = 0

    def can(self, change):
        return self.possible

    def ask(self, asks):
        self.calls += 1
        self.asked += asks
        return [Asked(what=one.what, rank=self.rank, failed=self.failed) for one in asks]
