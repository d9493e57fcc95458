"""Every command is documented, and says how it is used."""

from pathlib import Path

import pytest
import typer.main

from evalcore.cli.main import app

ROOT = Path(__file__).parents[2]
COMMANDS = typer.main.get_command(app).commands
PAGES = ("README.md", "README.es.md", "docs/reference/commands.md")
GOLDEN = sorted(COMMANDS["golden"].commands)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_command_has_help_with_an_example(name):
    assert f"Example: unbury {name}" in COMMANDS[name].help


@pytest.mark.parametrize("page", PAGES)
def test_every_command_stands_in_the_page(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"`unbury {name}" not in text] == []


@pytest.mark.parametrize("name", GOLDEN)
def test_what_golden_does_stands_in_its_page(name):
    text = (ROOT / "docs" / "golden.md").read_text(encoding="utf-8")
    assert f"unbury golden {name}" in text


@pytest.mark.parametrize("readme", ["README.md", "README.es.md"])
def test_the_readmes_name_all_that_golden_does(readme):
    text = (ROOT / readme).read_text(encoding="utf-8")
    named = text.partition("`unbury golden ")[2].partition("`")[0].split("\\|")
    assert sorted(named) == GOLDEN


@pytest.mark.parametrize("readme", ["README.md", "README.es.md"])
def test_the_readmes_name_every_rule_of_the_gate(readme):
    from evalcore.gate.rules import WITH_JUDGE

    text = (ROOT / readme).read_text(encoding="utf-8")
    assert [name for name, _ in WITH_JUDGE if f"`{name}`" not in text] == []
