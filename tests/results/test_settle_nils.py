"""What stands before a release, counted and cut; and NIL settled of many questions at once."""

import re

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign
from assessment.judging.models import Adjudication, AnswerClass, Judgment
from assessment.results.management.commands import release as release_command
from assessment.submissions.models import PoolItem
from tests.client import Client
from tests.factory import make_member
from tests.results.golden import imported

pytestmark = pytest.mark.django_db


def test_the_check_counts_first_and_cuts_long_lists(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    unsettled = imported("trec8_small")
    Judgment.objects.all().delete()
    monkeypatch.setattr(release_command, "SHOWN", 2)
    call_command("release", unsettled.slug, "--check")
    short = capsys.readouterr().out
    first = short.splitlines()[0]
    (missing,) = map(int, re.findall(r"missing: (\d+)", first))
    assert missing > 2
    assert first.startswith("In all: ")
    assert f"missing: … and {missing - 2} more; with --all all are listed." in short
    call_command("release", unsettled.slug, "--check", "--all")
    whole = capsys.readouterr().out
    assert "more; with --all" not in whole
    assert whole.count("\nmissing: ") == missing


def nearly_right(campaign: Campaign) -> list[str]:
    """Two questions with an inexact answer and no correct one."""
    qids: list[str] = []
    for question in campaign.questions.in_order():
        judged = Judgment.objects.filter(item__question=question)
        if question.kind.nil_allowed and question.kind.judged and judged.exists() and len(qids) < 2:
            Adjudication.objects.filter(item__question=question).delete()
            AnswerClass.objects.filter(question=question, origin="development").delete()
            PoolItem.objects.filter(question=question).update(disputed=False)
            judged.update(grade="inexact", answer_class=None)
            qids.append(question.qid)
    return qids


def test_nil_is_settled_of_several_questions_and_of_all_that_wait(
    capsys: pytest.CaptureFixture[str], client: Client
) -> None:
    campaign = imported("series_small")
    first, second = nearly_right(campaign)
    call_command("settle_nil", campaign.slug, "right", "--waiting", "--check")
    said = capsys.readouterr().out
    assert f"{first}: not settled; inexact answers and no correct one" in said
    assert "Nothing was changed." in said
    assert not campaign.questions.exclude(nil="").exists()
    call_command("settle_nil", campaign.slug, first, second, "wrong", "--check")
    assert "NIL would be wrong in 2 questions. Nothing was changed." in capsys.readouterr().out
    call_command("settle_nil", campaign.slug, first, second, "wrong")
    assert f"NIL of 2 questions ({first}, {second}): NIL is wrong." in capsys.readouterr().out
    call_command("settle_nil", campaign.slug, first, second, "judgments")
    for wrong in ([campaign.slug, "right"], [campaign.slug, first, "right", "--waiting"]):
        with pytest.raises(CommandError, match="Nothing was changed"):
            call_command("settle_nil", *wrong)
    with pytest.raises(CommandError):
        call_command("settle_nil", campaign.slug, first, "99.9", "right")  # all or none
    assert campaign.questions.get(qid=first).nil == ""

    client.force_login(make_member(campaign, "nora", "organizer"))
    page = f"/campaigns/{campaign.slug}/results/"
    client.post(f"{page}settle-nils/", {"id": [first, second], "nil": "right"})
    assert set(campaign.questions.filter(qid__in=[first, second]).values_list("nil", flat=True)) == {"right"}
    client.post(f"{page}settle-nils/", {"id": [first, second], "nil": "wrong"})  # seen before it was settled
    assert campaign.questions.get(qid=first).nil == "right"
    client.post(f"{page}settle-nils/", {"id": [first], "nil": "perhaps"})
    assert campaign.questions.get(qid=first).nil == "right"
    call_command("settle_nil", campaign.slug, "right", "--waiting")
    assert "No question waits for it." in capsys.readouterr().out
