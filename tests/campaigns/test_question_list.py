"""The list of questions: a page of it at a time, the page of a series, and questions that are looked for."""

import re
from collections.abc import Callable

import pytest

from assessment.campaigns.models import Campaign
from tests.client import Client
from tests.factory import make_campaign, make_member, make_questions

Enter = Callable[[Campaign | None, str], Client]

ADDRESS = "/campaigns/trial/questions/"


@pytest.fixture
def organizer(db: None) -> Client:
    """Of a campaign of 130 questions."""
    campaign = make_campaign("trial")
    make_questions(campaign, *(f"Q{number:03}" for number in range(1, 131)), type="factoid")
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


def shown(client: Client, address: str) -> list[str]:
    """The questions that a page lists, in its order."""
    return re.findall(r'href="/campaigns/trial/questions/(Q[^/"]+)/"', client.get(address).content.decode())


def links(client: Client, address: str) -> list[str]:
    """Where the list goes on, before and after."""
    page = client.get(address).content.decode()
    return [link.replace("&amp;", "&") for link in re.findall(r'href="([^"]*[?&;]page=[^"]+)"', page)]


def test_the_head_counts_all_of_them_on_every_page(organizer: Client) -> None:
    for address in (ADDRESS, f"{ADDRESS}?page=3", f"{ADDRESS}?find=Q007"):
        assert "130 questions" in organizer.get(address).content.decode()


@pytest.mark.parametrize("number", ["0", "-1", "99", "x", "", "1e9"])
def test_a_page_that_there_is_not_is_the_nearest_that_there_is(organizer: Client, number: str) -> None:
    assert shown(organizer, f"{ADDRESS}?page={number}")


def test_questions_are_found_by_id_and_by_words_however_they_are_written(organizer: Client) -> None:
    question = Campaign.objects.get(slug="trial").questions.get(qid="Q120")
    question.text = "Wer fuhr über die OSTSEE?"
    question.save()
    assert shown(organizer, f"{ADDRESS}?find=ostsee") == ["Q120"]
    assert shown(organizer, f"{ADDRESS}?find=ÜBER") == ["Q120"]
    assert shown(organizer, f"{ADDRESS}?find=q12") == [f"Q{number}" for number in range(120, 130)]
    nothing = organizer.get(f"{ADDRESS}?find=whales").content.decode()
    assert "No question has these words." in nothing
    assert "all questions" in nothing


def test_what_was_looked_for_stays_on_the_next_page(organizer: Client) -> None:
    (after,) = links(organizer, f"{ADDRESS}?find=What is")
    assert shown(organizer, after)[0] == "Q051"
    assert "find=What+is" in after


def test_a_series_is_shown_on_the_page_on_which_it_begins(series: Campaign, enter: Enter) -> None:
    make_questions(series, *(f"3.{number}" for number in range(1, 60)), series="3")
    make_questions(series, "4.1", series="4")
    client = enter(series, "organizer")
    assert 'id="series-4"' not in client.get("/campaigns/comet/questions/").content.decode()
    assert 'id="series-4"' in client.get("/campaigns/comet/questions/?series=4").content.decode()
    link = re.search(
        r'href="([^"]*[?]series=[^"#]+)', client.get("/campaigns/comet/series/4/").content.decode()
    )
    assert link
    assert 'id="series-4"' in client.get(link[1]).content.decode()
    done = client.post("/campaigns/comet/drop/", {"id": "4", "reason": "no documents"}, follow=True)
    page = done.content.decode()
    assert 'id="series-4"' in page
    assert "no documents" in page


def test_a_series_that_goes_on_is_named_on_the_next_page_too(series: Campaign, enter: Enter) -> None:
    make_questions(series, *(f"3.{number}" for number in range(1, 60)), series="3")
    client = enter(series, "organizer")
    for number in (1, 2):
        assert "Target 3" in client.get(f"/campaigns/comet/questions/?page={number}").content.decode()
