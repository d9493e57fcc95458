"""How a judged run is answered: JSON or a page of text, and always its exit code."""

from __future__ import annotations

import typer

from evalcore.workflows.outcome import Outcome


def answer(outcome: Outcome, *, as_json: bool) -> None:
    """Print the outcome and leave with the verdict's exit code."""
    if as_json:
        print_outcome_json(outcome)
    else:
        from evalcore.cli.verdict_text import print_verdict

        print_verdict(outcome)
    raise typer.Exit(outcome.verdict.exit_code)


def print_outcome_json(outcome: Outcome, only: list[str] | None = None) -> None:
    """The stable object of design.md, section 14; ``only`` narrows its cases."""
    from evalcore.cli.console import print_json
    from evalcore.views.result import result_of

    result = result_of(
        run_id=outcome.run_id,
        label=outcome.label,
        suite=outcome.suite,
        examination=outcome.examination,
        verdict=outcome.verdict,
    )
    result["blind"] = outcome.blind
    result["notes"] = list(outcome.notes)
    if only is not None:
        result["cases"] = [case for case in result["cases"] if case["id"] in only]
    print_json(result)
