"""The demo campaigns: made once, something on every page, and no link that leads nowhere."""

import io
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import resolve

from assessment.assignments.selectors.assign import assign_page
from assessment.campaigns.models import Campaign
from assessment.judging.forms.judge import NotesForm
from assessment.judging.models import Adjudication, AnswerClass, Assignment, Judgment, Nugget, NuggetVote
from assessment.results.selectors.evaluation import load_evaluation
from assessment.results.selectors.flags import doubts
from assessment.results.services.bundle_import import import_folder
from assessment.results.services.export import export_bundle
from assessment.submissions.models import PoolItem, Response
from assessment.training.models import TrainingQuestion
from assize.demo.campaigns import CAMPAIGNS
from assize.demo.people import PASSWORD, PEOPLE
from scoring.evaluate import Scorer
from scoring.stages import LISTING
from tests.client import Client
from tests.commands import outcome
from tests.query_counts import QUERIES_AT_MOST, QueryCount, statements
from tests.results.golden import contents
from tests.sizes import FULL

LINK = re.compile(r'<(?:a|iframe)[^>]+(?:href|src)="(/[^"#]*)')
# Of the files of the demo's bundles, but for those with the software's version or the time of an import.
KEPT = Path(__file__).parents[3] / "golden" / "demo"
PAGES_OF_A_KIND = 4 if FULL else 1


def _seed() -> str:
    said = io.StringIO()
    call_command("seed_demo", stdout=said)
    return said.getvalue()


def test_the_demo_shows_something_of_everything(demo: None) -> None:
    assert set(Campaign.objects.values_list("slug", "track_slug")) == {
        ("coast-facts", "trec8"),
        ("comet-series", "series2004"),
        ("tide-opinions", "tac2008"),
        ("council-answers", "respubliqa2010"),
        ("page-answers", "nq"),
        ("cited-answers", "rag"),
    }
    for campaign in Campaign.objects.exclude(slug="page-answers"):
        assert campaign.runs.count() >= 4
        assert PoolItem.objects.filter(question__campaign=campaign, disputed=True).exists()
        work = Assignment.objects.filter(question__campaign=campaign)
        assert work.filter(finished_at__isnull=False).exists()
        assert work.filter(finished_at__isnull=True).exists()
        assert campaign.qrels.exists()
        samples = campaign.training_questions.current()
        assert [row.attempts.filter(finished_at__isnull=False).count() for row in samples][:2] == [1, 0]
    nuggets = TrainingQuestion.objects.get(campaign__slug="comet-series", type="OTHER")
    assert {row.right_grade for row in nuggets.items.all()} == {"yes", "no"}
    assert Adjudication.objects.filter(overruled=True).exists()
    assert Campaign.objects.get(slug="comet-series").document_lists.count() == 4


def test_the_guidelines_call_the_rules_of_thumb_as_the_page_does() -> None:
    text = (Path(__file__).parents[4] / "demo" / "coast-facts" / "guidelines.txt").read_text("utf-8")
    assert f'under "{NotesForm.base_fields["rules_of_thumb"].label}"' in text


@pytest.mark.parametrize("slug", [*CAMPAIGNS])
def test_a_copy_by_bundle_has_the_same_work_finished(demo: None, slug: str, tmp_path: Path) -> None:
    origin = Campaign.objects.get(slug=slug)
    export_bundle(campaign=origin, folder=tmp_path / "first", by=None)
    assert _sums(KEPT / f"{slug}.sha256") <= _sums(tmp_path / "first" / "MANIFEST.sha256")
    made = import_folder(folder=tmp_path / "first", slug="copy", by=None)
    assert not made.not_done
    work = _work(origin)
    assert _work(made.campaign) == work
    assert {state for state, *_ in work.values()} >= {"open", "done"}
    export_bundle(campaign=made.campaign, folder=tmp_path / "second", by=None)
    first, second = contents(tmp_path / "first"), contents(tmp_path / "second")
    first["campaign.json"] = first["campaign.json"].replace(f'"{slug}"'.encode(), b'"copy"', 1)
    assert {name for name, data in first.items() if second.get(name) != data} == {"MANIFEST.sha256"}
    assert first.keys() == second.keys()


def _sums(manifest: Path) -> set[str]:
    return set(manifest.read_text("utf-8").splitlines())


