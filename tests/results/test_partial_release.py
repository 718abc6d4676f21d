"""Releases while answers are unjudged: confirmed, with the answers counted as wrong, and said wherever the scores are."""

import json
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.judging.models import Adjudication, Assignment, Judgment, NuggetMatch, Reading
from assessment.judging.services.judgments import record_judgment
from assessment.results.models import Release, ReleasePreview, RunScore
from assessment.results.services.readings import scorer_of
from assessment.shared.errors import AssizeError
from assessment.submissions.models import PoolItem, Run
from tests.api.asking import client_of, done, send_json
from tests.client import Client
from tests.factory import make_member
from tests.results.golden import contents, imported
from tests.results.settled import settle_everything
from tests.results.test_breakdown import words
from tests.results.test_crossing_acts import held

pytestmark = pytest.mark.django_db
BOARD = "/campaigns/trec8_small/"
START = f"{BOARD}results/"
RELEASE = f"{START}release/"


@pytest.fixture
def campaign() -> Campaign:
    """All is settled but one answer of alpha1, which nobody judged."""
    made = imported("trec8_small")
    settle_everything(made)
    unjudge_one(made)
    made.refresh_from_db()
    return made


def unjudge_one(campaign: Campaign) -> str:
    """Forget what people said of a right answer; its question."""
    item = Judgment.ever.filter(item__question__campaign=campaign, grade="yes").order_by("pk")[0].item
    Judgment.ever.filter(item=item).delete()
    return item.question.qid


@pytest.fixture
def organizer(campaign: Campaign, client: Client) -> Client:
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


def previewed(client: Client) -> dict[str, str]:
    """What the form of the release sends after a preview."""
    client.post(f"{RELEASE}preview/")
    return {"seen": ReleasePreview.objects.get().inputs_sha256, "audience": "all"}


def test_the_page_offers_a_box_that_says_how_many_of_which_questions(organizer: Client) -> None:
    previewed(organizer)
    page = words(organizer, RELEASE)
    assert 'name="partial"' in organizer.get(RELEASE).text
    said = "1 question has something that is not judged or not decided. In the scores below an answer without"
    assert said in page
    assert page.index("Judging is not finished") < page.index(said) < page.index("To whom")
    assert "1 unjudged answer counts as wrong" in page
    assert "Nothing can be released yet" not in page


def test_without_the_box_nothing_is_released(organizer: Client) -> None:
    response = organizer.post(RELEASE, previewed(organizer))
    assert response.status_code == 422
    assert 'name="partial"' in response.text  # what a second try would take over
    assert not Release.objects.exists()


def test_a_partial_release_says_so_wherever_its_scores_are(organizer: Client, campaign: Campaign) -> None:
    organizer.post(RELEASE, previewed(organizer) | {"partial": "1"})
    assert sum(Release.objects.get().unjudged.values()) == 1
    row = RunScore.objects.filter(unjudged__gt=0, run__pooled=True).order_by("pk")[0]
    bounds = f"{row.bounds['low']:.3f}".removeprefix("0"), f"{row.bounds['high']:.3f}".removeprefix("0")
    for address in (BOARD, START, RELEASE):
        page = words(organizer, address)
        assert "Partial release" in page
        assert "1 unjudged answer counts as wrong" in page
        assert f"{bounds[0]} to {bounds[1]}" in page
    account = make_member(campaign, "pat", "participant")
    Run.objects.get(run_id="alpha1").team.members.add(account.memberships.get(campaign=campaign))
    team = Client()
    team.force_login(account)
    assert "1 unjudged answer counts as wrong" in words(team, START)
    assert "1 unjudged answer counts as wrong" in words(team, f"{START}1/runs/alpha1/")


def test_the_command_needs_the_choice_and_the_bundle_says_it(
    campaign: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError, match="not released"):
        call_command("release", campaign.slug)
    assert "--partial" in capsys.readouterr().err
    call_command("release", campaign.slug, "--partial", "--audience", "all")
    assert "1 unjudged answer counts as wrong" in capsys.readouterr().out
    call_command("export", campaign.slug, str(tmp_path / "one"))
    said = json.loads((tmp_path / "one" / "release.json").read_text("utf-8"))
    assert said["partial"] is True
    assert sum(said["unjudged"].values()) == 1
    assert said["bounds"]["alpha1"]["low"] <= said["bounds"]["alpha1"]["high"]
    assert (said["version"], said["audience"], said["rule"]) == (1, "all", "adjudicated")
    call_command("export", campaign.slug, str(tmp_path / "two"))
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    call_command("import_bundle", str(tmp_path / "one"), "--slug", "again")


