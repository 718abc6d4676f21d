"""Tables of people and teams as intakes: columns called otherwise, what is kept of them and what not, the API, the undo."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from assessment.campaigns.models import Campaign, FileImport, ImportedFile
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.checked_files import request_check
from assessment.campaigns.services.intakes import Sent
from assessment.jobs.models import Job
from assessment.jobs.services import regularly
from assessment.jobs.services.runner import run_job
from assessment.people.models import Account, Invitation, KeptAnswer, Member
from assessment.people.services.accounts import ensure_member
from assessment.privacy.services.removal import remove_personal_data
from assessment.submissions.models import Team
from tests.api.asking import client_of, done
from tests.factory import make_account, make_campaign, make_member
from tests.submissions import scene

pytestmark = pytest.mark.django_db
PAGE, TEAMS = "/campaigns/trial/people/import/", "/campaigns/trial/teams/import/"
IMPORTS = "/api/v1/campaigns/trial/imports/"
OTHERWISE = "Full name;Mail;Role;Remarks\nAda Lind;ada@example.org;assessor;quick\n"
TEAM_TABLE = "team,members\nlkg,ann\ngull,bob\n"


@pytest.fixture
def campaign() -> Campaign:
    campaign = make_campaign()
    scene.organizer(campaign)
    return campaign


@pytest.fixture
def teams(campaign: Campaign) -> Campaign:
    """With ann and bob, and team gull, which is there already."""
    make_member(campaign, "bob", "participant")
    make_member(campaign, "ann", "participant")
    scene.team_of(campaign, "gull")
    return campaign


def check(page: str, text: str) -> Any:
    file = SimpleUploadedFile("table.csv", text.encode())
    return scene.client_of("olga").post(page, {"file": file}, follow=True)


def check_unread(text: str) -> None:
    """A table of people whose check nobody looks at."""
    campaign = Campaign.objects.get()
    run_job(
        request_check(kind="people", sent=Sent(campaign, SourceFile("table.csv", text.encode()), None)).pk
    )


def last() -> Job:
    job = Job.objects.order_by("pk").last()
    assert job
    return job


def act(page: str, name: str) -> Any:
    return scene.client_of("olga").post(f"{page}{last().pk}/{name}/", follow=True)


def kept() -> list[str]:
    return [file.name for file in Path(settings.DATA_DIR, "uploads").rglob("*.csv")]


def forget_old() -> None:
    """As workers do from time to time."""
    _, work = regularly._works["campaigns.checks"]
    work()


def said_in_jobs() -> str:
    return json.dumps([[job.arguments, job.checkpoint, job.error, job.log] for job in Job.objects.all()])


# columns


def test_columns_called_otherwise_are_shown_and_others_passed_over(campaign: Campaign) -> None:
    page = check(PAGE, OTHERWISE).content.decode()
    assert "Not read: Remarks" in page
    assert "gets an invitation" in page
    assert "Columns of the file" in page
    act(PAGE, "import")
    invitation = Invitation.objects.get()
    assert (invitation.name, invitation.email) == ("Ada Lind", "ada@example.org")


def test_a_column_that_nobody_knows_is_asked_for(campaign: Campaign, tmp_path: Path) -> None:
    text = "Who,Role\nAda Lind,assessor\n"
    asked = check(PAGE, text)
    assert "Which column is which?" in asked.content.decode()
    assert (asked.status_code, Invitation.objects.count()) == (422, 0)
    said = {"again": last().pk, "column-name": "Who", "column-roles": "Role"}
    scene.client_of("olga").post(PAGE, said)
    act(PAGE, "import")
    assert Invitation.objects.get().name == "Ada Lind"
    file = tmp_path / "people.csv"
    file.write_text(text)
    with pytest.raises(CommandError):
        call_command("import_people", "trial", str(file), "--check")
    call_command("import_people", "trial", str(file), "--check", "--columns", "name=Who")


def test_the_columns_of_a_table_of_teams_are_kept_for_the_next(teams: Campaign) -> None:
    check(TEAMS, "Crew,Who\nlkg,ann\n")
    said = {"again": last().pk, "column-team": "Crew", "column-members": "Who"}
    scene.client_of("olga").post(TEAMS, said)
    act(TEAMS, "import")
    assert Team.objects.get(name="lkg").member_names() == ["ann"]
    assert ImportedFile.objects.get().columns == {"team": "Crew", "members": "Who"}
    assert "1 new team, 1 membership to add" in check(TEAMS, "Crew,Who\ntern,bob\n").content.decode()


# what is wrong, and what is kept


def test_a_bad_table_lists_all_and_is_deleted(campaign: Campaign) -> None:
    before = kept()
    page = check(PAGE, "name,email,roles\nAda,nowhere,assessor\nBen,,boss\n")
    assert page.status_code == 422
    for said in ("nowhere is not an e-mail address", "There is no role “boss”"):
        assert said in page.content.decode()
    assert kept() == before


@pytest.mark.parametrize("ends", ["import", "discard"])
def test_nothing_of_a_table_of_people_stays(campaign: Campaign, ends: str) -> None:
    before = kept()
    check(PAGE, OTHERWISE)
    assert len(kept()) == len(before) + 1
    assert "ada@example.org" not in said_in_jobs()
    assert "Ada Lind" in said_in_jobs()  # the preview shows it
    act(PAGE, ends)
    assert kept() == before
    assert "Ada Lind" not in said_in_jobs()
    assert not FileImport.objects.exists()
    gone = scene.client_of("olga").get(f"{PAGE}?job={last().pk}").content.decode()
    assert "File no longer available" in gone
    assert act(PAGE, "import").status_code == 422
    assert Invitation.objects.count() == (ends == "import")


def test_what_was_wrong_with_an_older_table_goes_with_it(campaign: Campaign) -> None:
    before = len(kept())
    check(PAGE, "Who,ada@example.org\nAda Lind,assessor\n")
    assert len(kept()) == before + 1
    assert "ada@example.org" in said_in_jobs()
    Job.objects.update(asked_at="2020-01-01T00:00Z")
    check(PAGE, "name,roles\nBen,assessor\n")
    forget_old()
    assert "ada@example.org" not in said_in_jobs()
    assert "Ben" in said_in_jobs()
    assert len(kept()) == before + 1


@pytest.mark.parametrize(
    "text",
    [
        "name,email,roles\nVesna,vesna@nowhere,assessor\n",
        "Who,vesna@nowhere\nVesna,assessor\n",
        "name,roles\nvesna,assessor\n",
    ],
    ids=["refused", "asked", "shown"],
)
def test_what_a_check_found_of_people_is_forgotten_after_a_week_though_no_file_comes(
    campaign: Campaign, text: str
) -> None:
    before = kept()
    check_unread(text)
    forget_old()
    assert "vesna" in said_in_jobs()
    Job.objects.update(asked_at=timezone.now() - timedelta(days=8))
    forget_old()
    assert "vesna" not in said_in_jobs()
    assert kept() == before
    page = scene.client_of("olga").get(f"{PAGE}?job={last().pk}")
    assert "vesna" not in page.content.decode()
    with CaptureQueriesContext(connection) as asked:
        forget_old()
    assert not [one for one in asked.captured_queries if "UPDATE" in one["sql"]], "once is enough"


REFUSED = "name,email,roles\nVesna,vesna@nowhere,assessor\n"


def test_what_was_wrong_with_people_is_told_once(campaign: Campaign) -> None:
    check_unread(REFUSED)
    assert "vesna" in said_in_jobs()
    olga = scene.client_of("olga")
    assert "vesna@nowhere is not an e-mail address" in olga.get(f"{PAGE}?job={last().pk}").content.decode()
    assert "vesna" not in said_in_jobs()
    again = olga.get(f"{PAGE}?job={last().pk}").content.decode()
    assert "What is wrong was listed once, and is not kept, since it names people." in again
    assert check(PAGE, REFUSED).status_code == 422
    assert "vesna" not in said_in_jobs()


def test_a_table_whose_columns_are_asked_for_stays_without_what_was_wrong(campaign: Campaign) -> None:
    check(PAGE, "Who,Mail\nVesna,vesna@nowhere\n")
    assert "vesna" not in said_in_jobs()
    asked = scene.client_of("olga").get(f"{PAGE}?job={last().pk}")
    assert "Which column is which?" in asked.content.decode()


def test_without_workers_the_next_who_comes_forgets(campaign: Campaign) -> None:
    before = kept()
    check_unread(REFUSED)
    check_unread("name,roles\nvesna,assessor\n")
    check_unread("Who,Mail\nvesna,vesna@example.org\n")
    olga = scene.client_of("olga")
    olga.get(PAGE)
    assert "vesna@nowhere" in said_in_jobs()
    Job.objects.update(ended_at=timezone.now() - timedelta(hours=2))
    olga.get(PAGE)
    assert "vesna@nowhere" not in said_in_jobs()
    assert len(kept()) == len(before) + 2
    Job.objects.update(asked_at=timezone.now() - timedelta(days=8))
    olga.get(PAGE)
    assert "vesna" not in said_in_jobs()
    assert kept() == before


def test_a_file_that_was_checked_again_lately_stays(teams: Campaign) -> None:
    before = len(kept())
    check(TEAMS, "Crew,Who\nlkg,ann\n")
    Job.objects.update(asked_at=timezone.now() - timedelta(days=8))
    again = {"again": last().pk, "column-team": "Crew", "column-members": "Who"}
    scene.client_of("olga").post(TEAMS, again)
    forget_old()
    assert len(kept()) == before + 1
    Job.objects.update(asked_at=timezone.now() - timedelta(days=8))
    forget_old()
    assert len(kept()) == before


def test_a_removed_person_is_named_by_no_check_of_a_campaign_that_is_not_theirs(campaign: Campaign) -> None:
    for name in ("dora", "dana"):
        make_account(name, email="two@example.org")
    check_unread("name,email,roles\nDora,two@example.org,assessor\n")
    assert "dora" in said_in_jobs()
    remove_personal_data(account=Account.objects.get(username="dora"), by=None)
    assert "dora" not in said_in_jobs()


def test_a_table_that_is_too_large_is_not_read(campaign: Campaign, tmp_path: Path) -> None:
    text = f"name,roles\nAda,{'assessor ' * 60_000}\n"
    assert "The file is larger than 500,000 bytes. Split it." in check(PAGE, text).content.decode()
    file = tmp_path / "people.csv"
    file.write_text(text)
    with pytest.raises(CommandError, match="file_too_large"):
        call_command("import_people", "trial", str(file))


def test_a_table_in_which_nothing_is_new_says_so(teams: Campaign) -> None:
    page = check(TEAMS, "team\ngull\n").content.decode()
    assert "All of it is there already." in page
    assert "Make these teams" not in page


def test_a_long_name_that_a_file_has_taken_gets_its_number_within_what_is_kept(campaign: Campaign) -> None:
    long = "x" * 150
    campaign.members.create(name=long)
    make_account(long)
    check(PAGE, f"name,roles,account\n,assessor,{long}\n")
    act(PAGE, "import")
    joined = campaign.members.get(account__username=long)
    assert joined.name == f"{long[:-2]}-2"
    make_account(long[:-1])
    campaign.members.create(name=long[:-1])
    assert (
        ensure_member(
            campaign=campaign,
            name=long[:-1],
            roles=[],
            by=None,
            account=Account.objects.get(username=long[:-1]),
        ).name
        == f"{long[:-2]}-3"
    )


# programs


def sent(client: Any, kind: str, text: str, **more: Any) -> Any:
    headers = more.pop("headers", {})
    file = SimpleUploadedFile("table.csv", text.encode())
    return client.post(IMPORTS, {"kind": kind, "file": file, **more}, headers=headers)


def test_programs_bring_people_in_and_read_the_links_once(campaign: Campaign) -> None:
    olga = client_of(Account.objects.get(username="olga"))
    checked = sent(olga, "people", OTHERWISE, check_only="true").json()
    assert checked["review"]["lines"][0]["sentence"] == "gets an invitation"
    assert (checked["invitations"], Invitation.objects.count()) == ([], 0)
    key = sent(olga, "people", OTHERWISE, headers={"Idempotency-Key": "one"})
    assert (key.status_code, key.json()["code"]) == (422, "idempotency_key")
    assert not Invitation.objects.exists()
    stored = sent(olga, "people", OTHERWISE)
    (link,) = stored.json()["invitations"]
    assert (stored.status_code, link["name"]) == (201, "Ada Lind")
    assert "/invitations/" in link["link"]
    assert not KeptAnswer.objects.exists()
    assert sent(olga, "people", OTHERWISE).json()["invitations"] == []
    jude = client_of(make_member(campaign, "jude", "adjudicator"))
    assert sent(jude, "people", OTHERWISE).status_code == 404


def test_programs_bring_teams_in_with_columns_of_their_own_and_undo_them(teams: Campaign) -> None:
    olga = client_of(Account.objects.get(username="olga"))
    columns = json.dumps({"team": "crew", "members": "who"})
    stored = sent(olga, "teams", "crew,who\nlkg,ann\n", columns=columns, headers={"Idempotency-Key": "one"})
    assert (stored.status_code, stored.json()["number"]) == (201, 1)
    asked = olga.post(f"{IMPORTS}1/undo/", {"reason": "a slip"}, content_type="application/json")
    done(olga, asked)
    assert [team.name for team in Team.objects.all()] == ["gull"]


# the undo of teams


def undo() -> None:
    call_command("undo_import", "trial", "1", "--reason", "a slip")


def test_undoing_a_table_of_teams_leaves_what_was_there(teams: Campaign) -> None:
    check(TEAMS, TEAM_TABLE)
    stored = act(TEAMS, "import").content.decode()
    assert "Brought in table.csv: 1 new team, 2 memberships to add." in stored
    assert Team.objects.get(name="gull").member_names() == ["bob"]
    undo()
    assert [(team.name, team.member_names()) for team in Team.objects.all()] == [("gull", [])]
    assert Member.objects.filter(name__in=("ann", "bob")).count() == 2


@pytest.mark.parametrize("built", ["member", "invitation", "rename", "deadline", "left"])
def test_what_was_built_on_new_teams_keeps_them(
    teams: Campaign, built: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check(TEAMS, TEAM_TABLE)
    act(TEAMS, "import")
    team = Team.objects.get(name="lkg")
    if built == "member":
        team.members.add(teams.members.get(name="bob"))
    elif built == "invitation":
        check(PAGE, "name,team\nZoe,lkg\n")
        act(PAGE, "import")
    elif built == "rename":
        call_command("rename_team", "trial", "lkg", "lark", "--reason", "they asked")
    elif built == "deadline":
        teams.deadline_changes.create(team_name="lkg", reason="ill")
    else:
        team.members.clear()
    with pytest.raises(CommandError, match="import_in_use"):
        undo()
    assert Team.objects.filter(pk=team.pk).exists()


def test_what_changed_since_the_look_at_teams_is_shown_anew(teams: Campaign) -> None:
    check(TEAMS, TEAM_TABLE)
    Team.objects.create(campaign=teams, name="LKG")
    answer = act(TEAMS, "import")
    assert answer.status_code == 409
    assert "Something changed since the table was checked. Nothing was changed." in answer.content.decode()
    assert not Team.objects.filter(name="lkg").exists()
    act(TEAMS, "import")
    assert Team.objects.get(name="LKG").member_names() == ["ann"]
