"""The scene of the tests of judging."""

import pytest

from tests.judging.room import Room


@pytest.fixture
def room(db: None) -> Room:
    """A question of three answers and two assessors, ada and ben."""
    return Room()
