"""Assignments changed by hand: nothing that was judged is lost, and nobody gets a question twice."""

import random
from collections.abc import Callable
from uuid import uuid4

import pytest

from assessment.assignments.selectors.assign import assign_page
from assessment.assignments.services.handover import add_assessor, hand_over, remove_assessor, reopen
from assessment.campaigns.models import Campaign, Question, State
from assessment.judging.models import (
    Assignment,
    Change,
    Judgment,
    Nugget,
    NuggetMatch,
    NuggetVote,
    Reading,
)
from assessment.judging.services.judgments import record_judgment, undo
from assessment.judging.services.questions import Notes, finish, save_notes
from assessment.people.models import Event, Member
from assessment.people.services.accounts import ensure_member
from assessment.shared.errors import Conflict, Refused
from tests import factory
from tests.judging.scene import TOGETHER, assessors, at_once, give, items_of, judge, pooled, who_has

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return factory.make_campaign()


@pytest.fixture
def question(campaign: Campaign) -> Question:
    return pooled(campaign, ["1"], items=6)[0]


@pytest.fixture
def people(campaign: Campaign) -> list[Member]:
    return assessors(campaign, "ada", "bo", "cy", "dee")


def disputed(question: Question) -> list[bool]:
    return [item.disputed for item in items_of(question)]


def refused(action: Callable[[], object], code: str) -> Refused:
    with pytest.raises(Refused) as caught:
        action()
    assert caught.value.code == code
    return caught.value


def test_the_judgments_of_the_old_one_are_kept_and_set_aside(
    question: Question, people: list[Member]
) -> None:
    ada, bo, cy, _ = people
    first, second = give(question, ada), give(question, bo)
    items = items_of(question)
    for item in items[:3]:
        judge(first, item, "yes")
        judge(second, item, "no")
    assert disputed(question) == [True] * 3 + [False] * 3
    (new,) = hand_over(assignment=first, to=cy, by=None)
    first.refresh_from_db()
    assert (first.handed_to, first.judged) == (new, 3)
    assert first.handed_over_at is not None
    assert Judgment.objects.filter(member=ada, grade="yes").count() == 3
    assert (new.judged, who_has(question)) == (0, {"bo", "cy"})
    assert disputed(question) == [False] * 6
    assert Event.objects.get(verb="assignment:handed_over").data == {
        "from": "ada",
        "to": "cy",
        "questions": 1,
    }


def test_handing_back_restores_all_judgments(question: Question, people: list[Member]) -> None:
    ada, bo, cy, _ = people
    first, second = give(question, ada), give(question, bo)
    for item in items_of(question):
        judge(first, item, "yes")
        judge(second, item, "no")
    (new,) = hand_over(assignment=first, to=cy, by=None)
    judge(new, items_of(question)[0], "no")
    (back,) = hand_over(assignment=new, to=ada, by=None)
    assert back.pk == first.pk
    assert (back.judged, back.handed_over_at, back.handed_to, back.finished_at) == (6, None, None, None)
    assert disputed(question) == [True] * 6
    new.refresh_from_db()
    assert (new.handed_to, new.judged) == (back, 1)
    (again,) = hand_over(assignment=back, to=cy, by=None)
    assert (again.pk, again.judged) == (new.pk, 1)


def test_a_save_to_a_handed_over_question_is_refused_and_says_what_was_kept(
    question: Question, people: list[Member]
) -> None:
    ada, _, cy, _ = people
    first = give(question, ada)
    items = items_of(question)
    judge(first, items[0], "yes")
    hand_over(assignment=first, to=cy, by=None)
    error = refused(lambda: judge(first, items[1], "yes"), "handed_over")
    assert "are kept" in error.message
    assert Judgment.objects.filter(assignment=first).count() == 1


@pytest.mark.parametrize("state", ["open", "handed over"])
def test_never_to_somebody_who_has_it(question: Question, people: list[Member], state: str) -> None:
    ada, bo, cy, _ = people
    first, _ = give(question, ada), give(question, bo)
    if state == "handed over":
        hand_over(assignment=first, to=cy, by=None)
        refused(lambda: hand_over(assignment=first, to=bo, by=None), "assignment_gone")
    else:
        refused(lambda: hand_over(assignment=first, to=bo, by=None), "assignment_exists")
        refused(lambda: hand_over(assignment=first, to=ada, by=None), "assignment_exists")
    assert who_has(question) == ({"bo", "cy"} if state == "handed over" else {"ada", "bo"})


