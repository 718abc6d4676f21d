"""The settings of TREC 2006 and 2007, changed on the settings page: each changes the scores as it says, and nothing else."""

from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, Judgment
from assessment.people.models import Member
from assessment.results.models import QrelsSnapshot
from assessment.results.services.scores import score
from scoring.evaluate.report import RunScore
from tests.campaigns.conftest import page_fields
from tests.client import Client
from tests.factory import make_account, make_member
from tests.results.golden import imported

pytestmark = pytest.mark.django_db
PAGE = "/campaigns/series_small/settings/"
LIST_F, OTHER_F = Fraction(4, 9), Fraction(20, 29)  # of series 1, by hand in tests/scoring/test_golden.py
NP = Fraction(100, 138)
OTHER_F_2 = 10 * NP / 2 / (9 * NP + Fraction(1, 2))


@pytest.fixture
def campaign() -> Campaign:
    return imported("series_small")


@pytest.fixture
def organizer(campaign: Campaign) -> Client:
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


def set_on_page(client: Client, **settings: str) -> None:
    """Change settings as a browser does, and see them on the page afterwards."""
    answer = client.post(PAGE, page_fields(client, PAGE) | settings, follow=True)
    assert "The settings are saved." in answer.content.decode()
    stored = page_fields(client, PAGE)
    assert {name: str(stored[name]) for name in settings} == settings


def scored() -> RunScore:
    """The run ALFA1 as it scores now."""
    return score(campaign=Campaign.objects.get(), rule="adjudicated", by=None).report.runs["ALFA1"]


def series(run: RunScore) -> dict[str, Any]:
    assert run.series is not None
    return {name: values["score"] for name, values in run.series.items()}


def test_the_weights_of_2004_stand_unless_others_are_set(campaign: Campaign) -> None:
    assert series(scored()) == {
        "1": Fraction(1, 2) + LIST_F / 4 + OTHER_F / 4,
        "2": Fraction(67, 200) + Fraction(33, 100) * OTHER_F_2,
    }


def test_equal_weights(organizer: Client) -> None:
    before = scored()
    set_on_page(organizer, weights="1,1,1", weights_without_list="1,1")
    after = scored()
    assert series(after) == {"1": (1 + LIST_F + OTHER_F) / 3, "2": (Fraction(1, 2) + OTHER_F_2) / 2}
    assert after.score == sum(series(after).values()) / 2
    assert after.by_type == sum(after.measures.values()) / 3  # type: ignore[arg-type]  # no measure is missing here
    assert (after.questions, after.measures) == (before.questions, before.measures)
    page = organizer.get("/campaigns/series_small/results/2/series/1/").content.decode()
    assert "(1 · accuracy + 1 · list F + 1 · Other F) / 3" in page


def test_weights_that_leave_lists_out(organizer: Client) -> None:
    set_on_page(organizer, weights="0.5,0,0.5", weights_without_list="0.25,0.75")
    assert series(scored()) == {"1": (1 + OTHER_F) / 2, "2": (Fraction(1, 2) + 3 * OTHER_F_2) / 4}


def test_votes_make_a_pyramid(organizer: Client) -> None:
    before = scored()
    set_on_page(organizer, other="pyramid")
    after = scored()
    # Each of the four nuggets has one vital vote; the run holds three of them in 66 of 300 characters.
    recall = Fraction(3, 4)
    assert after.questions["1.4"] == {"other_f": 10 * recall / (9 + recall)}
    assert after.figures["1.4"]["total_weight"] == 4
    changed = {qid for qid in after.questions if after.questions[qid] != before.questions[qid]}
    assert changed == {"1.4"}
    page = organizer.get("/campaigns/series_small/results/2/questions/1.4/").content.decode()
    assert "A nugget weighs as many votes as call it vital" in page


def test_beta_and_allowance(organizer: Client) -> None:
    set_on_page(organizer, beta="1", allowance="10")
    after = scored()
    recall, precision = Fraction(2, 3), Fraction(30, 66)
    assert after.questions["1.4"] == {"other_f": 2 * precision * recall / (precision + recall)}
    assert after.figures["1.4"]["allowance"] == 30


def judge(name: str, qid: str, docid: str, grade: str) -> int:
    """Give another grade on the judging page, as the assessor of that name; the answer's status."""
    member = Member.objects.get(name=name)
    if member.account is None:
        member.account = make_account(name)
        member.save()
    client = Client()
    client.force_login(member.account)
    row = Assignment.objects.get(member=member, question__qid=qid)
    own = Judgment.objects.get(assignment=row, item__docid=docid)
    fields = {"item": own.item_id, "seen": own.changes, "client_id": str(uuid4()), "grade": grade}
    return client.post(f"/judge/{row.pk}/save/", fields).status_code


def test_locally_correct_answers_do_not_count(organizer: Client) -> None:
    Assignment.objects.update(finished_at=None)
    assert judge("ann", "2.1", "HN-0402", "locally_correct") == 422
    set_on_page(organizer, grades="5")
    before = scored()
    assert judge("ann", "2.1", "HN-0402", "locally_correct") == 302
    assert [judge(name, "1.2", "HN-0312", "locally_correct") for name in ("ann", "bo")] == [302, 302]
    after = scored()
    assert before.questions["2.1"] == {"accuracy": 1}
    assert after.questions["2.1"] == {"accuracy": 0}
    # One class of three in five lines: the maid is no answer any more.
    assert after.questions["1.2"] == {"list_f": Fraction(2, 5 + 3)}
    qrels = organizer.get("/campaigns/series_small/exports/qrels/adjudicated.txt").getvalue().decode()
    assert "1.2 HN-0312 4 Merry Maid" in qrels
    version = QrelsSnapshot.objects.latest("version").version
    shown = organizer.get(f"/campaigns/series_small/results/{version}/questions/2.1/").text
    assert ">locally correct<" in shown
    assert ">locally_correct<" not in shown
