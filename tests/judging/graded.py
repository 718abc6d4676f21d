"""The graded track of tests/scoring, in whose campaigns answers may be said not to be judgeable."""

from collections.abc import Iterator
from typing import Any

import pytest

from assessment.campaigns.models.evaluations import track_under
from scoring import evaluations
from tests.judging.room import Room
from tests.scoring.graded import graded_track


@pytest.fixture
def graded_site(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Lets campaigns be of the track "graded"."""
    monkeypatch.setattr(evaluations, "TRACKS", {**evaluations.TRACKS, "graded": graded_track()})
    track_under.cache_clear()
    yield
    track_under.cache_clear()


def graded_room(**more: Any) -> Room:
    """A question of three answers and two assessors on the scale 3, 2, 1, 0."""
    return Room(type="factoid", track="graded", **more)
