"""The pool page with its statistics, rounds and form, the pool of a question, and the list of runs."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.core.management import call_command

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job
from assessment.submissions import services
from assessment.submissions.models import PoolRound
from tests.submissions import scene

QueryCount = Callable[[str], AbstractContextManager[None]]


@pytest.fixture
def pooled(campaign: Campaign) -> Campaign:
    """Two pooled runs that share an answer, and one that is late."""
    scene.submit(campaign, scene.as_bytes(scene.whole_run("lkg1")))
    tern = [*scene.whole_run("tern1", "Tern {}")[1:], "1 Q0 LA010190-0001 1 1 tern1 Halden 1"]
    scene.submit(campaign, scene.as_bytes(tern), team="tern", priority=2)
    services.pool(by=None, campaign=campaign)
    scene.submit(campaign, scene.as_bytes(scene.whole_run("late", "late {}")), team="tern", priority=3)
    return campaign


def test_the_pool_page_shows_figures_rounds_and_waiting_runs(pooled: Campaign) -> None:
    page = scene.client_of("olga").get(f"/campaigns/{pooled.slug}/pool/")
    assert page.context["statistics"].items == 7
    assert page.context["statistics"].shared == 1
    assert [run.run_id for run in page.context["waiting"]] == ["late"]
    text = page.content.decode()
    assert "7 distinct items over 4 questions" in text
    assert "were given by more than one run" in text


def test_pooling_from_the_page_adds_the_late_run(pooled: Campaign) -> None:
    client, page = scene.client_of("olga"), f"/campaigns/{pooled.slug}/pool/"
    refused = client.post(page, {"priorities": ["7"], "depth": "0"})
    assert refused.status_code == 422
    done = client.post(page, {"priorities": ["3"], "depth": "5"}, follow=True)
    assert "Round 2 pooled 1 run to depth 5 and added 4 items." in done.content.decode()
    assert PoolRound.objects.get(number=2).made_by == scene.organizer(pooled)


def test_pooling_tells_how_many_questions_it_is_through(
    pooled: Campaign, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scene.client_of("olga").post(f"/campaigns/{pooled.slug}/pool/", {"priorities": ["3"]})
    job = Job.objects.get(kind="submissions.pool")
    assert (job.done, job.total) == (4, 4)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    call_command("pool", pooled.slug)
    assert "\rQuestions pooled: 2 of 4\rQuestions pooled: 3 of 4" in capsys.readouterr().err


def test_an_empty_pool_says_what_to_do(campaign: Campaign) -> None:
    client, page = scene.client_of("olga"), f"/campaigns/{campaign.slug}/pool/"
    assert "Nothing is pooled yet" in client.get(page).content.decode()
    refused = client.post(page, {"depth": ""})
    assert refused.status_code == 422
    assert "There are no runs to pool." in refused.content.decode()


def test_a_questions_items_stand_by_document_with_the_runs_that_gave_them(pooled: Campaign) -> None:
    page = scene.client_of("olga").get(f"/campaigns/{pooled.slug}/pool/1/")
    assert [(item.answer, runs) for item, runs in page.context["items"]] == [("Halden 1", ["lkg1", "tern1"])]
    second = scene.client_of("olga").get(f"/campaigns/{pooled.slug}/pool/2/").context["items"]
    assert [(item.docid, item.answer, runs) for item, runs in second] == [
        ("FT911-3", "Halden 2", ["lkg1"]),
        ("FT911-3", "Tern 2", ["tern1"]),
    ]
    assert scene.client_of("olga").get(f"/campaigns/{pooled.slug}/pool/99/").status_code == 404


def test_an_item_outlives_the_run_that_gave_it(pooled: Campaign) -> None:
    scene.client_of("olga").post(f"/campaigns/{pooled.slug}/runs/tern1/withdraw/")
    page = scene.client_of("olga").get(f"/campaigns/{pooled.slug}/pool/2/")
    assert [(item.answer, runs) for item, runs in page.context["items"]] == [
        ("Halden 2", ["lkg1"]),
        ("Tern 2", []),
    ]
    assert "no current run" in page.content.decode()


def test_a_long_answer_is_clipped_and_whole_on_demand(series: Campaign) -> None:
    long = "word " * 300 + "end-of-answer"
    lines = [f"{qid} lkg1 AP-9 {long}" for qid in scene.QIDS]
    scene.submit(series, scene.as_bytes(lines))
    services.pool(by=None, campaign=series)
    page = (
        scene.client_of(scene.organizer(series).username)
        .get(f"/campaigns/{series.slug}/pool/1/")
        .content.decode()
    )
    assert re.search(r"<details[^>]*>\s*<summary>(<[^>]*>)?word", page)
    assert page.count("end-of-answer") == 1


def test_a_large_pool_is_shown_in_pages(series: Campaign) -> None:
    Campaign.objects.filter(pk=series.pk).update(
        settings={"many_per_factoid": "any", "missing_questions": True}
    )
    series.refresh_from_db()
    scene.submit(series, scene.as_bytes(f"1 lkg1 AP-9 answer {n:03}" for n in range(450)))
    services.pool(by=None, campaign=series)
    client, address = scene.client_of(scene.organizer(series).username), f"/campaigns/{series.slug}/pool/1/"
    sizes = [len(client.get(f"{address}?page={page}").context["items"]) for page in (1, 2, 3)]
    assert sizes == [200, 200, 50]
    assert client.get(f"{address}?page=nonsense").status_code == 200


def test_the_pages_cost_a_fixed_number_of_queries(pooled: Campaign, query_count: QueryCount) -> None:
    home = f"/campaigns/{pooled.slug}"
    organizer, participant = scene.client_of("olga"), scene.client_of("ann")
    pages = [
        ("runs, organizer", organizer, "runs/"),
        ("runs, participant", participant, "runs/"),
        ("run", organizer, "runs/lkg1/"),
        ("teams", organizer, "teams/"),
        ("team", organizer, f"teams/{pooled.teams.get(name='lkg').pk}/"),
        ("people", organizer, "people/"),
        ("own team", participant, "team/"),
        ("receipt", participant, "runs/lkg1/receipt/"),
        ("pool", organizer, "pool/"),
        ("pool of a question", organizer, "pool/1/"),
    ]
    for name, client, address in pages:
        with query_count(name):
            assert client.get(f"{home}/{address}").status_code == 200


def test_runs_stand_by_team_with_their_state(pooled: Campaign) -> None:
    page = scene.client_of("olga").get(f"/campaigns/{pooled.slug}/runs/")
    assert [(run.team.name, run.run_id) for run in page.context["runs"]] == [
        ("lkg", "lkg1"),
        ("tern", "late"),
        ("tern", "tern1"),
    ]
    scene.submit(pooled, scene.as_bytes(scene.whole_run("lkg1", "again {}")))
    page = scene.client_of("olga").get(f"/campaigns/{pooled.slug}/runs/")
    states = [(run.run_id, run.state) for run in page.context["runs"] if run.team.name == "lkg"]
    assert states == [("lkg1", "submitted"), ("lkg1", "replaced")]
