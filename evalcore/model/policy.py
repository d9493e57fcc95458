"""The policy: the calibrated numbers of the gate. The defaults are the seeds' (chapter 17)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallPolicy:
    """Below ``floor`` a case fails with quality 0; mean quality (0-100) must reach its limit."""

    floor: Fraction = Fraction(9, 10)
    """Least supply of a case that passes; below it the case fails, with quality 0."""
    mean_quality: Fraction = Fraction(95)
    """Least mean quality of all counted cases, of 100."""
    min_grade: int = 1
    """Least grade of a chunk that counts as relevant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoisePolicy:
    """The share of noise a case may carry, for all domains or one; exceptions as a share."""

    ceiling: Fraction = Fraction(3, 10)
    """Largest share of noise in the list of a case that passes."""
    tolerance: Fraction = Fraction(0)
    """Largest share of passing cases that may be over their ceiling."""
    domain: Mapping[str, Fraction] = field(default_factory=dict)
    """Ceilings of single domains, by name, where they differ from the general one."""

    def ceiling_for(self, domain: str | None) -> Fraction:
        """The domain's own ceiling where one is written, else the general one."""
        return self.ceiling if domain is None else self.domain.get(domain, self.ceiling)


@dataclass(frozen=True, slots=True, kw_only=True)
class TolerancePolicy:
    """How many failures a deploy may carry: with gold expected (count), others (share)."""

    gold: int = 0
    """Failures among cases that expect gold; 0, and nothing else is taken."""
    other: Fraction = Fraction(5, 100)
    """Largest share of the counted cases that may fail without gold being expected."""
    documented: bool = True
    """Whether each tolerated failure needs a signed diagnosis."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RegressionPolicy:
    """How far a candidate may fall below the promoted baseline."""

    quality: Fraction = Fraction(0)
    """How far mean quality may fall below the baseline, in points of 100."""
    mrr: Fraction = Fraction(0)
    """How far MRR may fall."""
    gold_mrr: Fraction = Fraction(0)
    """How far the MRR of gold chunks may fall."""
    noise: Fraction = Fraction(0)
    """How far mean noise may rise."""
    cell_cases: int = 0
    """Newly failing cases that one category or difficulty may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplingPolicy:
    """Samples of system and judge; the share that passes a check, and that must agree."""

    system: int = 1
    """How often the index is asked each question."""
    judge: int = 5
    """How often a judge is asked about each answer."""
    pass_share: Fraction = Fraction(3, 5)
    """Share of the votes at which a yes-or-no check passes."""
    min_agreement: Fraction = Fraction(4, 5)
    """Least share of samples with the majority verdict; below it a case is undecided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenPolicy:
    """What keeps a golden set worth trusting."""

    min_cases: int = 50
    """Counted cases below which the gate warns that only coarse regressions show."""
    max_broken: Fraction = Fraction(5, 100)
    """Largest share of broken cases; above it the golden set is stale (exit 4)."""
    expires_months: int = 6
    """Months after which a case must be verified against the corpus again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestPolicy:
    """How many documents a batch may have rejected."""

    max_rejected: int = 0
    """Documents that the newest batch may have rejected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgePolicy:
    """The share of answers that must pass under each judged measure; None does not gate.

    Counted over at least ``min_cases`` answers, or over all where there are fewer to ask.
    """

    correctness: Fraction | None = None
    """Least share of judged answers that say what the reference says."""
    faithfulness: Fraction | None = None
    """Least share of judged answers whose every statement the chunks hold."""
    behaviour: Fraction | None = None
    """Least share of judged answers that do what the case expects."""
    min_cases: int = 40
    """Answers over which a share must be told, or all where there are fewer."""

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
    """Who signs these numbers."""
    reason: str | None = None
    """Why they are what they are; a change against the baseline needs both."""