def test_only_to_assessors(campaign: Campaign, question: Question, people: list[Member]) -> None:
    first = give(question, people[0])
    reader = ensure_member(campaign=campaign, name="reader", roles=["adjudicator"], by=None)
    refused(lambda: hand_over(assignment=first, to=reader, by=None), "assessor_unknown")
    refused(lambda: add_assessor(question=question, member=reader, by=None), "assessor_unknown")


def test_a_whole_series_is_handed_over_and_added() -> None:
    campaign = factory.make_campaign(track="series2004")
    ada, bo, _ = assessors(campaign, "ada", "bo", "cy")
    questions = pooled(campaign, ["1.1", "1.2", "1.3"], series="1")
    added = add_assessor(question=questions[1], member=ada, by=None)
    assert [row.question.qid for row in added] == ["1.1", "1.2", "1.3"]
    judge(added[0], items_of(questions[0])[0], "correct")
    taken = hand_over(assignment=added[2], to=bo, by=None)
    assert len(taken) == 3
    assert [who_has(question) for question in questions] == [{"bo"}] * 3
    refused(lambda: add_assessor(question=questions[0], member=ada, by=None), "assignment_handed_over")
    refused(lambda: add_assessor(question=questions[0], member=bo, by=None), "assignment_exists")


def test_an_assessor_without_work_can_be_removed(question: Question, people: list[Member]) -> None:
    row = give(question, people[0])
    assert remove_assessor(assignment=row, by=None) == 1
    assert not Assignment.objects.exists()
    refused(lambda: remove_assessor(assignment=row, by=None), "assignment_gone")


def test_one_who_has_begun_cannot_be_removed_even_if_all_was_undone(
    question: Question, people: list[Member]
) -> None:
    row = give(question, people[0])
    judge(row, items_of(question)[0], "yes")
    undo(by=None, assignment_id=row.pk, client_id=uuid4())
    row.refresh_from_db()
    assert row.judged == 0
    error = refused(lambda: remove_assessor(assignment=row, by=None), "assignment_begun")
    assert "Nothing was removed" in error.message
    assert Change.objects.count() == 2


def test_one_who_wrote_a_note_on_the_question_cannot_be_removed(
    question: Question, people: list[Member]
) -> None:
    row = give(question, people[0])
    save_notes(by=None, assignment_id=row.pk, notes=Notes(rules_of_thumb="fragments are wrong"), seen=0)
    refused(lambda: remove_assessor(assignment=row, by=None), "assignment_begun")
    assert Assignment.objects.get().rules_of_thumb == "fragments are wrong"


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", ["vote", "match", "reading"])
def test_one_of_whom_a_file_brought_marks_cannot_be_removed(
    question: Question, people: list[Member], kind: str
) -> None:
    item, row, other = items_of(question)[0], give(question, people[0]), give(question, people[1])
    nugget = Nugget.objects.create(question=question, name="1", text="it is old", position=1)
    match kind:
        case "vote":
            NuggetVote.objects.create(nugget=nugget, member=row.member, vote="vital")
        case "match":
            NuggetMatch.objects.create(nugget=nugget, item=item, member=row.member)
        case "reading":
            Reading.objects.create(assignment=row, item=item)
    refused(lambda: remove_assessor(assignment=row, by=None), "assignment_begun")
    assert remove_assessor(assignment=other, by=None) == 1


def test_one_who_took_it_over_cannot_be_removed(question: Question, people: list[Member]) -> None:
    (new,) = hand_over(assignment=give(question, people[0]), to=people[1], by=None)
    refused(lambda: remove_assessor(assignment=new, by=None), "assignment_begun")


def test_a_finished_question_is_reopened_with_everything(question: Question, people: list[Member]) -> None:
    row = give(question, people[0])
    for item in items_of(question):
        judge(row, item, "yes")
    finish(by=None, assignment_id=row.pk)
    refused(lambda: judge(row, items_of(question)[0], "no"), "question_finished")
    reopen(assignment=row, by=None)
    row.refresh_from_db()
    assert (row.finished_at, row.judged) == (None, 6)
    judge(row, items_of(question)[0], "no")
    refused(lambda: reopen(assignment=row, by=None), "assignment_open")


def test_an_unpooled_question_cannot_be_given(campaign: Campaign, people: list[Member]) -> None:
    (bare,) = factory.make_questions(campaign, "9", type="factoid")
    refused(lambda: add_assessor(question=bare, member=people[0], by=None), "pool_empty")


