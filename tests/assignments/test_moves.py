"""All of somebody's work handed over or relieved at once: in balance, whole or not at all, and given back."""

from io import StringIO
from unittest import mock

import pytest
from django.core.management import CommandError, call_command

from assessment.assignments.services import giving_back, moves
from assessment.assignments.services.assign import assign
from assessment.assignments.services.planning import Wanted, plan_move
from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job, JobState
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.runner import run_job
from assessment.judging.models import Assignment, Judgment, MoveKind, MoveState, WorkMove
from assessment.judging.services.counters import recount
from assessment.people.models import Event, Member
from assessment.submissions.models import PoolItem
from tests.factory import make_campaign
from tests.judging.scene import assessors, give, items_of, judge, pooled, who_has
from tests.submissions import scene
from tests.write_locks import watch_writes

pytestmark = pytest.mark.django_db
QIDS = [str(number) for number in range(1, 13)]


@pytest.fixture
def campaign() -> Campaign:
    """Ada has twelve questions; ben and cy have a part of them, too."""
    campaign = make_campaign(settings={"judges": 1})
    ada, ben, _ = assessors(campaign, "ada", "ben", "cy")
    questions = pooled(campaign, QIDS)
    for question in questions:
        give(question, ada)
    for question in questions[:2]:
        give(question, ben)
    return campaign


def member(campaign: Campaign, name: str = "ada") -> Member:
    return campaign.members.get(name=name)


def command(name: str, campaign: Campaign, *options: str) -> str:
    """What a command prints."""
    printed = StringIO()
    call_command(name, campaign.slug, *options, stdout=printed)
    return printed.getvalue()


def held(campaign: Campaign) -> dict[str, int]:
    """How many questions everybody has."""
    rows = Assignment.objects.counting().filter(question__campaign=campaign)
    names = list(rows.values_list("member__name", flat=True))
    return {name: names.count(name) for name in sorted(set(names))}


def state(campaign: Campaign) -> list[object]:
    """All that an act may touch."""
    columns = (
        "pk",
        "member__name",
        "stage",
        "primary",
        "handed_over_at",
        "handed_to",
        "judged",
        "finished_at",
    )
    rows = Assignment.objects.filter(question__campaign=campaign).order_by("pk")
    return [*rows.values_list(*columns), *PoolItem.objects.order_by("pk").values_list("pk", "disputed")]


def finish_first(campaign: Campaign) -> Assignment:
    """Ada judges question 1 wholly, and half of question 3."""
    first = Assignment.objects.get(member=member(campaign), question__qid="1")
    for item in items_of(first.question):
        judge(first, item, "yes")
    Assignment.objects.filter(pk=first.pk).update(finished_at="2130-01-01T00:00:00Z")
    half = Assignment.objects.get(member=member(campaign), question__qid="3")
    judge(half, items_of(half.question)[0], "yes")
    return first


def test_unfinished_work_goes_to_others_evenly_and_never_twice(campaign: Campaign) -> None:
    finish_first(campaign)
    said = command("hand_over", campaign, "--from", "ada", "--check")
    assert "11 questions of ada (33 items), of which 1 judgment would be set aside" in said
    assert "1 question would stay as it is. Nothing was changed." in said
    assert held(campaign) == {"ada": 12, "ben": 2}
    command("hand_over", campaign, "--from", "ada")
    assert held(campaign) == {"ada": 1, "ben": 7, "cy": 6}
    assert who_has(campaign.questions.get(qid="2")) == {"ben", "cy"}
    assert recount(campaign=campaign, by=None) == []
    assert Judgment.objects.exclude(grade="").count() == 4
    event = Event.objects.get(verb="assignment:moved")
    assert (event.subject, event.data["questions"], event.data["to"]) == ("ada", 11, ["ben", "cy"])


@pytest.mark.both_databases
def test_all_of_it_is_given_back_while_nothing_stands_on_it(campaign: Campaign) -> None:
    finish_first(campaign)
    before = state(campaign)
    command("hand_over", campaign, "--from", "ada", "--all")
    assert held(campaign) == {"ben": 7, "cy": 7}
    assert "Gave ada 12 questions back" in command("hand_over", campaign, "--from", "ada", "--give-back")
    assert state(campaign) == before
    assert recount(campaign=campaign, by=None) == []


