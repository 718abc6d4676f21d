"""Files of a version that jobs make: shown while they are made, the same bytes ever after, given to whom they are due."""

import io
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from pytest_django import Settings

from assessment.campaigns.models import Campaign, Guidelines
from assessment.campaigns.services.deadlines import move_deadline
from assessment.jobs.models import Job
from assessment.jobs.services import lifecycle
from assessment.jobs.services.runner import run_job
from assessment.judging.models import Judgment
from assessment.results.models import VersionFile
from assessment.results.services.release import release
from assessment.results.services.scores import score
from assessment.shared.datetimes import parse_datetime
from assessment.submissions.models import PoolItem, Run, Team
from tests.api.asking import client_of
from tests.client import Client
from tests.factory import make_member
from tests.killing import Ground
from tests.results.golden import imported
from tests.results.settled import settle_everything
from tests.results.test_crossing_acts import held, table
from tests.results.test_sheets import of_team
from tests.scenes import Kept, as_built

pytestmark = pytest.mark.django_db
SLUG = "trec8_small"
VERSION = f"/campaigns/{SLUG}/results/1/"
API = f"/api/v1/campaigns/{SLUG}/scores/1/"
FILES = ("report.html", "report.zip", "book.html")


def build() -> Campaign:
    made = imported(SLUG)
    settle_everything(made)
    score(campaign=made, rule="adjudicated", by=None)
    return made


@pytest.fixture(scope="module")
def built(kept: Kept) -> Iterator[Campaign]:
    with kept():
        yield build()


@pytest.fixture
def campaign(db: None, built: Campaign) -> Campaign:
    return as_built(built)


@pytest.fixture
def olga(campaign: Campaign, client: Client) -> Client:
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


@pytest.fixture
def tessa(campaign: Campaign) -> Client:
    """Of the team of the first run, once scores are released."""
    release(campaign=campaign, by=None, audience="all", leave_out=[])
    return of_team(campaign, Run.objects.order_by("run_id")[0])


def content(client: Client, name: str) -> bytes:
    response = client.get(f"{VERSION}{name}")
    assert response.status_code == 200
    assert "attachment" in response["Content-Disposition"]
    return bytes(response.content)


def end_jobs() -> None:
    for pk in Job.objects.active().values_list("pk", flat=True):
        run_job(pk, heartbeat=False)


@pytest.mark.both_databases
@pytest.mark.parametrize("name", [*FILES, "own-runs.zip"])
def test_it_is_shown_while_it_is_made_and_then_given_without_another_job(
    campaign: Campaign, client: Client, settings: Settings, name: str
) -> None:
    if name == "own-runs.zip":
        release(campaign=campaign, by=None, audience="all", leave_out=[])
        client = of_team(campaign, Run.objects.order_by("run_id")[0])
    else:
        client.force_login(make_member(campaign, "olga", "organizer"))
    settings.JOBS_INLINE = False  # and no worker runs
    address = f"{VERSION}{name}"
    waiting = client.get(address)
    job = Job.objects.get()
    assert waiting["Location"] == f"{address}?job={job.pk}"
    page = client.get(waiting["Location"]).text
    assert job.title in page
    assert f'data-refresh="{address}?job={job.pk}&amp;part"' in page
    assert '<noscript><meta http-equiv="refresh"' in page
    assert f"/jobs/{job.pk}/" not in page  # which is the organizers' business
    assert not VersionFile.objects.exists()
    Job.objects.update(state="running", done=3, total=8, lease_until=None)
    assert "3 of 8" in client.get(f"{address}?job={job.pk}&part").text
    end_jobs()
    ready = client.get(f"{address}?job={job.pk}&part").text
    assert "The file is ready." in ready
    assert "data-refresh" not in ready
    assert client.get(waiting["Location"]).content == content(client, name) == content(client, name)
    assert Job.objects.count() == 1


