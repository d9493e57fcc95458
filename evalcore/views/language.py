"""Words, numbers and dates in the reader's language (English or Spanish).

English templates are the message ids; ``locale/es`` holds their Spanish. Text that comes
from people's files is never translated: it enters a sentence as a figure, unchanged.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from evalcore.model.message import Figure, Message

DOMAIN = "unbury"
LOCALE_FOLDER = Path(__file__).parent / "locale"
LANGUAGES = ("en", "es")
_MOMENT = {"en": "EEE d MMM y, HH:mm", "es": "EEE d MMM y, HH:mm"}
_TOO_LONG = 10**15
_SHORT = {"en": "d MMM HH:mm", "es": "d MMM HH:mm"}


def N_(msgid: str) -> str:  # noqa: N802 - the customary gettext marker
    """The same text, marked for the catalogue because it is translated later."""
    return msgid


def best_language(locale: str | None) -> str:
    """The language of ours that suits a locale such as ``es-MX``; English for all others."""
    language = (locale or "").replace("_", "-").split("-")[0].lower()
    return language if language in LANGUAGES else LANGUAGES[0]


@dataclass(frozen=True, slots=True)
class Translator:
    """One language and one time zone; every method returns text ready to be read."""

    language: str = "en"
    timezone: str = "UTC"

    def text(self, msgid: str, /, **figures: Figure) -> str:
        """The sentence in this language with its figures written the way it writes them."""
        return self._filled(_catalogue(self.language).gettext(msgid), figures)

    def plural(self, one: str, many: str, n: int, /, **figures: Figure) -> str:
        """The form that suits ``n``; ``{n}`` stands for it in both."""
        chosen = _catalogue(self.language).ngettext(one, many, n)
        return self._filled(chosen, {"n": n, **figures})

    def message(self, message: Message) -> str:
        """A sentence of the core (``evalcore.model.message``) in this language."""
        translated = _catalogue(self.language).gettext(message.template)
        return self._filled(translated, message.figures)

    def number(self, value: float | Fraction, decimals: int | None = None) -> str:
        """A number with this language's separators; None decimals means up to three.

        From a million billions on the power of ten is written: the digits would say nothing.
        """
        from babel.numbers import format_decimal

        plain = _plain(value)
        if abs(plain) >= _TOO_LONG:
            return f"{Decimal(plain):.6g}"
        pattern = "#,##0.###" if decimals is None else "#,##0" + _places(decimals)
        return str(format_decimal(plain, format=pattern, locale=self.language))

    def out_of(self, n: int, total: int) -> str:
        """How many of how many, such as ``69/69`` or ``3,334/20,000``."""
        return f"{self.number(n)}/{self.number(total)}"

    def percent(self, share: float | Fraction, decimals: int = 0) -> str:
        """A share from 0 to 1 as a percentage: ``98%``, in Spanish ``98 %``."""
        from babel.numbers import format_percent

        space = "\u00a0" if self.language == "es" else ""
        pattern = f"#,##0{_places(decimals)}{space}%"
        return str(format_percent(_plain(share), format=pattern, locale=self.language))

    def moment(self, iso: str, *, short: bool = False) -> str:
        """A stored UTC time on the reader's clock; the text itself where it is no time."""
        from babel.dates import format_datetime

        when = _parsed(iso)
        if when is None:
            return iso
        pattern = (_SHORT if short else _MOMENT)[self.language]
        return str(format_datetime(when.astimezone(self._zone), pattern, locale=self.language))

    def day(self, when: date) -> str:
        """A calendar day, such as ``27 Nov 2026``."""
        from babel.dates import format_date

        return str(format_date(when, "d MMM y", locale=self.language))

    def joined(self, items: list[str]) -> str:
        """``a, b and c`` in this language."""
        from babel.lists import format_list

        return str(format_list(items, locale=self.language))

    def figure(self, value: Figure, spec: str = "") -> str:
        """One figure of a sentence: numbers localised, text as it is.

        A fraction becomes a percentage where that is exact to one decimal, else stays n/d.
        """
        if isinstance(value, str):
            return value
        if spec.endswith("%"):
            return self.percent(value, _asked(spec, 0))
        if spec.endswith("f"):
            return self.number(value, _asked(spec, 6))
        if isinstance(value, Fraction) and value.denominator != 1:
            return self._share(value)
        return self.number(value)

    def _share(self, value: Fraction) -> str:
        thousandths = value * 1000
        if thousandths.denominator != 1:
            return f"{value.numerator}/{value.denominator}"
        return self.percent(value, 0 if thousandths % 10 == 0 else 1)

    def _filled(self, template: str, figures: Mapping[str, Figure]) -> str:
        shown = {name: _Shown(self, value) for name, value in figures.items()}
        return template.format(**shown)

    @property
    def _zone(self) -> tzinfo:
        try:
            return ZoneInfo(self.timezone)
        except (ZoneInfoNotFoundError, ValueError):
            return ZoneInfo("UTC")


@dataclass(frozen=True, slots=True)
class _Shown:
    translator: Translator
    value: Figure

    def __format__(self, spec: str) -> str:
        return self.translator.figure(self.value, spec)


@lru_cache(maxsize=len(LANGUAGES))
def _catalogue(language: str) -> gettext.NullTranslations:
    source = language == LANGUAGES[0]
    return gettext.translation(DOMAIN, LOCALE_FOLDER, languages=[language], fallback=source)


def _places(decimals: int) -> str:
    return "." + "0" * decimals if decimals else ""


def _asked(spec: str, otherwise: int) -> int:
    digits = spec.rstrip("%f").rpartition(".")[2]
    return int(digits) if digits.isdigit() else otherwise


def _plain(value: float | Fraction) -> float | int:
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return value


def _parsed(iso: str) -> datetime | None:
    try:
        when = datetime.fromisoformat(iso)
    except ValueError:
        return None
    return when if when.tzinfo else when.replace(tzinfo=ZoneInfo("UTC"))
