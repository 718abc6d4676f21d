"""Requests bound to what somebody saw, and requests sent again."""

import pytest

from assessment.campaigns.models import Campaign, State
from assessment.people.models import Account
from assessment.people.services.tokens import make_token
from tests.api.asking import client_of, send_json
from tests.client import Client
from tests.factory import make_campaign, make_member

THERE = "/api/v1/campaigns/trial/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign("trial", state=State.OPEN)


@pytest.fixture
def account(campaign: Campaign) -> Account:
    return make_member(campaign, "olga", "organizer")


@pytest.fixture
def olga(account: Account) -> Client:
    return client_of(account)


@pytest.mark.both_databases
def test_nothing_is_deleted_that_was_changed_since(olga: Client, campaign: Campaign) -> None:
    for name in ("ada", "ben"):
        make_member(campaign, name, "assessor")
    team = f"{THERE}teams/{send_json(olga, f'{THERE}teams/', {'name': 'lake'}).json()['id']}/"
    ada = f"{THERE}people/{campaign.members.get(name='ada').pk}/"
    for there, change in ((team, {"name": "tern", "reason": "x"}), (ada, {"roles": ["adjudicator"]})):
        seen = olga.get(there)["ETag"]
        assert send_json(olga, there, change, "patch").status_code == 200
        late = olga.delete(f"{there}?reason=x", headers={"If-Match": seen})
        assert (late.status_code, late.json()["code"]) == (412, "changed_meanwhile")
        now = olga.get(there)["ETag"]
        assert olga.delete(f"{there}?reason=x", headers={"If-Match": now}).status_code < 300


@pytest.mark.both_databases
def test_where_nothing_is_compared_nothing_is_bound(olga: Client) -> None:
    seen = olga.get(f"{THERE}settings/")["ETag"]
    refused = send_json(olga, THERE, {"archived": True}, "patch", **{"If-Match": seen})
    assert (refused.status_code, refused.json()["code"]) == (412, "no_etag")
    assert olga.get(THERE, headers={"If-Match": seen}).status_code == 200
    assert send_json(olga, THERE, {"archived": True}, "patch", **{"If-Match": "*"}).status_code == 200


def test_an_answer_under_a_key_names_its_state_and_is_kept_for_tokens_that_go_as_far(
    olga: Client, account: Account, campaign: Campaign
) -> None:
    body, key = {"text": "Judge the string."}, {"Idempotency-Key": "one"}
    made = send_json(olga, f"{THERE}guidelines/", body, **key)
    assert made["ETag"] == olga.get(f"{THERE}guidelines/")["ETag"]
    again = send_json(client_of(account), f"{THERE}guidelines/", body, **key)
    assert (again.json(), again["Idempotent-Replayed"]) == (made.json(), "true")
    narrow = make_token(account=account, by=account, name="narrow", role="organizer").token
    program = Client(headers={"Authorization": f"Bearer {narrow}"})
    refused = send_json(program, f"{THERE}guidelines/", body, **key)
    assert (refused.status_code, refused.json()["code"]) == (422, "idempotency_key_used")


@pytest.mark.both_databases
def test_another_request_under_the_same_key_is_refused(olga: Client, campaign: Campaign) -> None:
    there, key = f"{THERE}guidelines/", {"Idempotency-Key": "one"}
    made = send_json(olga, there, {"text": "Judge the string."}, **key)
    assert made.status_code == 201
    for address, body in (
        (there, {"text": "Judge the page."}),
        (f"{THERE}teams/", {"text": "Judge the string."}),
    ):
        refused = send_json(olga, address, body, **key)
        assert (refused.status_code, refused.json()["code"]) == (422, "idempotency_key_used"), body
    assert olga.get(there).json()["text"] == "Judge the string."


def test_what_somebody_has_already_is_not_sent_again(olga: Client) -> None:
    seen = olga.get(f"{THERE}settings/")
    assert seen["Cache-Control"] == "private, no-cache"
    for marks in (seen["ETag"], f'"other", W/{seen["ETag"]}'):
        known = olga.get(f"{THERE}settings/", headers={"If-None-Match": marks})
        assert (known.status_code, known.content, known["ETag"]) == (304, b"", seen["ETag"])
    send_json(olga, f"{THERE}settings/", {"title": "Another"}, "patch")
    assert olga.get(f"{THERE}settings/", headers={"If-None-Match": seen["ETag"]}).status_code == 200
