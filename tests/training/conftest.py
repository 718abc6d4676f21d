"""A campaign with a sample question of three answers, an organizer and two assessors."""

from collections.abc import Callable

import pytest

from assessment.campaigns.models import Campaign, Guidelines
from assessment.people.models import Account
from assessment.training.models import TrainingQuestion
from assessment.training.models.samples import Sample, SampleItem
from assessment.training.services.samples import write_sample
from tests import factory
from tests.client import Client

COACH = "The runner thanked Lou Vasquez, who coached him. O.J. Simpson and Lou Vasquez were there."
SAMPLE = Sample(
    "names-1",
    "factoid",
    "",
    "Who was Mathis’s track coach?",
    (
        SampleItem("AP-2", COACH, "Vasquez", "yes", "The surname is enough."),
        SampleItem("AP-2", COACH, "O.J. Simpson and Lou Vasquez", "no", "It does not say which of them."),
        SampleItem("AP-1", "Ruben Vasquez ran for mayor.", "Vasquez", "no", "Another Vasquez."),
    ),
)
SECRETS = ("surname is enough", "does not say which", "Another Vasquez.")

Enter = Callable[[str], Client]


@pytest.fixture
def campaign(db: None) -> Campaign:
    """Where ada and ben judge, and olga organizes."""
    campaign = factory.make_campaign("facts")
    for name, *roles in (
        ("olga", "organizer"),
        ("ada", "assessor"),
        ("ben", "assessor"),
        ("jude", "adjudicator"),
    ):
        factory.make_member(campaign, name, *roles)
    Guidelines.objects.create(campaign=campaign, version=1, text="Be fair.", made_by=None)
    return campaign


@pytest.fixture
def sample(campaign: Campaign) -> TrainingQuestion:
    """The sample question in force."""
    return write_sample(campaign=campaign, sample=SAMPLE, seen=0, by=None)


def write_nugget_sample(campaign: Campaign) -> TrainingQuestion:
    """A sample of an answer and two nuggets, of which it holds the first; the campaign becomes one of series."""
    Campaign.objects.filter(pk=campaign.pk).update(track_slug="series2004")
    campaign.refresh_from_db()
    item = SAMPLE.items[0]
    items = (
        item._replace(right_grade="yes", reason="He did.", nugget="coached Mathis"),
        item._replace(right_grade="no", reason="Nothing of it.", nugget="ran for mayor"),
    )
    sample = SAMPLE._replace(type="OTHER", target="Mathis", items=items)
    return write_sample(campaign=campaign, sample=sample, seen=0, by=None)


@pytest.fixture
def enter() -> Enter:
    """A client in which somebody is signed in."""

    def sign_in(name: str) -> Client:
        client = Client()
        client.force_login(Account.objects.get(username=name))
        return client

    return sign_in
