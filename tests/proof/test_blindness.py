"""Everybody at every phase meets only what the table allows, and every planted leak is found.

tests/blindness walks some of it, and plants some. A campaign is built once for all who go through it.
"""

from collections.abc import Iterable, Iterator
from itertools import product

import pytest

from tests.blindness.bundles import FORMS
from tests.blindness.phases import Phase
from tests.blindness.planting import Plant
from tests.blindness.plants import PLANTS
from tests.blindness.proof import forbidden, planted_is_found
from tests.blindness.scene import Scene, build
from tests.blindness.twins import differing
from tests.blindness.who import RIGHTS, Who
from tests.scenes import Kept, as_built

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.one_database,
]
# In the other forms of judging: those from whom something is kept, where it changes what.
BLIND = (
    *(Who.FOREIGN, Who.FIRST, Who.SECOND, Who.TEAM_B, Who.ADJUDICATOR, Who.MANY),
    Who.MANY_ASSESSING,
)
OTHERS = sorted(set(FORMS) - {"answers"})
TURNING = (Phase.JUDGING, Phase.ADJUDICATING, Phase.NAMELESS, Phase.WITHDRAWN)
TWINS = [
    *(("answers", Phase.JUDGING, Who.FIRST, turn) for turn in ("said", "names", "numbers")),
    *((form, Phase.JUDGING, Who.SECOND, "said") for form in ("series", "nuggets", "passages", "spans")),
    ("answers", Phase.ADJUDICATING, Who.TEAM_A, "said"),
    *((form, Phase.NAMELESS, Who.TEAM_A, "names") for form in ("answers", "series", "nuggets", "passages")),
]


def of(scenes: Iterable[tuple[str, Phase]]) -> list[object]:
    """The parameters of `built` for these forms and phases."""
    return [pytest.param(scene, id=f"{scene[0]}-{scene[1].name}") for scene in scenes]


@pytest.fixture(scope="module")
def built(
    request: pytest.FixtureRequest, kept: Kept, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Scene]:
    form, phase = request.param
    with kept():
        yield build(form, phase, tmp_path_factory.mktemp("campaign"))


@pytest.fixture
def scene(db: None, built: Scene) -> Scene:
    return as_built(built)


@pytest.mark.parametrize("who", RIGHTS)
@pytest.mark.parametrize("built", of(("answers", phase) for phase in Phase), indirect=True)
def test_at_every_phase_everybody_meets_what_the_table_allows(scene: Scene, who: str) -> None:
    assert not forbidden(scene, who, most=2)


@pytest.mark.parametrize("who", BLIND)
@pytest.mark.parametrize("built", of(product(OTHERS, TURNING)), indirect=True)
def test_so_do_those_of_whom_something_is_kept_in_every_form(scene: Scene, who: str) -> None:
    assert not forbidden(scene, who, most=1)


@pytest.mark.parametrize(
    ("built", "who", "turn"),
    [
        pytest.param((form, phase), who, turn, id=f"{form}-{phase.name}-{who}-{turn}")
        for form, phase, who, turn in TWINS
    ],
    indirect=["built"],
)
def test_what_somebody_is_told_is_the_same_whatever_they_must_not_know(
    scene: Scene, who: str, turn: str
) -> None:
    assert not differing(scene, who, most=1, turns=(turn,))


@pytest.mark.parametrize(
    ("built", "plant"),
    [pytest.param((plant.form, plant.phase), plant, id=plant.name) for plant in PLANTS],
    indirect=["built"],
)
def test_a_planted_leak_is_found(scene: Scene, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    assert planted_is_found(plant, scene, monkeypatch)
