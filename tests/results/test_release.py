"""Releases: what is shown before, to each team alone, to all, what teams get, and what a second one says."""

import io
import re
import zipfile
from collections.abc import Iterator

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign, State
from assessment.judging.models import Judgment
from assessment.people.models import Event
from assessment.results.models import QrelsSnapshot, Release, ReleasePreview, RunScore
from assessment.results.services.release import release, take_back
from assessment.submissions.models import Run, Team
from tests.client import Client
from tests.factory import make_member
from tests.results.golden import imported
from tests.results.settled import settle_everything
from tests.results.test_breakdown import words
from tests.scenes import Kept, as_built

pytestmark = pytest.mark.django_db
START = "/campaigns/trec8_small/results/"
RELEASE = f"{START}release/"


@pytest.fixture(scope="module", autouse=True)
def built(kept: Kept) -> Iterator[Campaign]:
    """Everything is settled; alpha1 was pooled, late1 was not."""
    with kept():
        made = imported("trec8_small")
        settle_everything(made)
        made.refresh_from_db()
        yield made


@pytest.fixture
def campaign(db: None, built: Campaign) -> Campaign:
    return as_built(built)


@pytest.fixture
def organizer(campaign: Campaign, client: Client) -> Client:
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


@pytest.fixture
def participant(campaign: Campaign) -> Client:
    """Somebody of the team of alpha1."""
    return member_of(campaign, "pat", Run.objects.get(run_id="alpha1").team)


def member_of(campaign: Campaign, name: str, team: Team) -> Client:
    account = make_member(campaign, name, "participant")
    team.members.add(account.memberships.get(campaign=campaign))
    client = Client()
    client.force_login(account)
    return client


def others(campaign: Campaign, own: str = "alpha1") -> set[str]:
    """Names that the team of a run must not meet: other teams, and their runs."""
    team = Run.objects.get(run_id=own).team
    rows = Run.objects.filter(campaign=campaign).exclude(team=team).select_related("team")
    return {row.run_id for row in rows} | {row.team.name for row in rows}


def crawl(client: Client, *starts: str) -> Iterator[tuple[str, str]]:
    """Every page and file that links lead to, with its headers."""
    seen, waiting = set(starts), list(starts)
    while waiting:
        address = waiting.pop()
        response = client.get(address)
        content = response.getvalue()
        if content.startswith(b"PK"):
            archive = zipfile.ZipFile(io.BytesIO(content))
            content = b"\n".join(name.encode() + b"\n" + archive.read(name) for name in archive.namelist())
        text = content.decode()
        yield address, f"{response.headers}\n{text}"
        if response.headers.get("Content-Type", "").startswith("text/html"):
            found = {
                link.replace("&amp;", "&").partition("#")[0] for link in re.findall(r'href="([^"]+)"', text)
            }
            for link in sorted(found):
                full = link if link.startswith("/") else address.partition("?")[0] + link
                if link.startswith(("/campaigns/", "?")) and full not in seen:
                    seen.add(full)
                    waiting.append(full)


ADDRESSES = (
    START,
    "/",
    "/campaigns/",
    "/campaigns/trec8_small/runs/",
    "/api/v1/campaigns/trec8_small/scores/",
    f"{START}1/leaderboard.svg",
    f"{START}1/leaderboard.csv",
    f"{START}1/leaderboard.json",
    f"{START}1/runs/beta1/",
    f"{START}1/runs/nobody/",
    f"{START}1/runs/beta1/answers.csv",
    f"{START}1/judged-runs.zip",
    f"{START}1/qrels.txt",
    f"{START}1/changes/",
)


