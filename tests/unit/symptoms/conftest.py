"""Facts for symptom tests: a golden set of two domains in which chosen cases fail."""

import numpy as np
import pytest

from evalcore.model.symptom import SymptomName
from evalcore.symptoms.facts import Facts
from evalcore.symptoms.table import rows_of

KINDS = (
    SymptomName.NUMERIC,
    SymptomName.GOLD,
    SymptomName.CODES,
    SymptomName.VOCABULARY,
    SymptomName.OLD_VERSION,
    SymptomName.HALF_FOUND,
)


def facts(n=60, *, failing=(), domain=None, groups=None, **more):
    """``n`` cases, the first third of domain "a"; a kind holds the places given for it."""

    def mask(places):
        found = np.zeros(n, dtype=np.bool_)
        found[list(places)] = True
        return found

    failed = mask(failing)
    given = groups or {}
    return Facts(
        ids=tuple(f"q{i}" for i in range(n)),
        failed=failed,
        domain=tuple(domain or ("a" if i % 3 == 0 else "b" for i in range(n))),
        groups={kind: mask(given.get(kind, ())) for kind in KINDS},
        half=mask(more.pop("half", ())),
        tied=mask(more.pop("tied", ())),
        **more,
    )


@pytest.fixture
def make():
    return facts


@pytest.fixture
def row():
    """The row of one symptom."""

    def of(given, name):
        return next(one for one in rows_of(given) if one.name is name)

    return of