def test_the_board_flags_what_the_newest_scores_leave_out(demo: None) -> None:
    met = 0
    for campaign in Campaign.objects.filter(slug__in=["comet-series", "tide-opinions"]):
        work = Assignment.objects.counting().filter(question__campaign=campaign).exclude(stage="votes")
        done = {row.question.qid for row in work.select_related("question__pool") if row.is_done}
        scored = Scorer(load_evaluation(campaign)).under("union").without_value
        found = {doubt.qid: doubt.code for doubt in doubts(campaign) if doubt.code}
        assert found == {qid: code for qid, code in scored.items() if qid in done}
        met += len(scored)
    assert met


def _work(campaign: Campaign) -> dict[tuple[str, str], tuple[object, ...]]:
    """Everybody's work by question and name. What is read of an unfinished nugget question is in no bundle."""
    rows = Assignment.objects.of_people().filter(question__campaign=campaign)
    return {
        (row.question.qid, row.member.name): (
            row.state,
            row.role,
            row.asked,
            row.judged if row.state == "done" or not row.question.kind.form.asks(LISTING) else None,
            row.canonical_answer,
            row.comment,
            row.seconds,
            row.no_answer_found,
        )
        for row in rows.select_related("question__pool", "question__campaign", "member")
    }


@pytest.mark.parametrize(
    ("slug", "type", "second"),
    [
        ("comet-series", "LIST", "judge"),
        ("comet-series", "OTHER", "voter"),
        ("tide-opinions", "RigidList", "judge"),
        ("tide-opinions", "SquishyList", "voter"),
    ],
)
def test_lists_and_nuggets_are_finished_begun_and_waiting(
    demo: None, slug: str, type: str, second: str
) -> None:
    work = Assignment.objects.filter(question__campaign__slug=slug, question__type=type)
    assert {row.role for row in work} == {"primary", second}
    assert any(row.is_done for row in work)
    assert any(0 < row.judged < row.pool_size for row in work)
    assert any(row.judged == 0 for row in work)


def test_classes_and_nuggets_come_from_the_pool_and_from_development(demo: None) -> None:
    campaign = Campaign.objects.get(slug="comet-series")
    questions = campaign.questions
    for found in (AnswerClass.objects.in_use(campaign.track), Nugget.objects.current()):
        origins = found.filter(question__in=questions.all()).values_list("origin", flat=True)
        assert set(origins) == {"pool", "development"}
    ben = Judgment.objects.filter(member__name="ben", item__question__qid="2.5", grade="correct")
    assert ben.filter(answer_class=None).exists()
    assert ben.exclude(answer_class=None).exists()
    assert {vote.vote for vote in NuggetVote.objects.filter(member__name="cleo")} == {"vital", "okay"}


def test_each_assessor_comes_first_in_a_series_of_opinions_and_all_weigh_its_nuggets(demo: None) -> None:
    work = Assignment.objects.filter(question__campaign__slug="tide-opinions")
    primary = work.filter(primary=True)
    first = set(primary.values_list("question__series__key", "member__name"))
    assert first == {("1001", "ada"), ("1002", "ben"), ("1003", "cleo")}
    nuggets = Nugget.objects.filter(question__qid="1001.2")
    assert {nugget.votes.exclude(member=None).count() for nugget in nuggets} == {3}
    scores = Campaign.objects.get(slug="tide-opinions").qrels.get(rule="union").scores.rows.all()
    assert len(scores) == 4
    assert all(row.score and row.score_by_type for row in scores)


def test_each_pair_of_languages_is_judged_by_those_who_read_its_documents(demo: None) -> None:
    campaign = Campaign.objects.get(slug="council-answers")
    pairs = Counter(campaign.questions.values_list("source_lang", "target_lang"))
    assert pairs == {("EN", "EN"): 12, ("DE", "DE"): 6, ("FR", "EN"): 6}
    assert set(campaign.questions.values_list("type", flat=True)) == set(campaign.track.question_types)
    work = Assignment.objects.filter(question__campaign=campaign)
    german = work.filter(question__target_lang="DE")
    assert set(german.values_list("member__name", flat=True)) == {"ada", "cleo"}
    assert any(row.is_done for row in work)
    assert any(0 < row.judged < row.pool_size for row in work)
    assert any(row.judged == 0 and row.pool_size for row in work)
    grades = Judgment.objects.filter(item__question__campaign=campaign).values_list("grade", flat=True)
    assert set(grades) == set("RXMW")


