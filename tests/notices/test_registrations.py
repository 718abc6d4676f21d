"""What those who register are told by mail: registered, refused with the reason, a pair that runs; each once."""

from typing import Any

import pytest

from assessment.campaigns.models import Campaign
from assessment.notices.models import Notice, NoticeKind
from assessment.people.models import Account
from tests.factory import make_account
from tests.submissions import scene
from tests.submissions.tongues import register, sent, tongues

pytestmark = pytest.mark.django_db
assert tongues  # a fixture
LIST = "/campaigns/tongues/registrations/"


@pytest.fixture(autouse=True)
def addresses(tongues: Campaign) -> None:
    make_account("nora")
    for account in Account.objects.all():
        account.email = f"{account.username}@example.org"
        account.save()


def told(kind: NoticeKind) -> list[str]:
    return list(Notice.objects.filter(kind=kind).order_by("pk").values_list("name", flat=True))


@pytest.mark.both_databases
def test_a_team_is_told_that_it_is_registered_and_which_pairs_run(tongues: Campaign) -> None:
    ann, olga = scene.client_of("ann"), scene.client_of("olga")
    ann.post("/campaigns/tongues/register/", sent(pairs=["EN:IT", "EN:EN", "DE:DE"]))
    assert told(NoticeKind.REGISTRATION) == ["ann"]
    assert "clct is registered" in Notice.objects.get().text
    assert told(NoticeKind.PAIR_ACTIVE) == []
    register(tongues, "uned", "EN:IT")
    assert told(NoticeKind.PAIR_ACTIVE) == ["ann"]
    assert "EN:IT" in Notice.objects.get(kind=NoticeKind.PAIR_ACTIVE).text
    assert "uned" not in Notice.objects.get(kind=NoticeKind.PAIR_ACTIVE).text
    register(tongues, "abcd", "EN:IT")
    olga.post(f"{LIST}pair/", {"pair": "DE:DE", "always": "on"})
    olga.post(f"{LIST}pair/", {"pair": "DE:DE"})
    olga.post(f"{LIST}pair/", {"pair": "DE:DE", "always": "on"})
    assert told(NoticeKind.PAIR_ACTIVE) == ["ann", "ann"]


@pytest.mark.both_databases
def test_whoever_asked_is_told_that_they_were_refused_and_why(tongues: Campaign) -> None:
    Campaign.objects.update(registration="approval")
    nora, olga = scene.client_of("nora"), scene.client_of("olga")

    def ask(name: str) -> Any:
        assert nora.post("/campaigns/tongues/join/", sent(name)).status_code == 302
        return tongues.applications.get(name=name)

    assert olga.post(f"{LIST}requests/{ask('nord').pk}/", {"reason": "Too late."}).status_code == 302
    assert told(NoticeKind.REGISTRATION) == ["nora"]
    assert "did not accept nord. Reason: Too late." in Notice.objects.get().text
    assert olga.post(f"{LIST}requests/{ask('west').pk}/", {"action": "accept"}).status_code == 302
    assert told(NoticeKind.REGISTRATION) == ["nora", "nora"]
    assert "west is registered" in Notice.objects.order_by("-pk")[0].text


def test_the_account_page_offers_a_choice_of_each(tongues: Campaign) -> None:
    nora = scene.client_of("nora")
    page = nora.get("/account/notices/").text
    for kind in ("registration", "pair_active", "questions_out", "date_moved", "date_missed"):
        assert f'value="{kind}"' in page
    Campaign.objects.update(registration="open")
    nora.post("/account/notices/", {"wanted": ["receipt"]})
    nora.post("/campaigns/tongues/join/", sent("nord"))
    assert told(NoticeKind.REGISTRATION) == []
