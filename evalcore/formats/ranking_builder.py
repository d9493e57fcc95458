"""Rankings put together list by list, with what must hold for the file as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from evalcore.formats.findings import Findings
from evalcore.formats.ranking_file import Asked, RankingFile, in_order
from evalcore.model.ranking import Failure, Ranking, Rankings


@dataclass(slots=True)
class _Sample:
    answers: dict[str, Ranking | Failure] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Builder:
    """Takes the lists of a file one by one; ``finish`` packs them or raises ``InputError``."""

    findings: Findings
    samples: dict[int, _Sample] = field(default_factory=dict)
    scored_at: int | None = None
    unscored_at: int | None = None
    raw_at: int | None = None
    no_raw_at: int | None = None

    def take(self, case_id: str, answer: Ranking | Failure, *, sample: int, line: int) -> None:
        """One list (or failure) of one case; the same case again in a sample is a problem."""
        kept = self.samples.setdefault(sample, _Sample())
        first = kept.lines.setdefault(case_id, line)
        if first != line:
            what = f'the case "{case_id}" stands on line {first} already'
            hint = 'keep one list, or number repetitions: "sample": 2'
            self.findings.add(what, hint, line=line, at="case_id")
            return
        kept.answers[case_id] = answer
        if isinstance(answer, Ranking) and answer.chunk_ids:
            self._remember(answer, line)

    def _remember(self, answer: Ranking, line: int) -> None:
        if answer.scores is None:
            self.unscored_at = self.unscored_at or line
        else:
            self.scored_at = self.scored_at or line
        if answer.raw_scores is None:
            self.no_raw_at = self.no_raw_at or line
        else:
            self.raw_at = self.raw_at or line

    def finish(self, asked: Asked, *, format_name: str, notes: Sequence[str]) -> RankingFile:
        """The samples in the order of their numbers, in the order asked for."""
        self._check_columns()
        if not self.samples and not self.findings.problems:
            self.findings.add("no rankings", "a rankings file holds one list for each case")
        self.findings.stop()
        packed = [
            in_order(_pack(self.samples[number]), asked, self.findings, self.samples[number].lines)
            for number in sorted(self.samples)
        ]
        self.findings.stop()
        gaps = _gaps(sorted(self.samples))
        return RankingFile(samples=tuple(packed), format=format_name, notes=(*notes, *gaps))

    def _check_columns(self) -> None:
        both = (
            ("score", self.scored_at, self.unscored_at),
            ("raw_score", self.raw_at, self.no_raw_at),
        )
        for name, some, none in both:
            if some is not None and none is not None:
                what = f"the list on line {some} has {name}s and the one on line {none} has none"
                hint = f"give every list a {name}, or none"
                self.findings.add(what, hint, line=none, at=name)


def _pack(sample: _Sample) -> Rankings:
    return Rankings.pack(sample.answers.items())


def _gaps(numbers: Sequence[int]) -> list[str]:
    missing = sorted(set(range(numbers[0], numbers[-1] + 1)) - set(numbers))[:10] if numbers else []
    return [f"samples missing between the first and the last: {missing}"] if missing else []
