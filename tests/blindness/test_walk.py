"""Nobody meets a canary that the table of access does not let them see: at any address, in any answer, in any mail.

Here while answers are judged; test_phases.py has other phases and forms of judging.
"""

from collections.abc import Iterator, Sequence

import pytest

from tests.blindness.addresses import all_patterns
from tests.blindness.phases import Phase
from tests.blindness.planting import Plant
from tests.blindness.proof import SOME, forbidden, planted_is_found
from tests.blindness.scene import Scene, build
from tests.blindness.twins import differing
from tests.blindness.who import Who
from tests.scenes import Kept, as_built

# The answers are the same on both databases.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

# Others at a few addresses each; `make proof` walks everybody at every phase.
AT_SOME: list[tuple[str, Sequence[str]]] = [
    (Who.FOREIGN, ("jobs:job", "judging:person", "judging:adjudicate-question", "submissions:team")),
    (Who.MANY, ("judging:judge", "judging:item-history", "api:items")),
]
WHILE_JUDGING = [plant for plant in SOME if (plant.form, plant.phase) == ("answers", Phase.JUDGING)]


@pytest.fixture(scope="module")
def built(kept: Kept, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with kept():
        yield build("answers", Phase.JUDGING, tmp_path_factory.mktemp("judging"))


@pytest.fixture
def scene(db: None, built: Scene) -> Scene:
    return as_built(built)


def test_an_assessor_who_goes_everywhere_meets_nothing_that_the_table_does_not_allow(scene: Scene) -> None:
    assert not forbidden(scene, Who.FIRST, most=1)


@pytest.mark.parametrize(("who", "only"), AT_SOME)
def test_some_addresses_show_others_nothing_either(scene: Scene, who: str, only: Sequence[str]) -> None:
    assert {found.name for found in all_patterns()} >= set(only)
    assert not forbidden(scene, who, only, most=1)


def test_programs_meet_what_their_tokens_are_for(scene: Scene) -> None:
    only = [found.name for found in all_patterns() if found.name.startswith("api:")]
    assert not forbidden(scene, Who.MANY_ASSESSING, only, most=1)  # `make proof` tries all


def test_a_desk_tells_neither_how_many_others_there_are_nor_how_they_are_called(scene: Scene) -> None:
    desk = ("judging:my-work", "judging:judge", "api:items")
    assert not differing(scene, Who.FIRST, desk, 1, ("numbers", "names"))


@pytest.mark.parametrize("plant", WHILE_JUDGING, ids=lambda plant: plant.name)
def test_a_leak_is_found(scene: Scene, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    assert planted_is_found(plant, scene, monkeypatch, most=1)
