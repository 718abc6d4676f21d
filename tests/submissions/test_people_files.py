"""People and teams from tables: looked at first, then all or none; invitations with their state; by page and command."""

import contextlib
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile
from assessment.jobs.models import Job
from assessment.people.models import Account, Event, Invitation, Member
from assessment.shared.errors import FileRefused
from assessment.submissions.models import Team
from assessment.submissions.selectors.people_files import people_table
from assessment.submissions.services.people_plans import plan_people
from assessment.submissions.services.team_files import plan_teams
from tests.client import Client
from tests.factory import make_account, make_campaign, make_member
from tests.sizes import examples
from tests.submissions import scene

pytestmark = pytest.mark.django_db
PAGE, TEAMS = "/campaigns/trial/people/import/", "/campaigns/trial/teams/import/"
TABLE = (
    "name,email,roles,languages,team\n"
    "Ada Lind,ada@example.org,assessor adjudicator,en de,\n"
    "Ben Ro,ben@example.org,,,tern\n"
    "carl,,assessor,,\n"
)
LINK = re.compile(r"http://testserver(/invitations/[^\s<\"]+)")


@pytest.fixture
def campaign() -> Campaign:
    campaign = make_campaign()
    make_account("carl", email="carl@example.org")
    scene.organizer(campaign)
    return campaign


def _check(page: str, text: str, **more: Any) -> Any:
    """The page with what a table would do, or with what is wrong with it."""
    return scene.client_of("olga").post(page, {"text": text, **more}, follow=True)


def _confirm(page: str) -> Any:
    """What becomes of the table that was checked last."""
    check = Job.objects.order_by("pk").last()
    assert check
    return scene.client_of("olga").post(f"{page}{check.pk}/import/", follow=True)


def _bring(page: str, text: str) -> Any:
    _check(page, text)
    return _confirm(page)


def _everybody() -> tuple[int, ...]:
    return (
        Account.objects.count(),
        Member.objects.count(),
        Invitation.objects.count(),
        Team.objects.count(),
        Event.objects.count(),
    )


def test_a_table_is_shown_first_and_stores_nothing(campaign: Campaign) -> None:
    before = _everybody()
    page = _check(PAGE, TABLE).content.decode()
    assert "2 to invite, 1 to add, 0 to change, 0 as they are; new teams: tern." in page
    assert "account carl is added" in page
    assert _everybody() == before


def test_it_brings_in_everybody_and_shows_the_links_once(campaign: Campaign) -> None:
    answer = _bring(PAGE, TABLE)
    links = dict.fromkeys(LINK.findall(answer.content.decode()))
    assert len(links) == 2
    assert Member.objects.get(account__username="carl").role_names() == ["assessor"]
    ben = Client().post(list(links)[1], {"username": "ben", "password": "battery staple 9"})
    assert ben.status_code == 302
    assert Team.objects.get(name="tern").member_names() == ["ben"]
    assert Member.objects.get(name="ben").role_names() == ["participant"]
    again = _check(PAGE, TABLE).content.decode()
    assert "0 to invite, 0 to add, 0 to change, 3 as they are" in again
    assert "is invited already" in again


def test_what_changed_since_the_look_is_shown_anew(campaign: Campaign) -> None:
    _check(PAGE, TABLE)
    make_account("ada", email="ADA@example.org")
    answer = _confirm(PAGE)
    assert answer.status_code == 409
    assert "Something changed since the table was checked." in answer.content.decode()
    assert "account ada is added" in answer.content.decode()
    assert not Invitation.objects.exists()
    assert _confirm(PAGE).status_code == 200
    assert Invitation.objects.get().name == "Ben Ro"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Ada,ada@example,assessor,,,", "email"),
        ("Ada,,,,,", "roles_missing"),
        ("Ada,,boss,,,", "role"),
        ("Ada,,assessor,german,,", "language"),
        ("Ada,,assessor,,tern,", "team_role"),
        ("Ada,,participant,, tern\x01,", "team_name_invalid"),
        (",,assessor,,,", "name_missing"),
        ("Ada,,assessor,,,nobody", "account_unknown"),
        ("Ada,,assessor,,,no\x00body", "nul_byte"),
        ("Ada,,assessor,,,no\x07body", "account_unknown"),
        ("carl,other@example.org,assessor,,,", "name_taken"),
        ("Ada,dora@example.org,organizer,,,", "account_needed"),
        ("Ada,twin@example.org,assessor,,,", "email_shared"),
        ("Ben,BEN@example.org,assessor,,,", "twice"),
        ("other,,assessor,,,carl", "twice"),
        ("Ada,,assessor,,", "columns"),
    ],
)
def test_every_slip_is_named_by_its_line_and_nothing_is_stored(
    campaign: Campaign, tmp_path: Path, line: str, code: str
) -> None:
    make_account("one", email="twin@example.org")
    make_account("dora", email="dora@example.org")
    make_account("two", email="Twin@example.org")
    file = tmp_path / "people.csv"
    text = f"name,email,roles,languages,team,account\nBen Ro,ben@example.org,assessor,,,\nc,carl@example.org,assessor,,,\n{line}\n"
    file.write_bytes(text.encode())
    before = _everybody()
    with pytest.raises(FileRefused) as refused:
        plan_people(campaign, SourceFile("people.csv", text.encode()))
    assert (4, code) in [(problem.line, problem.code) for problem in refused.value.problems]
    with pytest.raises(CommandError):
        call_command("import_people", "trial", str(file))
    answer = _check(PAGE, text)
    assert answer.status_code == 422
    assert _everybody() == before


