"""Golden set: does it still deserve to judge anything."""

from __future__ import annotations

from datetime import date

import streamlit as st

from evalcore.golden.checks.composition import LEAST, MOST
from evalcore.views import golden as view
from evalcore.views.charts.shares import Band, shares
from evalcore.views.charts.shares import told as shares_told
from evalcore.views.charts.territory import territory
from evalcore.views.charts.territory import told as territory_told
from evalcore.views.language import Translator
from evalcore.workflows.golden_check import Checked
from pages.ui import golden_data, patch_review, plain, tones
from pages.ui.frame import Frame, open_frame

_NO_BAR = {"displayModeBar": False}
_DETAILS = 12


def main() -> None:
    """The sentence, what it is made of, what it covers, what was found, the patch to review."""
    frame = open_frame()
    checked = golden_data.checked(frame, date.today())  # noqa: DTZ011 a verification's local day
    _sentence(frame, checked)
    _made_of(frame, checked)
    _covers(frame, checked)
    _found(frame, checked)
    patch_review.draw(frame, unlocked=bool(checked.unlocks))


def _sentence(frame: Frame, checked: Checked) -> None:
    t, report = frame.t, checked.report
    tone = view.tone(report)
    st.title(f":{tones.colour(tone)}[{tones.icon(tone)} {view.sentence(report, t)}]")
    parts = [
        checked.name,
        t.text("version {hash}", hash=checked.hash[:12]),
        t.plural("{n} active case", "{n} active cases", report.active),
        t.text("{n} blind", n=report.blind),
        t.text("as of {day}", day=t.day(checked.on)),
    ]
    plain.small(" · ".join(parts))
    for unlock in checked.unlocks:
        words = t.text(
            "The blind cases were unlocked by {who} on {when}: {why}",
            who=unlock.who,
            when=t.moment(unlock.at),
            why=unlock.why,
        )
        plain.quiet(words)


def _made_of(frame: Frame, checked: Checked) -> None:
    t, report = frame.t, checked.report
    left, right = st.columns([5, 4], gap="medium")
    with left, st.container(border=True, height="stretch"):
        st.header(t.text("Does it force the known ways to fail?"))
        _bars(view.composition(report, t), "composition", frame, (float(LEAST), float(MOST)))
        st.caption(
            t.text(
                "Cases of each kind; one case may be of several. The dotted box is the 10 to "
                "20 % without an answer that are due; orange is missing or out of range."
            )
        )
    with right, st.container(border=True, height="stretch"):
        st.header(t.text("Who asked these questions?"))
        _bars(view.sources(report, t), "sources", frame, None)
        st.caption(view.real_users(report, t))


def _bars(bars: tuple[view.Bar, ...], key: str, frame: Frame, band: Band | None) -> None:
    figure = shares(bars, frame.colours, frame.t, band=band)
    st.plotly_chart(figure, config=_NO_BAR, alt=shares_told(bars, frame.t), key=key)


def _covers(frame: Frame, checked: Checked) -> None:
    t, report = frame.t, checked.report
    st.header(t.text("What of the corpus no case touches"))
    if not report.plots:
        st.markdown(t.text("This run has no manifest, so nothing tells what the corpus holds."))
        return
    with st.container(border=True):
        st.plotly_chart(
            territory(report.plots, frame.colours, t),
            config=_NO_BAR,
            alt=territory_told(report.plots, t),
            key="territory",
        )
        st.caption(
            t.text(
                "Each tile is a document, as large as it has chunks; teal ones are touched by a "
                "case, orange ones by none."
            )
        )
        with st.container(horizontal=True, gap="small"):
            for axis in report.axes:
                with st.container(width=225):
                    plain.pair(view.axis_name(axis, t), view.axis_words(axis, t))


def _found(frame: Frame, checked: Checked) -> None:
    t = frame.t
    rows = view.finding_rows(checked.report, t)
    st.header(t.plural("{n} finding", "{n} findings", len(rows)))
    with st.container(border=True):
        for row in rows:
            _finding(row, t)


def _finding(row: view.FindingRow, t: Translator) -> None:
    with st.container(gap="xxsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            tones.badge(row.severity, row.tone)
            plain.mark(row.what)
        plain.words(row.do)
        if row.cases:
            plain.quiet(row.cases)
        if row.details:
            with st.expander(t.text("Details")):
                for detail in row.details[:_DETAILS]:
                    plain.words(detail)
                more = len(row.details) - _DETAILS
                if more > 0:
                    st.caption(t.plural("and {n} more", "and {n} more", more))


main()