def test_the_api_takes_the_choice_and_tells_it(campaign: Campaign) -> None:
    client = client_of(make_member(campaign, "olga", "organizer"))
    address = f"/api/v1/campaigns/{campaign.slug}/release/"
    done(client, send_json(client, f"{address}preview/", {}))
    shown = client.get(address).json()
    assert shown["can_release"]
    assert [one["unjudged"] for one in shown["choices"]] == [1]
    asked = {"seen": shown["seen"], "audience": "all"}
    assert done(client, send_json(client, address, asked))["error"]["code"] == "release_refused"
    assert not Release.objects.exists()
    done(client, send_json(client, address, asked | {"partial": True}))
    released = client.get(address).json()["released"]
    assert sum(released["unjudged"].values()) == 1


@pytest.mark.both_databases
def test_where_all_is_judged_the_preview_says_nothing_of_it(organizer: Client, campaign: Campaign) -> None:
    settle_everything(campaign)
    previewed(organizer)
    assert "Judging is not finished" not in words(organizer, RELEASE)


def test_what_is_whole_is_not_called_partial(organizer: Client, campaign: Campaign) -> None:
    settle_everything(campaign)
    organizer.post(RELEASE, previewed(organizer) | {"partial": "1"})
    assert Release.objects.get().unjudged == {}
    assert "Partial release" not in words(organizer, START)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("name", "qid"), [("series_small", "1.2"), ("series_small", "1.4"), ("tac_small", "1.2")]
)
def test_lists_and_nuggets_of_which_something_is_unjudged_too(
    name: str, qid: str, client: Client, tmp_path: Path
) -> None:
    made = imported(name)
    settle_everything(made)
    Assignment.objects.filter(stage="votes").update(finished_at=timezone.now())
    pools = PoolItem.objects.filter(question__campaign=made, disputed=False, adjudication=None)
    item = pools.filter(question__qid=qid).order_by("pk")[0]
    for rows in (Judgment, Reading, NuggetMatch):
        rows._base_manager.filter(item=item).delete()
    Assignment.objects.filter(question=item.question).exclude(stage="votes").update(finished_at=None)
    with pytest.raises(CommandError, match="not released"):
        call_command("release", name)
    call_command("release", name, "--partial", "--audience", "all")
    assert Release.objects.get().unjudged == {item.question.qid: 1}
    client.force_login(make_member(made, "olga", "organizer"))
    said = f"1 unjudged answer counts as wrong; by question: {item.question.qid} (1)."
    for address in (
        f"/campaigns/{name}/",
        f"/campaigns/{name}/results/",
        f"/campaigns/{name}/results/release/",
    ):
        assert said in words(client, address)
    call_command("export", name, str(tmp_path / "bundle"), "--released")


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("name", "qid", "why"),
    [
        ("series_small", "1.2", "nothing of it is judged, so that it would leave the means"),
        ("tac_small", "1.1", "nothing of it is judged, so that it would leave the means"),
        ("series_small", "2.2", "no judged answer is right, so that NIL would be"),
    ],
)
def test_what_would_not_count_as_wrong_is_no_choice(
    name: str, qid: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    made = imported(name)
    settle_everything(made)
    Assignment.objects.filter(stage="votes").update(finished_at=timezone.now())
    items = PoolItem.objects.filter(question__campaign=made, question__qid=qid)
    for rows in (Judgment, Reading, NuggetMatch, Adjudication):
        rows.objects.filter(item__in=items).delete()
    items.update(disputed=False)
    with pytest.raises(CommandError, match="not released"):
        call_command("release", name, "--partial", "--audience", "all")
    assert f"Question {qid}:" in capsys.readouterr().err
    assert not Release.objects.exists(), why


@pytest.mark.both_databases
def test_an_answer_that_is_judged_meanwhile_is_none_of_the_unjudged(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every place where the release says how far it is, somebody judges what it would have counted as wrong."""
    left = PoolItem.objects.filter(question__campaign=campaign, judgments=None).get()
    assignment = left.question.assignments.order_by("pk")[0]
    Assignment.objects.filter(pk=assignment.pk).update(finished_at=None)
    place, taken = 1, 0
    while True:
        answered: list[bool] = []

        def judge(answered: list[bool] = answered) -> None:
            try:
                record_judgment(
                    by=None,
                    assignment_id=assignment.pk,
                    item_id=left.pk,
                    client_id=uuid4(),
                    seen=0,
                    grade="yes",
                )
                answered.append(True)
            except AssizeError:
                answered.append(False)  # it is released already

        with transaction.atomic(), monkeypatch.context() as patched:
            met = held(patched, place, judge)
            call_command("release", campaign.slug, "--partial")
            row = Release.objects.get()
            assert bool(row.unjudged) == (answered != [True])
            assert row.scores.qrels.inputs_sha256 == scorer_of(campaign).inputs_of("adjudicated")
            transaction.set_rollback(True)
        campaign.refresh_from_db()
        if met[0] < place:
            break
        place, taken = place + 1, taken + (answered == [True])
    assert taken, "nothing was judged meanwhile"