@pytest.mark.parametrize(
    "text", ["", "name\n", "colour;size\nred;7\n", "roles\nassessor\n", 'name,roles\n"A,assessor\n']
)
def test_a_table_that_is_none_is_refused(campaign: Campaign, text: str) -> None:
    assert _check(PAGE, text).status_code == 422
    assert _check(TEAMS, text).status_code == 422


def test_an_address_alone_makes_nobody_organizer_but_a_named_account_does(campaign: Campaign) -> None:
    text = "name,email,roles,account\nCarl,,organizer,carl\n"
    _bring(PAGE, text)
    assert Member.objects.get(name="carl").role_names() == ["organizer"]


def test_the_table_of_people_goes_round(campaign: Campaign) -> None:
    _bring(PAGE, TABLE)
    table = scene.client_of("olga").get("/campaigns/trial/people.csv")
    assert table["Content-Disposition"] == 'attachment; filename="trial-people.csv"'
    plan = plan_people(campaign, SourceFile("people.csv", table.content))
    assert plan.sentence == "0 to invite, 0 to add, 0 to change, 4 as they are."


def test_names_are_no_formulas_for_a_spreadsheet_and_come_back_as_they_were(campaign: Campaign) -> None:
    _bring(PAGE, "name,roles\n=1+1,assessor\n")
    assert "'=1+1" in people_table(campaign)
    plan = plan_people(campaign, SourceFile("people.csv", people_table(campaign).encode()))
    assert [one.row.name for one in plan.rows] == ["olga", "=1+1"]


@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(50))
@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: f"name,roles\n{text}".encode()))
def test_no_bytes_break_the_reading(campaign: Campaign, data: bytes) -> None:
    for plan in (plan_people, plan_teams):
        with contextlib.suppress(FileRefused):
            plan(campaign, SourceFile("x.csv", data))


def test_a_large_table_takes_few_statements(campaign: Campaign, django_assert_max_num_queries: Any) -> None:
    lines = "".join(f"Person {n},p{n}@example.org,participant,team {n % 50}\n" for n in range(500))
    _check(PAGE, f"name,email,roles,team\n{lines}")
    with django_assert_max_num_queries(70):
        _confirm(PAGE)
    assert (Invitation.objects.count(), Team.objects.count()) == (500, 50)


def test_more_people_than_a_table_may_have(campaign: Campaign) -> None:
    lines = "".join(f"Person {n},assessor\n" for n in range(501))
    assert "at most 500 at once" in _check(PAGE, f"name,roles\n{lines}").content.decode()


# teams


@pytest.mark.both_databases
def test_teams_come_from_a_table(campaign: Campaign) -> None:
    make_member(campaign, "ann", "participant")
    text = "team,members\nlkg,ann\ngull,\n"
    page = _check(TEAMS, text)
    assert "2 new teams, 1 membership to add." in page.content.decode()
    assert not Team.objects.exists()
    _confirm(TEAMS)
    assert Team.objects.get(name="lkg").member_names() == ["ann"]
    assert "0 new teams, 0 memberships" in _check(TEAMS, text).content.decode()
    table = scene.client_of("olga").get("/campaigns/trial/teams.csv").content.decode()
    assert table == "team,members\r\ngull,\r\nlkg,ann\r\n"


@pytest.mark.parametrize(
    ("line", "code"),
    [("LKG,", "twice"), ("gull,carl", "not_a_participant"), (f"{'x' * 65},", "team_name_invalid")],
)
def test_slips_in_a_table_of_teams(campaign: Campaign, tmp_path: Path, line: str, code: str) -> None:
    file = tmp_path / "teams.csv"
    file.write_text(f"team,members\nlkg,\n{line}\n")
    with pytest.raises(FileRefused) as refused:
        plan_teams(campaign, SourceFile("teams.csv", file.read_bytes()))
    assert [(problem.line, problem.code) for problem in refused.value.problems] == [(3, code)]
    with pytest.raises(CommandError):
        call_command("import_teams", "trial", str(file))
    assert not Team.objects.exists()


