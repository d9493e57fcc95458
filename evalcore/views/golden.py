"""The golden set on the screen: the sentence, composition, sources, coverage and findings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from evalcore.golden.checks.composition import LEAST, MOST
from evalcore.golden.coverage import Axis
from evalcore.golden.finding import Finding, Severity
from evalcore.golden.kinds import Kind
from evalcore.golden.origins import REAL_USERS, Origin
from evalcore.golden.report import STALE, HealthReport
from evalcore.views.language import N_, Translator
from evalcore.views.words import Tone

MOST_IDS = 100
"""So many ids of a finding are shown; of a large set it may concern every case."""

KINDS: Mapping[Kind, str] = {
    Kind.NO_ANSWER: N_("No answer"),
    Kind.MULTI_HOP: N_("Multi-hop"),
    Kind.AMBIGUOUS: N_("Ambiguous"),
    Kind.VOCABULARY: N_("User's own words"),
    Kind.CODES: N_("Codes and names"),
    Kind.TEMPORAL: N_("Temporal"),
    Kind.OUT_OF_SCOPE: N_("Out of scope"),
    Kind.PLAIN: N_("Plain questions"),
}
ORIGINS: Mapping[Origin, str] = {
    Origin.LOG: N_("Query logs"),
    Origin.SUPPORT: N_("Support"),
    Origin.INTERVIEW: N_("Interviews"),
    Origin.COVERAGE: N_("Corpus coverage"),
    Origin.GENERATED: N_("Generated"),
    Origin.UNKNOWN: N_("Not said"),
}
_SEVERITIES: Mapping[Severity, tuple[str, Tone]] = {
    Severity.ERROR: (N_("error"), Tone.BAD),
    Severity.WARNING: (N_("warning"), Tone.WARN),
    Severity.NOTE: (N_("note"), Tone.QUIET),
}
_AXES = {
    "domain": N_("Domains"),
    "kind": N_("Kinds of chunk"),
    "doc_id": N_("Documents"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One bar of a picture: its words, how many of how many, and how good that is."""

    label: str
    n: int
    N: int
    tone: Tone
    tip: str

    @property
    def share(self) -> float:
        """n / N, 0 where there is nothing."""
        return self.n / self.N if self.N else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingRow:
    """A finding for the table: ``cases`` and ``details`` are people's own text."""

    name: str
    severity: str
    tone: Tone
    what: str
    do: str
    cases: str
    details: tuple[str, ...]


def sentence(report: HealthReport, t: Translator) -> str:
    """Whether the golden set may be trusted, in one sentence."""
    errors = len(report.of(Severity.ERROR))
    warnings = len(report.of(Severity.WARNING))
    if report.exit_code == STALE:
        return t.text("The golden set no longer fits the index: re-anchor it before judging")
    if errors:
        return t.plural(
            "{n} finding makes the golden set's figures untrue",
            "{n} findings make the golden set's figures untrue",
            errors,
        )
    if warnings:
        return t.plural(
            "No error in the golden set, but {n} warning",
            "No error in the golden set, but {n} warnings",
            warnings,
        )
    return t.text("No error and no warning in the golden set")


def tone(report: HealthReport) -> Tone:
    """The tone of the sentence."""
    if report.of(Severity.ERROR):
        return Tone.BAD
    return Tone.WARN if report.of(Severity.WARNING) else Tone.GOOD


def composition(report: HealthReport, t: Translator) -> tuple[Bar, ...]:
    """One bar a kind, in the text's order; a kind of which there is none is not good."""
    return tuple(
        Bar(
            label=t.text(KINDS[kind]),
            n=n,
            N=report.active,
            tone=_due(kind, n, report.active),
            tip=t.text("{n} of {N} cases", n=n, N=report.active),
        )
        for kind, n in report.kinds.items()
    )


def sources(report: HealthReport, t: Translator) -> tuple[Bar, ...]:
    """One bar a source, from the most representative to the least; real users are good."""
    return tuple(
        Bar(
            label=t.text(ORIGINS[origin]),
            n=n,
            N=report.active,
            tone=Tone.GOOD if origin in REAL_USERS else Tone.QUIET,
            tip=t.text("{n} of {N} cases", n=n, N=report.active),
        )
        for origin, n in report.origins.items()
        if n or origin not in (Origin.UNKNOWN, Origin.GENERATED)
    )


def real_users(report: HealthReport, t: Translator) -> str:
    """How much of the set real users asked, in words."""
    real = sum(report.origins[origin] for origin in REAL_USERS)
    made = report.origins[Origin.GENERATED]
    words = t.text("Real users asked {real} of {N} questions.", real=real, N=report.active)
    if made:
        words += " " + t.text("A model generated {made}.", made=made)
    return words


def axis_name(axis: Axis, t: Translator) -> str:
    """The axis in words; a facet is called by its own name."""
    return axis.name if axis.facet else t.text(_AXES[axis.name])


def axis_words(axis: Axis, t: Translator) -> str:
    """How many zones of an axis no case touches."""
    return t.text(
        "{untouched} of {all} without a case", untouched=len(axis.untouched), all=len(axis.zones)
    )


def finding_rows(report: HealthReport, t: Translator) -> tuple[FindingRow, ...]:
    """The findings, errors first."""
    return tuple(_row(finding, t) for finding in report.findings)


def _row(finding: Finding, t: Translator) -> FindingRow:
    word, tone = _SEVERITIES[finding.severity]
    cases = [*finding.cases[:MOST_IDS]]
    if len(finding.cases) > MOST_IDS:
        cases.append(t.plural("and {n} more", "and {n} more", len(finding.cases) - MOST_IDS))
    if finding.blind:
        cases.append(t.plural("{n} blind case", "{n} blind cases", finding.blind))
    return FindingRow(
        name=finding.name,
        severity=t.text(word),
        tone=tone,
        what=t.message(finding.what),
        do=t.message(finding.do),
        cases=", ".join(cases),
        details=finding.details,
    )


def _due(kind: Kind, n: int, active: int) -> Tone:
    if kind is Kind.PLAIN:
        return Tone.QUIET
    if kind is Kind.NO_ANSWER:
        due = bool(active) and LEAST <= Fraction(n, active) <= MOST
        return Tone.GOOD if due else Tone.WARN
    return Tone.GOOD if n else Tone.WARN
