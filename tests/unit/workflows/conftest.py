import pytest

from support.bench import Bench


@pytest.fixture
def bench(tmp_path):
    return Bench(tmp_path)
