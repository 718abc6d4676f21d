"""Who sees and does what with runs, teams and pools; what somebody may not see does not exist."""

import pytest

from assessment.campaigns.models import Campaign
from assessment.submissions import services
from assessment.submissions.models import PoolRound, Run, Team
from tests.factory import make_account, make_member
from tests.submissions import scene

ORGANIZERS = {"admin", "organizer", "site admin"}
EVERYBODY = [*sorted(ORGANIZERS), "adjudicator", "assessor", "participant", "stranger"]
ADDRESSES = {
    "runs/": ORGANIZERS | {"participant"},
    "submit/": ORGANIZERS | {"participant"},
    "runs/lkg1/": ORGANIZERS,
    "runs/lkg1/file/": ORGANIZERS,
    "runs/lkg1/warnings/": ORGANIZERS,
    "teams/": ORGANIZERS,
    "pool/": ORGANIZERS,
    "pool/1/": ORGANIZERS,
}


def _enter(campaign: Campaign, who: str) -> str:
    username = who.replace(" ", "-")
    if who in ("stranger", "site admin"):
        make_account(username, site_admin=who == "site admin")
    else:
        make_member(campaign, username, who)
    return username


@pytest.mark.parametrize("who", EVERYBODY)
def test_every_page_is_there_for_its_roles_only(campaign: Campaign, who: str) -> None:
    scene.submit(campaign, scene.as_bytes(scene.whole_run()))
    client = scene.client_of(_enter(campaign, who))
    for address, allowed in ADDRESSES.items():
        expected = 200 if who in allowed else 404
        assert client.get(f"/campaigns/{campaign.slug}/{address}").status_code == expected, address
        assert client.get(f"/campaigns/other/{address}").status_code == 404


@pytest.mark.parametrize("who", sorted(set(EVERYBODY) - ORGANIZERS))
def test_writes_are_refused_to_others(campaign: Campaign, who: str) -> None:
    scene.submit(campaign, scene.as_bytes(scene.whole_run()))
    client = scene.client_of(_enter(campaign, who))
    home = f"/campaigns/{campaign.slug}"
    team = Team.objects.get(name="lkg")
    assert client.post(f"{home}/pool/", {"depth": ""}).status_code == 404
    assert client.post(f"{home}/runs/lkg1/withdraw/").status_code == 404
    assert client.post(f"{home}/teams/", {"name": "x"}).status_code == 404
    assert client.post(f"{home}/teams/{team.pk}/", {"members": []}).status_code == 404
    assert not PoolRound.objects.exists()
    assert Run.objects.get().state == "submitted"
    assert team.members.count() == 1


def test_a_participant_sees_the_own_teams_runs_and_no_trace_of_others(campaign: Campaign) -> None:
    scene.submit(campaign, scene.as_bytes(scene.whole_run("secretrun")), team="tern")
    scene.submit(campaign, scene.as_bytes(scene.whole_run("lkg1")))
    home = f"/campaigns/{campaign.slug}"
    own, other = scene.client_of("ann"), scene.client_of("tom")
    page = own.get(f"{home}/runs/").content.decode()
    assert "lkg1" in page
    assert "secretrun" not in page
    assert "tern" not in page
    assert own.get(f"{home}/runs/lkg1/").status_code == 200
    for address in ("", "file/", "warnings/"):
        assert own.get(f"{home}/runs/secretrun/{address}").status_code == 404
        assert own.get(f"{home}/runs/nothing/{address}").status_code == 404
        assert other.get(f"{home}/runs/secretrun/{address}").status_code == 200
    other_pk = Run.objects.get(run_id="secretrun").pk
    assert own.get(f"{home}/runs/lkg1/?version={other_pk}").status_code == 404
    assert own.get(f"{home}/runs/lkg1/?version=x").status_code == 404
    assert own.post(f"{home}/runs/secretrun/withdraw/").status_code == 404


def test_nobody_submits_for_another_team(campaign: Campaign) -> None:
    answer = scene.client_of("ann").post(f"/campaigns/{campaign.slug}/submit/", scene.form("tern"))
    assert answer.status_code == 422
    assert answer.context["form"].errors["team"]
    assert not Run.objects.exists()


def test_a_member_who_is_no_participant_any_more_sees_nothing(campaign: Campaign) -> None:
    client = scene.client_of("ann")
    assert client.get(f"/campaigns/{campaign.slug}/runs/").status_code == 200
    Team.objects.get(name="lkg").members.get().roles.all().delete()
    assert client.get(f"/campaigns/{campaign.slug}/runs/").status_code == 404


@pytest.mark.parametrize("address", ["runs", "submit"])
def test_a_participant_without_a_team_is_told_what_to_do(campaign: Campaign, address: str) -> None:
    make_member(campaign, "solo", "participant")
    page = scene.client_of("solo").get(f"/campaigns/{campaign.slug}/{address}/").content.decode()
    assert "You are in no team yet" in page
    assert "Ask the organizers to add you to one; then you can submit its runs." in page
    assert 'type="file"' not in page


def test_without_teams_an_organizer_is_led_to_them_and_chooses_from_no_empty_list(campaign: Campaign) -> None:
    client, address = scene.client_of("olga"), f"/campaigns/{campaign.slug}/submit/"
    page = client.get(address).text
    assert 'name="team"' in page
    assert page.count("Load a run") == 2  # title and heading, as the link that leads here
    assert "Submit a run" not in page
    Team.objects.all().delete()
    page = client.get(address).text
    assert "There are no teams yet" in page
    assert f"/campaigns/{campaign.slug}/teams/" in page
    assert "<select" not in page
    assert 'type="file"' not in page


# teams


def test_an_organizer_makes_a_team_and_changes_its_members(campaign: Campaign) -> None:
    make_member(campaign, "solo", "participant")
    client, page = scene.client_of("olga"), f"/campaigns/{campaign.slug}/teams/"
    solo = campaign.members.get(name="solo")
    assert client.post(page, {"name": "Nordlicht", "members": [solo.pk]}).status_code == 302
    team = Team.objects.get(name="Nordlicht")
    assert list(team.members.all()) == [solo]
    assert "Nordlicht" in client.get(page).content.decode()
    assert client.post(f"{page}{team.pk}/", {"members": []}).status_code == 302
    assert not team.members.exists()


@pytest.mark.parametrize("name", ["LKG", "lkg", " ", "x" * 65, "a\x07b"])
def test_a_taken_or_odd_name_of_a_team_is_refused(campaign: Campaign, name: str) -> None:
    answer = scene.client_of("olga").post(f"/campaigns/{campaign.slug}/teams/", {"name": name})
    assert answer.status_code == 422
    assert Team.objects.count() == 2


def test_only_participants_of_the_campaign_become_members(campaign: Campaign) -> None:
    make_member(campaign, "judge", "assessor")
    judge = campaign.members.get(name="judge")
    team = Team.objects.get(name="lkg")
    page = f"/campaigns/{campaign.slug}/teams/"
    answer = scene.client_of("olga").post(f"{page}{team.pk}/", {"members": [judge.pk]}, follow=True)
    assert "Only participants" in answer.content.decode()
    assert [member.name for member in team.members.all()] == ["ann"]
    with pytest.raises(Exception, match="Only participants"):
        services.set_team_members(by=scene.organizer(campaign), team=team, members=[judge])
