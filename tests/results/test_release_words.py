"""What the release page says before and after: of guidelines that nobody wrote, and of who sees whose name when."""

import pytest
from django.core.management import call_command

from assessment.campaigns.models import Campaign, Guidelines
from tests.client import Client
from tests.factory import make_member
from tests.results.golden import imported
from tests.results.settled import settle_everything
from tests.results.test_breakdown import words

pytestmark = pytest.mark.django_db
START = "/campaigns/trec8_small/results/"
RELEASE = f"{START}release/"
UNKNOWN = "readers of the scores cannot know what counted as right"


@pytest.fixture
def campaign() -> Campaign:
    made = imported("trec8_small")
    settle_everything(made)
    return made


@pytest.fixture
def organizer(campaign: Campaign, client: Client) -> Client:
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


def test_scores_without_guidelines_are_warned_of_and_not_refused(
    organizer: Client, campaign: Campaign
) -> None:
    organizer.post(f"{RELEASE}preview/")
    assert UNKNOWN in words(organizer, RELEASE)
    call_command("release", campaign.slug, "--audience", "all")
    assert UNKNOWN in words(organizer, START)
    assert "/guidelines/" in organizer.get(START).text


def test_with_guidelines_nothing_is_said(organizer: Client, campaign: Campaign) -> None:
    Guidelines.objects.create(campaign=campaign, version=1, text="Exact answers only.")
    organizer.post(f"{RELEASE}preview/")
    assert UNKNOWN not in words(organizer, RELEASE)
    call_command("release", campaign.slug, "--audience", "all")
    assert UNKNOWN not in words(organizer, START)


def test_a_private_release_says_what_holds_until_it_is_public_and_what_then(
    organizer: Client, campaign: Campaign
) -> None:
    Campaign.objects.update(team_names=True)
    organizer.post(f"{RELEASE}preview/")
    before = words(organizer, RELEASE)
    private, public = before.partition("Private release: each team alone")[2].split("Public release")
    assert "no other team’s name or run" in private
    assert "median, best and lowest of all released runs" in private
    assert "the leaderboard with all names" in public
    call_command("release", campaign.slug)
    now, then = words(organizer, RELEASE).split("Once it is public")
    assert "Until it is public, no team sees another’s name or run." in now
    assert "with all names" not in now
    assert "the leaderboard with all names" in then