def test_what_stands_on_it_is_named(campaign: Campaign) -> None:
    command("hand_over", campaign, "--from", "ada", "--to", "cy")
    cys = Assignment.objects.get(member=member(campaign, "cy"), question__qid="5")
    judge(cys, items_of(cys.question)[0], "no")
    before = state(campaign)
    with pytest.raises(CommandError, match=r"work_begun: Work has begun on 1 question since: 5 \(cy\)"):
        command("hand_over", campaign, "--from", "ada", "--give-back")
    assert state(campaign) == before


@pytest.mark.both_databases
def test_relieved_work_is_nobodys_and_comes_back(campaign: Campaign) -> None:
    finish_first(campaign)
    before = state(campaign)
    assert "Relieved ada of 11 questions." in command("relieve", campaign, "--assessor", "ada")
    assert held(campaign) == {"ada": 1, "ben": 2}
    command("hand_over", campaign, "--from", "ada", "--give-back")
    assert state(campaign) == before


@pytest.mark.both_databases
def test_a_series_moves_whole_with_its_primary_role() -> None:
    campaign = make_campaign(track="series2004")
    ada, _, _ = assessors(campaign, "ada", "ben", "cy")
    questions = [
        *pooled(campaign, ["1.1", "1.2"], series="1"),
        *pooled(campaign, ["2.1", "2.2"], series="2"),
    ]
    campaign.questions.update(type="LIST")
    assign(campaign=campaign, by=None, judges=1, assessors=["ada"])
    done = Assignment.objects.get(member=ada, question=questions[0])
    Assignment.objects.filter(pk=done.pk).update(finished_at="2130-01-01T00:00:00Z", judged=3)
    command("hand_over", campaign, "--from", "ada")
    for series in ("1", "2"):
        rows = Assignment.objects.counting().filter(question__series__key=series)
        assert len(set(rows.values_list("member", flat=True))) == 1
        assert {*rows.values_list("primary", flat=True)} == {True}
    assert set(held(campaign)) == {"ben", "cy"}


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--from", "nobody"], "person_unknown"),
        (["--from", "ada", "--to", "zoe"], "assessor_unknown"),
        (["--from", "ada", "--to", "ada"], "assessor_unknown"),
        (["--from", "ada", "--questions", "99"], "question_unknown"),
        (["--from", "cy"], "nothing_to_move"),
        (["--from", "ada", "--to", "ben"], "no_taker: 2 of 12 questions can go to none of ben: 1, 2"),
        (["--from", "ada", "--give-back"], "nothing_to_give_back"),
    ],
)
def test_what_cannot_be_done_changes_nothing(campaign: Campaign, options: list[str], code: str) -> None:
    before = state(campaign)
    with pytest.raises(CommandError, match=code):
        command("hand_over", campaign, *options)
    assert state(campaign) == before
    assert not WorkMove.objects.exists()