def test_gold_settles_what_it_matches_and_silence_is_told_in_every_form(demo: None) -> None:
    campaign = Campaign.objects.get(slug="council-answers")
    pool = PoolItem.objects.filter(question__campaign=campaign)
    settled = pool.filter(automatic=True)
    assert settled.filter(answer="").exists()
    assert settled.exclude(answer="").exists()
    assert not Judgment.objects.filter(item__in=settled).exists()
    row = next(row for row in assign_page(campaign).rows if row.first.qid == "0001:EN:EN")
    assert (row.items, [cell.done for cell in row.cells if cell.questions]) == (2, [1, 1])
    assert pool.filter(automatic=False, disputed=True, adjudication=None).exists()
    assert Adjudication.objects.filter(item__question__campaign=campaign).count() == 3
    silent = Response.objects.filter(run__campaign=campaign, noa=True)
    assert silent.filter(docid="").count() == 4
    assert silent.exclude(docid="").count() == 6
    rows = {row.run.run_id: row for row in campaign.qrels.get(rule="union").scores.rows.all()}
    assert len(rows) == 8
    assert all(row.score is not None for row in rows.values())


def test_teams_of_the_council_campaign_are_registered_for_the_pairs_that_they_answer(demo: None) -> None:
    campaign = Campaign.objects.get(slug="council-answers")
    teams = {team.name: team.registration for team in campaign.teams.all()}
    pairs = {name: {pair.label for pair in one.pairs.all()} for name, one in teams.items()}
    assert set(teams) == {"lake", "harb", "gull", "reef"}
    for run in campaign.runs.all():
        assert run.run_id[:4] == run.team.name
        assert f"{run.run_id[-4:-2]}:{run.run_id[-2:]}".upper() in pairs[run.team.name]
        assert run.run_id[7:9] in teams[run.team.name].tasks


def test_steps_of_the_board_say_how_far_they_are(demo: None, client: Client) -> None:
    assert client.login(username="olga", password=PASSWORD)
    page = client.get("/campaigns/coast-facts/").content.decode()
    for detail in ("5 from 3 teams", "24 of 24 with 3 assessors"):
        assert f"<span>{detail}</span>" in page


def test_the_board_ranks_only_runs_that_can_be_compared(demo: None, client: Client) -> None:
    assert client.login(username="olga", password=PASSWORD)
    page = client.get("/campaigns/council-answers/").content.decode()
    board = page.split("<h2>Leaderboard")[1].split("</table>")[0]
    parts = re.findall(r'rowgroup">([^<]+)|mono">([^<]+)', board)
    assert [heading or run[4:] for heading, run in parts] == [
        *("AS DE → DE", "102ASdede"),
        *("AS EN → EN", "101ASenen", "101ASenen"),
        *("AS FR → EN", "102ASfren"),
        *("PS DE → DE", "102PSdede"),
        *("PS EN → EN", "101PSenen", "101PSenen"),
        *("PS FR → EN", "102PSfren"),
    ]


def test_queries_of_the_board_do_not_grow_with_the_campaign(
    demo: None, client: Client, query_count: QueryCount
) -> None:
    assert client.login(username="olga", password=PASSWORD)
    client.get("/campaigns/coast-facts/")
    with query_count("board"):
        client.get("/campaigns/coast-facts/")
    with query_count("board of series"):
        client.get("/campaigns/comet-series/")


def test_the_progress_page_has_a_forecast_of_the_own_pace(demo: None, client: Client) -> None:
    assert client.login(username="olga", password=PASSWORD)
    progress = client.get("/campaigns/comet-series/progress/").context["progress"]
    own = [row.forecast for row in progress.rows if row.left and row.forecast and not row.forecast.borrowed]
    assert own
    assert all(forecast.done_by for forecast in own)
    assert progress.forecast


def test_a_list_of_which_nothing_is_judged_says_so(demo: None, client: Client) -> None:
    assert client.login(username="olga", password=PASSWORD)
    page = client.get("/campaigns/comet-series/results/1/questions/4.5/").content.decode()
    assert "<b>Nothing judged</b>" in page
    assert "All graded answers" not in page


def test_a_second_start_keeps_everything_and_says_where_the_accounts_stand(demo: None) -> None:
    Campaign.objects.filter(slug="coast-facts").update(title="Changed")
    said = _seed()
    assert PASSWORD not in said
    assert "README.md" in said
    assert Campaign.objects.get(slug="coast-facts").title == "Changed"
    assert Campaign.objects.count() == 6


def _links(page: str) -> Iterator[str]:
    return (link.replace("&amp;", "&") for link in LINK.findall(page))


def _is_leaf(link: str) -> bool:
    """Downloads and pages that are not ours."""
    return link.startswith(("/static/", "/assets/", "/admin/", "/api/"))


# One of each kind: the other two assessors, annotator, expert and team see the same pages of other rows.
AS_WELL = ("ben", "cleo", "emil", "gus", "harbor")
LOOKING = [
    pytest.param(person.username, marks=[pytest.mark.proof] if person.username in AS_WELL else [])
    for person in PEOPLE
]


