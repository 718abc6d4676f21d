"""Progress with forecast, finishing in others' place, checks of assessors: as pages and commands show them."""

import json
import re
from datetime import date, timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from hypothesis import given as given_that
from hypothesis import strategies as some

from assessment.assignments.selectors.forecast import Pace, forecast
from assessment.assignments.services.finishing import Finishing, Unfinished
from assessment.campaigns.models import Campaign, State
from assessment.judging.models import Assignment, Change, Judgment, WorkDay
from assessment.judging.services.judgments import record_judgment, undo
from assessment.people.models import Account, Event
from scoring.agreement.watch import Shares, apart, order_effect
from tests.client import Client
from tests.factory import (
    make_account,
    make_assignment,
    make_campaign,
    make_items,
    make_member,
    make_questions,
)

pytestmark = pytest.mark.django_db
PAGE = "/campaigns/trial/progress/"


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign(state=State.CLOSED)


@pytest.fixture
def olga(campaign: Campaign) -> Account:
    return make_member(campaign, "olga", "organizer")


@pytest.fixture
def work(campaign: Campaign) -> Assignment:
    """One question of four answers, given to Ada."""
    (question,) = make_questions(campaign, "1", type="factoid")
    make_items(question, *((f"D{n}", f"answer {n}") for n in range(4)))
    return make_assignment(question, make_account("ada"))


def _judge(
    work: Assignment, place: int, grade: str = "no", seconds: int = 30, by: Account | None = None
) -> None:
    item = work.question.pool_items.order_by("pk")[place]
    stored = Judgment.objects.filter(item=item, member=work.member).first()
    record_judgment(
        by=by or work.member.account,
        assignment_id=work.pk,
        item_id=item.pk,
        grade=grade,
        seen=stored.changes if stored else 0,
        client_id=uuid4(),
        seconds=seconds,
    )


