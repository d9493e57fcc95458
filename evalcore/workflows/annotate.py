"""Annotation of a suite's golden set: a person's view taken down, a second one compared with it.

Only the suite's own golden file is ever written, whole or not at all, and only while it is what
the person saw.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from evalcore.errors import UsageError
from evalcore.formats.annotations import (
    all_of,
    decided,
    retired,
    settled_of,
    views_of,
    with_disagreement,
    with_settlement,
    with_view,
)
from evalcore.formats.golden_edit import Edit, GoldenText
from evalcore.golden.agreement import (
    Agreement,
    Difference,
    agreement,
    differences,
    disagree,
    joined,
)
from evalcore.golden.annotation import (
    SEEN,
    Standing,
    current,
    first_view,
    person,
    seen,
    standing,
)
from evalcore.model.case import Case, GoldenSet
from evalcore.model.words import CaseStatus
from evalcore.workflows.golden_review import Desk


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A golden set opened for annotation. ``digest`` names the file's bytes as they were read."""

    golden: GoldenSet
    views: Mapping[str, tuple[Case, ...]]
    digest: str
    min_grade: int

    def standing(self, case: Case) -> Standing:
        """What a case waits for."""
        return standing(
            case,
            self.views[case.id],
            min_grade=self.min_grade,
            settled=settled_of(case) is not None,
        )

    def given(self, case: Case) -> tuple[Case, ...]:
        """The newest view of each person on the case as it is worded now."""
        return current(case, self.views[case.id])

    def differences(self, case: Case) -> tuple[Difference, ...]:
        """What the first two views of a case say differently; empty without two."""
        given = self.given(case)
        if len(given) < 2:
            return ()
        return differences(given[0], given[1], min_grade=self.min_grade)

    def agreement(self) -> Agreement:
        """Kappa over the visible cases that two people annotated."""
        pairs = [g for c in self.golden.cases if not c.blind and len(g := self.given(c)) > 1]
        shown = [seen(one) & seen(other) for one, other, *_ in pairs]
        return agreement([(p[0], p[1]) for p in pairs], shown, min_grade=self.min_grade)


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What became of a case when a view was taken down."""

    case_id: str
    standing: Standing
    differs: tuple[Difference, ...] = ()


def open_sheet(desk: Desk, *, min_grade: int) -> Sheet:
    """Read the suite's golden set with its views. Raises ``InputError``."""
    text = GoldenText(desk.golden)
    return Sheet(
        golden=text.golden,
        views={c.id: views_of(c, file=desk.golden.name) for c in text.golden.cases},
        digest=_digest(text),
        min_grade=min_grade,
    )


def annotate(
    desk: Desk, view: Case, shown: Sequence[str], *, digest: str, alone: bool, min_grade: int
) -> Taken:
    """Take down one person's view of a case, and settle the case where that settles it.

    ``alone`` says that one person is enough: the case becomes what this view says. Else it waits
    for a second person; two who agree make it active, two who do not leave their disagreement in
    it. ``shown`` are the chunks the person was shown. Raises ``UsageError`` where the view is not
    signed, is a third one, or the file is no longer the one seen.
    """
    text = _unchanged(desk, digest)
    case = _case(text, view.id)
    if not view.annotated_by or not person(view):
        raise UsageError("an annotation is signed by a person", hint="write your name")
    view = replace(view, extra={SEEN: list(dict.fromkeys(shown))}, status=CaseStatus.ACTIVE)
    given = views_of(case, file=desk.golden.name)
    others = [one for one in current(case, given) if person(one) != person(view)]
    if len(current(case, given)) > 1:
        raise UsageError("two people annotated this case already", hint="decide between them")
    first = others[0] if others else first_view(case, ())
    if first is not None and person(first) == person(view):
        first = None
    edits, taken = _outcome(case, first, view, alone=alone, min_grade=min_grade)
    recorded = [] if given or first is None else [with_view(_signed(first))]
    text.write(desk.golden, {case.id: all_of(*recorded, with_view(view), *edits)})
    return taken


