"""Every mistake of tests/faults/patches is noticed: by the tests that it names, and by those that `make quick` would choose.

A test counts as having noticed it only if it passes without it.
"""

import time
from collections.abc import Sequence

import pytest

from tests.faults.patched import ROOT, Mistake, Tree, mistakes
from tests.quick.nearest import MOST, nearest
from tests.quick.uses import Uses

LONGEST = 1_800  # seconds until a mistake has to be noticed; `make quick` itself ends sooner
pytestmark = pytest.mark.parametrize("mistake", mistakes(), ids=lambda mistake: mistake.name)


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    """The code in which the mistakes are made."""
    return Tree(tmp_path_factory.mktemp("tree"))


@pytest.fixture(scope="session")
def uses() -> Uses:
    """What uses what, as `make quick` sees it."""
    return Uses(ROOT)


def notice(tree: Tree, mistake: Mistake, tests: Sequence[str]) -> str:
    """The first of some tests that fails with a mistake and passes without it."""
    with tree.with_mistake(mistake):
        with_it = tree.run(tests, mistake.database, until=time.time() + LONGEST)
    assert with_it.code == 1, with_it.text[-5_000:]
    without_it = tree.run(with_it.failed[:1], mistake.database)
    assert without_it.code == 0, without_it.text[-5_000:]
    return with_it.failed[0]


def test_the_tests_that_it_names_notice_it(tree: Tree, mistake: Mistake) -> None:
    print(notice(tree, mistake, mistake.tests))


def test_make_quick_notices_it(tree: Tree, uses: Uses, mistake: Mistake) -> None:
    began = time.monotonic()
    noticed = notice(tree, mistake, nearest(uses, mistake.files)[:MOST])
    print(f"{noticed} in {time.monotonic() - began:.0f} s")
