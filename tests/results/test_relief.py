"""A voter who left with nobody free holds up no release: the organizers go on without those votes, by page and command."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, NuggetVote
from assessment.people.models import Event, Role
from assessment.results.models import Release
from assessment.results.services.readings import scorer_of
from tests.client import Client
from tests.factory import make_member
from tests.results.golden import imported
from tests.results.settled import settle_everything

pytestmark = pytest.mark.django_db
HOME = "/campaigns/tac_small/"
RELEASE = f"{HOME}results/release/"


@pytest.fixture
def campaign() -> Campaign:
    campaign = imported("tac_small")
    settle_everything(campaign)
    Assignment.objects.filter(stage="votes").update(finished_at=timezone.now())
    return campaign


@pytest.fixture
def organizer(campaign: Campaign, client: Client) -> Client:
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


@pytest.fixture
def owed(campaign: Campaign) -> Assignment:
    """What a voter who left did not finish."""
    sheets = Assignment.objects.filter(stage="votes", handed_over_at=None, question__qid="1.2")
    row = sheets.select_related("question", "member").earliest("member__name")
    Assignment.objects.filter(pk=row.pk).update(finished_at=None)
    return row


def test_the_refused_release_leads_to_the_page_where_the_votes_are_given_up(
    organizer: Client, owed: Assignment
) -> None:
    refused = organizer.post(RELEASE, {"audience": "all"})
    assert refused.status_code == 422
    assert f"still to come from {owed.member.name}" in refused.text
    page = f"{HOME}assign/question/{owed.question.qid}/"
    assert f'href="{page}"' in refused.text
    label = f"Go on without the votes of {owed.member.name}"
    assert label in organizer.get(page).text
    done = organizer.post(f"{HOME}assign/relieve/", {"assignment": owed.pk}, follow=True)
    assert f"{owed.member.name} need no longer vote on {owed.question.qid}" in done.text
    assert label not in done.text
    assert Event.objects.get(verb="assignment:relieved").subject == owed.member.name
    assert organizer.post(RELEASE, {"audience": "all"}).status_code == 302
    assert Release.objects.exists()


@pytest.mark.both_databases
def test_what_was_said_is_set_aside_and_comes_back_with_the_voter(
    organizer: Client, campaign: Campaign, owed: Assignment
) -> None:
    Role.objects.get_or_create(member=owed.member, role="assessor")
    given = NuggetVote.objects.filter(member=owed.member, nugget__question=owed.question).count()
    call_command(
        "relieve_voter", "tac_small", owed.member.name, question=[owed.question.qid], stdout=StringIO()
    )
    sheet = scorer_of(campaign).evaluation.assignments
    states = {(row.qid, row.assessor): row.state for row in sheet}
    assert states[owed.question.qid, owed.member.name] == "handed_over"
    assert NuggetVote.objects.filter(member=owed.member, nugget__question=owed.question).count() == given
    page = f"{HOME}assign/question/{owed.question.qid}/"
    organizer.post(f"{page}add/", {"member": owed.member_id})
    owed.refresh_from_db()
    assert owed.handed_over_at is None
    assert owed.judged == given


@pytest.mark.both_databases
def test_the_command_says_what_it_did_and_what_forbids_it(campaign: Campaign, owed: Assignment) -> None:
    name, out = owed.member.name, StringIO()
    with pytest.raises(CommandError, match="no member called nobody"):
        call_command("relieve_voter", "tac_small", "nobody", stdout=out)
    with pytest.raises(CommandError, match="no question 9999"):
        call_command("relieve_voter", "tac_small", name, "--question", "9999", stdout=out)
    assert Assignment.objects.get(pk=owed.pk).handed_over_at is None
    call_command("relieve_voter", "tac_small", name, stdout=out)
    assert f"{name} need no longer vote on {owed.question.qid}." in out.getvalue()
    with pytest.raises(CommandError, match="No votes are due"):
        call_command("relieve_voter", "tac_small", name, stdout=out)