def test_once_the_results_are_out_nothing_changes_hands(
    campaign: Campaign, question: Question, people: list[Member]
) -> None:
    row = give(question, people[0])
    campaign.state = State.RELEASED
    campaign.save()
    refused(lambda: hand_over(assignment=row, to=people[1], by=None), "campaign_released")
    refused(lambda: reopen(assignment=row, by=None), "campaign_released")
    assert who_has(question) == {"ada"}


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_twenty_hand_overs_at_once_leave_one_assessor(campaign: Campaign, question: Question) -> None:
    crowd = assessors(campaign, *(f"person {n:02}" for n in range(TOGETHER)))
    (holder,) = assessors(campaign, "holder")
    row = give(question, holder)
    judge(row, items_of(question)[0], "yes")
    outcomes = at_once(lambda n: hand_over(assignment=row, to=crowd[n], by=None))
    won = [n for n, outcome in enumerate(outcomes) if not isinstance(outcome, Exception)]
    assert len(won) == 1, outcomes
    assert {type(outcome) for n, outcome in enumerate(outcomes) if n not in won} == {Refused}
    assert who_has(question) == {crowd[won[0]].name}
    assert Assignment.objects.count() == 2


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_twenty_additions_of_one_person_at_once_give_one_assignment(
    campaign: Campaign, question: Question
) -> None:
    (ada,) = assessors(campaign, "ada")
    outcomes = at_once(lambda _: add_assessor(question=question, member=ada, by=None))
    assert sum(isinstance(outcome, list) for outcome in outcomes) == 1, outcomes
    assert Assignment.objects.count() == 1


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_hand_overs_against_saves_lose_nothing(campaign: Campaign) -> None:
    """Half the threads save, half hand over to and fro: what was said to be saved is there, and the flags are right."""
    ada, bo, cy = assessors(campaign, "ada", "bo", "cy")
    (question,) = pooled(campaign, ["1"], items=10)
    items = items_of(question)
    steady, moving = give(question, bo), give(question, ada)
    for item in items:
        judge(steady, item, "no")

    def work(number: int) -> object:
        if number % 2:
            current = Assignment.objects.counting().exclude(pk=steady.pk).get(question=question)
            to = ada if current.member_id == cy.pk else cy
            return hand_over(assignment=current, to=to, by=None)
        item = items[number // 2]
        return record_judgment(
            by=None, assignment_id=moving.pk, item_id=item.pk, seen=0, client_id=uuid4(), grade="yes"
        )

    outcomes = at_once(work)
    wrong = [o for o in outcomes if isinstance(o, Exception) and not isinstance(o, Refused)]
    assert not wrong
    saved = {number // 2 for number in range(0, TOGETHER, 2) if not isinstance(outcomes[number], Exception)}
    assert {items.index(row.item) for row in Judgment.objects.filter(member=ada)} == saved
    moving.refresh_from_db()
    assert moving.judged == len(saved)
    expected = [n in saved and moving.handed_over_at is None for n in range(len(items))]
    assert disputed(question) == expected
    assert Assignment.objects.counting().filter(question=question).count() == 2


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_judging_goes_on_while_assignments_are_changed(campaign: Campaign, question: Question) -> None:
    """Twenty threads mix additions, removals and saves of others without an error other than a refusal."""
    members = assessors(campaign, *(f"person {n}" for n in range(6)))
    judges = [give(question, member) for member in members[:3]]
    items = items_of(question)
    chance = random.Random(5)
    plan = [chance.choice(["add", "remove", "save", "save"]) for _ in range(TOGETHER)]

    def work(number: int) -> object:
        if plan[number] == "add":
            return add_assessor(question=question, member=members[3 + number % 3], by=None)
        if plan[number] == "remove":
            return remove_assessor(assignment=judges[2], by=None)
        judge(judges[number % 2], items[number % 6], "yes" if number % 2 else "no")
        return None

    outcomes = at_once(work)
    assert all(not isinstance(o, Exception) or isinstance(o, Refused | Conflict) for o in outcomes), outcomes
    for row in Assignment.objects.all():
        assert row.judged == row.judgments.exclude(grade="").count()


def test_a_load_counts_only_what_is_still_given(
    campaign: Campaign, question: Question, people: list[Member]
) -> None:
    ada, _, cy, _ = people
    first = give(question, ada)
    for item in items_of(question)[:3]:
        judge(first, item, "yes")
    hand_over(assignment=first, to=cy, by=None)
    load = next(load for load in assign_page(campaign).loads if load.member == ada)
    assert (load.questions, load.items, load.judged) == (0, 0, 0)
