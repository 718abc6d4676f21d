"""Runs and depth taken out of pools: what only they gave leaves with its judgments, and comes back with them."""

from io import StringIO
from pathlib import Path
from tempfile import mkdtemp

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assessment.assignments.services.assign import assign
from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, Judgment
from assessment.judging.services.counters import recount
from assessment.judging.services.questions import finish
from assessment.people.models import Event
from assessment.results.services.bundle_import import import_folder
from assessment.results.services.export import export_bundle
from assessment.shared.errors import Refused
from assessment.submissions import services
from assessment.submissions.models import PoolItem, QuestionPool
from assessment.submissions.selectors.taking_out import Cut, all_leaving, taken_by
from assessment.submissions.services.unpooling import unpool
from tests.judging.scene import assessors, judge
from tests.results.golden import contents
from tests.sizes import examples
from tests.submissions import scene

pytestmark = pytest.mark.django_db


def out(campaign: Campaign, *options: str) -> str:
    """What the command prints."""
    printed = StringIO()
    call_command("unpool", campaign.slug, *options, stdout=printed)
    return printed.getvalue()


def lines(tag: str, answers: list[str]) -> bytes:
    """A run that gives one string for each question."""
    pairs = zip(scene.QIDS, scene.DOCIDS, answers, strict=False)
    return scene.as_bytes(f"{qid} Q0 {docid} 1 0.5 {tag} {answer}" for qid, docid, answer in pairs)


def staffed(campaign: Campaign) -> None:
    assessors(campaign, "ada", "ben")
    assign(campaign=campaign, by=None, judges=2)


def judge_all(campaign: Campaign, grades: list[str]) -> None:
    """Let both assessors judge what they have not judged yet."""
    number = 0
    for assignment in Assignment.objects.filter(question__campaign=campaign).order_by("pk"):
        done = set(assignment.judgments.values_list("item_id", flat=True))
        for item in assignment.question.pool_items.order_by("pk"):
            if item.pk not in done:
                judge(assignment, item, grades[number % len(grades)])
                number += 1


def tables(campaign: Campaign) -> dict[str, bytes]:
    """The bundle, byte for byte."""
    folder = Path(mkdtemp())
    export_bundle(campaign=campaign, folder=folder / "out", by=None)
    return contents(folder / "out")


def counters(campaign: Campaign) -> list[object]:
    """All that is counted of a campaign."""
    pools = QuestionPool.objects.filter(question__campaign=campaign).order_by("pk")
    work = Assignment.objects.filter(question__campaign=campaign).order_by("pk")
    disputed = PoolItem.objects.filter(question__campaign=campaign, disputed=True).order_by("pk")
    return [
        *pools.values_list("pk", "items", "documents", "shared", "automatic"),
        *work.values_list("pk", "judged", "later", "finished_at"),
        *disputed.values_list("pk"),
    ]


ANSWERS = st.lists(st.sampled_from(["a", "b", "c"]), min_size=4, max_size=4)
GRADES = st.lists(st.sampled_from(["yes", "no"]), min_size=3, max_size=7)


