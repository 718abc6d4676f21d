"""What the tests and the long proof both do: walks at one phase, and planted leaks."""

from collections.abc import Sequence

import pytest

from tests.blindness.planting import Plant
from tests.blindness.plants import FIVE, IN_ONE_WAY, MORE
from tests.blindness.plants_of_roles import OF_ROLES
from tests.blindness.programs import API
from tests.blindness.scene import Scene
from tests.blindness.table import may_see
from tests.blindness.twins import TURNS, differing
from tests.blindness.walk import MOST_QUERIES, Walk
from tests.blindness.who import TOKENS

SOME = (*FIVE, *MORE[1::24], *OF_ROLES[::16], *IN_ONE_WAY)  # `make proof` plants them all

FOUND_BEFORE: dict[tuple[object, ...], list[str]] = {}  # by walks where nothing was planted


def forbidden(scene: Scene, who: str, only: Sequence[str] = (), most: int = MOST_QUERIES) -> list[str]:
    """Go everywhere as somebody; what they met, or made others be told, that the table does not allow, and where."""
    walk = Walk(scene, who, only, most).go()
    wrong = {
        f"{who}: {secret.kind} of {secret.owner} by {how}"
        for (secret, _), how in walk.met.items()
        if not may_see(who, secret, scene.phase, how.split(" ")[1])
    }
    wrong |= {
        f"{reader}: {secret.kind} of {secret.owner} by mail after {how}"
        for (secret, reader), how in walk.mailed.items()
        if not may_see(reader, secret, scene.phase)
    }
    token = TOKENS.get(who)
    if token and not token.writes:
        wrong |= {f"{who}: changed something by {request}" for request in walk.changed if API in request}
    return sorted(wrong)


def planted_is_found(
    plant: Plant, scene: Scene, patch: pytest.MonkeyPatch, *, most: int = MOST_QUERIES
) -> bool:
    """Whether a walk to the plant's addresses finds nothing before it is planted, and then the leak."""
    before = (scene.number, plant.way, plant.who, tuple(plant.addresses), most)
    if before not in FOUND_BEFORE:  # of the same scene the same is found
        FOUND_BEFORE[before] = _looked(scene, plant, most)
    plant.plant(patch)
    return not FOUND_BEFORE[before] and bool(_looked(scene, plant, most))


def _looked(scene: Scene, plant: Plant, most: int) -> list[str]:
    if plant.way in TURNS:
        return differing(scene, plant.who, plant.addresses, most, (plant.way,))
    return forbidden(scene, plant.who, plant.addresses, most)