def test_whoever_comes_twice_in_one_line_is_told(campaign: Campaign) -> None:
    """An array of JSON may stand in one."""
    people = b'[{"name":"Ben","roles":"assessor"},{"name":"ben","roles":"assessor"}]'
    teams = b'[{"team":"lkg","members":""},{"team":"LKG","members":""}]'
    for plan, data in ((plan_people, people), (plan_teams, teams)):
        with pytest.raises(FileRefused) as refused:
            plan(campaign, SourceFile("file.json", data))
        assert [(problem.line, problem.code) for problem in refused.value.problems] == [(1, "twice")]


# commands


def test_commands_do_what_the_pages_do(
    campaign: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "people.csv"
    file.write_text(TABLE)
    call_command("import_people", "trial", str(file), "--check")
    assert "Nothing was stored." in capsys.readouterr().out
    call_command("import_people", "trial", str(file), "--site", "https://assize.example/")
    out = capsys.readouterr().out
    assert "Ben Ro: https://assize.example/invitations/" in out
    call_command("add_person", "trial", "carl", "--role", "participant", "--team", "tern")
    assert Team.objects.get().member_names() == ["carl"]
    call_command(
        "people", "trial", "--csv", str(tmp_path / "out.csv"), "--teams-csv", str(tmp_path / "teams.csv")
    )
    out = capsys.readouterr().out
    assert "carl: assessor, participant; team tern" in out
    assert "Ben Ro (invitation, open): participant" in out
    call_command("import_people", "trial", str(tmp_path / "out.csv"))
    call_command("import_teams", "trial", str(tmp_path / "teams.csv"))
    assert "0 new teams, 0 memberships to add." in capsys.readouterr().out


def test_a_refused_command_adds_nobody(campaign: Campaign) -> None:
    make_account("dora")
    with pytest.raises(CommandError, match="team_unknown"):
        call_command("add_person", "trial", "dora", "--role", "participant", "--team", "nowhere")
    scene.team_of(campaign, "tern")
    with pytest.raises(CommandError, match="not_a_participant"):
        call_command("add_person", "trial", "dora", "--role", "assessor", "--team", "tern")
    with pytest.raises(CommandError, match="account_unknown"):
        call_command("add_person", "trial", "nobody", "--role", "assessor")
    assert not Member.objects.filter(name="dora").exists()


# invitations


def _invite(capsys: pytest.CaptureFixture[str], name: str) -> str:
    call_command("invite", "trial", name, "--role", "assessor")
    return capsys.readouterr().out.partition(": ")[2].partition("\n")[0]


def test_invitations_show_what_became_of_them(campaign: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    client, page = scene.client_of("olga"), "/campaigns/trial/people/"
    Client().post(_invite(capsys, "Ada"), {"username": "ada", "password": "battery staple 9"})
    for name in ("Ben", "Cleo", "Dora"):
        _invite(capsys, name)
    Invitation.objects.filter(name="Ben").update(expires_at=timezone.now() - timedelta(days=1))
    client.post(f"{page}invitations/{Invitation.objects.get(name='Cleo').pk}/withdraw/")
    assert {row.name: row.state for row in Invitation.objects.all()} == {
        "Ada": "accepted",
        "Ben": "expired",
        "Cleo": "withdrawn",
        "Dora": "open",
    }
    text = client.get(page).content.decode()
    assert "as ada" in text
    assert "Renew all expired (1)" in text


def test_expired_invitations_are_renewed_at_once_and_former_links_end(
    campaign: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    former = [_invite(capsys, name) for name in ("Ben", "Cleo", "Dora")]
    late = timezone.now() - timedelta(days=1)
    Invitation.objects.exclude(name="Dora").update(expires_at=late)
    client = scene.client_of("olga")
    client.post(f"/campaigns/trial/people/invitations/{Invitation.objects.get(name='Cleo').pk}/withdraw/")
    Invitation.objects.filter(name="Cleo").update(withdrawn_at=late)
    answer = client.post("/campaigns/trial/people/invitations/renew/")
    links = dict.fromkeys(LINK.findall(answer.content.decode()))
    assert len(links) == 1
    assert Client().get(former[0]).status_code == 404
    assert "Make my account and join" in Client().get(next(iter(links))).content.decode()
    call_command("invite", "trial", "Dora", "--renew")
    assert Client().get(former[2]).status_code == 404
    with pytest.raises(CommandError, match="invitation_unknown"):
        call_command("invite", "trial", "Cleo", "--renew")


def test_a_stranger_renews_nothing(campaign: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    link = _invite(capsys, "Ben")
    make_member(campaign, "ann", "participant")
    pk = Invitation.objects.get().pk
    answer = scene.client_of("ann").post("/campaigns/trial/people/invitations/renew/", {"invitation": pk})
    assert answer.status_code == 404
    assert Client().get(link).status_code == 200
