"""Questions whose nuggets came with a pyramid: its votes stay what they are, and people judge as elsewhere."""

import csv
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command

from assessment.assignments.selectors.assign import assign_page
from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment, Nugget, NuggetVote
from assessment.judging.services import nuggets
from assessment.judging.services.counters import recount
from assessment.judging.services.questions import finish
from assessment.people.models import Account
from assessment.results.selectors.bundle import table
from assessment.results.selectors.evaluation import load_evaluation
from assessment.shared.errors import Refused
from scoring.evaluate import Scorer
from scoring.evaluate.files import pyramid
from tests.client import Client
from tests.factory import make_assignment, make_campaign, make_items, make_member, make_questions

pytestmark = pytest.mark.django_db
PYRAMID = b"2.4\t1\t1\tits lamp burned whale oil\n2.4\t2\t0.666666666666667\tlit since 1843\n"


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    made = make_campaign("comet", "series2004", settings={"other": "pyramid"})
    (question,) = make_questions(made, "2.4", type="OTHER", series="2")
    make_items(question, ("D1", "whale oil of 1843"), ("D2", "nothing"))
    (tmp_path / "pyramid").write_bytes(PYRAMID)
    call_command("import_development", "comet", str(tmp_path / "pyramid"), "--format", "pyramid")
    return made


@pytest.fixture
def ada(campaign: Campaign) -> Account:
    return make_member(campaign, "ada", "assessor")


@pytest.fixture
def mine(campaign: Campaign, ada: Account) -> Assignment:
    """Ada's assignment of the question, made by command."""
    call_command("assign", "comet")
    return Assignment.objects.get(member__name="ada")


def read_all(row: Assignment) -> None:
    for item in row.question.pool_items.all():
        held = Nugget.objects.filter(name="1") if "oil" in item.answer else Nugget.objects.none()
        nuggets.mark_nuggets(
            by=row.member.account,
            assignment_id=row.pk,
            client_id=uuid4(),
            item_id=item.pk,
            uids=[nugget.uid for nugget in held],
        )


def written(campaign: Campaign) -> bytes:
    return b"".join(pyramid(Scorer(load_evaluation(campaign))))


def test_numbered_voters_take_nobodys_place(campaign: Campaign, mine: Assignment) -> None:
    assert mine.role == "primary"
    page = assign_page(campaign)
    assert [load.member.name for load in page.loads] == ["ada"]
    assert page.understaffed.total == 0


def test_the_primary_assessor_need_not_vote_on_what_the_pyramid_weighs(
    campaign: Campaign, mine: Assignment, client: Client, ada: Account
) -> None:
    client.force_login(ada)
    page = client.get(f"/judge/{mine.pk}/").content.decode()
    assert "without a vote" not in page
    assert "weighed by the votes of its pyramid" in page
    read_all(mine)
    assert finish(by=ada, assignment_id=mine.pk).finished_at is not None
    assert not NuggetVote.objects.filter(member=mine.member).exists()
    assert written(campaign) == PYRAMID


def test_a_nugget_of_ones_own_waits_for_its_vote(campaign: Campaign, mine: Assignment, ada: Account) -> None:
    read_all(mine)
    Nugget.objects.create(question=mine.question, name="3", text="it is red", position=3)
    with pytest.raises(Refused, match="1 nugget is without a vote"):
        finish(by=ada, assignment_id=mine.pk)


def test_where_no_pyramid_counts_the_primary_assessor_says_what_is_vital(
    campaign: Campaign, mine: Assignment, ada: Account
) -> None:
    Campaign.objects.update(settings={"other": "nuggets"})
    read_all(mine)
    with pytest.raises(Refused, match="2 nuggets are without a vote"):
        finish(by=ada, assignment_id=mine.pk)


def state_of(row: Assignment) -> str:
    """What assignments.csv says of somebody's work on a question."""
    lines = csv.DictReader(b"".join(table(row.question.campaign, "assignments")).decode().splitlines())
    return next(line["state"] for line in lines if line["assessor"] == row.member.name)


def test_the_exported_state_is_open_until_finished_and_again_where_work_was_added(
    campaign: Campaign, mine: Assignment, ada: Account
) -> None:
    assert state_of(mine) == "open"
    read_all(mine)
    assert state_of(mine) == "open"
    finish(by=ada, assignment_id=mine.pk)
    assert state_of(mine) == "done"
    make_items(mine.question, ("D3", "more"))
    assert state_of(mine) == "open"
    read_all(mine)
    finish(by=ada, assignment_id=mine.pk)
    assert state_of(mine) == "done"


def test_the_exported_state_of_a_voter_counts_nuggets(campaign: Campaign, mine: Assignment) -> None:
    ben = make_member(campaign, "ben", "assessor")
    voter = make_assignment(mine.question, ben)
    Assignment.objects.filter(pk=voter.pk).update(stage="votes")
    recount(campaign=campaign, by=None, fix=True)
    for nugget in Nugget.objects.all():
        nuggets.vote_on_nugget(by=ben, assignment_id=voter.pk, client_id=uuid4(), uid=nugget.uid, vote="okay")
    assert state_of(voter) == "open"
    finish(by=ben, assignment_id=voter.pk)
    make_items(mine.question, ("D3", "more"))  # no work for somebody who only votes
    assert state_of(voter) == "done"
    nuggets.write_nugget(
        by=mine.member.account,
        assignment_id=mine.pk,
        client_id=uuid4(),
        uid=uuid4(),
        text="built of granite",
        vote="vital",
    )
    assert state_of(voter) == "open"


def test_a_voter_is_done_by_the_nuggets_and_not_by_the_pool(campaign: Campaign, mine: Assignment) -> None:
    ben = make_member(campaign, "ben", "assessor")
    call_command("assign", "comet", "--judges", "2")
    voter = Assignment.objects.get(member__name="ben")
    assert voter.role == "voter"
    for nugget in Nugget.objects.order_by("pk"):
        nuggets.vote_on_nugget(
            by=ben, assignment_id=voter.pk, client_id=uuid4(), uid=nugget.uid, vote="vital"
        )
    Question.objects.update(text="Other")
    make_items(voter.question, ("D3", "more"), ("D4", "and more"))
    finish(by=ben, assignment_id=voter.pk)
    ((row,), loads) = assign_page(campaign).rows, assign_page(campaign).loads
    assert [(cell.judged, cell.items, cell.done) for cell in row.cells] == [(0, 4, 0), (2, 2, 1)]
    assert [(load.member.name, load.judged, load.items) for load in loads] == [("ada", 0, 4), ("ben", 2, 2)]