def leaks(client: Client, campaign: Campaign) -> Iterator[tuple[str, str]]:
    """Where the name of another team, or of its run, is met. What the reader asked for itself is no leak."""
    names = others(campaign)
    return (
        (address, name)
        for address, text in crawl(client, *ADDRESSES)
        for name in names
        if not address.endswith("/assize-scoring.zip")  # a program; beta is a parameter of a measure
        and re.search(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", text)
        and name not in address
    )


@pytest.mark.both_databases
@pytest.mark.parametrize("audience", ["teams", "all"])
def test_no_name_of_another_team_reaches_a_participant(
    campaign: Campaign, participant: Client, audience: str
) -> None:
    told = audience == "teams"  # while scores are private, the setting that gives names out gives none
    Campaign.objects.update(judged_runs="all", qrels_for_teams=True, team_names=told)
    campaign.refresh_from_db()
    first = release(campaign=campaign, by=None)
    take_back(campaign=campaign, reason="a slip", by=None)
    assert first.scores.qrels.version == 1
    Judgment.objects.filter(grade="yes").order_by("pk")[0].delete()
    settle_everything(campaign)
    Campaign.objects.update(state=State.CLOSED)
    campaign.refresh_from_db()
    release(campaign=campaign, by=None, audience=audience)
    assert list(leaks(participant, campaign)) == []


def test_with_the_setting_teams_see_each_other(campaign: Campaign, participant: Client) -> None:
    Campaign.objects.update(team_names=True)
    campaign.refresh_from_db()
    release(campaign=campaign, by=None)
    assert "beta1" in participant.get(START).text
    assert "beta1" in participant.get(f"{START}1/leaderboard.csv").text
    assert next(leaks(participant, campaign), None)


def test_without_names_the_leaderboard_has_all_scores_and_ranks(
    campaign: Campaign, participant: Client
) -> None:
    release(campaign=campaign, by=None, leave_out=[])
    page = participant.get(START).text
    assert page.count("another team’s run</th>") == len(others_runs(campaign))
    for row in RunScore.objects.all():
        assert f"<b>{row.score:.3f}".replace("0.", ".") in page


def test_who_has_no_team_is_not_told_of_another_one(campaign: Campaign, participant: Client) -> None:
    """An assessor has no run: all runs are unnamed to them, none is "another team’s"."""
    release(campaign=campaign, by=None, leave_out=[])
    client = Client()
    client.force_login(make_member(campaign, "ada", "assessor"))
    page, told = client.get(START).text, client.get(f"{START}1/leaderboard.json").text
    assert page.count("unnamed run</th>") == Run.objects.filter(campaign=campaign).current().count()
    assert "another team’s run" not in page + told
    assert "unnamed run 1" in told
    assert "unnamed run" not in participant.get(START).text


def others_runs(campaign: Campaign) -> list[str]:
    team = Run.objects.get(run_id="alpha1").team
    found = Run.objects.filter(campaign=campaign).current().exclude(team=team)
    return list(found.values_list("run_id", flat=True))


def test_to_each_team_alone_is_its_own_scores_with_median_best_and_lowest(
    campaign: Campaign, participant: Client
) -> None:
    release(campaign=campaign, by=None, audience="teams")
    page = words(participant, START)
    assert "alpha1" in page
    assert "another team’s run" not in page
    assert "Your runs alone, with the median, best and lowest of all" in page
    assert all(f"{name} of" in page for name in ("best", "median", "lowest"))
    assert participant.get(f"{START}1/runs/alpha1/").status_code == 200
    rows = participant.get(f"{START}1/leaderboard.csv").text.splitlines()
    assert {line.partition(",")[0][:5] for line in rows[1:]} == {"alpha"}
    for role in ("assessor", "participant"):  # who has no run
        client = Client()
        client.force_login(make_member(campaign, f"other-{role}", role))
        assert client.get(START).status_code == 404


@pytest.mark.both_databases
def test_what_was_told_to_teams_becomes_public_as_it_is(
    organizer: Client, campaign: Campaign, participant: Client
) -> None:
    release(campaign=campaign, by=None, audience="teams")
    assert "Make version 1 public" in organizer.get(RELEASE).text
    organizer.post(RELEASE, {"audience": "all"})
    row = Release.objects.get()
    assert (row.audience, row.public_at is not None) == ("all", True)
    assert "another team’s run" in participant.get(START).text
    verbs = list(Event.objects.order_by("pk").values_list("verb", flat=True))
    assert verbs.index("scores:told_teams") < verbs.index("scores:released")


def test_never_pooled_runs_are_left_out_and_their_team_sees_why(campaign: Campaign) -> None:
    release(campaign=campaign, by=None)
    late = Run.objects.get(run_id="late1")
    assert Release.objects.get().left_out == {"late1": "never_pooled"}
    client = member_of(campaign, "lea", late.team)
    page = words(client, START)
    assert "Your run late1 is not on the leaderboard: it was never pooled" in page
    assert client.get(f"{START}1/runs/late1/").status_code == 404
    assert "late1" not in client.get(f"{START}1/leaderboard.csv").text


def test_the_preview_says_what_will_be_public_for_whom(organizer: Client) -> None:
    assert "A preview scores all runs" in words(organizer, RELEASE)
    organizer.post(f"{RELEASE}preview/", follow=True)
    page = organizer.get(RELEASE).text
    assert re.search(r'name="run" value="alpha1" aria-label="Release alpha1" checked', page)
    assert re.search(r'name="run" value="late1" aria-label="Release late1">', page)
    said = words(organizer, RELEASE)
    assert "1 run was never pooled and is not ticked: late1" in said
    assert "where other teams’ runs have no names" in said
    assert "late1" in said
    assert not Release.objects.exists()


def test_one_confirmed_act_releases_what_is_ticked(organizer: Client) -> None:
    organizer.post(f"{RELEASE}preview/")
    seen = ReleasePreview.objects.get().inputs_sha256
    data = {"seen": seen, "choose": "1", "run": ["alpha1", "late1"], "audience": "all"}
    response = organizer.post(RELEASE, data, follow=True)
    assert "Version 1 is released: participants see it now." in response.text
    left = Release.objects.get().left_out
    assert not {"alpha1", "late1"} & left.keys()
    assert set(left.values()) == {"chosen"}
    for run_id in left:
        assert (
            run_id
            in response.text.partition("Version 1 is released, without")[2].partition("participants see")[0]
        )
    assert QrelsSnapshot.objects.count() == 1


def test_judgments_that_changed_since_the_preview_are_a_conflict(organizer: Client) -> None:
    organizer.post(f"{RELEASE}preview/")
    seen = ReleasePreview.objects.get().inputs_sha256
    changed = Judgment.objects.filter(grade="yes").order_by("pk").first()
    assert changed
    Judgment.objects.filter(item=changed.item).update(grade="no")
    response = organizer.post(RELEASE, {"seen": seen, "choose": "1", "run": ["alpha1"], "audience": "all"})
    assert response.status_code == 409
    assert "changed since the preview. Nothing was released." in response.text
    assert not Release.objects.exists()


def test_to_leave_out_every_run_or_an_unknown_one_is_refused(organizer: Client, campaign: Campaign) -> None:
    organizer.post(f"{RELEASE}preview/")
    seen = ReleasePreview.objects.get().inputs_sha256
    response = organizer.post(RELEASE, {"seen": seen, "choose": "1", "audience": "all"}, follow=True)
    assert "Every run would be left out. Nothing was released." in response.text
    with pytest.raises(CommandError, match="no current run nobody"):
        call_command("release", campaign.slug, "--without-run", "nobody")
    assert not Release.objects.exists()


def test_a_second_release_says_what_changed_to_everybody_as_far_as_they_may_know(
    organizer: Client, campaign: Campaign, participant: Client
) -> None:
    release(campaign=campaign, by=None)
    assert "Released again" not in words(participant, START)
    take_back(campaign=campaign, reason="two answers were graded wrongly", by=None)
    item = Judgment.objects.filter(grade="yes").order_by("pk")[0].item
    Judgment.objects.filter(item=item).update(grade="no")
    campaign.refresh_from_db()
    release(campaign=campaign, by=None)
    for client in (organizer, participant):
        page = words(client, START)
        assert "Released again The former scores were taken back: two answers were graded wrongly" in page
        assert f"question {item.question.qid}" in page.replace("questions", "question")
    found = Release.objects.order_by("pk").last()
    assert found
    assert found.changes["since"] == 1


def test_the_command_lists_what_differs_from_the_version_taken_back(
    campaign: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("release", campaign.slug)
    assert "taken back" not in capsys.readouterr().out
    call_command("take_back_release", campaign.slug, "--reason", "two answers were graded wrongly")
    item = Judgment.objects.filter(grade="yes").order_by("pk")[0].item
    Judgment.objects.filter(item=item).update(grade="no")
    for arguments in (["--check"], []):
        capsys.readouterr()
        call_command("release", campaign.slug, *arguments)
        said = capsys.readouterr().out
        assert "Version 1 was taken back: two answers were graded wrongly" in said
        assert f"judged otherwise: question {item.question.qid}" in said
        before, after = RunScore.objects.filter(run__run_id="alpha1").order_by("score_set")
        assert f"alpha1: {before.score:.4f} to {after.score:.4f}, rank " in said


def statuses(client: Client, *addresses: str) -> list[int]:
    """What the site answers; a file is read to its end, so that it is closed."""
    answers = [client.get(address) for address in addresses]
    for answer in answers:
        answer.getvalue()
    return [answer.status_code for answer in answers]


@pytest.mark.both_databases
def test_what_participants_get_follows_the_settings(campaign: Campaign, participant: Client) -> None:
    release(campaign=campaign, by=None)
    files = (f"{START}1/qrels.txt", f"{START}1/judged-runs.zip", f"{START}1/runs/alpha1/answers/")
    assert statuses(participant, *files) == [404, 404, 200]
    Campaign.objects.update(qrels_for_teams=True, judged_runs="all")
    assert statuses(participant, *files) == [200, 200, 200]
    Campaign.objects.update(judged_runs="none")
    assert participant.get(files[2]).status_code == 404
    assert files[2] not in participant.get(f"{START}1/runs/alpha1/").text
    assert participant.get(f"{START}1/runs/alpha1/answers.csv").status_code == 404


@pytest.mark.both_databases
def test_settings_are_chosen_on_the_page_and_kept_in_the_bundle(
    organizer: Client, campaign: Campaign
) -> None:
    call_command("settings", campaign.slug, "team_names=true", "judged_runs=none")
    campaign.refresh_from_db()
    assert (campaign.team_names, campaign.judged_runs) == (True, "none")
    assert "What participants get after release" in organizer.get("/campaigns/trec8_small/settings/").text


def test_commands_release_and_take_back(campaign: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("release", campaign.slug, "--check")
    said = capsys.readouterr().out
    assert "left out, never pooled: late1" in said
    assert "Nothing was released." in said
    assert not Release.objects.exists()
    call_command("release", campaign.slug, "--runs", "all", "--audience", "teams")
    assert "each team sees its own scores now." in capsys.readouterr().out
    assert Release.objects.get().left_out == {}
    call_command("release", campaign.slug, "--audience", "all")
    assert Release.objects.get().audience == "all"
    with pytest.raises(CommandError, match="released already"):
        call_command("release", campaign.slug, "--audience", "all")
    call_command("take_back_release", campaign.slug, "--reason", "a slip")
    assert "provisional again" in capsys.readouterr().out
    campaign.refresh_from_db()
    assert campaign.state == State.CLOSED


@pytest.mark.both_databases
def test_the_command_lists_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    unsettled = imported("trec8_small", "unsettled")
    its = Judgment.objects.filter(item__question__campaign=unsettled)
    its.filter(item=its.order_by("pk")[0].item).delete()
    with pytest.raises(CommandError, match="not released"):
        call_command("release", unsettled.slug)
    assert "not judged" in capsys.readouterr().err
    call_command("release", unsettled.slug, "--check")
    assert "missing: " in capsys.readouterr().out