@pytest.mark.parametrize("username", LOOKING)
def test_every_link_that_somebody_sees_opens_at_a_fixed_cost(demo: None, username: str) -> None:
    client = Client()
    assert client.post("/sign-in/", {"username": username, "password": PASSWORD}).status_code == 302
    waiting, seen, visits = ["/"], {"/"}, Counter[str]()
    while waiting:
        address = waiting.pop(0)
        kind = resolve(address.partition("?")[0]).view_name
        visits[kind] += 1
        if visits[kind] > PAGES_OF_A_KIND:
            continue
        for link in _links(_visited(client, address, username)):
            if link not in seen and not _is_leaf(link):
                seen.add(link)
                waiting.append(link)
    assert len(seen) > 3


def _visited(client: Client, address: str, username: str) -> str:
    """The page, or an empty text where it is none of ours."""
    with CaptureQueriesContext(connection) as captured:
        response = client.get(address)
    if response.status_code == 302:
        return f'<a href="{response["Location"]}">'
    if response.status_code == 422 and "/exports/" in address:  # a file that waits for decisions, and says so
        return ""
    assert response.status_code == 200, f"{username}: {address} answers {response.status_code}"
    if response.streaming:
        # Without a pool and grades there are tables without rows.
        may_be_empty = address.startswith("/campaigns/page-answers/exports/")
        assert b"".join(response) or may_be_empty
        return ""
    if "text/html" not in response["Content-Type"]:
        return ""
    # A file of all there is, as the bundle is, which whoever asks first has made.
    if "/results/" in address and address.endswith(("/report.html", "/book.html")):
        return ""
    cost = len(statements(captured))
    assert cost <= QUERIES_AT_MOST, f"{username}: {address} takes {cost} SQL statements"
    return response.content.decode()


CSRF = re.compile(
    r"(?<=csrfmiddlewaretoken\" value=\")[^\"]*|(?<=X-CSRFToken&quot;: &quot;)\w+|\"csrfToken\":\"\w+\""
)


@pytest.mark.parametrize("language", ["de-AT,de;q=0.9,en;q=0.5", "ar"])
def test_what_programs_read_is_english_whatever_the_browser_prefers(demo: None, language: str) -> None:
    pages = [
        "/campaigns/coast-facts/results/scores.csv",
        "/campaigns/comet-series/results/scores.json",
        "/api/v1/campaigns/coast-facts/scores/",
        "/api/v1/campaigns/nothing/scores/",
    ]
    for page in pages:
        english, other = (_read(page, accepted) for accepted in ("en", language))
        assert english == other, page


def test_pages_speak_the_language_that_the_browser_prefers(demo: None) -> None:
    for page in (
        "/campaigns/coast-facts/",
        "/campaigns/comet-series/results/",
        "/campaigns/coast-facts/people/",
    ):
        german, other = (_read(page, accepted) for accepted in ("de-AT,de;q=0.9,en;q=0.5", "en"))
        assert german != other, page
    for page, fields in {"/sign-in/": {}, "/campaigns/new/": {"slug": "A b"}}.items():
        assert "Dieses Feld" in _read(page, "de", fields) or page == "/sign-in/"


def _read(page: str, language: str, fields: dict[str, str] | None = None) -> str:
    client = Client(headers={"accept-language": language})
    if page != "/sign-in/":
        client.login(username="admin", password=PASSWORD)
    answer = client.get(page) if fields is None else client.post(page, fields)
    assert answer.status_code in (200, 404, 422), page
    is_page = not page.startswith("/api/") and not page.endswith((".csv", ".json"))
    assert answer.headers.get("Content-Language", "en") == (language[:2] if is_page else "en")
    return CSRF.sub("", answer.content.decode())


@pytest.mark.parametrize(
    ("slug", "runs"),
    [
        ("coast-facts", 1),
        ("comet-series", 1),
        ("tide-opinions", 1),
        ("council-answers", 3),
        ("page-answers", 1),
        ("cited-answers", 1),
    ],
)
def test_a_baseline_answers_by_the_rules_of_each_evaluation(
    demo: None, slug: str, runs: int, tmp_path: Path
) -> None:
    campaign = Campaign.objects.get(slug=slug)
    if not campaign.track.marks_places:  # of pages the first paragraph is taken, whatever is found
        call_command("index_collection", campaign.collection_slug)
    made = outcome("baselines", slug, str(tmp_path / "runs"), "--only", "first-passage")["runs"]
    assert len(made) == runs == len(list((tmp_path / "runs").iterdir()))
    assert all(one["answered"] > one["questions"] // 2 for one in made)
