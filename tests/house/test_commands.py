"""Every command is documented, and says how it is used."""

from pathlib import Path

import pytest
import typer.main

from evalcore.cli.main import app

ROOT = Path(__file__).parents[2]
COMMANDS = typer.main.get_command(app).commands


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_command_has_help_with_an_example(name):
    assert f"Example: unbury {name}" in COMMANDS[name].help


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_command_stands_in_the_readme(name):
    assert f"unbury {name}" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_commands_of_this_issue_are_there():
    asked = {
        "run",
        "import",
        "gate",
        "show",
        "runs",
        "document",
        "verify",
        "doctor",
        "serve",
        "demo",
    }
    assert asked <= set(COMMANDS)
