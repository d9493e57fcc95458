"""The catalogue's upkeep: ``python -m evalcore.views.messages`` (``make messages``).

Collects every sentence of the code into the Spanish catalogue, keeps what is translated, drops
what the code no longer says, and compiles it. Sentences left without Spanish are listed.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evalcore.views.language import DOMAIN, LANGUAGES, LOCALE_FOLDER

KEYWORDS: Mapping[str, tuple[int, ...] | None] = {
    "N_": None,
    "text": (1,),
    "plural": (1, 2),
    "Message": (1,),
    "_not_applicable": (1,),
}
"""The calls whose first text (or two, for plurals) is a sentence for people."""

SOURCES = ("evalcore", "pages")
_HEADER = """\
# Unbury's words in another language. Kept by `make messages`; write the msgstr lines.
msgid ""
msgstr ""
"Project-Id-Version: unbury\\n"
"Language: {language}\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""

Forms = tuple[str, ...]


def extracted(root: Path) -> dict[str, tuple[Forms, str]]:
    """Every sentence of the code under ``root``: its forms (one, or two), and a file it is in."""
    from babel.messages.extract import extract_from_dir

    found: dict[str, tuple[Forms, str]] = {}
    for source in SOURCES:
        for name, _, message, _, _ in extract_from_dir(root / source, keywords=KEYWORDS):
            forms = message if isinstance(message, tuple) else (message,)
            found.setdefault(forms[0], (forms, f"{source}/{name}"))
    return found


def catalogue(language: str) -> Any:
    """The written catalogue of a language, as Babel reads it."""
    from babel.messages.pofile import read_po

    with written(language).open("rb") as file:
        return read_po(file, locale=language)


def written(language: str) -> Path:
    """Where a language's catalogue is written; the compiled one stands beside it as ``.mo``."""
    return LOCALE_FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def forms_of(message: Any) -> Forms:
    """The translated forms of one entry of a catalogue."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def update(root: Path, language: str) -> list[str]:
    """Write and compile the catalogue; the sentences that still lack their translation."""
    from babel.messages.mofile import write_mo

    known = catalogue(language)
    blocks, missing = [_HEADER.format(language=language)], []
    for key, (forms, _) in sorted(extracted(root).items()):
        entry = known.get(key)
        texts = forms_of(entry) if entry is not None else ()
        if len(texts) != len(forms) or not all(texts):
            texts = ("",) * len(forms)
            missing.append(key)
        blocks.append(_block(forms, texts))
    path = written(language)
    path.write_text("\n".join(blocks), encoding="utf-8")
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue(language))
    return missing


def main() -> None:
    """Update every catalogue and list what is missing."""
    root = Path(__file__).parents[2]
    for language in LANGUAGES[1:]:
        missing = update(root, language)
        sys.stdout.write(f"{language}: {len(missing)} sentences without translation\n")
        sys.stdout.writelines(f"  {sentence}\n" for sentence in missing)


def _block(forms: Forms, texts: Forms) -> str:
    if len(forms) == 1:
        return f"msgid {_quoted(forms[0])}\nmsgstr {_quoted(texts[0])}\n"
    lines = [f"msgid {_quoted(forms[0])}", f"msgid_plural {_quoted(forms[1])}"]
    lines += [f"msgstr[{n}] {_quoted(text)}" for n, text in enumerate(texts)]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


if __name__ == "__main__":
    main()
