"""The policy: the calibrated numbers of the gate. The defaults are the seeds' (chapter 17)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallPolicy:
    """Below ``floor`` a case fails with quality 0; mean quality (0-100) must reach its limit."""

    floor: Fraction = Fraction(9, 10)
    mean_quality: Fraction = Fraction(95)
    min_grade: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class NoisePolicy:
    """The share of noise a case may carry, for all domains or one; exceptions as a share."""

    ceiling: Fraction = Fraction(3, 10)
    tolerance: Fraction = Fraction(0)
    domain: Mapping[str, Fraction] = field(default_factory=dict)

    def ceiling_for(self, domain: str | None) -> Fraction:
        """The domain's own ceiling where one is written, else the general one."""
        return self.ceiling if domain is None else self.domain.get(domain, self.ceiling)


@dataclass(frozen=True, slots=True, kw_only=True)
class TolerancePolicy:
    """How many failures a deploy may carry: with gold expected (count), others (share)."""

    gold: int = 0
    other: Fraction = Fraction(5, 100)
    documented: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RegressionPolicy:
    """How far a candidate may fall below the promoted baseline."""

    quality: Fraction = Fraction(0)
    mrr: Fraction = Fraction(0)
    gold_mrr: Fraction = Fraction(0)
    noise: Fraction = Fraction(0)
    cell_cases: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplingPolicy:
    """Samples of system and judge; the share that passes a check, and that must agree."""

    system: int = 1
    judge: int = 5
    pass_share: Fraction = Fraction(3, 5)
    min_agreement: Fraction = Fraction(4, 5)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenPolicy:
    """What keeps a golden set worth trusting."""

    min_cases: int = 50
    max_broken: Fraction = Fraction(5, 100)
    expires_months: int = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestPolicy:
    """How many documents a batch may have rejected."""

    max_rejected: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgePolicy:
    """The share of answers that must pass under each judged measure; None does not gate.

    Counted over at least ``min_cases`` answers, or over all where there are fewer to ask.
    """

    correctness: Fraction | None = None
    faithfulness: Fraction | None = None
    behaviour: Fraction | None = None
    min_cases: int = 40

    @property
    def levels(self) -> Mapping[str, Fraction]:
        """The measures that gate, each with its level."""
        named = {name: getattr(self, name) for name in ("correctness", "faithfulness", "behaviour")}
        return {name: level for name, level in named.items() if level is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """One signed version of the gate's numbers."""

    recall: RecallPolicy = field(default_factory=RecallPolicy)
    noise: NoisePolicy = field(default_factory=NoisePolicy)
    tolerance: TolerancePolicy = field(default_factory=TolerancePolicy)
    regression: RegressionPolicy = field(default_factory=RegressionPolicy)
    sampling: SamplingPolicy = field(default_factory=SamplingPolicy)
    golden: GoldenPolicy = field(default_factory=GoldenPolicy)
    ingest: IngestPolicy = field(default_factory=IngestPolicy)
    judge: JudgePolicy | None = None
    """None where no judged measure gates; the policy then has the hash it always had."""
    author: str | None = None
    reason: str | None = None
