"""The precision of people's answers on the results page."""

import pytest
from django.core.management import call_command

from tests.client import Client
from tests.factory import make_member
from tests.results.golden import imported

pytestmark = pytest.mark.django_db


def test_precision_and_its_bins_stand_on_the_results_page(client: Client) -> None:
    campaign = imported("nq_small")
    call_command("score", "nq_small")
    client.force_login(make_member(campaign, "olga", "organizer"))
    page = client.get("/campaigns/nq_small/results/").content.decode()
    assert "Precision of people’s answers" in page
    # Three annotations gave the correct paragraph, four what the experts called wrong.
    assert '<th scope="row">Long answers</th><td class="r">7</td>' in page
    assert '<td class="r">42.9\u00a0%</td>' in page
    assert "<b>.429</b>" in page


def test_places_are_named_where_a_rule_cannot_be_followed(capsys: pytest.CaptureFixture[str]) -> None:
    campaign = imported("nq_small")
    campaign.questions.get(qid="105").pool_items.get().adjudication.delete()
    call_command("score", "nq_small", json="-")
    assert "105 105 long:560:640" in capsys.readouterr().out


def test_other_campaigns_have_no_experts(client: Client) -> None:
    campaign = imported("trec8_small")
    call_command("score", "trec8_small")
    client.force_login(make_member(campaign, "olga", "organizer"))
    assert (
        "in the eyes of experts" not in client.get("/campaigns/trec8_small/results/").content.decode().lower()
    )
