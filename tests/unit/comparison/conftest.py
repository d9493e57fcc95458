from dataclasses import dataclass

import pytest

from evalcore.workflows.compare_runs import compare_runs

from support.bench import Bench


@dataclass(frozen=True)
class Two:
    """Two imports of one suite, stored as ``base`` and ``candidate``, and their comparison."""

    bench: Bench

    def bring(self, label, golden, rankings, *, manifest=None, **options):
        held = self.bench.folder / "chunks.jsonl"
        held.unlink(missing_ok=True)
        self.bench.bring(golden, rankings, manifest)
        options.setdefault("suite", "s")
        return self.bench.judge(label=label, **options)

    def compare(self, base="base", candidate="candidate"):
        return compare_runs(self.bench.db, base, candidate)

    def of(self, golden, before, after, **options):
        """The comparison of two lists of rankings over one golden set."""
        self.bring("base", golden, before, **options)
        self.bring("candidate", golden, after, **options)
        return self.compare()


@pytest.fixture
def two(tmp_path):
    return Two(Bench(tmp_path))
