"""The figures of the page Pool: of the counters that its table has, for whoever makes the pool."""

from pathlib import Path

import pytest

from assessment.campaigns.models import Campaign
from assessment.submissions import services
from assessment.submissions.models import QuestionPool
from assessment.submissions.selectors.pool_figures import pool_figures
from assessment.submissions.selectors.pools import PoolSize
from tests.client import Client
from tests.factory import make_member
from tests.submissions import scene

pytestmark = pytest.mark.django_db
PAGE = "/campaigns/trial/"


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    made = scene.campaign_with_ids(tmp_path)
    for team in ("lkg", "tern"):
        scene.team_of(made, team)
    scene.organizer(made)
    return made


def file(client: Client, name: str) -> list[list[str]]:
    return [line.split(",") for line in client.get(f"{PAGE}figures/{name}.csv").text.splitlines()[1:]]


def test_figures_hold_what_the_counters_of_pools_say(campaign: Campaign) -> None:
    olga = scene.client_of("olga")
    assert "data-figure" not in olga.get(f"{PAGE}pool/").text
    assert olga.get(f"{PAGE}figures/pool-sizes.csv").status_code == 404
    scene.submit(campaign, scene.as_bytes(scene.whole_run()))
    services.pool(by=None, campaign=campaign)
    page = olga.get(f"{PAGE}pool/").text
    assert 'id="figure-pool-sizes"' in page
    assert 'id="figure-pool-shared"' in page
    counters = QuestionPool.objects.filter(question__campaign=campaign)
    sizes = file(olga, "pool-sizes")
    assert sum(int(number) for *_, number in sizes) == campaign.questions.count()
    ((_, several, single),) = file(olga, "pool-shared")
    assert int(several) == sum(counters.values_list("shared", flat=True))
    assert int(several) + int(single) == sum(counters.values_list("items", flat=True))
    assert olga.get(f"{PAGE}figures/pool-shared.svg")["Content-Type"].startswith("image/svg+xml")


@pytest.mark.parametrize("role", ["adjudicator", "assessor", "participant"])
def test_they_are_for_whoever_makes_the_pool(campaign: Campaign, role: str) -> None:
    scene.submit(campaign, scene.as_bytes(scene.whole_run()))
    services.pool(by=None, campaign=campaign)
    make_member(campaign, "somebody", role)
    client = scene.client_of("somebody")
    assert client.get(f"{PAGE}pool/").status_code == 404
    for name in ("pool-sizes", "pool-shared"):
        assert client.get(f"{PAGE}figures/{name}.svg").status_code == 404


@pytest.mark.parametrize(
    ("items", "bins"),
    [
        ([0, 0, 4], [(0, 1, 2), (1, 2, 0), (2, 3, 0), (3, 4, 0), (4, 5, 1)]),
        ([7, 7, 7], [(7, 8, 3)]),
        (
            [0, 99, 150],
            [
                (0, 20, 1),
                (20, 40, 0),
                (40, 60, 0),
                (60, 80, 0),
                (80, 100, 1),
                (100, 120, 0),
                (120, 140, 0),
                (140, 160, 1),
            ],
        ),
    ],
)
def test_columns_are_of_a_round_width_and_few(
    campaign: Campaign, items: list[int], bins: list[tuple[int, int, int]]
) -> None:
    first, _ = pool_figures(campaign, [PoolSize("factoid", number, 0, 0) for number in items])
    assert [tuple(row) for row in first.table().rows] == bins


def test_the_sizes_of_two_questions_are_read_off_the_table(campaign: Campaign) -> None:
    figures = pool_figures(campaign, [PoolSize("factoid", number, 0, 0) for number in (3, 4)])
    assert [figure.name for figure in figures] == ["pool-shared"]
