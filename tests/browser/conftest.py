"""What the tests in a real browser visit."""

import pytest

from evalcore.workflows.diagnose_run import diagnose_and_keep
from evalcore.workflows.story import tell_story

from support import stored_runs


@pytest.fixture(scope="session")
def made():
    return stored_runs


@pytest.fixture(scope="session")
def told(tmp_path_factory, browsing):
    """The sample's story in a database, with Friday diagnosed; only read by the tests."""
    db = tmp_path_factory.mktemp("story") / "unbury.db"
    list(tell_story(browsing.ROOT / "sample_runs" / "despacho", db=db))
    diagnose_and_keep(db, "friday")
    return db