@settings(
    max_examples=examples(8), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(first=ANSWERS, second=ANSWERS, grades=GRADES)
def test_what_is_taken_out_was_never_there_and_comes_back_whole(
    campaign: Campaign, first: list[str], second: list[str], grades: list[str]
) -> None:
    with transaction.atomic():  # of which nothing is kept for the next example
        scene.submit(campaign, lines("lkg1", [f"{text} 1" for text in first]))
        scene.submit(campaign, lines("tern1", [f"{text} 1" for text in second]), team="tern", priority=2)
        services.pool(by=None, campaign=campaign, priorities=[1])
        staffed(campaign)
        judge_all(campaign, grades)
        before, counted = tables(campaign), counters(campaign)
        services.pool(by=None, campaign=campaign, priorities=[2])
        judge_all(campaign, grades[::-1])
        with_both, counted_both = tables(campaign), counters(campaign)

        unpool(by=None, campaign=campaign, cut=Cut(run="tern1"), reason="a slip")
        assert tables(campaign) == before
        assert counters(campaign) == counted
        assert recount(campaign=campaign, by=None) == []
        services.pool(by=None, campaign=campaign, priorities=[2], again=True)
        assert tables(campaign) == with_both
        assert counters(campaign) == counted_both
        assert recount(campaign=campaign, by=None) == []
        transaction.set_rollback(True)


@pytest.fixture
def judged(campaign: Campaign) -> Campaign:
    """Two pooled runs of which one item is the same, all judged by two people."""
    scene.submit(campaign, scene.as_bytes(scene.whole_run("lkg1")))
    tern = [*scene.whole_run("tern1", "Tern {}")[1:], "1 Q0 LA010190-0001 1 1 tern1 Halden 1"]
    scene.submit(campaign, scene.as_bytes(tern), team="tern", priority=2)
    services.pool(by=None, campaign=campaign)
    staffed(campaign)
    judge_all(campaign, ["yes", "no", "yes"])
    return campaign


@pytest.mark.both_databases
def test_the_command_says_first_what_would_leave(judged: Campaign) -> None:
    said = out(judged, "--run", "tern1", "--check")
    assert "question 2: 1 items, 1 judged" in said
    assert "3 items would leave the pools of 3 questions, 3 of them judged by ada (3), ben (3)." in said
    assert PoolItem.objects.count() == 7
    assert out(judged, "--team", "tern", "--reason", "wrong file").strip() == (
        "Round 2 took the runs of the team tern out of the pool: 3 items leave."
    )
    assert {item.answer for item in PoolItem.objects.all()} == {f"Halden {qid}" for qid in scene.QIDS}
    assert Judgment.objects.count() == 14  # none is gone
    assert Event.objects.get(verb="pool:taken_out").data["reason"] == "wrong file"
    assert list(judged.runs.filter(pooled=False).values_list("run_id", flat=True)) == ["tern1"]


@pytest.mark.both_databases
def test_what_was_taken_out_stays_out_until_it_is_asked_for_again(judged: Campaign) -> None:
    out(judged, "--round", "1", "--reason", "too early")
    assert not PoolItem.objects.exists()
    with pytest.raises(CommandError, match="runs_taken_out"):
        call_command("pool", judged.slug)
    call_command("pool", judged.slug, "--again")
    assert PoolItem.objects.count() == 7
    made = judged.pool_rounds.get(number=3)
    assert made.sentence == ("Round 3 pooled 2 runs and added 0 items. 7 came back with their judgments.")
    assert recount(campaign=judged, by=None) == []


@pytest.mark.both_databases
def test_a_smaller_depth_takes_out_what_lies_below_it(series: Campaign) -> None:
    Campaign.objects.filter(pk=series.pk).update(
        settings={"many_per_factoid": "any", "missing_questions": True}
    )
    series.refresh_from_db()
    scene.submit(series, scene.as_bytes(f"1 lkg1 AP-9 answer {number}" for number in range(5)))
    services.pool(by=None, campaign=series)
    assert "2 items leave" in out(series, "--depth", "3", "--reason", "too many")
    assert QuestionPool.objects.get(question__qid="1").items == 3
    assert series.runs.get().depth == 3
    with pytest.raises(CommandError, match="nothing_to_take_out"):
        out(series, "--depth", "3", "--reason", "again")
    call_command("pool", series.slug)
    assert (QuestionPool.objects.get(question__qid="1").items, series.runs.get().depth) == (5, None)


def test_items_of_withdrawn_runs_stay_until_the_organizer_takes_them_out(judged: Campaign) -> None:
    services.withdraw_run(by=None, run=judged.runs.get(run_id="tern1"), organizer=True)
    assert PoolItem.objects.count() == 7
    assert "3 items leave" in out(judged, "--withdrawn", "--reason", "withdrawn")
    with pytest.raises(CommandError, match="nothing_to_take_out"):
        out(judged, "--withdrawn", "--reason", "again")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--run", "nobody", "--reason", "x"], "nothing_to_take_out"),
        (["--run", "tern1"], "reason_missing"),
        (["--reason", "x"], "cut_unclear"),
        (["--run", "tern1", "--team", "tern", "--reason", "x"], "cut_unclear"),
        (["--depth", "0", "--reason", "x"], "depth_invalid"),
        (["--round", "9", "--reason", "x"], "nothing_to_take_out"),
    ],
)
def test_a_cut_that_is_wrong_changes_nothing(judged: Campaign, options: list[str], code: str) -> None:
    with pytest.raises(CommandError, match=code):
        out(judged, *options)
    assert PoolItem.objects.count() == 7
    assert judged.pool_rounds.count() == 1