def adjudicate(desk: Desk, chosen: Case, *, by: str, why: str, digest: str) -> Taken:
    """Settle a disagreement for one of the views, or for another one; both views stay recorded.

    Raises ``UsageError`` without a name or a reason.
    """
    text = _unchanged(desk, digest)
    case = _case(text, chosen.id)
    signed_by(by, why)
    views = current(case, views_of(case, file=desk.golden.name))
    names = [name for view in views for name in view.annotated_by]
    view = replace(chosen, annotated_by=tuple(dict.fromkeys([*names, by.strip()])))
    elected = " + ".join(chosen.annotated_by) or by.strip()
    edit = all_of(
        decided(view, on=_today()),
        with_settlement(by=by.strip(), on=_today(), chosen=elected, why=why.strip()),
    )
    text.write(desk.golden, {case.id: edit})
    return Taken(case_id=case.id, standing=Standing.ACTIVE)


def retire(desk: Desk, case_id: str, *, by: str, why: str, digest: str) -> Taken:
    """Take a case out of the exam, with who and why; what people said of it stays."""
    text = _unchanged(desk, digest)
    signed_by(by, why)
    note = with_settlement(by=by.strip(), on=_today(), chosen="retired", why=why.strip())
    text.write(desk.golden, {_case(text, case_id).id: all_of(retired, note)})
    return Taken(case_id=case_id, standing=Standing.RETIRED)


def signed_by(by: str, why: str) -> None:
    """Refuse a decision that nobody signs or gives a reason for, with ``UsageError``."""
    if not by.strip():
        raise UsageError("a decision is signed by a person", hint="write your name")
    if not why.strip():
        raise UsageError("a decision says why", hint="write one sentence")


def write_case(desk: Desk, case_id: str, edit: Edit, *, digest: str) -> None:
    """Write one edit of one visible case, if the file is still the one seen."""
    text = _unchanged(desk, digest)
    text.write(desk.golden, {_case(text, case_id).id: edit})


def _outcome(
    case: Case, first: Case | None, view: Case, *, alone: bool, min_grade: int
) -> tuple[list[Edit], Taken]:
    if first is None:
        if not alone:
            waits = Standing.SECOND if case.status is CaseStatus.DRAFT else Standing.ACTIVE
            return [], Taken(case_id=case.id, standing=waits)
        return [decided(view, on=_today())], Taken(case_id=case.id, standing=Standing.ACTIVE)
    differs = differences(first, view, min_grade=min_grade)
    if disagree(first, view, min_grade=min_grade):
        edit = with_disagreement([first, view])
        return [edit], Taken(case_id=case.id, standing=Standing.DISAGREED, differs=differs)
    both = decided(joined(first, view), on=_today())
    return [both], Taken(case_id=case.id, standing=Standing.ACTIVE, differs=differs)


def _signed(case: Case) -> Case:
    """An active case as the view of the first person who signed it."""
    return replace(case, annotated_by=case.annotated_by[:1], extra={})


def _unchanged(desk: Desk, digest: str) -> GoldenText:
    text = GoldenText(desk.golden)
    if _digest(text) != digest:
        raise UsageError(
            "the golden set changed on disk since you opened it, so nothing was written",
            where=desk.golden.name,
            hint="look at the case again, then sign again; your marks are kept",
        )
    return text


def _case(text: GoldenText, case_id: str) -> Case:
    case = text.golden.by_id.get(case_id)
    if case is None:
        raise UsageError(f"the golden set has no case {case_id!r}")
    if case.blind:
        raise UsageError("that case is blind", hint="annotate it in the file, after an unlock")
    return case


def _digest(text: GoldenText) -> str:
    return hashlib.sha256(text.edited({})).hexdigest()


def _today() -> date:
    return date.today()  # noqa: DTZ011 an annotation is dated by the local day
