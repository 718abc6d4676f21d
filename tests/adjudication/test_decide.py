"""Decisions on disputed items: the majority stands in a matter of opinion, and every former decision is kept."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assessment.adjudication.services.adjudicate import (
    decide,
    overrules,
    refusal_of,
    undo_decision,
    withdraw_decision,
)
from assessment.assignments.services.handover import hand_over
from assessment.campaigns.models import Campaign, Question, State
from assessment.judging.models import Adjudication, ChangeKind
from assessment.people.models import Account, Event
from assessment.shared.errors import AssizeError, Conflict, Refused
from assessment.submissions.models import PoolItem
from scoring.scales import FOUR_WAY, YES_NO
from tests import factory
from tests.judging.history import changes, said_in
from tests.judging.scene import TOGETHER, assessors, at_once, give, items_of, judge, pooled

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return factory.make_campaign()


@pytest.fixture
def question(campaign: Campaign) -> Question:
    return pooled(campaign, ["1"])[0]


@pytest.fixture
def voorhees(campaign: Campaign) -> Account:
    return factory.make_member(campaign, "voorhees", "adjudicator")


def judged(question: Question, *grades: str, place: int = 0) -> PoolItem:
    """The question's item at a place, graded like this by one assessor each."""
    names = [f"assessor {n}" for n in range(len(grades))]
    item = items_of(question)[place]
    for member, grade in zip(assessors(question.campaign, *names), grades, strict=True):
        row = member.assignments.filter(question=question).first() or give(question, member)
        judge(row, item, grade)
    item.refresh_from_db()
    return item


def refused(code: str, **decision: Any) -> AssizeError:
    with pytest.raises(AssizeError) as caught:
        decide(**decision)
    assert caught.value.code == code
    return caught.value


def test_accepting_the_majority(question: Question, voorhees: Account) -> None:
    item = judged(question, "no", "yes", "no")
    row = decide(item=item, grade="no", ground="opinion", note=" a year alone ", by=voorhees)
    assert (row.grade, row.ground, row.overruled, row.note) == ("no", "opinion", False, "a year alone")
    assert row.member is not None
    assert (row.member.name, row.changes) == ("voorhees", 1)
    event = Event.objects.get(verb="adjudication:decided")
    assert (event.account, event.data["grade"], event.data["overruled"]) == (voorhees, "no", False)


@pytest.mark.parametrize("ground", ["misapplied", "inconsistent"])
def test_overruling_the_majority_takes_a_ground(question: Question, voorhees: Account, ground: str) -> None:
    item = judged(question, "no", "yes", "no")
    error = refused("opinion_keeps_majority", item=item, grade="yes", ground="opinion", by=voorhees)
    assert "the majority grade is kept" in error.message
    assert not Adjudication.objects.exists()
    assert decide(item=item, grade="yes", ground=ground, by=voorhees).overruled


def test_a_guideline_misapplied_by_the_minority_overrules_nobody(
    question: Question, voorhees: Account
) -> None:
    item = judged(question, "no", "yes", "no")
    assert not decide(item=item, grade="no", ground="misapplied", by=voorhees).overruled


@pytest.mark.parametrize("ground", ["opinion", "misapplied", "inconsistent"])
def test_without_a_majority_any_grade_goes_with_any_ground(
    question: Question, voorhees: Account, ground: str
) -> None:
    item = judged(question, "no", "yes")
    assert not decide(item=item, grade="yes", ground=ground, by=voorhees).overruled


def test_three_ways_of_four_have_no_majority() -> None:
    campaign = factory.make_campaign(track="series2004")
    (question,) = pooled(campaign, ["1.1"], series="1")
    item = judged(question, "correct", "inexact", "incorrect")
    row = decide(item=item, grade="unsupported", ground="opinion", by=None)
    assert (row.grade, row.overruled, row.member) == ("unsupported", False, None)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("grades", "grade", "ground", "code"),
    [
        (("no", "no", "no"), "no", "opinion", "not_disputed"),
        (("no", "yes", "no"), "maybe", "opinion", "grade_not_on_scale"),
        (("no", "yes", "no"), "correct", "misapplied", "grade_not_on_scale"),
        (("no", "yes", "no"), "", "misapplied", "grade_not_on_scale"),
        (("no", "yes", "no"), "no", "taste", "ground_unknown"),
        (("no", "yes", "no"), "no", "", "ground_unknown"),
    ],
)
def test_what_the_rules_do_not_allow_changes_nothing(
    question: Question, voorhees: Account, grades: Sequence[str], grade: str, ground: str, code: str
) -> None:
    item = judged(question, *grades)
    refused(code, item=item, grade=grade, ground=ground, by=voorhees)
    assert not Adjudication.objects.exists()
    assert not Event.objects.filter(verb__startswith="adjudication").exists()


