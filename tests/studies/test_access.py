"""Who sees and who makes studies: before and after the scores are released."""

from collections.abc import Iterator

import pytest

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job
from assessment.results.services.release import release
from assessment.results.services.scores import score
from assessment.studies.models import Study
from assessment.studies.services.studies import make_what_if
from tests.results.settled import settle_everything
from tests.scenes import Kept, as_built
from tests.studies.scene import FIELDS, address, golden, made, signed_in

pytestmark = pytest.mark.django_db
PAGES = (
    "",
    "1/",
    "1/study.json",
    "1/assessors/",
    "1/sets/",
    "1/spread/",
    "1/significance/",
    "1/agreement/",
    "1/figures/ranges-0.svg",
    "1/figures/leaders-0.csv",
    "1/figures/agreement.svg",
    "2/",
    "2/study.json",
)
CHANGE = {"change": "rule:union", "rule": "adjudicated"}


@pytest.fixture(scope="module", autouse=True)
def built(kept: Kept) -> Iterator[Campaign]:
    """A campaign whose scores are released, with a study, and what would be different."""
    with kept():
        found = golden("trec8_small")
        settle_everything(found)
        made(found)
        make_what_if(campaign=found, changes=["rule:union"], rule="adjudicated", by=None)
        score(campaign=found, rule="adjudicated", by=None)
        release(campaign=found, by=None)
        found.refresh_from_db()
        yield found


@pytest.fixture
def campaign(db: None, built: Campaign) -> Campaign:
    return as_built(built)


@pytest.mark.parametrize("role", ["site admin", "admin", "organizer"])
def test_organizers_see_and_make_studies(campaign: Campaign, role: str) -> None:
    client = signed_in(campaign, role)
    assert {client.get(address(campaign, page)).status_code for page in PAGES} == {200}
    page = client.get(address(campaign)).text
    assert "New study" in page
    assert client.post(address(campaign), {**FIELDS, "seed": 9}).status_code == 302
    assert client.post(address(campaign, "what-if/"), {**CHANGE, "rule": "union"}).status_code == 302
    assert Study.objects.count() == 4
    assert client.get(address(campaign, "5/")).status_code == 404


def test_adjudicators_see_studies_and_make_none(campaign: Campaign) -> None:
    client = signed_in(campaign, "adjudicator")
    assert {client.get(address(campaign, page)).status_code for page in PAGES} == {200}
    page = client.get(address(campaign)).text
    assert "New study" not in page
    assert "<form" not in page.split("<main", 1)[1]
    assert client.post(address(campaign), FIELDS).status_code == 404
    assert client.post(address(campaign, "what-if/"), CHANGE).status_code == 404
    assert Study.objects.count() == 2
    assert not Job.objects.filter(kind__startswith="studies.").exists()


@pytest.mark.parametrize("role", ["assessor", "participant", "stranger"])
def test_nobody_else_sees_any_even_of_released_scores(campaign: Campaign, role: str) -> None:
    client = signed_in(campaign, role)
    if role != "stranger":
        assert client.get(f"/campaigns/{campaign.slug}/results/").status_code == 200
    assert {client.get(address(campaign, page)).status_code for page in PAGES} == {404}
    assert client.post(address(campaign), FIELDS).status_code == 404
    assert client.post(address(campaign, "what-if/"), CHANGE).status_code == 404
    assert Study.objects.count() == 2


def test_studies_of_other_campaigns_are_not_shown(campaign: Campaign) -> None:
    other = golden("series_small")
    client = signed_in(other, "organizer")
    assert "No study yet" in client.get(address(other)).text
    assert client.get(address(other, "1/")).status_code == 404
    assert client.get(address(campaign, "1/")).status_code == 404
