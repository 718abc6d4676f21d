"""A release is compared with what there is now: on the board, the results, the release page, in the bundle, and by verify."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign
from assessment.judging.models import Adjudication, Judgment
from assessment.results.models import QrelsSnapshot, RunScore
from tests.api.asking import client_of
from tests.client import Client
from tests.factory import make_member
from tests.results.golden import imported
from tests.results.settled import settle_everything
from tests.results.test_breakdown import words
from tests.scenes import Kept, as_built

pytestmark = pytest.mark.django_db
BOARD = "/campaigns/trec8_small/"
START = f"{BOARD}results/"
RELEASE = f"{START}release/"


@pytest.fixture(scope="module")
def built(kept: Kept) -> Iterator[Campaign]:
    """Released, and everything is as it was then."""
    with kept():
        made = imported("trec8_small")
        settle_everything(made)
        call_command("release", made.slug, "--audience", "all")
        made.refresh_from_db()
        yield made


@pytest.fixture
def campaign(db: None, built: Campaign) -> Campaign:
    return as_built(built)


@pytest.fixture
def organizer(campaign: Campaign, client: Client) -> Client:
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


def drift() -> None:
    """Judge an answer of alpha1 otherwise, past the site."""
    item = Judgment.objects.filter(grade="yes", item__question__qid="1").order_by("pk")[0].item
    Judgment.objects.filter(item=item).update(grade="no")
    Adjudication.objects.filter(item=item).update(grade="no")


def test_what_is_as_it_was_released_is_told_nowhere_as_different(
    organizer: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("score", "trec8_small", "--rule", "union")
    for address in (BOARD, START, RELEASE):
        assert "Differs from the release" not in words(organizer, address)
    call_command("verify")
    assert "Releases: the scores of 1 are those of their judgments." in capsys.readouterr().out
    call_command("export", "trec8_small", str(tmp_path / "bundle"))
    assert json.loads((tmp_path / "bundle" / "release.json").read_bytes())["differs"] is None


def test_verify_scores_anew_and_names_the_runs_that_moved(
    campaign: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    drift()
    with pytest.raises(CommandError):
        call_command("verify")
    said = capsys.readouterr().err
    assert "trec8_small: the judgments and inputs there are now give other scores" in said
    assert "than the released version 1: alpha1" in said


def test_verify_finds_a_stored_score_that_somebody_altered(
    campaign: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    RunScore.objects.filter(run__run_id="alpha1").update(score=0.99)
    with pytest.raises(CommandError):
        call_command("verify")
    assert "give other scores than the released version 1: alpha1" in capsys.readouterr().err


SAME = "Releases: the scores of {n} are those of their judgments."


@pytest.mark.both_databases
def test_pools_that_are_being_made_are_worth_a_note(
    campaign: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    """As while a bundle comes in, or where that was interrupted: no score can be worked out, and none is wrong."""
    campaign.pool_rounds.update(unfinished=True)
    call_command("verify")
    said = capsys.readouterr().out
    assert SAME.format(n=0) in said
    assert "trec8_small: the released version 1 cannot be computed again. The pools of" in said


@pytest.fixture
def refused(campaign: Campaign) -> None:
    """A dispute of the release has no decision any more, so that its rule cannot be followed."""
    Adjudication.objects.filter(item__question__campaign=campaign).delete()


REFUSED = "trec8_small: the released version 1 cannot be computed again. "


def test_verify_finds_that_what_was_released_cannot_be_scored(
    refused: None, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError):
        call_command("verify")
    assert REFUSED in capsys.readouterr().err


@pytest.mark.both_databases
@pytest.mark.parametrize("other", [{"revision": "other"}, {"software": "Assize 0.0.9"}])
def test_another_version_of_the_software_may_refuse_what_was_released(
    other: dict[str, str], refused: None, capsys: pytest.CaptureFixture[str]
) -> None:
    QrelsSnapshot.objects.update(**other)
    call_command("verify")
    said = capsys.readouterr().out
    assert REFUSED in said
    assert SAME.format(n=0) in said


def test_scores_of_another_version_of_the_software_are_not_counted_as_the_same(
    campaign: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    RunScore.objects.filter(run__run_id="alpha1").update(score=0.99)
    QrelsSnapshot.objects.update(revision="other")
    call_command("verify")
    said = capsys.readouterr().out
    assert "this version of the software gives other scores than the released version 1: alpha1" in said
    assert SAME.format(n=0) in said


def test_board_results_release_page_and_bundle_say_what_a_later_version_differs_in(
    organizer: Client, tmp_path: Path
) -> None:
    drift()
    call_command("score", "trec8_small")
    said = "Version 2, scored later, differs from the released version 1: "
    for address in (BOARD, START, RELEASE):
        assert said in words(organizer, address)
    call_command("export", "trec8_small", str(tmp_path / "bundle"))
    assert json.loads((tmp_path / "bundle" / "release.json").read_bytes())["differs"].startswith(said)


@pytest.mark.both_databases
def test_participants_are_not_told(organizer: Client, campaign: Campaign) -> None:
    drift()
    call_command("score", "trec8_small")
    organizer.force_login(make_member(campaign, "ada", "assessor"))
    assert "Differs from the release" not in words(organizer, START)


def test_a_change_that_slipped_past_the_release_is_told_before_anything_is_scored(organizer: Client) -> None:
    Campaign.objects.update(state="closed")  # as somebody sees it who read it before the release
    call_command("drop", "trec8_small", "4", "--reason", "no answer in the collection")
    Campaign.objects.update(state="released")
    for address in (BOARD, START, RELEASE):
        assert "Judgments, runs or questions changed after version 1 was released" in words(
            organizer, address
        )


def test_a_bundle_as_released_is_refused_where_that_is_not_what_there_is(
    organizer: Client, campaign: Campaign, tmp_path: Path
) -> None:
    olga = client_of(make_member(campaign, "olaf", "organizer"))
    bundle, page = f"/api/v1{BOARD}exports/bundle.zip/?released=true", f"{BOARD}exports/"
    call_command("export", campaign.slug, str(tmp_path / "as-released"), "--released")
    assert json.loads((tmp_path / "as-released" / "release.json").read_bytes())["version"] == 1
    assert organizer.get(f"{page}bundle.zip?released=1").getvalue() == olga.get(bundle).getvalue()
    assert "Download as released" in organizer.get(page).text
    drift()
    with pytest.raises(CommandError, match="give other scores than the released version 1: alpha1"):
        call_command("export", campaign.slug, str(tmp_path / "other"), "--released")
    assert not (tmp_path / "other").exists()
    assert (olga.get(bundle).status_code, olga.get(bundle).json()["code"]) == (422, "not_as_released")
    shown = organizer.get(f"{page}bundle.zip?released=1", follow=True).text
    assert "Nothing was exported." in shown
    call_command("take_back_release", campaign.slug, "--reason", "a slip")
    with pytest.raises(CommandError, match="No scores are released"):
        call_command("export", campaign.slug, str(tmp_path / "other"), "--released")