def test_it_stays_as_it_was_made_though_judgments_come_and_another_version_has_its_own(
    campaign: Campaign, olga: Client
) -> None:
    before = [content(olga, name) for name in FILES]
    call_command("drop", SLUG, campaign.questions.in_order()[0].qid, "--reason", "Ambiguous.")
    score(campaign=campaign, rule="adjudicated", by=None)
    assert [content(olga, name) for name in FILES] == before
    other = [olga.get(f"/campaigns/{SLUG}/results/2/{name}").content for name in FILES]
    assert all(one not in before for one in other)


def test_made_anew_from_the_same_state_it_has_the_same_bytes(campaign: Campaign, olga: Client) -> None:
    before = [content(olga, name) for name in FILES]
    VersionFile.objects.all().delete()
    assert [content(olga, name) for name in FILES] == before


@pytest.mark.both_databases
@pytest.mark.parametrize("change", ["guidelines", "title", "team", "release", "declared", "deadline"])
def test_it_is_made_anew_where_it_would_tell_something_else(
    campaign: Campaign, olga: Client, change: str
) -> None:
    before = content(olga, "report.html")
    if change == "guidelines":
        Guidelines.objects.create(campaign=campaign, version=1, text="Judge late.")
    elif change == "title":
        Campaign.objects.update(title="Judge late.")
    elif change == "team":
        Team.objects.filter(name="alpha").update(name="Judge late.")
    elif change == "declared":  # as where the same file is submitted again, whose answers score alike
        Run.objects.filter(run_id="alpha1").update(automatic=False)
    elif change == "deadline":
        deadline = parse_datetime("2131-05-06 12:00 UTC")
        move_deadline(campaign=campaign, deadline=deadline, reason="Late.", by=None)
    else:
        release(campaign=campaign, by=None, audience="all", leave_out=[])
    after = content(olga, "report.html")
    assert after != before
    assert (b"Judge late." in after) == (change in ("guidelines", "title", "team"))
    assert VersionFile.objects.filter(name="report.html").count() == 1


def test_rights_are_asked_at_each_download(campaign: Campaign, tessa: Client) -> None:
    numbered = content(tessa, "book.html").decode()
    others = Run.objects.exclude(team__members__account=tessa.session["_auth_user_id"])
    assert not [run.run_id for run in others if f" {run.run_id}</h2>" in numbered]
    Campaign.objects.update(team_names=True)
    named = content(tessa, "book.html").decode()
    assert [run.run_id for run in others if f" {run.run_id}</h2>" in named]
    Campaign.objects.update(team_names=False)
    assert content(tessa, "book.html").decode() == numbered
    content(tessa, "own-runs.zip")
    call_command("take_back_release", SLUG, "--reason", "It was wrong.")
    assert VersionFile.objects.count() == 2
    for name in ("book.html", "own-runs.zip"):
        assert tessa.get(f"{VERSION}{name}").status_code == 404


@pytest.mark.both_databases
def test_answers_and_qrels_are_in_a_teams_file_as_long_as_the_campaign_gives_them_out(
    campaign: Campaign, tessa: Client
) -> None:
    def names() -> set[str]:
        with zipfile.ZipFile(io.BytesIO(content(tessa, "own-runs.zip"))) as packed:
            return {name.rpartition("/")[2] for name in packed.namelist()}

    for judged, qrels in (("none", False), ("own", False), ("none", True), ("none", False)):
        Campaign.objects.update(judged_runs=judged, qrels_for_teams=qrels)
        more = {"answers.csv"} if judged == "own" else {"qrels.txt"} if qrels else set()
        assert names() == {"sheet.html"} | more


def test_a_file_made_for_one_team_is_not_given_to_another(campaign: Campaign, tessa: Client) -> None:
    other = make_member(campaign, "otto", "participant")
    team = Run.objects.exclude(team__members__account__username="tessa").order_by("run_id")[0].team
    team.members.add(campaign.members.get(account=other))
    otto = Client()
    otto.force_login(other)
    packed = [content(client, "own-runs.zip") for client in (tessa, otto)]
    names = [set(zipfile.ZipFile(io.BytesIO(one)).namelist()) for one in packed]
    assert names[0]
    assert names[1]
    assert not {name for name in names[0] & names[1] if "/" in name}
    assert content(tessa, "own-runs.zip") == packed[0]
    assert content(tessa, "book.html") != content(otto, "book.html")


