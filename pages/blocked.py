"""Blocked deploy: why the index did not go live, told in six steps."""

from __future__ import annotations

from functools import partial

import streamlit as st

from evalcore.model.words import Decision
from evalcore.views.blocked.material import Material
from evalcore.views.blocked.story import STEPS, StepName, Story, about, not_stopped, story
from evalcore.views.history import name_of
from evalcore.views.language import Translator
from pages.ui import nav, plain, selection, story_cause, story_data, story_steps, tones
from pages.ui.frame import Frame, open_frame

STEP = "step"
MOST_LISTED = 10


def main() -> None:
    """One step of the walkthrough, with the way back, the way on, and the export."""
    frame = open_frame()
    material = story_data.material(frame)
    said = not_stopped(material, frame.t)
    if said:
        _accepted(frame, material, said)
        return
    told = story(material, frame.t)
    number = _number()
    _progress(frame, material, told.names, number)
    _step(frame, told, told.names[number - 1])
    _ways(told.names, number, frame.t)
    _export(frame, material)


def _number() -> int:
    """The step of the URL; the first where it names none."""
    asked = selection.asked_for(STEP)
    text = asked[0] if asked else ""
    return int(text) if text in {str(n + 1) for n in range(len(STEPS))} else 1


def _progress(frame: Frame, material: Material, names: tuple[StepName, ...], number: int) -> None:
    t = frame.t
    plain.quiet(about(material, t))
    here = names[number - 1]
    words = t.text("Step {number} of {total}", number=number, total=len(names))
    st.progress(number / len(names), text=f"**{words}** · {here.word}")
    key = f"_step_{t.language}_{number}"
    labels = {str(one.number): f"{one.number} {one.word}" for one in names}
    options: list[str] = [*labels]
    st.segmented_control(
        t.text("Steps"),
        options,
        default=str(number),
        required=True,
        format_func=lambda one: tones.option(labels[one]),
        key=key,
        width="stretch",
        wrap=False,
        label_visibility="collapsed",
        on_change=lambda: selection.choose_filter(STEP, [st.session_state[key]]),
    )


def _step(frame: Frame, told: Story, name: StepName) -> None:
    draw = {
        "plan": partial(story_steps.plan, told.plan),
        "verdict": partial(story_steps.verdict, told.verdict),
        "question": partial(story_steps.question, told.question),
        "cause": partial(story_cause.cause, told.cause),
        "repair": partial(story_steps.repair, told.repair),
        "green": partial(story_steps.green, told.green),
    }
    draw[name.key](frame)


def _ways(names: tuple[StepName, ...], number: int, t: Translator) -> None:
    """Back and next, each naming where it leads."""
    with st.container(
        horizontal=True, horizontal_alignment="distribute" if number > 1 else "right"
    ):
        if number > 1:
            st.button(
                t.text("Back: {step}", step=names[number - 2].named),
                icon=":material/arrow_back:",
                on_click=partial(selection.choose_filter, STEP, [str(number - 1)]),
            )
        if number < len(names):
            st.button(
                t.text("Next: {step}", step=names[number].named),
                type="primary",
                icon=":material/arrow_forward:",
                icon_position="right",
                on_click=partial(selection.choose_filter, STEP, [str(number + 1)]),
            )


def _export(frame: Frame, material: Material) -> None:
    t = frame.t
    st.download_button(
        t.text("Save all steps as one page"),
        data=partial(story_data.page, material, t),
        file_name=f"unbury-{frame.run.record.id}.html",
        mime="text/html",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
    )


def _accepted(frame: Frame, material: Material, said: str) -> None:
    t = frame.t
    st.title(said, icon=":material/verified:")
    plain.quiet(about(material, t))
    stopped = [
        one
        for one in frame.records
        if one.suite == frame.run.record.suite and one.decision != Decision.ACCEPT
    ]
    if not stopped:
        st.markdown(t.text("No run of this suite was ever blocked."))
        return
    st.markdown(t.text("These runs of the same suite were:"))
    for one in stopped[:MOST_LISTED]:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            plain.mark(name_of(one))
            if st.button(
                t.moment(one.started),
                key=f"_stopped_{one.id}",
                icon=nav.BLOCKED.icon,
                type="tertiary",
            ):
                selection.remember_run(one.id)
                st.switch_page(nav.BLOCKED.file, query_params=selection.link(run=one.id))


main()
