"""A new campaign on its page: a title is enough, and each track is told in sentences written for it."""

from collections.abc import Callable
from functools import partial
from html import unescape

import pytest

from assessment.campaigns.models import Campaign
from documents.models import Collection
from scoring import evaluations
from tests.client import Client
from tests.factory import make_account
from tests.submissions.scene import at_once, client_of

Enter = Callable[[Campaign | None, str], Client]
NEW = "/campaigns/new/"
FEW = 4


def _made(client: Client, title: str, **more: str) -> Campaign:
    sent = {"title": title, "track": "trec8", **more}
    answer = client.post(NEW, sent)
    assert answer.status_code == 302
    return Campaign.objects.latest("pk")


def test_a_site_admin_makes_a_campaign_on_the_page(db: None, enter: Enter) -> None:
    Collection.objects.create(slug="wire", title="Halden newswire", held=True, documents=12)
    client = enter(None, "site admin")
    page = client.get(NEW).content.decode()
    assert "Halden newswire (12 documents)" in page
    fields = {"title": "Comet", "slug": "comet", "track": "series2004", "collection": "wire"}
    assert client.post(NEW, fields).status_code == 302
    again = client.post(NEW, fields)
    assert again.status_code == 422
    assert "There is already a campaign comet" in again.content.decode()
    campaign = Campaign.objects.get()
    assert (campaign.collection_slug, campaign.state) == ("wire", "draft")
    assert campaign.created_by
    assert campaign.created_by.username == "site-admin"


def test_each_track_is_told_in_three_sentences_of_its_own(db: None, enter: Enter) -> None:
    page = unescape(enter(None, "site admin").get(NEW).text)
    told = [track.about for track in evaluations.TRACKS.values()]
    assert len(set(told)) == len(told)
    for about in told:
        assert about in page
        assert about.rstrip(".").count(". ") + about.count("? ") in (2, 3), about
        assert "Used " in about


def test_a_title_is_enough(db: None, enter: Enter) -> None:
    """What the page sends with nothing but a title typed: the first track is chosen on it."""
    client = enter(None, "site admin")
    form = client.get(NEW).context["form"]
    sent = {bound.name: bound.value() or "" for bound in form} | {"title": "Coast facts 2026"}
    page = client.post(NEW, sent, follow=True).text
    campaign = Campaign.objects.get()
    assert (campaign.slug, campaign.title, campaign.state) == (
        "coast-facts-2026",
        "Coast facts 2026",
        "draft",
    )
    assert campaign.track_slug == next(iter(evaluations.TRACKS))
    assert "Created the campaign coast-facts-2026 (TREC-8 question answering), a draft." in page


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Zürich — Fragen & Antworten!", "zurich-fragen-antworten"),
        ("حملة الأسئلة", "campaign"),
        ("New", "new-2"),
        ("---", "campaign"),
        ("a" * 70, "a" * 64),
        ("a" * 63 + " b", "a" * 63),
    ],
)
def test_a_short_name_is_made_of_the_title(db: None, enter: Enter, title: str, slug: str) -> None:
    client = enter(None, "site admin")
    assert _made(client, title).slug == slug
    second = _made(client, title).slug
    assert second != slug
    assert len(second) <= 64
    assert client.get(f"/campaigns/{second}/settings/").status_code == 200


def test_a_made_name_passes_over_those_that_are_taken_and_hidden(db: None, enter: Enter) -> None:
    client = enter(None, "site admin")
    names = [_made(client, "Harbour").slug for _ in range(3)]
    Campaign.objects.filter(slug="harbour-2").update(deleting="2026-01-01T00:00:00Z")
    names.append(_made(client, "Harbour").slug)
    assert names == ["harbour", "harbour-2", "harbour-3", "harbour-4"]


def test_an_evaluation_of_ones_own_needs_no_short_name_either(db: None, enter: Enter) -> None:
    client = enter(None, "site admin")
    form = client.get(f"{NEW}evaluation/").context["form"]
    sent = {"text": form["text"].value(), "title": "Lamps of 2026", "do": "create"}
    assert client.post(f"{NEW}evaluation/", sent).status_code == 302
    assert Campaign.objects.get().slug == "lamps-of-2026"


def test_it_is_said_who_may_create_campaigns(db: None, enter: Enter) -> None:
    """On the page to those who may, in the list to those who may not."""
    assert "As a site admin you can create every kind of campaign." in enter(None, "site admin").get(NEW).text
    stranger = enter(None, "stranger")
    assert "Site admins create new ones, and people whom they let." in stranger.get("/campaigns/").text


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_all_who_create_at_once_with_one_title_have_a_campaign() -> None:
    for number in range(FEW):
        make_account(f"maker-{number}", site_admin=True)
    clients = [client_of(f"maker-{number}") for number in range(FEW)]
    outcomes = at_once(*[partial(_made_by, client) for client in clients])
    assert outcomes == [302] * FEW
    names = sorted(Campaign.objects.values_list("slug", flat=True))
    assert names == ["harbour", *(f"harbour-{number}" for number in range(2, FEW + 1))]


def _made_by(client: Client) -> int:
    return client.post(NEW, {"title": "Harbour", "track": "trec8"}).status_code
