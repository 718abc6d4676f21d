"""People, teams and work by the API: brought in, changed, removed, with the refusals of the pages."""

from typing import Any

import pytest

from assessment.campaigns.models import Campaign, State
from assessment.judging.models import Assignment
from assessment.people.models import Invitation, Member
from tests.api.asking import client_of, send_json
from tests.client import Client
from tests.factory import make_account, make_campaign, make_items, make_member, make_questions

HERE = "/api/v1/campaigns/trial/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign("trial", state=State.OPEN)


@pytest.fixture
def olga(campaign: Campaign) -> Client:
    return client_of(make_member(campaign, "olga", "admin"))


def add(olga: Client, account: str, *roles: str) -> Any:
    added = send_json(olga, f"{HERE}people/", {"account": account, "roles": list(roles)})
    assert added.status_code == 201, added.content
    return added.json()["person"]


def test_people_come_in_change_and_go(olga: Client, campaign: Campaign) -> None:
    make_account("ada")
    ada = add(olga, "ada", "assessor")
    assert (ada["name"], ada["account"], ada["roles"]) == ("ada", "ada", ["assessor"])
    assert send_json(olga, f"{HERE}people/", {"account": "nobody"}).status_code == 400
    there = f"{HERE}people/{ada['id']}/"
    seen = olga.get(there)
    assert (seen.json()["removed"], seen.json()["has"]["judgments"]) == (False, 0)
    roles = send_json(olga, there, {"roles": ["adjudicator"]}, "patch", **{"If-Match": seen["ETag"]})
    assert (roles.status_code, roles.json()["roles"]) == (200, ["adjudicator"])
    late = send_json(olga, there, {"roles": ["assessor"]}, "patch", **{"If-Match": seen["ETag"]})
    assert (late.status_code, late.json()["now"]["roles"]) == (412, ["adjudicator"])
    assert olga.delete(there).status_code == 400
    gone = olga.delete(f"{there}?reason=a+slip")
    assert (gone.status_code, gone.json()) == (200, {"name": "ada", "job": None})
    assert olga.get(there).status_code == 404
    me = Member.objects.get(name="olga")
    last = olga.delete(f"{HERE}people/{me.pk}/?reason=a+slip")
    assert (last.status_code, last.json()["code"]) == (422, "last_admin")


def test_what_an_account_has_is_not_passed_over(olga: Client, campaign: Campaign) -> None:
    make_account("ben")
    sent = {"account": "ben", "roles": ["assessor"], "email": "ben@example.org", "languages": ["de"]}
    refused = send_json(olga, f"{HERE}people/", sent)
    assert (refused.status_code, sorted(refused.json()["wrong"])) == (400, ["email", "languages"])
    assert not campaign.members.filter(name="ben").exists()


def test_invitations_show_their_link_once(olga: Client) -> None:
    body = {"name": "Ada Novak", "roles": ["assessor"], "languages": ["de"]}
    made = send_json(olga, f"{HERE}people/", body)
    assert made.status_code == 201
    assert made.json()["invitation"]["link"].startswith("http://testserver/")
    assert Invitation.objects.get().roles == ["assessor"]
    taken = send_json(olga, f"{HERE}people/", body)
    assert (taken.status_code, taken.json()["code"]) == (422, "invitation_open")


def test_teams(olga: Client, campaign: Campaign) -> None:
    make_account("pia")
    add(olga, "pia", "participant")
    made = send_json(olga, f"{HERE}teams/", {"name": "lake", "members": ["pia"]})
    assert (made.status_code, made.json()["members"]) == (201, ["pia"])
    taken = send_json(olga, f"{HERE}teams/", {"name": "Lake"})
    assert (taken.status_code, taken.json()["code"]) == (422, "team_name_taken")
    there = f"{HERE}teams/{made.json()['id']}/"
    seen = olga.get(there)["ETag"]
    wrong = send_json(olga, there, {"members": ["olga"], "name": "tern", "reason": "theirs"}, "patch")
    assert (wrong.status_code, campaign.teams.get().name) == (400, "lake")
    changed = send_json(olga, there, {"name": "tern", "reason": "theirs"}, "patch", **{"If-Match": seen})
    assert (changed.status_code, changed.json()["name"]) == (200, "tern")
    assert send_json(olga, there, {"members": []}, "patch", **{"If-Match": seen}).status_code == 412
    assert olga.delete(f"{there}?reason=a+slip").status_code == 204
    assert not campaign.teams.exists()