def _command(name: str, *arguments: str) -> str:
    out = StringIO()
    call_command(name, "trial", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


# Counting work


def test_each_save_of_ones_own_counts_towards_the_day(work: Assignment) -> None:
    _judge(work, 0)
    _judge(work, 1)
    _judge(work, 1, "yes")
    (day,) = WorkDay.objects.all()
    assert (day.member, day.day, day.seconds, day.judged) == (work.member, timezone.now().date(), 90, 2)


def test_what_is_undone_was_not_judged_but_took_its_time(work: Assignment) -> None:
    _judge(work, 0)
    undo(by=work.member.account, assignment_id=work.pk, client_id=uuid4(), seconds=5)
    (day,) = WorkDay.objects.all()
    assert (day.seconds, day.judged) == (35, 0)


def test_commands_do_not_work_for_anybody(work: Assignment) -> None:
    record_judgment(
        by=None,
        assignment_id=work.pk,
        item_id=work.question.pool_items.earliest("pk").pk,
        grade="no",
        seen=0,
        client_id=uuid4(),
    )
    assert not WorkDay.objects.exists()


# Forecasts

TODAY = date(2026, 3, 2)


def test_nothing_is_foretold_without_a_pace_or_when_nothing_is_left() -> None:
    assert forecast(10, Pace(), TODAY) is None
    assert forecast(0, Pace(60, 2, 1, 60), TODAY) is None


def test_a_long_record_gives_one_number_and_a_short_one_an_interval() -> None:
    # 20 s a judgment, an hour a day, 1,800 left: ten hours, ten days.
    long = forecast(1_800, Pace(14 * 3600, 14 * 180, 14, 14 * 3600), TODAY)
    short = forecast(1_800, Pace(400, 20, 1, 3600), TODAY)
    assert long
    assert short
    assert long.time == "10 h"
    assert long.done_by
    assert long.done_by[0] <= TODAY + timedelta(days=10) <= long.done_by[1]
    assert "–" in short.time
    assert short.hours[0] < 10 < short.hours[1]


@given_that(
    left=some.integers(1, 100_000),
    seconds=some.integers(1, 10**6),
    judged=some.integers(1, 10**5),
    days=some.integers(1, 14),
)
def test_more_judgments_at_the_same_pace_never_widen_the_interval(
    left: int, seconds: int, judged: int, days: int
) -> None:
    little = forecast(left, Pace(seconds, judged, days, seconds), TODAY)
    much = forecast(left, Pace(seconds * 4, judged * 4, days, seconds), TODAY)
    assert little
    assert much
    assert 1 < much.hours[1] / much.hours[0] <= little.hours[1] / little.hours[0]
    assert little.time
    assert little.done_by is None or TODAY <= little.done_by[0] <= little.done_by[1]


def test_the_page_says_how_far_everybody_is_and_when_it_ends(
    client: Client, olga: Account, work: Assignment
) -> None:
    client.force_login(olga)
    assert "Time left" in client.get(PAGE).text
    _judge(work, 0)
    _judge(work, 1)
    page = client.get(PAGE).text
    assert "2 of 4" in page
    assert re.search(r"<td class=\"r\">1–[0-9]+ min</td>", page)
    said = json.loads(_command("progress", "--json"))
    assert (said["judged"], said["due"]) == (2, 4)
    assert said["assessors"][0]["per_minute"] == 2
    assert said["assessors"][0]["hours_left"][0] < 60 / 3600 < said["assessors"][0]["hours_left"][1]


def test_who_has_not_begun_is_foretold_at_the_others_pace(
    client: Client, olga: Account, work: Assignment
) -> None:
    make_assignment(work.question, make_account("ben"))
    _judge(work, 0)
    client.force_login(olga)
    assert "at the others’ pace" in client.get(PAGE).text


def test_imported_judgments_are_progress_but_no_pace(work: Assignment) -> None:
    _judge(work, 0)
    items = list(work.question.pool_items.order_by("pk"))
    Judgment.objects.create(
        item=items[1], member=work.member, assignment=work, grade="no", judged_at=timezone.now()
    )
    Assignment.objects.filter(pk=work.pk).update(judged=2)
    said = json.loads(_command("progress", "--json"))
    assert said["judged"] == 2
    assert said["assessors"][0]["per_minute"] == 2


@pytest.mark.parametrize("role", ["assessor", "participant"])
def test_it_is_nothing_for_assessors_and_teams(client: Client, campaign: Campaign, role: str) -> None:
    client.force_login(make_member(campaign, "someone", role))
    assert client.get(PAGE).status_code == 404
    assert client.post(PAGE + "finish/").status_code == 404
    assert client.post(PAGE + "check/").status_code == 404


# Finishing in others' place


def test_what_is_judged_is_finished_in_its_assessors_place(
    client: Client, olga: Account, work: Assignment
) -> None:
    Campaign.objects.update(settings={"judges": 1})
    for place in range(4):
        _judge(work, place, "yes" if place == 0 else "no")
    client.force_login(olga)
    page = client.get(PAGE).text
    assert "Finish 1 question" in page
    answer = client.post(PAGE + "finish/", follow=True).text
    assert "1 question was finished in its assessor’s place." in answer
    work.refresh_from_db()
    assert work.is_done
    assert Event.objects.filter(verb="question:finished", account=olga).exists()


def test_a_question_without_an_answer_is_finished_only_knowingly(
    client: Client, olga: Account, work: Assignment
) -> None:
    for place in range(4):
        _judge(work, place)
    client.force_login(olga)
    answer = client.post(PAGE + "finish/", follow=True).text
    assert "Not finished: Question 1 (ada): No answer of this question is judged correct." in answer
    client.post(PAGE + "finish/", {"nothing_found": "on"})
    work.refresh_from_db()
    assert (work.is_done, work.no_answer_found) == (True, True)


def test_questions_left_for_one_reason_are_named_together() -> None:
    left = [Unfinished(str(number), "ada", "No answer.") for number in range(1, 8)]
    said = str(Finishing(2, [*left, Unfinished("9", "ben", "A class is missing.")]))
    assert said == (
        "2 questions were finished in their assessors’ place. Not finished: 7 questions, 1 (ada), 2 (ada), 3 (ada), "
        "4 (ada), 5 (ada) and 2 more: No answer. Question 9 (ben): A class is missing."
    )


def test_nothing_to_finish_is_said_and_judging_goes_on(work: Assignment) -> None:
    _judge(work, 0)
    with pytest.raises(CommandError, match="No question is waiting to be finished"):
        _command("finish_judged")
    work.refresh_from_db()
    assert not work.is_done


# Checks of assessors


def test_an_order_effect_is_seen_and_chance_is_not() -> None:
    fair = [[n % 2 == 0 for n in range(20)]] * 5
    tired = [[n >= 12 for n in range(20)]] * 5
    assert order_effect([]) is None
    assert order_effect([[True, True]]) is None
    assert abs(order_effect(fair) or 0) < 1
    assert (order_effect(tired) or 0) > 3
    assert (order_effect([list(reversed(one)) for one in tired]) or 0) < -3


def test_van_elteren_of_one_question_is_wilcoxon() -> None:
    judged = [False, True, False, False, True, True, True, False, True, True]
    ranks = sum(place for place, right in enumerate(judged, 1) if right)
    z = (ranks - 6 * 11 / 2) / (6 * 4 * 11 / 12) ** 0.5
    assert order_effect([judged]) == pytest.approx(z)


def test_two_proportions_are_compared() -> None:
    assert apart(Shares(), Shares(10, 1)) is None
    assert apart(Shares(10, 0), Shares(10, 0)) is None
    assert (apart(Shares(100, 40), Shares(100, 10)) or 0) == pytest.approx(4.898979, abs=1e-6)


def test_somebody_far_off_the_others_and_somebody_slow_are_named(
    client: Client, campaign: Campaign, olga: Account
) -> None:
    people = [make_account(name) for name in ("ada", "ben", "cy")]
    for question in make_questions(campaign, "1", "2", "3", type="factoid"):
        items = make_items(question, *((f"D{n}", f"answer {n}") for n in range(30)))
        for account in people:
            row = make_assignment(question, account)
            for n, item in enumerate(items):
                yes = n % 2 == (account.username == "cy")
                record_judgment(
                    by=account,
                    assignment_id=row.pk,
                    item_id=item.pk,
                    grade="yes" if yes else "no",
                    seen=0,
                    client_id=uuid4(),
                    seconds=50 if account.username == "ben" else 10,
                )
    said = _command("check_assessors")
    assert (
        "cy differs from the others in 100 % of 180 comparisons; they differ among themselves in 0 %." in said
    )
    assert "ben takes 5.0 times as long per judgment as any of the others on the same 3 questions." in said
    assert "ada" not in said
    client.force_login(olga)
    assert "cy differs from the others" in client.get(PAGE).text
    assert "cy differs from the others" in client.get("/campaigns/trial/").text
    assert Change.objects.count() == 270


def test_a_check_by_page_says_what_it_found(client: Client, olga: Account, work: Assignment) -> None:
    client.force_login(olga)
    assert "Not checked yet" in client.get(PAGE).text
    answer = client.post(PAGE + "check/", follow=True).text
    assert "Checked all assessors: nothing unusual." in answer
    assert "Nothing unusual at the last check" in answer
