"""Everybody at every stage meets only what the table allows, and every planted leak is found.

tests/blindness walks some of it, and plants some.
"""

from pathlib import Path

import pytest

from tests.blindness.bundles import FORMS
from tests.blindness.planting import Plant
from tests.blindness.plants import PLANTS
from tests.blindness.proof import forbidden, planted_is_found
from tests.blindness.scene import build
from tests.blindness.stages import Stage
from tests.blindness.twins import differing
from tests.blindness.who import RIGHTS, Who

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.one_database,
]
# In the other forms of judging: those from whom something is kept, where it changes what.
BLIND = (
    *(Who.FOREIGN, Who.FIRST, Who.SECOND, Who.TEAM_B, Who.ADJUDICATOR, Who.MANY),
    Who.MANY_ASSESSING,
)
TURNING = (Stage.JUDGING, Stage.ADJUDICATING, Stage.NAMELESS, Stage.WITHDRAWN)
TWINS = [
    *(("answers", Stage.JUDGING, Who.FIRST, turn) for turn in ("said", "names", "numbers")),
    *((form, Stage.JUDGING, Who.SECOND, "said") for form in ("series", "nuggets", "passages", "spans")),
    ("answers", Stage.ADJUDICATING, Who.TEAM_A, "said"),
    *((form, Stage.NAMELESS, Who.TEAM_A, "names") for form in ("answers", "series", "nuggets", "passages")),
]


@pytest.mark.parametrize("who", RIGHTS)
@pytest.mark.parametrize("stage", list(Stage), ids=lambda stage: stage.name)
def test_at_every_stage_everybody_meets_what_the_table_allows(stage: Stage, who: str, tmp_path: Path) -> None:
    assert not forbidden(build("answers", stage, tmp_path), who, most=2)


@pytest.mark.parametrize("who", BLIND)
@pytest.mark.parametrize("stage", TURNING, ids=lambda stage: stage.name)
@pytest.mark.parametrize("form", sorted(set(FORMS) - {"answers"}))
def test_so_do_those_of_whom_something_is_kept_in_every_form(
    form: str, stage: Stage, who: str, tmp_path: Path
) -> None:
    assert not forbidden(build(form, stage, tmp_path), who, most=1)


@pytest.mark.parametrize(("form", "stage", "who", "turn"), TWINS)
def test_what_somebody_is_told_is_the_same_whatever_they_must_not_know(
    form: str, stage: Stage, who: str, turn: str, tmp_path: Path
) -> None:
    assert not differing(build(form, stage, tmp_path), who, most=1, turn=turn)


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.name)
def test_a_planted_leak_is_found(plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = build(plant.form, plant.stage, tmp_path)
    assert planted_is_found(plant, scene, monkeypatch)
