"""A third assessor, who was given some answers because others differ, is told nothing of it: on no page, by no program."""

import re
from collections.abc import Iterator

import pytest
from django.db.models import Count

from assessment.judging.models import AssignedItem, Assignment
from assessment.judging.services.assigned_items import give_items
from assessment.submissions.models import PoolItem
from scoring.forms.answers import THIRDS_STAGE
from tests.blindness.phases import Phase
from tests.blindness.proof import forbidden
from tests.blindness.scene import Scene, build
from tests.blindness.twins import differing
from tests.blindness.walk import Walk
from tests.blindness.who import Who
from tests.scenes import Kept, as_built

# The answers are the same on both databases.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
DESK = (
    *(
        f"judging:{name}"
        for name in ("my-work", "judge", "judge-document", "save", "undo", "ending", "finish")
    ),
    *(f"api:{name}" for name in ("assignments", "assignment", "items", "own-finish")),
)
REASONS = re.compile(r"\bthird\b|assigned_items|differ\b|dispute|majorit", re.IGNORECASE)


@pytest.fixture(scope="module")
def built(kept: Kept, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """The first assessor is the third of every question, with the answers that others judged differently, or the first."""
    with kept():
        scene = build("answers", Phase.JUDGING, tmp_path_factory.mktemp("thirds"))
        mine = Assignment.objects.filter(member__account=scene.accounts[Who.FIRST])
        for row in mine.order_by("pk"):
            items = PoolItem.objects.filter(question=row.question_id).order_by("-disputed", "pk")
            Assignment.objects.filter(pk=row.pk).update(
                stage=THIRDS_STAGE.name, primary=False, finished_at=None
            )
            give_items((row.pk, item.pk) for item in items[:2])
        assert mine.alias(n=Count("assigned_items")).filter(n=2).exists()
        yield scene


@pytest.fixture
def scene(db: None, built: Scene) -> Scene:
    return as_built(built)


def test_a_third_meets_nothing_at_their_desk_that_an_assessor_may_not(scene: Scene) -> None:
    assert not forbidden(scene, Who.FIRST, DESK, most=1)


def test_a_desk_tells_a_third_neither_what_others_said_nor_how_many_they_are(scene: Scene) -> None:
    assert not differing(scene, Who.FIRST, DESK, 1, ("said", "numbers"))


@pytest.mark.parametrize("who", [Who.FIRST, Who.ASSESSOR_TOKEN])
def test_no_word_says_why_somebody_was_given_an_answer(scene: Scene, who: str) -> None:
    words = {
        (request, found.group())
        for request, said in Walk(scene, who, (*DESK, "judging:item-history", "privacy:own-data"), 1)
        .go()
        .said.items()
        if (found := REASONS.search(said))
    }
    assert words == set()


def test_what_was_given_is_what_there_is(scene: Scene) -> None:
    for row in Assignment.objects.filter(member__account=scene.accounts[Who.FIRST]):
        given = AssignedItem.objects.filter(assignment=row).values_list("item", flat=True)
        answer = scene.clients[Who.ASSESSOR_TOKEN].get(f"/api/v1/campaigns/hall/assignments/{row.pk}/items/")
        assert {one["id"] for one in answer.json()} == set(given)
