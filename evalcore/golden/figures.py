"""The figures of a text: digits and number words, which a quote may never change unnoticed."""

from __future__ import annotations

import re

from evalcore.model.folding import fold

_SPANISH = (
    "cero dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
    "dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintiun veintiuna veintidos "
    "veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve treinta "
    "cuarenta cincuenta sesenta setenta ochenta noventa cien ciento doscientos doscientas "
    "trescientos trescientas cuatrocientos cuatrocientas quinientos quinientas seiscientos "
    "seiscientas setecientos setecientas ochocientos ochocientas novecientos novecientas mil "
    "millon millones primero primera primer segundo segunda tercero tercera tercer cuarto cuarta "
    "quinto quinta sexto sexta septimo septima octavo octava noveno novena decimo decima medio "
    "media mitad tercio tercios doble triple bis ter quater quinquies"
)
_ENGLISH = (
    "zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety "
    "hundred thousand million millions first second third fourth fifth sixth seventh eighth "
    "ninth tenth half quarter twice double triple"
)
_WORDS = frozenset((_SPANISH + " " + _ENGLISH).split())
_PART = re.compile(r"\d+(?:[.,:/]\d+)*|[^\W\d_]+")
_ROMAN = re.compile(r"[IVXLCDM]{2,}\Z")


def figures(text: str) -> tuple[str, ...]:
    """Every figure in order, as it is written: digits, number words, Roman numerals.

    ``un`` and ``one`` are left out: they are articles more often than numbers.

    >>> figures("Veintitrés días, 1.200,50 euros y el título III")
    ('veintitres', '1.200,50', 'III')
    """
    return tuple(found for part in _PART.findall(text) if (found := _figure(part)) is not None)


def _figure(part: str) -> str | None:
    if any(sign.isnumeric() for sign in part) or _ROMAN.match(part):
        return part
    folded = fold(part)
    return folded if folded in _WORDS else None