def test_whoever_lost_the_right_while_it_was_made_gets_nothing(
    campaign: Campaign, tessa: Client, settings: Settings
) -> None:
    settings.JOBS_INLINE = False
    tessa.get(f"{VERSION}own-runs.zip")
    campaign.members.get(account__username="tessa").roles.all().delete()
    end_jobs()
    assert Job.objects.get(kind="results.own_runs").error["code"] == "not_allowed_any_more"
    assert not VersionFile.objects.exists()


def test_another_reader_does_not_see_the_job_of_a_file(
    campaign: Campaign, tessa: Client, settings: Settings
) -> None:
    settings.JOBS_INLINE = False
    olga = Client()
    olga.force_login(make_member(campaign, "olga", "organizer"))
    olga.get(f"{VERSION}book.html")
    job = Job.objects.get(kind="results.book")
    page = tessa.get(f"{VERSION}book.html?job={job.pk}")  # is of a job of her own
    own = Job.objects.exclude(pk=job.pk).get(kind="results.book")
    assert f"?job={own.pk}" in page.text
    assert f"?job={job.pk}" not in page.text


def test_what_cannot_be_made_is_said_once_on_the_page_of_the_version(
    campaign: Campaign, olga: Client, settings: Settings
) -> None:
    Judgment.objects.filter(item__question__campaign=campaign).update(grade="no")
    settings.JOBS_INLINE = False
    address = olga.get(f"{VERSION}report.html")["Location"]
    end_jobs()
    assert "data-refresh" not in olga.get(f"{address}&part").text
    page = olga.get(address, follow=True)
    assert page.redirect_chain[-1][0] == VERSION
    assert "changed since version 1 was scored" in page.text
    assert "changed since version 1 was scored" not in olga.get(VERSION).text
    assert Job.objects.count() == 1


def test_a_cancelled_one_may_be_asked_for_again(campaign: Campaign, olga: Client, settings: Settings) -> None:
    settings.JOBS_INLINE = False
    address = olga.get(f"{VERSION}book.html")["Location"]
    lifecycle.cancel(job=Job.objects.get(), by=None)
    assert "was cancelled" in olga.get(address, follow=True).text
    settings.JOBS_INLINE = True
    content(olga, "book.html")


@pytest.mark.both_databases
def test_an_archived_campaign_still_gives_them_and_a_deleted_one_takes_them_along(
    campaign: Campaign, olga: Client
) -> None:
    call_command("archive", SLUG)
    for name in FILES:
        content(olga, name)
    call_command("unarchive", SLUG)
    call_command("delete_campaign", SLUG, "--confirm", SLUG)
    assert not VersionFile.objects.exists()


@pytest.mark.both_databases
def test_programs_are_told_to_wait_and_why_not(campaign: Campaign, olga: Client, settings: Settings) -> None:
    account = campaign.members.get(account__username="olga").account
    assert account
    program = client_of(account)
    settings.JOBS_INLINE = False
    told = program.get(f"{API}report/")
    assert (told.status_code, told["Retry-After"], told.json()["state"]) == (202, "2", "waiting")
    assert program.get(told["Location"]).json()["id"] == told.json()["id"]
    end_jobs()
    found = program.get(told["Location"])
    assert found.json()["version"] == 1
    VersionFile.objects.all().delete()
    again = program.get(f"{API}report/")["Location"]
    Judgment.objects.filter(item__question__campaign=campaign).update(grade="no")
    end_jobs()
    refused = program.get(again)
    assert (refused.status_code, refused.json()["code"]) == (422, "changed_meanwhile")
    settings.JOBS_INLINE = True
    assert program.get(f"{API}book/").content


def imports(campaign: Campaign, folder: Path) -> None:
    item = PoolItem.objects.filter(question__campaign=campaign).select_related("question").order_by("pk")[0]
    file = folder / "yan.csv"
    file.write_bytes(table(item, "yan", "no"))
    call_command("import_judgments", SLUG, str(file), "--new")


def drops(campaign: Campaign, folder: Path) -> None:
    call_command("drop", SLUG, campaign.questions.in_order()[0].qid, "--reason", "Ambiguous.")


