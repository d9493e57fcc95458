"""Write docs/reference/ from the code's own registries, models and docstrings.

``--check`` only tells whether the pages are current, and changes nothing.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path

import typer
import typer.main
from typer.testing import CliRunner

from evalcore import errors
from evalcore.cli.main import app
from evalcore.diagnosis.probes import PROBES
from evalcore.formats import golden_fields, judge_table, manifest_fields, policy_model
from evalcore.formats.suite import SuiteTable
from evalcore.gate.rules import WITH_JUDGE
from evalcore.metrics.registry import MEASURES
from evalcore.model import policy, verdict
from evalcore.model.case import Case, Expected
from evalcore.model.exam import Exam
from evalcore.model.manifest import Batch, Chunk, Removal
from evalcore.model.symptom import OF_THE_BOOK, SymptomName
from evalcore.retrievers import registry as retrievers
from evalcore.retrievers.embedders import registry as embedders
from evalcore.symptoms.chapters import GUIDES
from evalcore.views.language import Translator
from evalcore.views.probes import cause, probe_name, probe_number
from evalcore.views.symptom_words import symptom_title
from evalcore.views.words import rule_word

from reference_tables import (
    default,
    doc,
    fields_table,
    grid,
    is_table,
    keys,
    source,
    tables_of,
    takes,
    texts_of,
)

FOLDER = Path(__file__).with_name("reference")
NOTE = "<!-- written by python docs/reference.py from the code; a test compares them -->"
ENGLISH = Translator("en")
INTERNAL_ERROR = 70


def main() -> int:
    """Write every page; with ``--check`` compare them only."""
    check, stale = "--check" in sys.argv[1:], []
    for name, page in PAGES.items():
        path = FOLDER / name
        text = f"{NOTE}\n\n{page().strip()}\n"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
        if not check:
            FOLDER.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for name in stale if check else ():
        sys.stderr.write(f"docs/reference/{name} is stale; run make docs\n")
    return 1 if stale and check else 0


def contents() -> str:
    """Which pages there are."""
    lines = (f"- [{title_of(page())}]({name})" for name, page in PAGES.items() if page != contents)
    return (
        "# Reference\n\nTaken from the code itself. File formats of other tools: "
        "[formats.md](../formats.md); the `[judge]` table in words: [judge.md](../judge.md).\n\n"
        + "\n".join(lines)
    )


def commands() -> str:
    """What every command says of itself."""
    root = typer.main.get_command(app)
    parts = ["# Commands", "Exit codes: [exit-codes.md](exit-codes.md)."]
    for name, command in root.commands.items():
        parts.append(f"## `unbury {name}`\n\n{_help(name)}")
        more = getattr(command, "commands", {})
        parts.extend(f"### `unbury {name} {one}`\n\n{_help(name, one)}" for one in more)
    return "\n\n".join(parts)


def exit_codes() -> str:
    """What a number means."""
    verdicts = (
        (verdict.EXIT_ACCEPT, "ACCEPT; or the command did what it was asked to"),
        (verdict.EXIT_BLOCK, "BLOCK; of `golden check`: the set has errors"),
        (errors.InputError.exit_code, "something that was given cannot be used: it says what"),
        (verdict.EXIT_CANNOT_JUDGE, "CANNOT JUDGE: a counted question could not be measured"),
        (verdict.EXIT_STALE, "CANNOT JUDGE, since too much of the golden set is broken: stale"),
        (INTERNAL_ERROR, "our own fault; `UNBURY_DEBUG=1` shows where"),
        (130, "interrupted (Ctrl-C)"),
    )
    tree = textwrap.dedent(doc(errors).split("\n\n")[1])
    return (
        "# Exit codes\n\nNo error ends in 0, and no verdict but ACCEPT does.\n\n"
        + grid(("code", "meaning"), verdicts)
        + f"\n\n## Errors raised on purpose\n\n```\n{tree}\n```"
    )


def measures() -> str:
    """The measures, as the registry has them."""
    rows = (
        (
            f"`{one.name(Exam())}`",
            one.meaning,
            f"`{one.formula}`",
            f"{one.bounds[0]} to {one.bounds[1]}",
            "higher" if one.higher_is_better else "lower",
            source(one.source),
        )
        for one in MEASURES
    )
    return (
        "# Measures\n\nOf one case; the mean of a run is over the measured cases and is shown with "
        "n/N and a 95 % interval. E are the relevant chunks of the case, T the first K results, "
        "D the depth; names are those of K = 10.\n\n"
        + grid(("measure", "says", "formula", "range", "better", "source"), rows)
    )


def rules() -> str:
    """The rules of the gate, in the order in which they are told."""
    parts = ["# Rules of the gate"]
    for name, judge in WITH_JUDGE:
        module = doc(sys.modules[judge.__module__])
        parts.append(f"## `{name}`: {rule_word(name, ENGLISH)}\n\n{module}\n\n{doc(judge)}")
    return "\n\n".join(parts)


def policy_keys() -> str:
    """Every key of a policy."""
    rows = []
    for section, field in policy_model.PolicyTable.model_fields.items():
        table = field.annotation
        if not is_table(table):
            rows.append((f"`{section}`", takes(field), "–", texts_of(policy.Policy)[section]))
            continue
        said = texts_of(getattr(policy, table.__name__.replace("Table", "Policy")))
        for key, one in table.model_fields.items():
            name = f"`[{section}] {one.alias or key}`"
            rows.append((name, takes(one), default(one), said[key]))
    return (
        "# Policy\n\nTOML; every key may be left out. Numbers are exact: `0.9` is 9/10, and shares "
        'of samples are written as fractions, `"3/5"`. Unknown keys, and numbers out of range, '
        "are errors.\n\n" + grid(("key", "takes", "default", "meaning"), rows)
    )


def suite_keys() -> str:
    """Every key of a suite, and of its judge."""
    parts = ["# Suite", doc(SuiteTable), keys(SuiteTable), "## `[judge]`"]
    parts.append("In words, with examples: [judge.md](../judge.md).")
    parts.append(keys(judge_table.JudgeTable))
    for name in ("PromptsTable", "SystemTable", "PriceTable"):
        table = getattr(judge_table, name)
        parts.append(f"{doc(table)}\n\n{keys(table)}")
    return "\n\n".join(parts)


def retriever_options() -> str:
    """Every kind of retriever and of embedder with its options."""
    parts = [
        "# Retrievers",
        "The `[retriever]` table of a suite, by its `kind`.",
    ]
    kinds = retrievers.kinds()
    for table in dict.fromkeys(kinds[name] for name in sorted(kinds)):
        names = " and ".join(f"`{name}`" for name in sorted(kinds) if kinds[name] is table)
        parts.append(f"## {names}\n\n{doc(table)}")
        parts.extend(tables_of(table))
    parts.append(
        "# Embedders\n\nThe `[retriever.embedder]` table, where a retriever takes vectors."
    )
    for name, table in sorted(embedders.kinds().items()):
        parts.append(f"## `{name}`\n\n{doc(table)}\n\n{keys(table)}")
    return "\n\n".join(parts)


def diagnosis() -> str:
    """The probes in their order."""
    rows = (
        (
            str(probe_number(one.name)),
            f"`{one.name}`",
            probe_name(one.name, ENGLISH),
            doc(sys.modules[one.conclude.__module__]).split(": ", 1)[1],
            cause(one.name, ENGLISH),
        )
        for one in PROBES
    )
    return "# Diagnosis: the probes\n\nAsked in this order of every chunk that is missing.\n\n" + (
        grid(("", "probe", "about", "asks", "as a diagnosis"), rows)
    )


def symptoms() -> str:
    """The symptoms and where each points."""
    rows = []
    for name in SymptomName:
        guide = GUIDES[name]
        where = "chapters " + ", ".join(guide.chapters) if guide.chapters else ""
        points = "" if guide.points_to is None or name not in OF_THE_BOOK else str(guide.points_to)
        book = "the book" if name in OF_THE_BOOK else "beyond it"
        review = str(guide.review)
        rows.append((f"`{name}`", symptom_title(name, ENGLISH), book, where or points, review))
    return (
        "# Symptoms\n\nHow often each cries wolf is measured: [symptoms.md](../symptoms.md).\n\n"
        + grid(("symptom", "is active when", "from", "points at", "review"), rows)
    )


def golden_and_manifest() -> str:
    """The fields of what people write down."""
    tables = (
        ("Golden set: a case", Case, golden_fields.CASE_FIELDS),
        ("Golden set: an expected chunk", Expected, golden_fields.EXPECTED_FIELDS),
        ("Manifest: a chunk", Chunk, manifest_fields.CHUNK_FIELDS),
        ("Manifest: a batch", Batch, manifest_fields.BATCH_FIELDS),
        ("Manifest: a removal", Removal, manifest_fields.REMOVAL_FIELDS),
    )
    parts = ["# Golden set and manifest", "Keys that are not here are kept, and exported again."]
    for title, model, fields in tables:
        parts.append(f"## {title}\n\n{doc(model)}\n\n{fields_table(fields)}")
    return "\n\n".join(parts)


PAGES: Mapping[str, Callable[[], str]] = {
    "README.md": contents,
    "commands.md": commands,
    "golden-and-manifest.md": golden_and_manifest,
    "suite.md": suite_keys,
    "retrievers.md": retriever_options,
    "policy.md": policy_keys,
    "rules.md": rules,
    "measures.md": measures,
    "diagnosis.md": diagnosis,
    "symptoms.md": symptoms,
    "exit-codes.md": exit_codes,
}


def title_of(page: str) -> str:
    """The first heading."""
    return page.split("\n", 1)[0].removeprefix("# ")


def _help(*name: str) -> str:
    shown = CliRunner().invoke(app, [*name, "--help"], prog_name="unbury", env={"COLUMNS": "92"})
    return f"```\n{shown.output.strip()}\n```"


if __name__ == "__main__":
    sys.exit(main())
