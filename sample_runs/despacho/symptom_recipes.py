"""What is done to the green index for each symptom: chunks in, chunks out, always the same."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import cycle, islice
from typing import Any

Chunk = Mapping[str, Any]
Case = Mapping[str, Any]
Options = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Asked:
    """The golden set as the recipes need it: what is expected by whom."""

    cases: Sequence[Case]

    @property
    def counted(self) -> list[Case]:
        """The cases that are answered; blind ones too."""
        return [case for case in self.cases if "comportamiento" not in case]

    @property
    def visible(self) -> list[Case]:
        """Those that are not blind."""
        return [case for case in self.counted if not case.get("ciego")]

    def only(self, wanted: Callable[[Case], bool]) -> set[str]:
        """Chunks that cases of this kind expect and no other visible case does."""
        mine = _expected(case for case in self.visible if wanted(case))
        return mine - _expected(case for case in self.visible if not wanted(case))


def unchanged(chunks: Sequence[Chunk], _: Asked, __: Options) -> Iterator[Chunk]:
    """The index as it is."""
    yield from chunks


def expired_domain(chunks: Sequence[Chunk], _: Asked, options: Options) -> Iterator[Chunk]:
    """Every chunk of one domain ends its validity before the day of the run."""
    for chunk in chunks:
        yield {**chunk, "valid_to": "2025-12-31"} if _in(chunk, options["domain"]) else chunk


def tables_without_description(chunks: Sequence[Chunk], _: Asked, __: Options) -> Iterator[Chunk]:
    """Nothing represents the tables."""
    for chunk in chunks:
        yield {**chunk, "representation": ""} if chunk["kind"] == "table" else chunk


def syntheses_by_title(chunks: Sequence[Chunk], _: Asked, options: Options) -> Iterator[Chunk]:
    """The curated syntheses, but for those ``kept``, are represented by their titles alone."""
    for chunk in chunks:
        bare = _is_gold(chunk) and chunk["chunk_id"] not in options["kept"]
        yield {**chunk, "representation": chunk["title"]} if bare else chunk


def label_lost(chunks: Sequence[Chunk], _: Asked, options: Options) -> Iterator[Chunk]:
    """No chunk carries the label any more."""
    for chunk in chunks:
        yield {**chunk, "labels": [it for it in chunk["labels"] if it != options["label"]]}


def expiring(chunks: Sequence[Chunk], asked: Asked, options: Options) -> Iterator[Chunk]:
    """Every week some of the expected chunks expire, one each of ``each`` domains in turn."""
    expected = _expected(asked.visible)
    by_domain: dict[str, list[str]] = defaultdict(list)
    for chunk in chunks:
        if chunk["chunk_id"] in expected:
            by_domain[chunk["domain"]].append(chunk["chunk_id"])
    turn, ends = cycle(sorted(by_domain)), {}
    for week in range(options["weeks"]):
        day = options["first"] + timedelta(weeks=week)
        for domain in islice(turn, options["each"]):
            ends[by_domain[domain].pop(0)] = day.isoformat()
    for chunk in chunks:
        end = ends.get(chunk["chunk_id"])
        yield chunk if end is None else {**chunk, "valid_to": end}


def generic_descriptions(
    chunks: Sequence[Chunk], asked: Asked, options: Options
) -> Iterator[Chunk]:
    """What nobody asks for gets the description of its document's first chunk that is asked for.

    A document that nobody asks about takes those of its domain in turn.
    """
    expected = _expected(asked.cases)
    first: dict[str, Chunk] = {}
    for chunk in chunks:
        if chunk["chunk_id"] in expected:
            first.setdefault(chunk["doc_id"], chunk)
    turns: Counter[str] = Counter()
    for chunk in chunks:
        if chunk["chunk_id"] in expected:
            yield chunk
            continue
        main = first.get(chunk["doc_id"])
        if main is None:
            others = [one for one in first.values() if one["domain"] == chunk["domain"]]
            main = others[turns[chunk["domain"]] % len(others)]
            turns[chunk["domain"]] += 1
        yield {**chunk, "representation": main["representation"] + options["suffix"]}


def described_by_document(
    chunks: Sequence[Chunk], asked: Asked, options: Options
) -> Iterator[Chunk]:
    """The chunks that one kind of case expects are represented by their document's name."""
    mine = asked.only(lambda case: case["tipo"] == options["kind"])
    for chunk in chunks:
        name = chunk["title"].partition(":")[0]
        yield {**chunk, "representation": f"{name}."} if chunk["chunk_id"] in mine else chunk


