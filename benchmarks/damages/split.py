"""Chunks cut or fused wrongly (chapter 10). The annotated id stays with what holds the quote."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from evalcore.model.diagnosis import ProbeName
from evalcore.model.manifest import Chunk

from damages.damage import Variant
from damages.edit import Edit
from damages.scene import Scene, Target

FEWEST_WORDS = 4


def table_rows_alone(_: Scene, target: Target, rng: random.Random) -> Edit | None:
    """The table is cut: head and description stay with the first piece, rows without them."""
    chunk, lines = target.chunk, (target.chunk.text or "").splitlines()
    rows = [i for i, line in enumerate(lines) if line.startswith("|")]
    quote = _row_of(target.label.quote, lines)
    if len(rows) < 3 or quote is None or quote < rows[2]:
        return None
    cut = rng.randint(rows[2], quote)
    head, body = "\n".join(lines[:cut]), "\n".join(lines[cut:])
    first = replace(chunk, chunk_id=f"{chunk.chunk_id}_1", text=head)
    shown = rng.choice([body, f"{document_title(chunk)}. {body}"])
    rest = replace(chunk, text=body, representation=shown, title=document_title(chunk))
    return Edit(chunks={chunk.chunk_id: (first, rest)})


def quote_spread(_: Scene, target: Target, rng: random.Random) -> Edit | None:
    """The text is cut in the middle of the quote; the annotated id has the second half."""
    cut = _inside_quote(target, rng)
    if cut is None:
        return None
    chunk, text = target.chunk, target.chunk.text or ""
    head, body = text[:cut].rstrip(), text[cut:].lstrip()
    first = replace(
        chunk, chunk_id=f"{chunk.chunk_id}_1", text=head, representation=f"{chunk.title}. {head}"
    )
    rest = replace(chunk, text=body, representation=body, title=document_title(chunk))
    return Edit(chunks={chunk.chunk_id: (first, rest)})


def fixed_size(_: Scene, target: Target, rng: random.Random) -> Edit | None:
    """A splitter that counts characters: pieces of one size, one border inside the quote."""
    cut = _inside_quote(target, rng)
    if cut is None:
        return None
    chunk, text = target.chunk, target.chunk.text or ""
    size = rng.choice([120, 160, 220])
    borders = [*reversed(range(cut - size, 0, -size)), *range(cut, len(text), size)]
    ends = zip([0, *borders], [*borders, len(text)], strict=True)
    parts = [text[start:end].strip() for start, end in ends]
    kept = borders.index(cut) + rng.choice([0, 1])
    pieces = tuple(
        replace(
            chunk,
            chunk_id=chunk.chunk_id if place == kept else f"{chunk.chunk_id}_{place + 1}",
            text=part,
            representation=part,
            title=document_title(chunk),
        )
        for place, part in enumerate(parts)
        if part
    )
    return Edit(chunks={chunk.chunk_id: pieces})


def heading_left_behind(scene: Scene, target: Target, _: random.Random) -> Edit | None:
    """The heading stays as the last line of the chunk before; the text begins without it."""
    before = _neighbour(scene, target.chunk, -1)
    heading, _, body = (target.chunk.text or "").partition("\n")
    if before is None or not body or not _shows_its_text(target.chunk):
        return None
    left = replace(
        before,
        text=f"{before.text}\n{heading}",
        representation=f"{before.representation}\n{heading}",
    )
    bare = replace(target.chunk, text=body, representation=body, title=None)
    return Edit(chunks={before.chunk_id: (left,), target.chunk.chunk_id: (bare,)})


def heading_dropped(_: Scene, target: Target, __: random.Random) -> Edit | None:
    """The text is cut below its heading, which only the title field still knows."""
    _, _, body = (target.chunk.text or "").partition("\n")
    if not body or not _shows_its_text(target.chunk):
        return None
    bare = replace(target.chunk, text=body, representation=body)
    return Edit(chunks={target.chunk.chunk_id: (bare,)})


def fused_with_neighbours(scene: Scene, target: Target, rng: random.Random) -> Edit | None:
    """One chunk out of a run of chunks of the document, under the first one's title."""
    mates = [c for c in scene.manifest.chunks if c.doc_id == target.chunk.doc_id]
    place = mates.index(target.chunk)
    count = rng.randint(4, 12)
    start = max(0, place - rng.randint(1, count))
    return _fused(target.chunk, mates[start : start + count + 1])


def fused_with_others(scene: Scene, target: Target, rng: random.Random) -> Edit | None:
    """Pages of another document are taken for part of this one."""
    documents = sorted(
        {c.doc_id for c in scene.manifest.chunks if c.doc_id} - {target.chunk.doc_id}
    )
    other = rng.choice(documents)
    alien = [c for c in scene.manifest.chunks if c.doc_id == other]
    start = rng.randrange(len(alien))
    parts = alien[start : start + rng.randint(3, 10)]
    cut = rng.randint(1, len(parts))
    return _fused(target.chunk, [*parts[:cut], target.chunk, *parts[cut:]])


def document_title(chunk: Chunk) -> str:
    """The title without the section's name."""
    return (chunk.title or "").partition(":")[0]


def _fused(chunk: Chunk, parts: Sequence[Chunk]) -> Edit | None:
    if len(parts) < 3 or chunk not in parts:
        return None
    text = "\n\n".join(part.text or "" for part in parts)
    whole = replace(
        chunk, text=text, representation=f"{parts[0].title}. {text}", title=parts[0].title
    )
    gone = {part.chunk_id: () for part in parts}
    return Edit(chunks={**gone, chunk.chunk_id: (whole,)})


def _shows_its_text(chunk: Chunk) -> bool:
    """Where a written description represents the chunk, a lost heading hides nothing."""
    body = (chunk.text or "").partition("\n")[2]
    return body[:40] in (chunk.representation or "")


def _inside_quote(target: Target, rng: random.Random) -> int | None:
    text, quote = target.chunk.text or "", target.label.quote or ""
    words = [i for i, sign in enumerate(quote) if sign == " "]
    if quote not in text or len(words) < FEWEST_WORDS or "|" in quote:
        return None
    middle = words[len(words) // 3 : -(len(words) // 3) or None]
    return text.index(quote) + rng.choice(middle)


def _row_of(quote: str | None, lines: Sequence[str]) -> int | None:
    return next((i for i, line in enumerate(lines) if quote and quote in line), None)


def _neighbour(scene: Scene, chunk: Chunk, step: int) -> Chunk | None:
    mates = [c for c in scene.manifest.chunks if c.doc_id == chunk.doc_id]
    place = mates.index(chunk) + step
    return mates[place] if 0 <= place < len(mates) else None


VARIANTS = tuple(
    Variant(kind=ProbeName.SPLIT, name=name, make=make)
    for name, make in (
        ("table cut from its head", table_rows_alone),
        ("quote spread over two", quote_spread),
        ("cut by counted characters", fixed_size),
        ("heading left behind", heading_left_behind),
        ("heading dropped", heading_dropped),
        ("fused with neighbours", fused_with_neighbours),
        ("fused with another document", fused_with_others),
    )
)
