"""The colours of the figures, for light and dark screens; the theme's config holds the same."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.views.words import Tone


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """Ink for words, muted for the background of a story, and one colour a meaning."""

    ink: str
    muted: str
    faint: str
    teal: str
    red: str
    orange: str
    green: str
    band: str
    paper: str = "#FFFFFF"
    """Words on a coloured ground."""

    def of(self, tone: Tone) -> str:
        """The colour of a tone."""
        colours = {Tone.GOOD: self.green, Tone.BAD: self.red, Tone.WARN: self.orange}
        return colours.get(tone, self.muted)


LIGHT = Palette(
    ink="#1F2A2C",
    muted="#667373",
    faint="#C9D1D0",
    teal="#0F766E",
    red="#BF2F28",
    orange="#B45F06",
    green="#0C7D56",
    band="rgba(15,118,110,0.13)",
)
DARK = Palette(
    ink="#E6ECEA",
    muted="#9AA7A5",
    faint="#46504F",
    teal="#2DB5A5",
    red="#F4827A",
    orange="#E8A552",
    green="#3CC492",
    band="rgba(45,181,165,0.18)",
    paper="#0E1514",
)


def palette(theme: str | None) -> Palette:
    """The palette for Streamlit's ``st.context.theme.type``; light where it is not known."""
    return DARK if theme == "dark" else LIGHT
