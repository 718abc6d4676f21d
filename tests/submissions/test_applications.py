"""Teams register themselves where the organizers opened it: by page and command, in every track, and blind."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from assessment.campaigns.models import Campaign, State
from assessment.people.models import Member
from assessment.submissions.models import ApplicationState, Team, TeamApplication
from scoring import bundle
from tests.factory import make_account, make_member
from tests.submissions import scene
from tests.submissions.scene import client_of
from tests.submissions.tongues import sent

pytestmark = pytest.mark.django_db
JOIN, LIST = "/campaigns/trial/join/", "/campaigns/"


def _sent(name: str = "Nordlicht", **other: Any) -> dict[str, Any]:
    return {key: value for key, value in (sent(name) | other).items() if key not in ("tasks", "pairs")}


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    campaign = scene.campaign_with_ids(tmp_path)
    scene.team_of(campaign, "lkg", "ann")
    make_account("nora")
    call_command("settings", "trial", "registration=open")
    campaign.refresh_from_db()
    return campaign


def _by_approval(campaign: Campaign) -> TeamApplication:
    call_command("settings", "trial", "registration=approval")
    assert client_of("nora").post(JOIN, _sent()).status_code == 302
    return campaign.applications.get()


@pytest.mark.both_databases
def test_somebody_with_an_account_finds_the_campaign_and_takes_part_at_once(campaign: Campaign) -> None:
    nora = client_of("nora")
    for page in ("/", LIST):
        assert "Open for registration" in nora.get(page).content.decode()
    form = nora.get(JOIN).content.decode()
    assert "Team name" in form
    assert "Language pairs" not in form
    answer = nora.post(JOIN, _sent(), follow=True)
    assert "Your team: Nordlicht" in answer.content.decode()
    team = Team.objects.get(name="Nordlicht")
    assert team.member_names() == ["nora"]
    assert team.registration.people.get().email == "x@example.org"
    assert Member.objects.get(name="nora").role_names() == ["participant"]
    assert "Open for registration" not in nora.get(LIST).content.decode()
    assert nora.get(JOIN).status_code == 404


def test_with_approval_an_organizer_decides(campaign: Campaign) -> None:
    application = _by_approval(campaign)
    nora, olga = client_of("nora"), client_of("olga")
    assert "Nordlicht waits for the organizers." in nora.get(LIST).content.decode()
    assert nora.get("/campaigns/trial/team/").status_code == 404
    page = olga.get("/campaigns/trial/registrations/").content.decode()
    assert "asked by nora" in page
    decide = f"/campaigns/trial/registrations/requests/{application.pk}/"
    assert nora.post(decide, {"action": "accept"}).status_code == 404
    assert "A reason is needed" in olga.post(decide, {"action": "refuse"}, follow=True).content.decode()
    olga.post(decide, {"action": "accept"})
    assert nora.get("/campaigns/trial/team/").status_code == 200
    again = olga.post(decide, {"action": "refuse", "reason": "late"}, follow=True)
    assert "is decided already: accepted" in again.content.decode()


def test_who_was_refused_reads_why_and_may_ask_again(campaign: Campaign) -> None:
    _by_approval(campaign)
    call_command("registrations", "trial", "--refuse", "Nordlicht", "--reason", "name your group")
    nora = client_of("nora")
    assert "was refused: name your group" in nora.get(LIST).content.decode()
    assert nora.post(JOIN, _sent("Polar")).status_code == 302
    nora.post(f"{JOIN}withdraw/")
    states = list(campaign.applications.order_by("pk").values_list("state", flat=True))
    assert states == [ApplicationState.REFUSED, ApplicationState.WITHDRAWN]
    assert not Member.objects.filter(name="nora").exists()


@pytest.mark.parametrize(
    "other",
    [
        {"team_id": "LKG"},
        {"team_id": "x" * 65},
        {"team_id": ""},
        {"group": " "},
        {"p0-email": "nobody"},
        {"p0-full_name": ""},
    ],
)
def test_slips_are_named_and_nobody_joins(campaign: Campaign, other: dict[str, str]) -> None:
    answer = client_of("nora").post(JOIN, _sent() | other)
    assert answer.status_code == 422
    assert "field-error" in answer.content.decode()
    assert not TeamApplication.objects.exists()
    assert not Member.objects.filter(name="nora").exists()


def test_a_name_that_waits_is_taken_and_nobody_asks_twice(campaign: Campaign) -> None:
    _by_approval(campaign)
    make_account("bert")
    assert "is taken" in client_of("bert").post(JOIN, _sent("NORDLICHT")).content.decode()
    again = client_of("nora").post(JOIN, _sent("Polar"))
    assert again.status_code == 409
    assert "You have asked already" in again.content.decode()


@pytest.mark.both_databases
def test_a_closed_registration_does_not_exist(campaign: Campaign) -> None:
    nora = client_of("nora")
    for change in ({"registration": "closed"}, {"state": State.CLOSED}, {"archived_at": timezone.now()}):
        Campaign.objects.update(**{"registration": "open", "state": State.OPEN, "archived_at": None} | change)
        assert nora.get(JOIN).status_code == 404
        assert nora.post(JOIN, _sent()).status_code == 404
        assert "Open for registration" not in nora.get(LIST).content.decode()


def test_who_works_for_the_campaign_or_has_a_team_is_offered_nothing(campaign: Campaign) -> None:
    make_member(campaign, "judge", "assessor")
    make_member(campaign, "solo", "participant")
    for name in ("judge", "ann", "olga"):
        assert client_of(name).get(JOIN).status_code == 404
    assert "Register your team" in client_of("solo").get("/campaigns/trial/team/").content.decode()
    assert client_of("solo").post(JOIN, _sent()).status_code == 302
    assert Team.objects.get(name="Nordlicht").member_names() == ["solo"]


def test_registrants_see_nothing_but_the_offer(campaign: Campaign) -> None:
    _by_approval(campaign)
    nora = client_of("nora")
    for page in ("team/", "runs/", "questions/", "guidelines/", "people/", "registrations/", "team/topics/"):
        assert nora.get(f"/campaigns/trial/{page}").status_code == 404
    shown = nora.get(JOIN).content.decode() + nora.get(LIST).content.decode()
    assert not re.search(r"\b(lkg\d?|ann)\b", shown)  # tokens have such letters, too


def test_where_the_track_has_tasks_and_languages_they_are_asked(tongues: Campaign) -> None:
    make_account("nora")
    call_command("settings", "tongues", "registration=open")
    page = client_of("nora").get("/campaigns/tongues/join/").content.decode()
    assert "Language pairs" in page
    wrong = client_of("nora").post("/campaigns/tongues/join/", sent("Nordlicht"))
    assert wrong.status_code == 422
    assert client_of("nora").post("/campaigns/tongues/join/", sent("clct")).status_code == 302
    registration = Team.objects.get(name="clct").registration
    assert (registration.tasks, str(registration.pairs.get())) == (["PS"], "EN:EN")
    assert client_of("nora").get("/campaigns/tongues/register/").status_code == 200


def test_the_setting_goes_round_and_scores_nothing(
    campaign: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scene.submit(campaign, scene.as_bytes(scene.whole_run()), team="lkg")
    folder = tmp_path / "bundle"
    call_command("export", "trial", str(folder))
    assert json.loads((folder / "campaign.json").read_text())["settings"]["registration"] == "open"
    evaluation, problems = bundle.read(folder)
    assert evaluation is not None
    assert problems == []
    call_command("import_bundle", str(folder), "--slug", "again")
    assert Campaign.objects.get(slug="again").registration == "open"
    with pytest.raises(CommandError):
        call_command("settings", "trial", "registration=sometimes")
    call_command("settings", "trial", "registration=closed")
    call_command("export", "trial", str(tmp_path / "closed"))
    assert "registration" not in json.loads((tmp_path / "closed" / "campaign.json").read_text())["settings"]


@pytest.mark.both_databases
def test_commands_register_and_decide(campaign: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    _by_approval(campaign)
    person = "Pia Förner; CELCT; pia@celct.example"
    entry = ("--group", "G", "--affiliation", "CELCT", "--person", person)
    call_command("register_team", "trial", "Polar", *entry)
    with pytest.raises(CommandError, match="team_id_taken"):
        call_command("register_team", "trial", "polar", *entry)
    with pytest.raises(CommandError, match="no tasks"):
        call_command("register_team", "trial", "Other", *entry, "--tasks", "PS")
    with pytest.raises(CommandError, match="is no person"):
        call_command(
            "register_team", "trial", "Other", "--group", "G", "--affiliation", "C", "--person", "Pia"
        )
    capsys.readouterr()
    call_command("registrations", "trial")
    out = capsys.readouterr().out
    assert "Nordlicht: Group Nordlicht, asked by nora, pending" in out
    assert "trial: registration is approval; 1 registered, 1 waiting." in out
    call_command("registrations", "trial", "--accept", "Nordlicht")
    with pytest.raises(CommandError, match="request_unknown"):
        call_command("registrations", "trial", "--accept", "Nordlicht")


@pytest.mark.both_databases
def test_organizers_change_what_a_team_registered(campaign: Campaign) -> None:
    client_of("nora").post(JOIN, _sent())
    registration = Team.objects.get(name="Nordlicht").registration
    page = f"/campaigns/trial/registrations/{registration.pk}/"
    olga = client_of("olga")
    assert olga.get(page).status_code == 200
    assert olga.post(page, _sent(group="Another")).status_code == 302
    registration.refresh_from_db()
    assert registration.group == "Another"