def own_text_only(chunks: Sequence[Chunk], asked: Asked, _: Options) -> Iterator[Chunk]:
    """What questions in the users' words expect is represented by its own text again."""
    mine = asked.only(lambda case: case["tipo"] == "vocabulary" or case.get("vocabulario_usuario"))
    for chunk in chunks:
        text = f"{chunk['title']}. {chunk['text'].partition(chr(10))[2]}"
        yield {**chunk, "representation": text} if chunk["chunk_id"] in mine else chunk


def not_yet_valid(chunks: Sequence[Chunk], asked: Asked, options: Options) -> Iterator[Chunk]:
    """What temporal cases expect begins too late, and what it replaced never ends."""
    mine = asked.only(lambda case: case["tipo"] == "temporal")
    for chunk in chunks:
        if chunk["chunk_id"] in mine:
            yield {**chunk, "valid_from": options["begins"].isoformat()}
        else:
            yield {key: value for key, value in chunk.items() if key != "valid_to"}


def second_leg_without_description(
    chunks: Sequence[Chunk], asked: Asked, _: Options
) -> Iterator[Chunk]:
    """Nothing represents the last chunk of each multi-hop case that no other kind expects."""
    mine = asked.only(_is_multi_hop)
    legs = set()
    for case in filter(_is_multi_hop, asked.visible):
        own = [it["chunk_id"] for it in case["fragmentos_relevantes"] if it["chunk_id"] in mine]
        legs |= set(own[-1:])
    for chunk in chunks:
        yield {**chunk, "representation": ""} if chunk["chunk_id"] in legs else chunk


def reserve_without_description(
    chunks: Sequence[Chunk], asked: Asked, _: Options
) -> Iterator[Chunk]:
    """Nothing represents the chunks that blind cases alone expect."""
    blind = _expected(case for case in asked.counted if case.get("ciego"))
    hidden = blind - _expected(asked.visible)
    for chunk in chunks:
        yield {**chunk, "representation": ""} if chunk["chunk_id"] in hidden else chunk


def ingested_again(chunks: Sequence[Chunk], asked: Asked, options: Options) -> Iterator[Chunk]:
    """Copies stand before some of the chunks that a single-chunk case expects."""
    wanted = _single(asked)
    copied = 0
    for chunk in chunks:
        if chunk["chunk_id"] in wanted and copied < options["chunks"]:
            copied += 1
            for number in range(1, options["times"] + 1):
                yield {**chunk, "chunk_id": f"{chunk['chunk_id']}_copia_{number}"}
        yield chunk


def unindexed(asked: Asked, every: int) -> list[str]:
    """Ids that the index is to leave out: every so many of the singly expected chunks."""
    return sorted(_single(asked))[::every]


def _single(asked: Asked) -> set[str]:
    return _expected(case for case in asked.visible if len(case["fragmentos_relevantes"]) == 1)


def _expected(cases: Iterator[Case] | Sequence[Case]) -> set[str]:
    return {label["chunk_id"] for case in cases for label in case["fragmentos_relevantes"]}


def _in(chunk: Chunk, domain: str) -> bool:
    return bool(chunk["domain"] == domain)


def _is_gold(chunk: Chunk) -> bool:
    return bool(chunk.get("tier") == "gold")


def _is_multi_hop(case: Case) -> bool:
    return bool(case["tipo"] == "multi-hop")
