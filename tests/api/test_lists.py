"""Lists page by page: a cursor is one of its list or none."""

import json
from base64 import urlsafe_b64encode
from typing import Any

import pytest

from assessment.campaigns.models import State
from assessment.jobs.services.lifecycle import enqueue
from tests.api.asking import client_of
from tests.client import Client
from tests.factory import make_campaign, make_member, make_questions
from tests.judging.room import Room

pytestmark = pytest.mark.django_db


def cursor(value: Any) -> str:
    return urlsafe_b64encode(json.dumps([value]).encode()).decode().rstrip("=")


def test_a_cursor_of_another_list_is_none_of_this() -> None:
    room = Room()
    slug, ada = room.campaign.slug, client_of(room.ada)
    olga = client_of(make_member(room.campaign, "olga", "organizer"))
    asked = [(ada, f"assignments/{room.mine.pk}/items/")]
    asked += [
        (olga, place) for place in ("pool-answers/", "pool-matches/", "disputes/", "questions/", "runs/")
    ]
    asked += [(olga, "agreement/items/?first=correct&second=correct")]
    for client, place in asked:
        between = "&" if "?" in place else "?"
        refused = client.get(f"/api/v1/campaigns/{slug}/{place}{between}cursor={cursor('abc')}")
        assert (refused.status_code, list(refused.json()["wrong"])) == (400, ["cursor"]), place


def rows_by_pages(client: Client, there: str, most: int) -> list[Any]:
    """The rows of a list that is asked for one by one, as its links lead on; no more than `most`."""
    found: list[Any] = []
    following = f"{there}?limit=1"
    while following and len(found) < most:
        page = client.get(following)
        found += page.json()
        following = page.headers.get("Link", "").removesuffix('>; rel="next"').removeprefix("<")
    return found


def test_every_row_stands_on_one_page() -> None:
    room = Room()
    there = f"/api/v1/campaigns/{room.campaign.slug}/"
    ada, olga = client_of(room.ada), client_of(make_member(room.campaign, "olga", "organizer"))
    make_questions(room.campaign, "2.1", "2.2", series="2")
    for number in range(3):
        enqueue(kind="results.score", campaign=room.campaign, by=None, arguments={"rule": f"random:{number}"})
        room.judge(number, "correct")
        room.judge(number, "incorrect", by="ben")
    asked = [(ada, f"assignments/{room.mine.pk}/items/")]  # behind the key of a row
    asked += [(olga, place) for place in ("people/", "jobs/", "disputes/")]  # so are these, jobs backwards
    asked += [(olga, "questions/")]  # behind so many
    for client, place in asked:
        whole = client.get(f"{there}{place}").json()
        assert len(whole) == 3, place
        assert rows_by_pages(client, f"{there}{place}", most=6) == whole, place


def test_a_cursor_is_no_text_that_nothing_can_be() -> None:
    campaign = make_campaign("trial", state=State.OPEN)
    make_questions(campaign, "1", type="factoid")
    olga = client_of(make_member(campaign, "olga", "organizer"))
    for odd in ("\ud800", "a\0"):
        refused = olga.get(f"/api/v1/campaigns/trial/collections/?cursor={cursor(odd)}")
        assert refused.status_code == 400


def test_a_cursor_that_lost_letters_or_has_others_is_none() -> None:
    campaign = make_campaign("trial", state=State.OPEN)
    make_questions(campaign, *map(str, range(1, 121)), type="factoid")
    olga = client_of(make_member(campaign, "olga", "organizer"))
    there = "/api/v1/campaigns/trial/questions/?limit=100"
    following = olga.get(there).headers["Link"].partition("cursor=")[2].partition(">")[0]
    assert len(olga.get(f"{there}&cursor={following}").json()) == 20
    shorter = [following[:end] for end in range(1, len(following))]
    for odd in (*shorter, f"{following}=", f"{following}A", f"-{following}", f"!{following}", "MTAw"):
        refused = olga.get(f"{there}&cursor={odd}")
        assert (refused.status_code, list(refused.json()["wrong"])) == (400, ["cursor"]), odd