def test_participants_learn_their_own_teams(olga: Client, campaign: Campaign) -> None:
    for name in ("pia", "tom", "una"):
        make_account(name)
        add(olga, name, "participant")
    for team, members in (("lake", ["pia", "tom"]), ("tern", ["tom"]), ("other", [])):
        send_json(olga, f"{HERE}teams/", {"name": team, "members": members})
    seen = {}
    for member in Member.objects.filter(roles__role="participant").select_related("account"):
        assert member.account
        rows = client_of(member.account).get(f"{HERE}teams/").json()
        seen[member.name] = {row["name"]: row["members"] for row in rows}
    lake = {"lake": ["pia", "tom"]}
    assert seen == {"pia": lake, "tom": {**lake, "tern": ["tom"]}, "una": {}}


def test_work_is_assigned_handed_over_and_taken_off(olga: Client, campaign: Campaign) -> None:
    for question in make_questions(campaign, "1", "2", type="factoid"):
        make_items(question, ("D-1", "Halden"), ("D-2", "Rehn"))
    empty = send_json(olga, f"{HERE}work/", {"judges": 1})
    assert (empty.status_code, empty.json()["code"]) == (422, "too_few_assessors")
    for name in ("ada", "ben"):
        make_account(name)
        add(olga, name, "assessor")
    assigned = send_json(olga, f"{HERE}work/", {"judges": 1}, **{"Idempotency-Key": "once"})
    assert (assigned.status_code, assigned.json()["added"]) == (200, 2)
    assert send_json(olga, f"{HERE}work/", {"judges": 1}).json()["added"] == 0
    first = olga.get(f"{HERE}work/").json()[0]
    taker = "ben" if first["assessor"] == "ada" else "ada"
    there = f"{HERE}work/{first['id']}/"
    handed = send_json(olga, there, {"assessor": taker}, "patch")
    assert (handed.status_code, handed.json()["assessor"]) == (200, taker)
    assert olga.get(f"{HERE}work/").json()[0]["handed_over_at"]
    assert send_json(olga, there, {"finished": False}, "patch").json()["code"] == "assignment_gone"
    other = {"qid": "2" if first["qid"] == "1" else "1", "assessor": first["assessor"]}
    assert send_json(olga, f"{HERE}work/", other).json()["added"] == 1
    assert send_json(olga, f"{HERE}work/", other).json()["code"] == "assignment_exists"
    added = Assignment.objects.latest("pk")
    assert olga.delete(f"{HERE}work/{added.pk}/").json()["added"] == -1
    assert not Assignment.objects.filter(pk=added.pk).exists()
    removed = olga.delete(f"{HERE}people/{added.member_id}/?reason=left").json()
    assert removed["job"] is None or removed["job"]["state"] == "waiting"
    within = send_json(olga, f"{HERE}people/{added.member_id}/", {"roles": ["organizer"]}, "patch")
    assert (within.status_code, within.json()["code"]) == (422, "person_removed")
    assert not added.member.roles.exists()
    back = send_json(olga, f"{HERE}people/{added.member_id}/", {"removed": False}, "patch")
    assert back.status_code in (200, 422), back.content


def test_only_organizers(campaign: Campaign) -> None:
    ada = client_of(make_member(campaign, "ada", "assessor", "adjudicator", "participant"))
    member = Member.objects.get(name="ada")
    assert ada.get(f"{HERE}teams/").json() == []
    assert send_json(ada, f"{HERE}teams/", {"name": "lake"}).status_code == 404
    for place in ("people/", f"people/{member.pk}/", "work/"):
        assert ada.get(f"{HERE}{place}").status_code == 404, place
        assert send_json(ada, f"{HERE}{place}", {}).status_code in (404, 405), place
    assert ada.delete(f"{HERE}people/{member.pk}/?reason=x").status_code == 404