def test_judgments_set_aside_have_no_vote(campaign: Campaign, question: Question, voorhees: Account) -> None:
    item = judged(question, "no", "yes", "no", "yes", "yes")
    assert decide(item=item, grade="yes", ground="opinion", by=voorhees).grade == "yes"
    for name, fresh in zip(
        ("assessor 1", "assessor 3"), assessors(campaign, "fresh", "fresher"), strict=True
    ):
        hand_over(assignment=question.assignments.get(member__name=name), to=fresh, by=None)
    error = refused("opinion_keeps_majority", item=item, grade="yes", ground="opinion", seen=1, by=voorhees)
    assert "“no”" in error.message


@pytest.mark.both_databases
def test_a_decision_by_somebody_else_meanwhile_is_shown_not_overwritten(
    campaign: Campaign, question: Question, voorhees: Account
) -> None:
    tice = factory.make_member(campaign, "tice", "adjudicator")
    item = judged(question, "no", "yes", "no")
    decide(item=item, grade="no", ground="opinion", seen=0, by=tice)
    with pytest.raises(Conflict, match=r"tice changed this decision meanwhile: it is now “no”.*not stored"):
        decide(item=item, grade="yes", ground="misapplied", seen=0, by=voorhees)
    assert Adjudication.objects.get().grade == "no"
    decide(item=item, grade="yes", ground="misapplied", seen=1, by=voorhees)
    assert Adjudication.objects.get().overruled


def test_the_same_decision_twice_is_harmless(question: Question, voorhees: Account) -> None:
    item = judged(question, "no", "yes", "no")
    for _ in range(2):
        row = decide(item=item, grade="no", ground="opinion", seen=0, by=voorhees)
    assert row.changes == 1
    assert Event.objects.filter(verb="adjudication:decided").count() == 1


def test_undo_goes_back_step_by_step_and_keeps_everything(question: Question, voorhees: Account) -> None:
    item = judged(question, "no", "yes", "no")
    decide(item=item, grade="no", ground="opinion", note="first", by=voorhees)
    decide(item=item, grade="yes", ground="misapplied", note="second", by=voorhees)
    row = undo_decision(item=item, by=voorhees)
    assert (row.grade, row.ground, row.overruled, row.note) == ("no", "opinion", False, "first")
    assert row.decided_at is not None
    row = undo_decision(item=item, by=voorhees)
    assert (row.grade, row.decided_at, row.member) == ("", None, None)
    with pytest.raises(Refused, match="nothing to undo"):
        undo_decision(item=item, by=voorhees)
    kept = [said_in(change.before) for change in changes(ChangeKind.DECISION)]
    assert {(former["grade"], former["note"]) for former in kept} == {
        ("", ""),
        ("no", "first"),
        ("yes", "second"),
    }


@pytest.mark.both_databases
def test_a_withdrawn_decision_is_open_again_and_can_be_restored(
    question: Question, voorhees: Account
) -> None:
    item = judged(question, "no", "yes", "no")
    with pytest.raises(Refused, match="no decision to withdraw"):
        withdraw_decision(item=item, by=voorhees)
    decide(item=item, grade="yes", ground="inconsistent", note="see 4", by=voorhees)
    row = withdraw_decision(item=item, by=voorhees)
    assert (row.grade, row.ground, row.overruled, row.note) == ("", "", False, "")
    assert undo_decision(item=item, by=voorhees).grade == "yes"
    events = Event.objects.filter(verb__startswith="adjudication:").order_by("pk")
    assert [(event.verb, event.account) for event in events] == [
        (f"adjudication:{what}", voorhees) for what in ("decided", "withdrawn", "undone")
    ]


