"""What a policy file may say, and what it may not configure away (design.md, section 5)."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from evalcore.formats.shares import Exact, ShareOfSamples, between, unfit
from evalcore.model.policy import (
    GoldenPolicy,
    IngestPolicy,
    JudgePolicy,
    NoisePolicy,
    Policy,
    RecallPolicy,
    RegressionPolicy,
    SamplingPolicy,
    TolerancePolicy,
)

Ceiling = Annotated[Exact, AfterValidator(between("0", "1", open_high=True))]
Tolerance = Annotated[Exact, AfterValidator(between("0", "1/2"))]
Count = Annotated[int, Field(ge=0, le=1_000_000)]
Natural = Annotated[int, Field(ge=1, le=1_000_000)]


def _never_gold(value: int) -> int:
    if value != 0:
        raise unfit(
            f"{value} failures with gold expected cannot be tolerated",
            "an authorised synthesis that does not come out is not negotiable: gold = 0",
        )
    return value


class Section(BaseModel):
    """A table of the file: strict types, no unknown keys."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class RecallTable(Section):
    """``[recall]``: what must come out."""

    floor: Annotated[Exact, AfterValidator(between("1/2", "1"))] = RecallPolicy().floor
    mean_quality: Annotated[Exact, AfterValidator(between("50", "100"))] = (
        RecallPolicy().mean_quality
    )
    min_grade: Annotated[int, Field(ge=1, le=100)] = RecallPolicy().min_grade


class NoiseTable(Section):
    """``[noise]``; ``[noise.domain]`` holds the ceilings of single domains."""

    ceiling: Ceiling = NoisePolicy().ceiling
    tolerance: Tolerance = NoisePolicy().tolerance
    domain: dict[str, Ceiling] = Field(default_factory=dict)


class ToleranceTable(Section):
    """``[tolerance]``: how many failures a deploy may carry."""

    gold: Annotated[int, AfterValidator(_never_gold)] = TolerancePolicy().gold
    other: Tolerance = TolerancePolicy().other
    documented: bool = TolerancePolicy().documented


class RegressionTable(Section):
    """``[regression]``; ``quality`` is in points of 100, the other drops are shares."""

    quality: Annotated[Exact, AfterValidator(between("0", "50"))] = RegressionPolicy().quality
    mrr: Tolerance = RegressionPolicy().mrr
    gold_mrr: Tolerance = RegressionPolicy().gold_mrr
    noise: Tolerance = RegressionPolicy().noise
    cell_cases: Count = RegressionPolicy().cell_cases


class SamplingTable(Section):
    """``[sampling]``: how often is asked, and what the votes decide."""

    system: Natural = SamplingPolicy().system
    judge: Natural = SamplingPolicy().judge
    pass_share: Annotated[
        ShareOfSamples,
        AfterValidator(between("1/2", "1", open_low=True)),
        Field(alias="pass"),
    ] = SamplingPolicy().pass_share
    min_agreement: Annotated[ShareOfSamples, AfterValidator(between("1/2", "1", open_low=True))] = (
        SamplingPolicy().min_agreement
    )


class GoldenTable(Section):
    """``[golden]``: what keeps the golden set worth trusting."""

    min_cases: Count = GoldenPolicy().min_cases
    max_broken: Tolerance = GoldenPolicy().max_broken
    expires_months: Natural = GoldenPolicy().expires_months


class IngestTable(Section):
    """``[ingest]``: how many documents a batch may have refused."""

    max_rejected: Count = IngestPolicy().max_rejected


Level = Annotated[Exact, AfterValidator(between("0", "1", open_low=True))]


class JudgeTable(Section):
    """``[judge]``: which judged measures gate, at which share of passing answers."""

    correctness: Level | None = None
    faithfulness: Level | None = None
    behaviour: Level | None = None
    min_cases: Natural = JudgePolicy().min_cases

    def policy(self) -> JudgePolicy | None:
        """The levels; None where no measure gates."""
        judge = JudgePolicy(**dict(self))
        return judge if judge.levels else None


class PolicyTable(Section):
    """The whole file. What it leaves out keeps the seeds' numbers."""

    recall: RecallTable = RecallTable()
    noise: NoiseTable = NoiseTable()
    tolerance: ToleranceTable = ToleranceTable()
    regression: RegressionTable = RegressionTable()
    sampling: SamplingTable = SamplingTable()
    golden: GoldenTable = GoldenTable()
    ingest: IngestTable = IngestTable()
    judge: JudgeTable = JudgeTable()
    author: str | None = None
    reason: str | None = None

    def policy(self) -> Policy:
        """The policy that the file writes down."""
        return Policy(
            recall=RecallPolicy(**dict(self.recall)),
            noise=NoisePolicy(**dict(self.noise)),
            tolerance=TolerancePolicy(**dict(self.tolerance)),
            regression=RegressionPolicy(**dict(self.regression)),
            sampling=SamplingPolicy(**dict(self.sampling)),
            golden=GoldenPolicy(**dict(self.golden)),
            ingest=IngestPolicy(**dict(self.ingest)),
            judge=self.judge.policy(),
            author=self.author,
            reason=self.reason,
        )
