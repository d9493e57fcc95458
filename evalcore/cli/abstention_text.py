"""The abstention measures in a terminal; nothing where they are silent."""

from __future__ import annotations

from textwrap import fill

from evalcore.golden.abstention import Abstention

_WIDTH = 78


def abstention_lines(found: Abstention | None) -> list[str]:
    """The lines to print, empty where there are too few cases or no scores."""
    if found is None:
        return []
    from evalcore.views.abstention import area_words, caution, headline, threshold_words
    from evalcore.views.language import Translator

    t = Translator()
    said = [f"{headline(found, t)} {area_words(found, t)}", *threshold_words(found, t), caution(t)]
    head = "no-answer cases"
    return [head, *(fill(one, _WIDTH, initial_indent="  ", subsequent_indent="  ") for one in said)]