def test_once_the_results_are_out_decisions_stand(
    campaign: Campaign, question: Question, voorhees: Account
) -> None:
    item = judged(question, "no", "yes", "no")
    campaign.state = State.RELEASED
    campaign.save()
    refused("campaign_released", item=item, grade="no", ground="opinion", by=voorhees)


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_of_twenty_decisions_at_once_one_is_stored(question: Question, voorhees: Account) -> None:
    item = judged(question, "no", "yes", "no")

    def work(number: int) -> object:
        note = f"note {number}"
        return decide(item=item, grade="no", ground="opinion", note=note, seen=0, by=voorhees)

    outcomes = at_once(work)
    kinds = [type(outcome).__name__ for outcome in outcomes]
    assert sorted(kinds) == ["Adjudication", *["ChangeConflict"] * (TOGETHER - 1)], outcomes
    assert Adjudication.objects.get().changes == 1
    assert len(changes(ChangeKind.DECISION)) == 1


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_decisions_against_judgments_never_contradict_each_other(
    question: Question, voorhees: Account
) -> None:
    """While one assessor keeps changing a grade, each decision fits the judgments of its own moment."""
    item = judged(question, "no", "yes", "no")
    moving = question.assignments.get(member__name="assessor 2")

    def work(number: int) -> object:
        if number % 2:
            judge(moving, item, "yes" if number % 4 == 1 else "no")
            return None
        return decide(item=item, grade="no", ground="opinion", note=str(number), by=voorhees)

    outcomes = at_once(work)
    for outcome in outcomes:
        assert not isinstance(outcome, Exception) or isinstance(outcome, Conflict | Refused), outcome
    refusals = {outcome.code for outcome in outcomes if isinstance(outcome, Refused)}
    assert refusals <= {"opinion_keeps_majority"}


grades = st.sampled_from(FOUR_WAY.grades)


@given(
    given_grades=st.lists(grades, min_size=1, max_size=7),
    grade=grades,
    ground=st.sampled_from(["opinion", "misapplied", "inconsistent"]),
)
def test_a_decision_is_allowed_exactly_when_the_paper_allows_it(
    given_grades: list[str], grade: str, ground: str
) -> None:
    top = max(FOUR_WAY.grades, key=given_grades.count)
    has_majority = given_grades.count(top) * 2 > len(given_grades)
    disputed = len(set(given_grades)) > 1
    allowed = disputed and (ground != "opinion" or not has_majority or grade == top)
    assert (refusal_of(FOUR_WAY, given_grades, grade, ground) is None) == allowed
    assert overrules(given_grades, grade) == (has_majority and grade != top)


def test_grades_of_another_scale_are_named_in_the_remedy() -> None:
    error = refusal_of(YES_NO, ["yes", "no"], "correct", "opinion")
    assert error is not None
    assert error.hint == "Choose one of yes, no."


def test_a_decision_of_a_known_name_is_answered_as_stored(question: Question, voorhees: Account) -> None:
    item, name = judged(question, "no", "yes", "no"), uuid4()
    mine: dict[str, Any] = {"item": item, "by": voorhees, "client_id": name}
    decide(grade="no", ground="opinion", seen=0, **mine)
    decide(item=item, grade="yes", ground="misapplied", by=None, seen=1)
    assert decide(grade="no", ground="opinion", seen=0, **mine).grade == "yes"
    refused("decision_changed", grade="no", ground="opinion", note="another", seen=0, **mine)
    again = uuid4()
    for _ in range(2):
        assert undo_decision(item=item, by=voorhees, seen=2, client_id=again).grade == "no"
    assert len(changes(ChangeKind.DECISION)) == 3


def test_a_decision_sent_again_is_not_called_lost(
    question: Question, campaign: Campaign, voorhees: Account
) -> None:
    item = judged(question, "no", "yes", "no")
    mine: dict[str, Any] = {"item": item, "grade": "no", "ground": "opinion", "by": voorhees, "seen": 0}
    decide(**mine)
    assert decide(**mine).changes == 1
    other = factory.make_member(campaign, "other", "adjudicator")
    decide(item=item, grade="yes", ground="misapplied", by=other, seen=1)
    assert "it is now “yes” (a misapplied guideline). Yours was stored before" in str(
        refused("decision_changed", **mine)
    )
    assert "Yours was not stored." in str(refused("decision_changed", **{**mine, "note": "another"}))
    withdraw_decision(item=item, by=voorhees, seen=2)
    assert withdraw_decision(item=item, by=voorhees, seen=2).changes == 3
    with pytest.raises(Refused):
        withdraw_decision(item=item, by=other, seen=3)
