"""Renaming and deleting teams, by page and by command."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from assessment.campaigns.models import Campaign, DeadlineChange
from assessment.people.models import Event
from assessment.submissions import services
from assessment.submissions.models import Run, Team
from tests.submissions import scene, tongues

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    campaign = scene.campaign_with_ids(tmp_path)
    scene.team_of(campaign, "lkg", "ann")
    return campaign


def _page(campaign: Campaign, name: str) -> str:
    return f"/campaigns/{campaign.slug}/teams/{campaign.teams.get(name=name).pk}/"


def _withdrawn(campaign: Campaign) -> Run:
    run = scene.submit(campaign, scene.as_bytes(scene.whole_run()), team="lkg")
    services.withdraw_run(by=None, run=run, organizer=True)
    return run


def test_a_renamed_team_keeps_its_runs_and_its_own_deadline(campaign: Campaign) -> None:
    scene.submit(campaign, scene.as_bytes(scene.whole_run()), team="lkg")
    DeadlineChange.objects.create(campaign=campaign, team_name="lkg", after=timezone.now(), reason="ill")
    page = _page(campaign, "lkg")
    answer = scene.client_of("olga").post(
        f"{page}rename/", {"name": "LCC", "reason": "a merger"}, follow=True
    )
    assert "lkg is now called LCC." in answer.content.decode()
    team = Team.objects.get(name="LCC")
    assert [run.run_id for run in team.runs.all()] == ["lkg1"]
    assert DeadlineChange.objects.get().team_name == "LCC"
    event = Event.objects.get(verb="team:renamed")
    assert (event.data["before"], event.data["reason"]) == ("lkg", "a merger")


@pytest.mark.parametrize(
    ("name", "reason", "says"),
    [
        ("TERN", "why not", "There is already a team tern"),
        ("x" * 65, "why not", "at most 64"),
        (" lcc", "why not", "without blanks"),
        ("", "why not", "needs a name"),
        ("lcc", " ", "A reason is needed"),
    ],
)
def test_a_new_name_is_free_and_sound_and_has_a_reason(
    campaign: Campaign, name: str, reason: str, says: str
) -> None:
    scene.team_of(campaign, "tern")
    client = scene.client_of("olga")
    answer = client.post(f"{_page(campaign, 'lkg')}rename/", {"name": name, "reason": reason}, follow=True)
    assert says in answer.content.decode()
    assert sorted(campaign.teams.values_list("name", flat=True)) == ["lkg", "tern"]


def test_another_spelling_of_the_own_name_is_allowed(campaign: Campaign) -> None:
    call_command("rename_team", "trial", "LKG", "Lkg", "--reason", "their spelling")
    assert campaign.teams.get().name == "Lkg"


def test_two_people_rename_one_team(campaign: Campaign) -> None:
    page, client = _page(campaign, "lkg"), scene.client_of("olga")
    seen = client.get(page).content.decode().rpartition('name="seen" value="')[2].partition('"')[0]
    call_command("rename_team", "trial", "lkg", "LCC", "--reason", "a merger")
    sent = {"name": "other", "reason": "mine", "seen": seen}
    assert "Somebody changed the name" in client.post(f"{page}rename/", sent, follow=True).content.decode()
    assert campaign.teams.get().name == "LCC"


def test_where_run_ids_hold_the_teams_id_a_team_with_runs_keeps_it(tongues: Campaign) -> None:
    team = tongues_team(tongues)
    Run.objects.create(
        campaign=tongues,
        team=team,
        run_id="clct101PSenen",
        run_key="clct101psenen",
        sha256="",
        responses_count=0,
    )
    with pytest.raises(CommandError, match="makes run ids of the team's id"):
        call_command("rename_team", "tongues", "clct", "dfki", "--reason", "a merger")
    Run.objects.all().delete()
    with pytest.raises(CommandError, match="four lower-case letters"):
        call_command("rename_team", "tongues", "clct", "DFKI2", "--reason", "a merger")
    call_command("rename_team", "tongues", "clct", "dfki", "--reason", "a merger")
    assert Team.objects.get().registration.group == "Group clct"


def tongues_team(campaign: Campaign) -> Team:
    return tongues.register(campaign, "clct").team


def test_a_team_without_runs_is_deleted_and_its_members_stay(campaign: Campaign) -> None:
    page, client = _page(campaign, "lkg"), scene.client_of("olga")
    assert "Delete the team" in client.get(page).content.decode()
    answer = client.post(f"{page}delete/", {"reason": "a slip"}, follow=True)
    assert "The team lkg was deleted." in answer.content.decode()
    assert not campaign.teams.exists()
    assert campaign.members.filter(name="ann").exists()
    assert client.get(page).status_code == 404


def test_a_team_with_runs_is_not_deleted_and_its_runs_are_named(campaign: Campaign) -> None:
    scene.submit(campaign, scene.as_bytes(scene.whole_run()), team="lkg")
    client = scene.client_of("olga")
    answer = client.post(f"{_page(campaign, 'lkg')}delete/", {"reason": "a slip"}, follow=True)
    assert "lkg has 1 run (lkg1). Nothing was changed. Withdraw its runs" in answer.content.decode()
    with pytest.raises(CommandError, match="lkg1 of lkg is in the evaluation"):
        call_command("delete_team", "trial", "lkg", "--reason", "a slip", "--anonymize")


@pytest.mark.both_databases
def test_a_team_that_gave_up_loses_name_and_members(campaign: Campaign) -> None:
    _withdrawn(campaign)
    with pytest.raises(CommandError, match="take the name off"):
        call_command("delete_team", "trial", "lkg", "--reason", "gave up")
    client = scene.client_of("olga")
    answer = client.post(f"{_page(campaign, 'lkg')}anonymize/", {"reason": "asked us to"}, follow=True)
    assert "lkg is now called former team 1" in answer.content.decode()
    team = campaign.teams.get()
    assert (team.name, team.members.count(), team.runs.count()) == ("former team 1", 0, 1)


@pytest.mark.both_databases
def test_a_team_whose_run_was_pooled_keeps_its_name(campaign: Campaign) -> None:
    run = scene.submit(campaign, scene.as_bytes(scene.whole_run()), team="lkg")
    services.pool(by=None, campaign=campaign)
    run.refresh_from_db()
    services.withdraw_run(by=None, run=run, organizer=True)
    with pytest.raises(CommandError, match="team_in_use"):
        call_command("delete_team", "trial", "lkg", "--reason", "asked us to", "--anonymize")


@pytest.mark.both_databases
def test_a_team_that_has_its_questions_is_not_deleted(tongues: Campaign) -> None:
    registration = tongues_team(tongues).registration
    registration.started_at = timezone.now()
    registration.save()
    with pytest.raises(CommandError, match="has downloaded questions"):
        call_command("delete_team", "tongues", "clct", "--reason", "a slip")


def test_commands_make_list_and_fill_teams(campaign: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("add_team", "trial", "tern", "--members", "ann")
    call_command("set_team_members", "trial", "lkg", "")
    scene.submit(campaign, scene.as_bytes(scene.whole_run()), team="lkg")
    capsys.readouterr()
    call_command("teams", "trial")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("lkg: nobody; 1 run, last 20")
    assert lines[1:] == ["tern: ann; 0 runs", "trial has 2 teams."]
    call_command("teams", "trial", "--json")
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert [row["team"] for row in told["teams"]] == ["lkg", "tern"]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (("rename_team", "trial", "gull", "x", "--reason", "r"), "team_unknown"),
        (("delete_team", "trial", "gull", "--reason", "r"), "team_unknown"),
        (("add_team", "trial", "LKG"), "team_name_taken"),
        (("add_team", "trial", "new", "--members", "ann,bert"), "not_a_participant"),
        (("set_team_members", "trial", "lkg", "olga"), "not_a_participant"),
        (("teams", "nowhere"), "campaign_unknown"),
    ],
)
def test_slips_are_named_and_change_nothing(campaign: Campaign, command: tuple[str, ...], code: str) -> None:
    scene.organizer(campaign)
    with pytest.raises(CommandError, match=code):
        call_command(*command)
    assert [team.member_names() for team in campaign.teams.all()] == [["ann"]]
