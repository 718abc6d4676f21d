"""Every planted leak is found; tests/blindness plants some of them."""

import os
from pathlib import Path

import pytest

from tests.blindness.plants import PLANTS, Plant
from tests.blindness.proof import planted_is_found

FULL = os.environ.get("ASSIZE_PROOF") == "full"
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.one_database,
    pytest.mark.skipif(not FULL, reason="make proof runs it; tests/blindness/test_walk.py plants some"),
]


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.name)
def test_a_planted_leak_is_found(plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert planted_is_found(plant, tmp_path, monkeypatch)
