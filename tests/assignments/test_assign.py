"""Automatic assignment, by service and by command."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from assessment.assignments.services.assign import Assigned, assign
from assessment.assignments.services.handover import hand_over
from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment
from assessment.people.models import Event
from assessment.shared.errors import Refused
from tests import factory
from tests.judging.scene import TOGETHER, assessors, at_once, pooled, who_has

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    """TREC-8, three judges a question."""
    return factory.make_campaign()


def pairs(campaign: Campaign) -> list[tuple[str, str]]:
    rows = Assignment.objects.counting().filter(question__campaign=campaign)
    return sorted(rows.values_list("question__qid", "member__name"))


def test_every_pooled_question_gets_the_campaigns_number_of_assessors(campaign: Campaign) -> None:
    people = assessors(campaign, "ada", "bo", "cy", "dee", "eve")
    questions = pooled(campaign, ["1", "2", "3", "4", "5"])
    done = assign(campaign=campaign, by=None, seed=7)
    assert done == (15, 5, 3, 7, ())
    assert all(len(who_has(question)) == 3 for question in questions)
    assert {person.assignments.count() for person in people} == {3}


def test_a_second_call_adds_nothing_and_says_so(campaign: Campaign) -> None:
    assessors(campaign, "ada", "bo", "cy")
    pooled(campaign, ["1", "2"])
    assign(campaign=campaign, by=None)
    before = pairs(campaign)
    assert str(assign(campaign=campaign, by=None, seed=2)).startswith("Nothing to assign")
    assert pairs(campaign) == before
    assert Event.objects.filter(verb="assignment:made").count() == 1


@pytest.mark.parametrize(
    ("done", "said"),
    [
        (Assigned(1, 1, 2, 1), "Made 1 assignment on 1 question, up to 2 assessors per question (seed 1)."),
        (Assigned(1, 1, 1, 1, ("eve",)), "(seed 1). New to the campaign, without an account: eve."),
    ],
)
def test_what_was_assigned_is_said_in_the_number_and_language_of_its_reader(
    done: Assigned, said: str
) -> None:
    assert str(done).endswith(said)
    with translation.override("de"):
        assert "seed" not in str(done)
        assert "Startwert 1" in str(done)


def test_the_seed_stands_in_the_event(campaign: Campaign) -> None:
    assessors(campaign, "ada", "bo", "cy")
    pooled(campaign, ["1"])
    assign(campaign=campaign, by=None, seed=4711)
    assert Event.objects.get(verb="assignment:made").data["seed"] == 4711


def test_the_same_state_and_seed_give_the_same_assignment() -> None:
    found = []
    for slug in ("one", "two"):
        campaign = factory.make_campaign(slug)
        names = ["ada", "bo", "cy", "dee", "eve", "flo"]
        assessors(campaign, *(names if slug == "one" else reversed(names)))
        for n in range(12):
            pooled(campaign, [str(n)], items=1 + n % 5)
        assign(campaign=campaign, by=None, seed=3)
        found.append(pairs(campaign))
    assert found[0] == found[1]
    # Written down, so that every database and every version is held to it.
    assert found[0][:6] == [("0", "bo"), ("0", "dee"), ("0", "flo"), ("1", "bo"), ("1", "cy"), ("1", "dee")]


def test_whole_series_go_to_one_crew_and_late_questions_to_the_same() -> None:
    campaign = factory.make_campaign(track="series2004")
    assessors(campaign, "ada", "bo", "cy", "dee")
    series = pooled(campaign, ["1.1", "1.2", "1.3"], series="1")
    pooled(campaign, ["2.1", "2.2"], series="2")
    assign(campaign=campaign, by=None, judges=2)
    crew = who_has(series[0])
    assert len(crew) == 2
    assert all(who_has(question) == crew for question in series)
    late, *_ = factory.make_questions(campaign, "1.4", type="FACTOID")
    late.series = series[0].series
    late.save()
    factory.make_items(late, ("DOC-9", "late"))
    assert assign(campaign=campaign, by=None, judges=2).added == 2
    assert who_has(late) == crew


def test_new_work_goes_to_the_named_assessors_only(campaign: Campaign) -> None:
    assessors(campaign, "ada", "bo", "cy", "dee")
    question, *_ = pooled(campaign, ["1"])
    assign(campaign=campaign, by=None, assessors=["dee", "bo"], judges=2)
    assert who_has(question) == {"bo", "dee"}


@pytest.mark.both_databases
def test_questions_without_pool_or_dropped_get_nobody(campaign: Campaign) -> None:
    assessors(campaign, "ada", "bo", "cy")
    kept, dropped = pooled(campaign, ["1", "2"])
    (bare,) = factory.make_questions(campaign, "3", type="factoid")
    dropped.drop_reason = "no answer in the collection"
    dropped.save()
    assign(campaign=campaign, by=None)
    assert [len(who_has(question)) for question in (kept, dropped, bare)] == [3, 0, 0]


def test_too_few_assessors_are_named_with_the_questions_and_nothing_is_assigned(campaign: Campaign) -> None:
    assessors(campaign, "ada", "bo")
    pooled(campaign, ["1", "2"])
    with pytest.raises(Refused) as refused:
        assign(campaign=campaign, by=None)
    assert refused.value.code == "too_few_assessors"
    assert "1 too few for 1, 2. Nothing was assigned." in refused.value.message
    assert not Assignment.objects.exists()
    assert not Event.objects.filter(verb="assignment:made").exists()


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"judges": 0}, "judges_invalid"),
        ({"assessors": ["ada", "nobody"]}, "assessor_unknown"),
        ({"assessors": []}, "too_few_assessors"),
    ],
)
def test_wrong_wishes_are_refused(campaign: Campaign, options: dict[str, Any], code: str) -> None:
    assessors(campaign, "ada", "bo", "cy")
    pooled(campaign, ["1"])
    with pytest.raises(Refused) as refused:
        assign(campaign=campaign, by=None, **options)
    assert refused.value.code == code


def test_without_a_pool_nothing_can_be_assigned(campaign: Campaign) -> None:
    assessors(campaign, "ada", "bo", "cy")
    with pytest.raises(Refused, match="Import questions first"):
        assign(campaign=campaign, by=None)
    factory.make_questions(campaign, "1", type="factoid")
    with pytest.raises(Refused, match="Make the pool first"):
        assign(campaign=campaign, by=None)


def test_closed_accounts_get_no_new_work(campaign: Campaign) -> None:
    assessors(campaign, "ada", "bo", "cy")
    gone = factory.make_member(campaign, "gone", "assessor")
    gone.is_active = False
    gone.save()
    question, *_ = pooled(campaign, ["1"])
    assign(campaign=campaign, by=None)
    assert who_has(question) == {"ada", "bo", "cy"}


def test_a_handed_over_question_keeps_its_number_and_never_returns_by_itself(campaign: Campaign) -> None:
    ada, bo, *_ = assessors(campaign, "ada", "bo", "cy", "dee", "eve")
    question, *_ = pooled(campaign, ["1"])
    assign(campaign=campaign, by=None, assessors=["ada", "cy", "dee"])
    hand_over(assignment=Assignment.objects.get(member=ada), to=bo, by=None)
    assert assign(campaign=campaign, by=None).added == 0
    assert assign(campaign=campaign, by=None, judges=4).added == 1
    assert who_has(question) == {"bo", "cy", "dee", "eve"}


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_twenty_calls_at_once_give_exactly_k_each(campaign: Campaign) -> None:
    assessors(campaign, "ada", "bo", "cy", "dee", "eve")
    questions = pooled(campaign, [str(n) for n in range(1, 8)])
    outcomes = at_once(lambda number: assign(campaign=campaign, by=None, seed=number))
    added = [outcome.added for outcome in outcomes if isinstance(outcome, Assigned)]
    assert sorted(added) == [0] * (TOGETHER - 1) + [21], outcomes
    assert all(len(who_has(question)) == 3 for question in questions)


def test_the_command_prints_the_seed(campaign: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    assessors(campaign, "ada", "bo", "cy")
    pooled(campaign, ["1", "2"])
    call_command("assign", "trial", "--judges", "2", "--seed", "9", "--assessors", "ada, bo")
    assert (
        capsys.readouterr().out
        == "Made 4 assignments on 2 questions, up to 2 assessors per question (seed 9).\n"
    )
    assert pairs(campaign) == [("1", "ada"), ("1", "bo"), ("2", "ada"), ("2", "bo")]


def test_the_command_fails_with_code_sentence_and_remedy(campaign: Campaign) -> None:
    assessors(campaign, "ada")
    pooled(campaign, ["1"])
    with pytest.raises(
        CommandError, match=r"too_few_assessors: .*Nothing was assigned.*ask for fewer"
    ) as failed:
        call_command("assign", "trial")
    assert failed.value.returncode == 1
    assert not Assignment.objects.exists()
