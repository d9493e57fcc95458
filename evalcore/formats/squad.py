"""SQuAD: questions with the paragraph each is answered in, which is known by its text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from evalcore.formats.contexts import Contexts
from evalcore.formats.file_names import set_name
from evalcore.formats.findings import Findings, refuse
from evalcore.formats.golden import golden_of
from evalcore.formats.json_lines import Record, Unsafe, parse_object
from evalcore.formats.label_file import LabelFile
from evalcore.formats.source import read_source


def read_squad_labels(path: Path) -> LabelFile:
    """The questions of a SQuAD file; those marked impossible are to abstain on.

    Each expects its paragraph, by the paragraph's text: give the manifest that holds it.
    """
    source = read_source(path)
    findings = Findings(source.file)
    try:
        value = parse_object(source.data)
    except Unsafe as wrong:
        raise refuse(source.file, wrong.what, wrong.hint, at=wrong.at) from None
    contexts = Contexts(findings)
    records = [
        Record(number, _native(context, question, contexts))
        for number, (context, question) in enumerate(_questions(value), start=1)
    ]
    golden = golden_of(records, findings, name=set_name(path))
    return LabelFile(golden=golden, format="squad", texts=contexts.texts)


def _questions(value: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for article in value.get("data", []) if isinstance(value, dict) else []:
        for paragraph in article.get("paragraphs", []):
            for question in paragraph.get("qas", []):
                yield paragraph["context"], question


def _native(context: str, question: Mapping[str, Any], contexts: Contexts) -> dict[str, Any]:
    native = {"id": question.get("id"), "pregunta": question.get("question")}
    answers = question.get("answers") or []
    if question.get("is_impossible") or not answers:
        return {**native, "tiene_respuesta": False, "fragmentos_relevantes": []}
    expected = {"chunk_id": contexts.made(context), "cita": context}
    text = answers[0].get("text")
    return {**native, "respuesta_referencia": text, "fragmentos_relevantes": [expected]}