def scores(campaign: Campaign, folder: Path) -> None:
    score(campaign=campaign, rule="union", by=None)


def explains(campaign: Campaign, folder: Path) -> None:
    Guidelines.objects.create(campaign=campaign, version=1, text="Judge late.")
    Guidelines.objects.update(made_at=datetime(2026, 5, 4, 9, 0, tzinfo=UTC))  # a report tells the minute


def names(campaign: Campaign, folder: Path) -> None:
    call_command("settings", SLUG, "--title", "Judge late.")


EVERYWHERE = (explains, names)  # which every file tells that is asked for later


def got(client: Client, name: str) -> bytes:
    response = client.get(f"{VERSION}{name}", follow=True)
    if "Content-Disposition" in response:
        return bytes(response.content)
    assert "changed since version 1 was scored" in response.text
    return b"refused"


# Each act crosses one of the files here, and the other in `make proof`.
CROSSED = [
    *(("report.html", imports), ("report.html", names)),
    *(("book.html", drops), ("book.html", scores), ("book.html", explains)),
]
ACTS = (imports, drops, scores, explains, names)


def _marks(crossing: tuple[str, Callable[[Campaign, Path], None]]) -> list[pytest.MarkDecorator]:
    if crossing not in CROSSED:
        return [pytest.mark.proof]
    return [pytest.mark.both_databases] if crossing == CROSSED[0] else []


@pytest.mark.parametrize(
    ("name", "act"),
    [
        pytest.param(*crossing, marks=_marks(crossing))
        for crossing in product(("report.html", "book.html"), ACTS)
    ],
)
def test_what_is_done_while_it_is_made_is_in_it_whole_or_not_at_all(
    campaign: Campaign,
    olga: Client,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    act: Callable[[Campaign, Path], None],
    name: str,
) -> None:
    """Held wherever it says how far it is, the file is that of before or that of after; asked again, one of now."""
    before = content(olga, name)
    VersionFile.objects.all().delete()
    with transaction.atomic():
        act(campaign, tmp_path)
        after = got(olga, name)
        transaction.set_rollback(True)
    assert (after == b"refused") == (act in (imports, drops) and name == "report.html")
    place = met = 1
    while met >= place:
        with transaction.atomic(), monkeypatch.context() as patched:
            count = held(patched, place, lambda: act(campaign, tmp_path))
            first, again = got(olga, name), got(olga, name)
            transaction.set_rollback(True)
        met = count[0]
        if met >= place:
            assert first in (before, after), place
            assert again == after or (act not in EVERYWHERE and again == before), place
            place += 1
    assert place > 4, "it was hardly ever held"


SCENE = """
from bench.wide import wide_campaign
campaign = wide_campaign(runs=30, questions=60, teams=5)
from assessment.jobs.services.lifecycle import enqueue
from assessment.results.services.scores import score
from assessment.people.models import Account
score(campaign=campaign, rule="adjudicated", by=None)
olga = Account.objects.get(username="wide-olga")
enqueue(kind="studies.report", campaign=campaign, by=olga, arguments={"version": 1, "reader": "", "limits": [None, ""]})
"""
ATTEMPTS = "SELECT sum(attempts) FROM jobs_job"
FILES_OF_A_REPORT = 3
KEPT = "SELECT count(*) FROM results_versionfile"


@pytest.mark.on_postgresql
def test_killed_it_leaves_nothing_half_and_is_made_by_the_next_worker(tmp_path: Path) -> None:
    with Ground(tmp_path, SCENE, postgres=connection.vendor == "postgresql", seed=28) as site:
        seen = []
        for when, within in ((ATTEMPTS, 0.4), (ATTEMPTS, 0.8), (KEPT, 0.0)):
            site.kill("run_jobs", "--until-done", when=when, within=within)
            seen.append(site.value(KEPT))
        assert set(seen) <= {0, FILES_OF_A_REPORT}, "one that is half made"
        site.go_on()
        assert site.value(KEPT) == FILES_OF_A_REPORT
        assert site.value("SELECT count(*) FROM jobs_job WHERE state = 'done'") == 1
