"""Self-contained HTML pages to hand on: one file, no script, no request, every text escaped."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from evalcore.views.charts.palette import DARK, LIGHT, Palette
from evalcore.views.language import Translator

TEMPLATES = Path(__file__).parent / "templates"


def render(template: str, t: Translator, **values: Any) -> str:
    """A template filled in. The page forbids itself every request, so none can slip in."""
    page = _environment().get_template(template)
    filled = page.render(
        language=t.language, light=_variables(LIGHT), dark=_variables(DARK), **values
    )
    return str(filled)


@lru_cache(maxsize=1)
def _environment() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _variables(palette: Palette) -> str:
    """The colours of the screen as CSS variables."""
    names = ("ink", "muted", "faint", "teal", "red", "orange", "green", "band")
    return " ".join(f"--{name}: {getattr(palette, name)};" for name in names)
