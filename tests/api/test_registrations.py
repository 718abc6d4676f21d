"""Registration by the API: a team's own, organizers', pairs, requests, questions that start a clock; and tables."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from assessment.campaigns.models import Campaign
from assessment.people.models import Account, Invitation, Member
from assessment.submissions.models import Registration, Team
from assessment.submissions.services.applications import apply_for_team
from tests.api.asking import client_of, send_json
from tests.client import Client
from tests.factory import make_account, make_campaign, make_member
from tests.submissions.tongues import entry, tongues

assert tongues  # a fixture
AT = "/api/v1/campaigns/tongues/"
PIA = {"full_name": "Pia", "affiliation": "CELCT", "email": "pia@celct.example"}
ENTRY = {
    "team_id": "clct",
    "group": "Group",
    "affiliation": "CELCT",
    "people": [PIA],
    "tasks": ["PS"],
    "pairs": ["EN:EN"],
}


def program(campaign: Campaign, name: str) -> Client:
    account = Member.objects.get(campaign=campaign, name=name).account
    assert account
    return client_of(account)


def test_teams_register_and_organizers_change_registrations(tongues: Campaign) -> None:
    ann, tom, olga = (program(tongues, name) for name in ("ann", "tom", "olga"))
    wrong = send_json(ann, f"{AT}registrations/", {**ENTRY, "team_id": "CLCT", "tasks": []})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "registration_incomplete")
    assert "A team id is four lower-case letters" in wrong.json()["detail"]
    taken = send_json(ann, f"{AT}registrations/", {**ENTRY, "members": ["ann", "tom"]})
    assert (taken.status_code, list(taken.json()["wrong"])) == (400, ["members"])
    made = send_json(ann, f"{AT}registrations/", ENTRY).json()
    assert (made["team_id"], made["people"], made["members"]) == ("clct", [PIA], ["ann"])
    again = send_json(ann, f"{AT}registrations/", {**ENTRY, "team_id": "abcd"})
    assert (again.status_code, again.json()["code"]) == (409, "registered_already")
    one = f"{AT}registrations/{made['id']}/"
    assert tom.get(one).status_code == 404
    assert tom.get(f"{AT}registrations/").json() == []
    assert olga.get(f"{AT}registrations/{9**40}/").status_code == 404
    page = Client()
    page.force_login(Account.objects.get(username="olga"))
    assert page.get(f"/campaigns/tongues/registrations/{9**40}/").status_code == 404
    assert send_json(ann, one, {**ENTRY, "members": ["tom"]}, "put").json()["wrong"].keys() == {"members"}
    assert send_json(ann, one, {**ENTRY, "members": made["members"]}, "put").status_code == 200
    seen = olga.get(one)
    wanted = {**ENTRY, "group": "Other", "members": ["ann", "tom"]}
    assert send_json(olga, one, {**wanted, "members": ["zoe"]}, "put").status_code == 400
    changed = send_json(olga, one, wanted, "put", **{"If-Match": seen["ETag"]})
    assert (changed.status_code, changed.json()["members"]) == (200, ["ann", "tom"])
    late = send_json(olga, one, ENTRY, "put", **{"If-Match": seen["ETag"]})
    assert (late.status_code, late.json()["now"]["group"]) == (412, "Other")
    assert [row["id"] for row in tom.get(f"{AT}registrations/").json()] == [made["id"]]


def test_a_pair_runs_and_its_questions_start_the_clock_when_asked(tongues: Campaign) -> None:
    ann, olga = program(tongues, "ann"), program(tongues, "olga")
    send_json(ann, f"{AT}registrations/", ENTRY)
    states = {row["pair"]: row for row in ann.get(f"{AT}pairs/").json()}
    assert (states["EN:EN"]["teams"], states["EN:EN"]["active"]) == (1, False)
    idle = send_json(ann, f"{AT}topics/EN:EN/", {"begin": True})
    assert (idle.status_code, idle.json()["code"]) == (422, "pair_not_active")
    assert send_json(ann, f"{AT}pairs/EN:EN/", {"always": True}, "patch").status_code == 404
    assert send_json(olga, f"{AT}pairs/EN:EN/", {"always": True}, "patch").json()["active"]
    assert send_json(olga, f"{AT}pairs/EN:XX/", {"always": True}, "patch").json()["code"] == "pair_unknown"
    asked = send_json(ann, f"{AT}topics/EN:EN/", {})
    assert (asked.status_code, asked.json()["code"]) == (422, "clock_not_begun")
    assert Registration.objects.get().started_at is None
    file = send_json(ann, f"{AT}topics/EN:EN/", {"begin": True})
    assert (file.status_code, b"Which harbour is number 1" in file.content) == (200, True)
    shown = ann.get(f"{AT}topics/").json()
    assert (shown["team"], bool(shown["started_at"]), shown["pairs"][0]["pair"]) == ("clct", True, "EN:EN")
    assert shown["pairs"][0]["first_download"]
    assert send_json(ann, f"{AT}topics/EN:EN/", {}).status_code == 200
    assert send_json(olga, f"{AT}topics/EN:IT/", {}).status_code == 200
    assert ann.get(f"{AT}topics-file/").status_code == 404  # a clock is started by questions


def test_requests_to_take_part_are_decided(tongues: Campaign) -> None:
    olga = program(tongues, "olga")
    Campaign.objects.update(registration="approval")
    for number, name in enumerate(("gull", "tern")):
        apply_for_team(by=make_account(f"sam{number}"), campaign=tongues, entry=entry(name))
    first, second = olga.get(f"{AT}registration-requests/").json()
    assert first["entry"]["people"][0]["affiliation"] == "CELCT"
    decision = f"{AT}registration-requests/{first['id']}/decision/"
    silent = send_json(olga, decision, {"do": "refuse"})
    assert (silent.status_code, silent.json()["code"]) == (422, "reason_missing")
    refused = send_json(olga, decision, {"do": "refuse", "reason": "full"}).json()
    assert (refused["state"], refused["reason"]) == ("refused", "full")
    assert send_json(olga, decision, {"do": "accept"}).status_code == 409
    other = f"{AT}registration-requests/{second['id']}/decision/"
    assert send_json(olga, other, {"do": "accept"}).json()["state"] == "accepted"
    assert Team.objects.get(name="tern").member_names() == ["sam1"]


@pytest.mark.django_db
def test_tables_of_people_and_teams_are_checked_and_brought_in() -> None:
    campaign = make_campaign("trial")
    olga, ann = (
        client_of(make_member(campaign, "olga", "organizer")),
        make_member(campaign, "ann", "participant"),
    )

    def send(what: str, text: str, **more: Any) -> Any:
        file = SimpleUploadedFile("table.csv", text.encode())
        return olga.post("/api/v1/campaigns/trial/imports/", {"kind": what, "file": file, **more})

    teams = "team,members\nlake,ann\n"
    checked = send("teams", teams, check_only=True)
    assert (checked.status_code, checked.json()["review"]["lines"][0]["sentence"]) == (
        200,
        "new team with ann",
    )
    assert not Team.objects.exists()
    assert send("teams", "team,members\nlake,zoe\n").json()["problems"][0]["line"] == 2
    assert send("teams", teams, seen="another").status_code == 409
    assert send("teams", teams, seen=checked.json()["review"]["seen"]).status_code == 201
    assert Team.objects.get().member_names() == ["ann"]
    people = "name,email,roles,languages,team,account\nZoe,,assessor,,,\n"
    brought = send("people", people).json()
    assert "1 to invite" in brought["sentence"]
    (link,) = brought["invitations"]
    assert (link["name"], "/invitations/" in link["link"]) == ("Zoe", True)
    assert b"Zoe" in olga.get("/api/v1/campaigns/trial/people-table/").content
    assert b"lake,ann" in olga.get("/api/v1/campaigns/trial/teams-table/").content
    renew = "/api/v1/campaigns/trial/invitations/renew/"
    assert send_json(olga, renew, {}).json() == []
    (newer,) = send_json(olga, renew, {"invitation": Invitation.objects.get().pk}).json()
    assert newer["link"] != link["link"]
    assert send_json(client_of(ann), renew, {}).status_code == 404
