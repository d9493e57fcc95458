"""What is installed from the wheel is whole: the dashboard and the sample travel inside it."""

import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

import evalcore

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    builder = WheelBuilder(str(ROOT))
    wheel = next(
        builder.build(directory=str(tmp_path_factory.mktemp("dist")), versions=["standard"])
    )
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def shipped(folder):
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not _is_made(path.relative_to(ROOT))
    }


def _is_made(path):
    """Caches that tools leave behind are nobody's to ship."""
    return any(part.startswith(".") or part == "__pycache__" for part in path.parts)


@pytest.mark.parametrize("folder", ["pages", "static", "sample_runs"])
def test_the_wheel_carries_the_folder_whole(names, folder):
    inside = {name.removeprefix("evalcore/_app/") for name in names}
    assert shipped(folder) <= inside


@pytest.mark.parametrize("name", ["app.py", ".streamlit/config.toml"])
def test_the_wheel_carries_the_app_and_its_settings(names, name):
    assert f"evalcore/_app/{name}" in names


def test_the_wheel_puts_nothing_of_the_dashboard_at_its_top_level(names):
    assert {name.split("/")[0] for name in names} == {
        "evalcore",
        f"unbury-{evalcore.__version__}.dist-info",
    }


def test_the_translations_travel_with_the_package(names):
    assert "evalcore/views/locale/es/LC_MESSAGES/unbury.mo" in names
