"""Which version board, results and programs begin with: the official rule's, whatever was scored last."""

import re

import pytest
from django.core.management import call_command

from assessment.campaigns.models import Campaign
from assessment.judging.models import Judgment
from tests.client import Client
from tests.factory import make_member
from tests.results.golden import imported
from tests.results.settled import settle_everything
from tests.results.test_breakdown import words

pytestmark = pytest.mark.django_db
BOARD = "/campaigns/trec8_small/"
START = f"{BOARD}results/"


@pytest.fixture
def campaign() -> Campaign:
    made = imported("trec8_small")
    settle_everything(made)
    return made


@pytest.fixture
def organizer(campaign: Campaign, client: Client) -> Client:
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


def led_by(client: Client) -> tuple[str, str, str]:
    """The rule of the board, of the results page and of the API."""
    board = re.search(r"(\w+) · qrels \w+, version", words(client, BOARD))
    results = re.search(r"Leaderboard, (\w+)", words(client, START))
    assert board
    assert results
    return board[1], results[1], client.get(f"/api/v1{START.removesuffix('results/')}scores/").json()["rule"]


def test_the_official_rule_leads_though_another_was_scored_later(organizer: Client) -> None:
    call_command("score", "trec8_small")
    call_command("score", "trec8_small", "--rule", "union")
    assert led_by(organizer) == ("adjudicated", "adjudicated", "adjudicated")


def test_another_rule_alone_stands_in_the_heading(organizer: Client) -> None:
    call_command("score", "trec8_small", "--rule", "union")
    assert led_by(organizer) == ("union", "union", "union")
    assert "Leaderboard by the rule union, provisional" in words(organizer, BOARD)


def test_a_released_version_leads_though_its_rule_was_scored_again(organizer: Client) -> None:
    call_command("release", "trec8_small", "--audience", "all")
    item = Judgment.objects.filter(grade="yes").order_by("pk")[0].item
    Judgment.objects.filter(item=item).update(grade="no")
    call_command("score", "trec8_small")
    assert ", version 1 ·" in words(organizer, BOARD)
    assert "Results, version" not in words(organizer, START)
    assert "You are looking at version" not in words(organizer, START)
