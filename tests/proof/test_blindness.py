"""Everybody at every phase meets only what the table allows, and every planted leak is found.

tests/blindness walks some of it, and plants some.
"""

from pathlib import Path

import pytest

from tests.blindness.bundles import FORMS
from tests.blindness.phases import Phase
from tests.blindness.planting import Plant
from tests.blindness.plants import PLANTS
from tests.blindness.proof import forbidden, planted_is_found
from tests.blindness.scene import build
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
TURNING = (Phase.JUDGING, Phase.ADJUDICATING, Phase.NAMELESS, Phase.WITHDRAWN)
TWINS = [
    *(("answers", Phase.JUDGING, Who.FIRST, turn) for turn in ("said", "names", "numbers")),
    *((form, Phase.JUDGING, Who.SECOND, "said") for form in ("series", "nuggets", "passages", "spans")),
    ("answers", Phase.ADJUDICATING, Who.TEAM_A, "said"),
    *((form, Phase.NAMELESS, Who.TEAM_A, "names") for form in ("answers", "series", "nuggets", "passages")),
]


@pytest.mark.parametrize("who", RIGHTS)
@pytest.mark.parametrize("phase", list(Phase), ids=lambda phase: phase.name)
def test_at_every_phase_everybody_meets_what_the_table_allows(phase: Phase, who: str, tmp_path: Path) -> None:
    assert not forbidden(build("answers", phase, tmp_path), who, most=2)


@pytest.mark.parametrize("who", BLIND)
@pytest.mark.parametrize("phase", TURNING, ids=lambda phase: phase.name)
@pytest.mark.parametrize("form", sorted(set(FORMS) - {"answers"}))
def test_so_do_those_of_whom_something_is_kept_in_every_form(
    form: str, phase: Phase, who: str, tmp_path: Path
) -> None:
    assert not forbidden(build(form, phase, tmp_path), who, most=1)


@pytest.mark.parametrize(("form", "phase", "who", "turn"), TWINS)
def test_what_somebody_is_told_is_the_same_whatever_they_must_not_know(
    form: str, phase: Phase, who: str, turn: str, tmp_path: Path
) -> None:
    assert not differing(build(form, phase, tmp_path), who, most=1, turn=turn)


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.name)
def test_a_planted_leak_is_found(plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = build(plant.form, plant.phase, tmp_path)
    assert planted_is_found(plant, scene, monkeypatch)