def test_released_work_stays(campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(state="released")
    with pytest.raises(CommandError, match="campaign_released"):
        command("hand_over", campaign, "--from", "ada")


def asked(campaign: Campaign) -> Job:
    arguments = moves.move_arguments(
        campaign=campaign, member=member(campaign), wanted=Wanted(MoveKind.HANDED_OVER, everything=True)
    )
    return enqueue(kind=moves.MOVE, by=None, campaign=campaign, arguments=arguments)


@pytest.mark.both_databases
@pytest.mark.parametrize("step", [1, 2, 4])
def test_an_act_that_breaks_is_taken_back_whole(campaign: Campaign, step: int) -> None:
    finish_first(campaign)
    before = state(campaign)
    real, calls = moves._move_some, []

    def broken(*arguments: object) -> None:
        calls.append(1)
        if len(calls) == step:
            raise ZeroDivisionError
        real(*arguments)  # type: ignore[arg-type]  # as it was called

    with mock.patch.object(moves, "AT_ONCE", 3), mock.patch.object(moves, "_move_some", broken):
        job = asked(campaign)
        run_job(job.pk, heartbeat=False)
    for undo in Job.objects.filter(kind=moves.GIVE_BACK):
        run_job(undo.pk, heartbeat=False)
    assert Job.objects.get(pk=job.pk).state == JobState.FAILED
    assert state(campaign) == before
    assert set(WorkMove.objects.values_list("state", flat=True)) <= {MoveState.GIVEN_BACK}


@pytest.mark.parametrize("after", [0, 1, 3])
def test_an_act_whose_worker_dies_goes_on_where_it_was(campaign: Campaign, after: int) -> None:
    real, calls = moves._move_some, []

    class Killed(BaseException):
        """A worker dies without a word."""

    def dying(*arguments: object) -> None:
        calls.append(1)
        if len(calls) == after + 1:
            raise Killed
        real(*arguments)  # type: ignore[arg-type]  # as it was called

    with mock.patch.object(moves, "AT_ONCE", 3):
        job = asked(campaign)
        with mock.patch.object(moves, "_move_some", dying), pytest.raises(Killed):
            run_job(job.pk, heartbeat=False)
        Job.objects.filter(pk=job.pk).update(lease_until="2000-01-01T00:00:00Z")
        run_job(job.pk, heartbeat=False)
    assert Job.objects.get(pk=job.pk).state == JobState.DONE
    assert held(campaign) == {"ben": 7, "cy": 7}
    assert recount(campaign=campaign, by=None) == []


@pytest.mark.both_databases
def test_what_is_given_back_is_not_given_back_again(campaign: Campaign) -> None:
    """By somebody who asked at the same moment; it may have been handed over anew since."""
    finish_first(campaign)
    command("hand_over", campaign, "--from", "ada", "--to", "cy")
    act = WorkMove.objects.get()
    arguments = giving_back.give_back_arguments(act=act)
    jobs = []
    for _ in range(2):
        jobs.append(enqueue(kind=moves.GIVE_BACK, by=None, campaign=campaign, arguments=arguments))
        run_job(jobs[-1].pk, heartbeat=False)
        jobs[-1].refresh_from_db()
    assert [job.state for job in jobs] == [JobState.DONE, JobState.FAILED]
    assert jobs[1].error["code"] == "given_back"


def test_scores_wait_for_a_half_done_act(campaign: Campaign) -> None:
    WorkMove.objects.create(campaign=campaign, member=member(campaign), kind="handed_over")
    with pytest.raises(CommandError, match="import_half_done"):
        call_command("score", campaign.slug)
    with pytest.raises(CommandError, match="work_busy"):
        command("hand_over", campaign, "--from", "ada")


def test_the_page_shows_the_plan_before_anything_moves(campaign: Campaign) -> None:
    scene.organizer(campaign)
    client = scene.client_of("olga")
    address = f"/campaigns/{campaign.slug}/assign/person/{member(campaign).pk}/"
    assert f'href="{address}"' in client.get(f"/campaigns/{campaign.slug}/assign/").content.decode()
    sent = {"act": "handed_over", "to": ["cy"], "questions": "5, 6"}
    shown = client.post(address, sent)
    assert "would go to cy 2 questions" in shown.content.decode()
    assert held(campaign) == {"ada": 12, "ben": 2}
    command("hand_over", campaign, "--from", "ada", "--to", "cy", "--questions", "5")
    late = client.post(address, sent | {"seen": shown.context["seen"]})
    assert "Somebody changed the work of ada" in late.content.decode()
    seen = client.post(address, sent).context["seen"]
    done = client.post(address, sent | {"seen": seen}, follow=True).content.decode()
    assert "Handed 1 question of ada over to cy." in done
    act = WorkMove.objects.order_by("-pk").first()
    assert act is not None
    back = client.post(f"/campaigns/{campaign.slug}/assign/give-back/{act.pk}/", follow=True).content.decode()
    assert "Gave ada 1 question back" in back
    assert held(campaign) == {"ada": 11, "ben": 2, "cy": 1}


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_each_step_is_short(campaign: Campaign) -> None:
    with mock.patch.object(moves, "AT_ONCE", 4), watch_writes() as watch:
        command("hand_over", campaign, "--from", "ada", "--all")
    assert watch.most_rows < 40
    with mock.patch.object(giving_back, "AT_ONCE", 4), watch_writes() as watch:
        command("hand_over", campaign, "--from", "ada", "--give-back")
    assert watch.most_rows < 40


def test_one_seed_gives_one_plan(campaign: Campaign) -> None:
    wanted = Wanted(MoveKind.HANDED_OVER, seed=7)
    plans = [plan_move(campaign, member(campaign), wanted).pairs for _ in range(2)]
    assert plans[0] == plans[1]
