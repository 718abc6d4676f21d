"""The demo campaigns, made once for all files of this folder."""

from collections.abc import Iterator

import pytest

from assize.demo.campaigns import CAMPAIGNS, begin_demo, left_to_make, make_campaigns
from tests.scenes import Kept


@pytest.fixture(scope="package")
def seeded(kept: Kept) -> Iterator[None]:
    """Made by a start that was cut off and one that went on; what a test changes of them is taken back after it."""
    with kept():
        begin_demo()
        there = next(make_campaigns())
        left = left_to_make()
        assert {there, *left} == set(CAMPAIGNS)
        assert list(make_campaigns()) == left
        yield


@pytest.fixture
def demo(seeded: None, db: None) -> None:
    """The demo campaigns."""
