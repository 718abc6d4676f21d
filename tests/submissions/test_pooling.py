"""Pools hold exactly what the track says of the chosen runs; further rounds only add; the pages tell their size."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assessment.campaigns.models import Campaign, Question, Series
from assessment.people.models import Event
from assessment.submissions import services
from assessment.submissions.models import PoolItem, PoolRound, QuestionPool, Run
from assessment.submissions.selectors import pools
from scoring import records
from tests.factory import make_campaign, make_questions
from tests.sizes import examples
from tests.submissions import scene

pytestmark = pytest.mark.both_databases

# the database and the track agree

ANSWERS = st.sampled_from(["a", "A", "a b", "a  b", "é", "e\u0301", "\ue000", "😀", "ı"])
LINES = st.lists(
    st.tuples(st.sampled_from(scene.QIDS), st.sampled_from(["NIL", "D1", "D10", "D2", "d1"]), ANSWERS),
    max_size=25,
)
RUNS = st.lists(st.tuples(st.integers(1, 3), LINES), min_size=1, max_size=4)
TYPES = ("FACTOID", "FACTOID", "LIST", "FACTOID")


def _responses(lines: list[tuple[str, str, str]]) -> list[records.Response]:
    """Lines with the ranks that their positions give them."""
    ranks: dict[str, int] = {}
    made = []
    for number, (qid, docid, answer) in enumerate(lines, 1):
        ranks[qid] = ranks.get(qid, 0) + 1
        made.append(records.Response(qid, docid, "" if docid == "NIL" else answer, ranks[qid], line=number))
    return made


@pytest.mark.django_db
@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    runs=RUNS,
    many=st.sampled_from(["none", "first", "any"]),
    priorities=st.sets(st.integers(1, 3)),
    depth=st.none() | st.integers(1, 4),
    dropped=st.sets(st.sampled_from(["1", "10"])),
)
def test_the_pool_is_what_the_track_computes_from_the_responses(
    runs: list[tuple[int, list[tuple[str, str, str]]]],
    many: str,
    priorities: set[int],
    depth: int | None,
    dropped: set[str],
) -> None:
    slug = f"mix{Campaign.objects.count()}"
    campaign = make_campaign(slug, "series2004", settings={"many_per_factoid": many})
    for number, (qid, kind) in enumerate(zip(scene.QIDS, TYPES, strict=True)):
        make_questions(campaign, qid, type=kind, series=str(number))
    campaign.questions.filter(qid__in=dropped & {"1"}).update(drop_reason="odd")
    Series.objects.filter(questions__qid__in=dropped & {"10"}).update(drop_reason="odd")
    given_by_run = [(priority, _responses(lines)) for priority, lines in runs]
    for number, (priority, responses) in enumerate(given_by_run):
        _store(campaign, f"r{number}", priority, responses)
    chosen = [(p, found) for p, found in given_by_run if not priorities or p in priorities]
    if not chosen:
        return
    made = services.pool(by=None, campaign=campaign, priorities=priorities, depth=depth)
    topics = records.Topics(tuple(records.Question(q, t, "") for q, t in zip(scene.QIDS, TYPES, strict=True)))
    expected = {
        response.item
        for priority, responses in chosen
        for response in campaign.track.pooled_responses(
            records.Run("r", "t", priority), responses, topics, campaign.rules, dropped, depth
        )
    }
    items = PoolItem.objects.filter(question__campaign=campaign).order_by("pk")
    rows = items.values_list("question__qid", "docid", "passage", "answer", "key")
    found = [records.Item(*row[:4]) for row in rows]
    assert set(found) == expected
    assert len(found) == made.added
    assert [row[4] for row in rows] == [item.key for item in found]
    assert found == sorted(found, key=lambda item: (scene.QIDS.index(item.qid), item)), (
        "ids follow the order of pages"
    )
    _check_counters(campaign, expected, chosen)


def _check_counters(
    campaign: Campaign, expected: set[records.Item | None], chosen: list[tuple[int, list[records.Response]]]
) -> None:
    givers = {item: sum(any(r.item == item for r in found) for _, found in chosen) for item in expected}
    for counters in QuestionPool.objects.filter(question__campaign=campaign).select_related("question"):
        own = [item for item in expected if item and item.qid == counters.question.qid]
        assert counters.items == len(own)
        assert counters.documents == len({item.docid for item in own})
        assert counters.shared == sum(givers[item] > 1 for item in own)


def _store(campaign: Campaign, run_id: str, priority: int, responses: list[records.Response]) -> Run:
    """A run as it stands after its check: some of these break rules that a file could not."""
    team = services.ensure_team(by=None, campaign=campaign, name="t")
    run = Run.objects.create(
        campaign=campaign,
        team=team,
        run_id=run_id,
        run_key=run_id,
        priority=priority,
        responses_count=len(responses),
    )
    pks = dict(Question.objects.filter(campaign=campaign).values_list("qid", "pk"))
    services.insert_responses(run, pks, responses)
    return run


# rounds


def test_a_late_run_adds_only_what_is_new(campaign: Campaign) -> None:
    scene.submit(campaign, scene.as_bytes(scene.whole_run("lkg1")))
    first = services.pool(by=None, campaign=campaign)
    before = dict(PoolItem.objects.values_list("pk", "key"))
    late = [*scene.whole_run("tern1"), "1 Q0 AP-9 2 0.4 tern1 brand new"]
    scene.submit(campaign, scene.as_bytes(late), team="tern")
    second = services.pool(by=None, campaign=campaign)
    third = services.pool(by=None, campaign=campaign)
    assert [(r.number, r.added) for r in (first, second, third)] == [(1, 4), (2, 1), (3, 0)]
    assert dict(PoolItem.objects.filter(pk__in=before).values_list("pk", "key")) == before
    assert PoolItem.objects.get(round=second).answer == "brand new"
    assert not pools.runs_not_pooled(campaign).exists()


def test_priorities_and_depth_choose_what_is_pooled(campaign: Campaign) -> None:
    deep = [*scene.whole_run("lkg1"), "1 Q0 AP-9 2 0.4 lkg1 second", "1 Q0 AP-9 3 0.3 lkg1 third"]
    scene.submit(campaign, scene.as_bytes(deep))
    scene.submit(campaign, scene.as_bytes(scene.whole_run("tern1", "low {}")), team="tern", priority=2)
    assert services.pool(by=None, campaign=campaign, priorities=[1], depth=2).added == 5
    assert dict(Run.objects.values_list("run_id", "depth")) == {"lkg1": 2, "tern1": None}
    assert [run.run_id for run in pools.runs_not_pooled(campaign)] == ["tern1"]
    assert services.pool(by=None, campaign=campaign, priorities=[1], depth=1).added == 0
    assert Run.objects.get(run_id="lkg1").depth == 2, "a run that was pooled deeper stays so"
    assert services.pool(by=None, campaign=campaign).added == 5
    assert Run.objects.get(run_id="lkg1").depth is None


def test_replaced_and_withdrawn_runs_are_not_pooled(campaign: Campaign) -> None:
    scene.submit(campaign, scene.as_bytes(scene.whole_run("lkg1", "first {}")))
    scene.submit(campaign, scene.as_bytes(scene.whole_run("lkg1", "second {}")))
    gone = scene.submit(campaign, scene.as_bytes(scene.whole_run("lkg2", "gone {}")))
    services.withdraw_run(by=None, run=gone, organizer=True)
    services.pool(by=None, campaign=campaign)
    assert {answer for _, _, answer in scene.pooled_contents(campaign)} == {
        f"second {qid}" for qid in scene.QIDS
    }


@pytest.mark.parametrize("how", ["withdrawn", "replaced"])
def test_shared_items_are_counted_anew_when_a_pooled_run_leaves(campaign: Campaign, how: str) -> None:
    scene.submit(campaign, scene.as_bytes(scene.whole_run("lkg1")))
    run = scene.submit(campaign, scene.as_bytes(scene.whole_run("tern1")), team="tern")
    services.pool(by=None, campaign=campaign)
    assert pools.pool_statistics(campaign).shared == 4
    if how == "withdrawn":
        services.withdraw_run(by=None, run=run, organizer=True)
    else:
        scene.submit(campaign, scene.as_bytes(scene.whole_run("tern1", "another {}")), team="tern")
    assert pools.pool_statistics(campaign).shared == 0


def test_pools_of_two_campaigns_do_not_touch(campaign: Campaign, tmp_path: Path) -> None:
    other = scene.campaign_with_ids(tmp_path, slug="other")
    scene.submit(other, scene.as_bytes(scene.whole_run("lkg1")))
    scene.submit(campaign, scene.as_bytes(scene.whole_run("lkg1")))
    assert services.pool(by=None, campaign=campaign).added == 4
    assert services.pool(by=None, campaign=other).added == 4


def test_statistics_count_empty_pools_and_leave_dropped_questions_out(campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(settings={"missing_questions": True})
    campaign.refresh_from_db()
    lines = [
        "1 Q0 AP-9 1 1 lkg1 a",
        "1 Q0 AP-9 2 1 lkg1 b",
        "1 Q0 FT911-3 3 1 lkg1 a",
        "2 Q0 AP-9 1 1 lkg1 a",
    ]
    scene.submit(campaign, scene.as_bytes(lines))
    campaign.questions.filter(qid="10").update(drop_reason="odd")
    services.pool(by=None, campaign=campaign)
    figures = pools.pool_statistics(campaign)
    assert (figures.questions, figures.items, figures.min_items, figures.max_items) == (3, 4, 0, 3)
    assert figures.mean_items == pytest.approx(4 / 3)
    assert (figures.mean_documents, figures.min_documents, figures.max_documents) == (1, 0, 2)


# the command


def test_the_command_says_what_it_added(campaign: Campaign) -> None:
    scene.submit(campaign, scene.as_bytes(scene.whole_run("lkg1")))
    said = StringIO()
    call_command("pool", campaign.slug, "--priorities", "1,2", "--depth", "5", stdout=said)
    call_command("pool", campaign.slug, stdout=said)
    assert said.getvalue() == (
        "Round 1 pooled 1 run to depth 5 and added 4 items.\nRound 2 pooled 1 run and added 0 items.\n"
    )
    assert Event.objects.filter(verb="pool:made").count() == 2


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "There are no runs to pool"),
        (["--priorities", "7"], "There are no runs to pool"),
        (["--priorities", "9" * 30], "There are no runs to pool"),
        (["--priorities", "one"], "Priorities are numbers"),
        (["--depth", "0"], "A depth is a number"),
    ],
)
def test_the_command_changes_nothing_when_it_fails(
    campaign: Campaign, options: list[str], sentence: str
) -> None:
    if options and options[-1] not in ("7", "9" * 30):
        scene.submit(campaign, scene.as_bytes(scene.whole_run("lkg1")))
    with pytest.raises(CommandError, match=sentence):
        call_command("pool", campaign.slug, *options)
    assert not PoolRound.objects.exists()
    assert not PoolItem.objects.exists()
