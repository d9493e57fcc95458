"""A golden set opened for work on it: by its suite, or by its own file and a manifest."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from evalcore.formats.golden_edit import GoldenText
from evalcore.formats.manifest import read_manifest
from evalcore.formats.policy import read_policy
from evalcore.formats.suite import read_suite
from evalcore.golden.domains import with_domains
from evalcore.model.case import GoldenSet
from evalcore.model.exam import Exam
from evalcore.model.manifest import Manifest
from evalcore.model.policy import Policy
from evalcore.store.golden_blob import pack_golden


@dataclass(frozen=True, kw_only=True)
class OpenedGolden:
    """A golden set's file, its cases with their domains filled in, and what it is examined with.

    ``hash`` is the content hash under which a run of these files would store it.
    """

    text: GoldenText
    golden: GoldenSet
    manifest: Manifest | None
    manifest_path: Path | None
    exam: Exam
    policy: Policy
    hash: str


def open_golden(path: Path, *, manifest: Path | None = None) -> OpenedGolden:
    """Open a suite (``.toml``) or a golden set; ``manifest`` replaces the suite's own.

    Raises ``InputError`` with every problem of the files.
    """
    exam, policy, place = Exam(), Policy(), manifest
    if path.suffix == ".toml":
        suite = read_suite(path)
        exam, place = suite.exam, manifest or suite.manifest
        policy = Policy() if suite.policy is None else read_policy(suite.policy)
        path = suite.golden
    text = GoldenText(path)
    held = None if place is None else read_manifest(place)
    golden = with_domains(text.golden, held, exam)
    return OpenedGolden(
        text=text,
        golden=golden,
        manifest=held,
        manifest_path=place,
        exam=exam,
        policy=policy,
        hash=pack_golden(golden)[0],
    )
