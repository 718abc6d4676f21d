"""Where an evaluation has many measures its leaderboard shows the main ones, and the others where they are asked for."""

import re
from urllib.parse import unquote

import pytest

from assessment.campaigns.models import Campaign
from assessment.results.services.scores import score
from tests.client import Client
from tests.factory import make_member
from tests.results.golden import imported

pytestmark = pytest.mark.django_db
START = "/campaigns/rag_small/results/"


@pytest.fixture
def organizer(client: Client) -> Client:
    campaign = imported("rag_small")
    score(campaign=campaign, rule="adjudicated", by=None)
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


def others() -> list[str]:
    """The measures beside the score's own."""
    track = Campaign.objects.get().track
    return [name for name in track.measures if name != track.score]


def columns(client: Client, query: str = "") -> list[str]:
    """The measures that can be sorted by, as their links name them, and how many the page says are left."""
    page = client.get(START + query).text
    board = page.partition('id="leaderboard"')[2].partition("</section>")[0]
    cells = board.count("data-label=") // board.count('<th scope="row" class="mono">')
    sorts = map(unquote, re.findall(r'href="\?[^"]*?sort=([^&"]+)&amp;order=', board))
    found = [name for name in sorts if name in others()]
    assert cells == len(found) + len(("judged", "unjudged", "bounds"))
    left = re.search(r"(\d+) more measures?\s*</a>", board)
    assert len(found) + (int(left[1]) if left else 0) == len(others())
    return found


def test_the_first_measures_of_each_type_have_a_column_and_the_others_where_they_are_asked_for(
    organizer: Client,
) -> None:
    main, track = columns(organizer), Campaign.objects.get().track
    first = {name for kind in track.question_types.values() for name in kind.measures[:2]}
    assert main == [name for name in others() if name in first]
    assert len(main) < len(others())
    assert columns(organizer, "?measures=all") == others()
    assert columns(organizer, "?measures=nonsense") == main


def test_the_measure_that_orders_the_runs_is_shown(organizer: Client) -> None:
    (hidden, *_) = [name for name in others() if name not in columns(organizer)]
    assert hidden in columns(organizer, f"?sort={hidden}")
    assert 'aria-sort="descending"' in organizer.get(f"{START}?sort={hidden}").text


def test_sorting_and_filtering_keep_all_measures(organizer: Client) -> None:
    page = organizer.get(f"{START}?measures=all&find=a").text
    assert 'href="?measures=all&amp;find=a&amp;sort=wp&amp;order=falling#leaderboard"' in page
    assert '<input type="hidden" name="measures" value="all">' in page
    assert re.search(r'href="\?find=a#leaderboard">\s*Main measures only', page)


def test_where_there_are_few_nothing_is_folded(organizer: Client) -> None:
    score(campaign=(few := imported("trec8_small")), rule="union", by=None)
    organizer.force_login(make_member(few, "ed", "organizer"))
    page = organizer.get("/campaigns/trec8_small/results/?measures=all").text
    assert "more measure" not in page
    assert "Main measures only" not in page


def test_files_hold_all_measures(organizer: Client) -> None:
    head = organizer.get(f"{START}1/leaderboard.csv").text.splitlines()[0].split(",")
    assert set(others()) < set(head)