def test_released_results_keep_their_pool(judged: Campaign) -> None:
    Campaign.objects.filter(pk=judged.pk).update(state="released")
    with pytest.raises(CommandError, match="campaign_released"):
        out(judged, "--run", "tern1", "--reason", "x")
    assert PoolItem.objects.count() == 7


def test_a_finished_question_stays_finished_and_an_unfinished_one_can_be(judged: Campaign) -> None:
    first, second = Assignment.objects.filter(question__qid="2").select_related("question__campaign")
    finish(assignment_id=first.pk, by=None, no_answer_found=False)
    out(judged, "--run", "tern1", "--reason", "x")
    first = Assignment.objects.select_related("question__pool").get(pk=first.pk)
    assert first.is_done
    assert (first.judged, first.pool_size) == (1, 1)
    item = PoolItem.ever.exclude(left_at=None).filter(question__qid="2").get()
    with pytest.raises(Refused, match="not in the pool"):
        judge(second, item, "no")
    judge(second, PoolItem.objects.get(question__qid="2"), "yes")
    finish(assignment_id=second.pk, by=None, no_answer_found=False)


def test_the_bundle_holds_what_is_in_the_pool_and_scores_alike(judged: Campaign, tmp_path: Path) -> None:
    out(judged, "--run", "tern1", "--reason", "x")
    export_bundle(campaign=judged, folder=tmp_path / "one", by=None)
    call_command("score", judged.slug, rule="union", json=str(tmp_path / "one.json"))
    pool = (tmp_path / "one" / "pool.csv").read_text()
    assert "Halden 2" in pool
    assert "Tern 2" not in pool + (tmp_path / "one" / "judgments.csv").read_text()
    Campaign.objects.filter(pk=judged.pk).update(slug="moved-away")
    import_folder(folder=tmp_path / "one", slug="", by=None)
    call_command("score", judged.slug, rule="union", json=str(tmp_path / "two.json"))
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


@pytest.mark.both_databases
def test_the_page_shows_what_would_leave_before_anything_does(judged: Campaign) -> None:
    address = f"/campaigns/{judged.slug}/take-out/"
    scene.organizer(judged)
    client = scene.client_of("olga")
    page = client.get(address).content.decode()
    assert '<option value="run:tern1">tern1</option>' in page
    asked = {"what": "run:tern1", "depth": "", "reason": "wrong file"}
    shown = client.post(address, asked)
    assert "3 of them judged by ada (3), ben (3)" in shown.content.decode()
    assert PoolItem.objects.count() == 7
    refused = client.post(address, asked | {"seen": "something else"})
    assert "Somebody changed" in refused.content.decode()
    assert PoolItem.objects.count() == 7
    done = client.post(address, asked | {"seen": shown.context["seen"]}, follow=True).content.decode()
    assert "Round 2 took the run tern1 out of the pool: 3 items leave." in done
    assert "taken out" in done
    assert "Also pool runs that were taken out" in done
    again = client.post(f"/campaigns/{judged.slug}/pool/", {"again": "on"}, follow=True).content.decode()
    assert "3 came back with their judgments." in again
    assert PoolItem.objects.count() == 7


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"what": "run:nobody", "reason": "x"}, "Select a valid choice"),
        ({"what": "all:", "reason": "x"}, "Give a rank"),
        ({"what": "run:tern1", "reason": ""}, "This field is required"),
    ],
)
def test_a_form_that_is_wrong_says_so(judged: Campaign, sent: dict[str, str], said: str) -> None:
    scene.organizer(judged)
    page = scene.client_of("olga").post(f"/campaigns/{judged.slug}/take-out/", {"depth": "", **sent})
    assert page.status_code == 422
    assert said in page.content.decode()
    assert PoolItem.objects.count() == 7


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL plans by statistics of rows")
def test_no_key_is_looked_up_in_every_question(campaign: Campaign) -> None:
    """500 questions of 1,000 items each took 340 seconds to preview."""
    scene.submit(campaign, lines("lkg1", ["a", "b", "c", "d"]))
    services.pool(by=None, campaign=campaign)
    (items,) = all_leaving(taken_by(campaign, Cut(round=1)))
    assert items.count() == 4
    assert "key=?" not in items.explain()
