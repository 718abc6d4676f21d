"""Lists of all questions: a page holds so many, and no question is left out or met twice."""

import re
from collections.abc import Iterator

import pytest

from assessment.campaigns.models import Campaign
from assessment.people.models import Account
from bench.wide import wide_campaign
from tests.client import Client

QUESTIONS, A_PAGE = 120, 50
LISTS = {
    "questions/": r"/questions/(\d+)/",
    "pool/": r"/pool/(\d+)/",
    "patterns/": r"/patterns/(\d+)/",
    "agreement/": r'<th scope="row">\s*(\d+)\s*</th>',
    "agreement/?sort=J&order=falling": r'<th scope="row">\s*(\d+)\s*</th>',
}


@pytest.fixture
def organizer(db: None) -> Client:
    wide_campaign("wide", runs=12, questions=QUESTIONS, teams=2)
    client = Client()
    client.force_login(Account.objects.get(username="wide-olga"))
    return client


def _pages(client: Client, address: str) -> Iterator[str]:
    """The pages of a list, from each by its link to the next."""
    number = 1
    while address:
        page = client.get(address).content.decode()
        yield page
        number += 1
        links = re.findall(rf'href="(\?[^"]*page={number}(?:#[^"]*)?|/[^"]*\?page={number}[^"]*)"', page)
        path = address.partition("?")[0]
        link = links[0].replace("&amp;", "&") if links else ""
        address = f"{path}{link}" if link.startswith("?") else link


@pytest.mark.parametrize("name", LISTS)
def test_each_question_is_on_one_page(organizer: Client, name: str) -> None:
    listed = [re.findall(LISTS[name], page) for page in _pages(organizer, f"/campaigns/wide/{name}")]
    met = [list(dict.fromkeys(some)) for some in listed]
    assert [len(some) for some in met] == [A_PAGE, A_PAGE, QUESTIONS - 2 * A_PAGE]
    assert len({qid for some in met for qid in some}) == QUESTIONS
    assert Campaign.objects.get(slug="wide").questions.count() == QUESTIONS
