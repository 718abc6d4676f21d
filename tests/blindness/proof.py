"""What the tests and the long proof both do: walks at one stage, and planted leaks."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.blindness.plants import TWIN, Plant
from tests.blindness.scene import Scene, build
from tests.blindness.table import may_see
from tests.blindness.twins import differing
from tests.blindness.walk import MOST_QUERIES, Walk


def forbidden(scene: Scene, who: str, only: Sequence[str] = (), most: int = MOST_QUERIES) -> list[str]:
    """Go everywhere as somebody; what was met that the table does not allow, and where."""
    met = Walk(scene, who, only, most).go().met
    wrong = [(secret, how) for secret, how in met.items() if not may_see(who, secret, scene.stage)]
    return [f"{who}: {secret.kind} of {secret.owner} by {how}" for secret, how in sorted(wrong)]


def planted_is_found(
    plant: Plant, folder: Path, patch: pytest.MonkeyPatch, *, most: int = MOST_QUERIES
) -> bool:
    """Whether a walk to the plant's addresses finds nothing before it is planted, and then the leak."""
    scene = build(plant.form, plant.stage, folder)
    look = differing if plant.way == TWIN else forbidden
    before = look(scene, plant.who, plant.addresses, most)
    plant.plant(patch)
    return not before and bool(look(scene, plant.who, plant.addresses, most))
