"""The results of Natural Questions on pages and in files: boards, runs, questions, annotators."""

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import PageAnnotation
from assessment.people.services import accounts as people
from assessment.results.models import RunScore, ScoreSet
from assessment.results.selectors.answers import counting_examples
from assessment.results.selectors.chosen import Chosen
from assessment.results.selectors.report import more_of, verdicts_on
from assessment.results.services.readings import scorer_of
from assessment.results.services.scores import score
from assessment.submissions.models import Team
from scoring.forms.spans import SpanQuestions
from scoring.spans.kept import CURVE_COLUMNS, curve_of
from scoring.spans.report import point_json
from tests.client import Client
from tests.factory import give, make_account, make_campaign, make_member, make_questions
from tests.query_counts import QueryCount
from tests.results.golden import imported
from tests.results.nq import held_campaign
from tests.results.test_pages import text_of
from tests.scenes import Kept, as_built

pytestmark = pytest.mark.django_db
START = "/campaigns/nq_small/results/"
RUN = f"{START}1/runs/alpha-pages/"
FIRST = "-9221842612365193472"
PEOPLE = "/campaigns/nq_small/annotators/"


@pytest.fixture(scope="module", autouse=True)
def built(kept: Kept) -> Iterator[Campaign]:
    with kept():
        made = imported("nq_small")
        score(campaign=made, rule="adjudicated", by=None)
        yield made


@pytest.fixture
def campaign(db: None, built: Campaign) -> Campaign:
    return as_built(built)


@pytest.fixture
def organizer(campaign: Campaign, client: Client) -> Client:
    client.force_login(make_member(campaign, "orla", "organizer"))
    return client


def rows_of(response: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(response.content.decode())))


def more_annotators(campaign: Campaign, qid: str) -> None:
    """Four more people say of a question what ada says."""
    ada = PageAnnotation.objects.get(assignment__question__qid=qid, assignment__member__name="ada")
    for name in ("fay", "gus", "hal", "ivy"):
        member = people.ensure_member(
            campaign=campaign, name=name, roles=["assessor"], by=None, account=make_account(name)
        )
        ada.pk = None
        ada.assignment = give(ada_question(qid), member, judged=1)
        ada.annotation_id = ""
        ada.save(force_insert=True)


def ada_question(qid: str) -> Question:
    return Question.objects.get(qid=qid, campaign__slug="nq_small")


def test_boards_by_long_and_by_short_answers(organizer: Client) -> None:
    RunScore.objects.filter(run__run_id="beta.tokens").update(
        measures={**RunScore.objects.get(run__run_id="beta.tokens").measures, "short_f1": 0.95}
    )
    orders = {}
    for order in ("score", "short_f1"):
        page = organizer.get(f"{START}?sort={order}").content.decode()
        orders[order] = re.findall(r"/results/1/runs/([^/]+)/", page)
        shown = text_of(organizer.get(f"{START}?sort={order}"))
        assert "95 %" not in shown
        assert ("Over fewer than 50 questions no interval is given" in shown) == (order == "score")
    assert orders["score"] == ["alpha-pages", "beta.tokens"]
    assert orders["short_f1"] == ["beta.tokens", "alpha-pages"]
    assert "<title>beta.tokens: .950</title>" in organizer.get(f"{START}?sort=short_f1").content.decode()
    drawn = organizer.get(f"{START}1/leaderboard.svg?sort=short_f1").content.decode()
    assert "Short F1" in drawn
    assert "interval" not in drawn
    ElementTree.fromstring(drawn)


def test_the_best_thresholds_are_on_the_board_and_in_its_table(organizer: Client) -> None:
    stored = {row.run.run_id: more_of(row)["spans"] for row in RunScore.objects.all()}
    for row in rows_of(organizer.get(f"{START}1/leaderboard.csv")):
        for part in ("long", "short"):
            best = stored[row["run_id"]][part]["best"]
            assert float(row[f"{part}_best_f1"]) == best["f1"]
            assert float(row[f"{part}_best_threshold"]) == best["threshold"]
    assert "1.000" in text_of(organizer.get(START))  # alpha's short answers at their best


def test_people_stand_apart_where_enough_annotated(organizer: Client, campaign: Campaign) -> None:
    assert "Super-annotator" not in text_of(organizer.get(START))
    more_annotators(campaign, FIRST)
    score(campaign=campaign, rule="adjudicated", by=None)
    page = text_of(organizer.get(START))
    found = json.loads(ScoreSet.objects.order_by("-pk")[0].report["more"])["people"]
    assert f"Super-annotator together {''}" in page
    assert f"{found['long']['together']['f1']:.3f}".removeprefix("0") in page
    assert "People are scored on the 1 question with more than 5 annotations" in page


def test_no_interval_is_claimed_where_none_is_known(client: Client) -> None:
    campaign = make_campaign("bare")
    make_questions(campaign, "1", type="factoid")
    client.force_login(make_member(campaign, "olga", "organizer"))
    client.post("/campaigns/bare/results/", {"form": "union"})
    assert "95 %" not in text_of(client.get("/campaigns/bare/results/"))


def test_a_run_shows_both_parts_side_by_side(organizer: Client) -> None:
    page = text_of(organizer.get(RUN))
    assert "All that were given .857 1.000 .923 6 / 7 / 6 .833 1.000 .909 5 / 6 / 5" in page
    assert "From the best threshold up .857 1.000 .923 6 / 7 / 6 scores from 3 1.000 1.000 1.000" in page
    assert "At a precision of 0.9 or more 1.000 .500 .667 3 / 3 / 6 scores from 6" in page
    assert "Table or row 1.000 1.000 1.000 2 / 2 / 2" in page
    assert "the run left none out" in page
    assert "95 %" not in page
    missing = more_of(RunScore.objects.get(run__run_id="beta.tokens"))["spans"]["missing"]
    other = text_of(organizer.get(f"{START}1/runs/beta.tokens/"))
    assert missing
    assert f"Questions left out {len(missing)}" in other


@pytest.mark.parametrize("part", ["long", "short"])
def test_the_curve_as_a_table_has_every_point(organizer: Client, part: str) -> None:
    response = organizer.get(f"{RUN}curve-{part}.csv")
    assert response.content.startswith(",".join(CURVE_COLUMNS).encode() + b"\r\n")
    spans = more_of(RunScore.objects.get(run__run_id="alpha-pages"))["spans"]
    points = [{name: float(cell) for name, cell in row.items()} for row in rows_of(response)]
    assert points == [point_json(point) for point in curve_of(spans[part])]
    assert max(points, key=lambda point: point["f1"]) == spans[part]["best"]


def test_the_curve_is_drawn_alike_in_every_language(organizer: Client) -> None:
    drawn = {
        organizer.get(f"{RUN}curve.svg", headers={"accept-language": tongue}).content
        for tongue in ("en", "de", "ar")
    }
    assert len(drawn) == 1
    figure = ElementTree.fromstring(drawn.pop())
    names = {(one.text or "").strip() for one in figure.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Recall", "Precision", "Long answers", "Short answers"} <= names
    titles = [one.text or "" for one in figure.iter("{http://www.w3.org/2000/svg}title")]
    assert "Long answers. Scores from 9.5: precision 1.000, recall .167, F1 .286" in titles
    inline = organizer.get(RUN, headers={"accept-language": "de"}).content.decode()
    assert re.findall(r"<path d=\"M[^\"]+\"", inline) == re.findall(
        r"<path d=\"M[^\"]+\"", organizer.get(RUN).content.decode()
    )


def test_questions_are_listed_with_what_people_and_the_run_say(organizer: Client) -> None:
    page = text_of(organizer.get(RUN))
    assert f"{FIRST} 4 of 5 as 3 of 5 9.5 right 3 of 5 as 2 of 5 8 right" in page
    assert "103 1 of 5 as 1 of 5 5.5 wrong" in page
    assert "104 1 of 5 none −3 rightly silent" in page
    wrong = text_of(organizer.get(f"{RUN}?long=wrong"))
    assert "who built the breakwater of Halden" in wrong
    assert FIRST not in wrong
    assert "No such question" in text_of(organizer.get(f"{RUN}?long=wrong&short=missed"))
    assert FIRST in text_of(organizer.get(f"{RUN}?long=anything&page=x"))


def test_a_change_of_annotations_is_told(organizer: Client) -> None:
    assert "have changed since" not in text_of(organizer.get(RUN))
    PageAnnotation.objects.filter(assignment__question__qid=FIRST).update(
        long=[], candidate=-1, short=None, kind=""
    )
    page = text_of(organizer.get(RUN))
    assert "Annotations of some of these questions have changed" in page
    assert f"{FIRST} 0 of 5 changed no annotator’s" in page


def test_teams_see_their_outcomes_and_not_what_people_said(campaign: Campaign, client: Client) -> None:
    team = Team.objects.get(campaign=campaign, name="alpha")
    account = make_member(campaign, "tim", "participant")
    team.members.add(campaign.members.get(account=account))
    client.force_login(account)
    assert client.get(RUN).status_code == 404
    campaign.state = "released"
    campaign.save()
    ScoreSet.objects.get().releases.create(campaign=campaign)
    page = client.get(RUN)
    assert "bytes 100 to 300" in text_of(page)
    assert "rightly silent" in text_of(page)
    for name in ("ada", "ben", "cleo", " of 5", "/results/1/questions/"):
        assert name not in page.content.decode()
    assert client.get(f"{RUN}curve-long.csv").status_code == 200
    other = f"{START}1/runs/beta.tokens/"
    for address in (other, f"{other}curve.svg", f"{START}1/questions/{FIRST}/", PEOPLE, f"{PEOPLE}table.csv"):
        assert client.get(address).status_code == 404
    assert "Long F1" in text_of(client.get(START))


def test_a_question_shows_people_and_runs(organizer: Client, campaign: Campaign, client: Client) -> None:
    page = text_of(organizer.get(f"{START}1/questions/{FIRST}/"))
    assert "4 of 5 gave one (2 needed: the question has one; share μ = .800)" in page
    assert "3 of 5 paragraph, bytes 100 to 300" in page
    assert "1 of 5 paragraph, bytes 320 to 420" in page
    assert "alpha-pages long bytes 100 to 300 as 3 of 5 9.5 right" in page
    assert "This campaign has no document collection" in page
    assert "ada good paragraph candidate 0, bytes 100 to 300 bytes 120 to 128 6, 50, 12" in page
    bad = text_of(organizer.get(f"{START}1/questions/104/")).replace(" ,", ",")
    assert "good to 2, bad to 2 (asks for an opinion), bad to 1 (ambiguous)" in bad
    assert "eve not complete" in text_of(organizer.get(f"{START}1/questions/105/"))
    client.force_login(make_member(campaign, "adja", "adjudicator"))
    page = text_of(client.get(f"{START}1/questions/{FIRST}/"))
    assert "3 of 5 paragraph" in page
    assert "ada" not in page
    assert organizer.get(f"{START}1/questions/nothing/").status_code == 404
    assert "Nobody has annotated this question" in text_of(organizer.get(f"{START}1/questions/108/"))


def test_an_old_version_says_by_how_many_it_was_scored(organizer: Client, campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(settings={"gold_votes": 5})
    assert "(2 needed: the question has one" in text_of(organizer.get(f"{START}1/questions/{FIRST}/"))
    assert "at least 2 of the annotators" in text_of(organizer.get(f"{START}1/"))


def test_a_held_page_is_shown_with_all_answers_marked(tmp_path: Path, client: Client) -> None:
    campaign = held_campaign(tmp_path)
    score(campaign=campaign, rule="adjudicated", by=None)
    client.force_login(make_member(campaign, "olga", "organizer"))
    response = client.get("/campaigns/comets/results/1/questions/-71/")
    page = text_of(response)
    assert "3 of 5 The comet was found on 9 April 1926 by Edda Rehn. paragraph, bytes" in page
    assert "3 of 5 The comet bytes" in page
    address = re.search(r'<iframe[^>]*src="([^"#]+)#doc-nq-box-1"', response.content.decode())
    assert address
    shown = client.get(address[1].replace("&amp;", "&")).content.decode()
    assert 'id="doc-nq-box-1"' in shown
    assert 'id="doc-nq-box-2"' in shown
    assert shown.count("<mark") >= 2


def test_verdicts_on_one_question_are_those_of_all(campaign: Campaign) -> None:
    for row in RunScore.objects.all():
        spans = more_of(row)["spans"]
        for qid, verdict in spans["long"]["verdicts"].items():
            assert verdicts_on(row, qid) == {"long": verdict, "short": spans["short"]["verdicts"][qid]}
        assert verdicts_on(row, "108") == {}
    assert verdicts_on(RunScore(), "1") == {}


def test_annotators_and_their_decisions(organizer: Client) -> None:
    page = text_of(organizer.get(PEOPLE))
    assert "good 35 92.1 % 92.1 % bad 3 7.9 % 7.9 % ambiguous 1 2.6 % 2.6 %" in page
    assert "no long answer 11 28.9 % 31.4 % long answer 24 63.2 % 68.6 % paragraph 11 28.9 % 31.4 %" in page
    assert "short answer 12 31.6 % 50.0 % yes 2 5.3 % 8.3 % no 1 2.6 % 4.2 % no short answer 9" in page
    assert "6 have a long answer, 5 a short one" in page
    assert "most popular answer .833 .800" in page
    assert "Look closer" not in page
    rows = {row["annotator"]: row for row in rows_of(organizer.get(f"{PEOPLE}table.csv"))}
    assert (rows["eve"]["assigned"], rows["eve"]["done"], rows["eve"]["annotations"]) == ("7", "6", "6")
    assert (rows["eve"]["long_null"], rows["ada"]["long_null"]) == ("4", "1")
    assert float(rows["ada"]["median_seconds_long"]) == 50
    assert {row["long_far_off"] for row in rows.values()} == {"0"}  # too few annotations


def test_what_counts_here_counts_for_scores(campaign: Campaign) -> None:
    qids = dict(campaign.questions.values_list("pk", "qid"))
    found = {one.example_id: one.annotations for one in counting_examples(Chosen(campaign), qids)}
    (scored,) = scorer_of(campaign).forms.values()
    assert isinstance(scored, SpanQuestions)
    assert {qid: set(said) for qid, said in found.items()} == {
        qid: set(example.annotations) for qid, example in scored.examples.items()
    }


def test_somebody_far_off_is_named(organizer: Client) -> None:
    campaign = Campaign.objects.get()
    make_questions(campaign, *map(str, range(900, 930)), type="question")
    for question in campaign.questions.filter(qid__startswith="9", qid__lt="93"):
        if len(question.qid) == 3:
            for name in ("ada", "ben"):
                assignment = give(question, campaign.members.get(name=name), judged=1)
                place = [] if name == "ada" else [10, 90, 1, 9]
                PageAnnotation.objects.create(
                    assignment=assignment, question="good", candidate=0, long=place, short=[]
                )
    page = text_of(organizer.get(PEOPLE))
    assert "Look closer" in page
    assert re.search(
        r"ada gave no long answer in 8\d % of 38 annotations, the others in 2\d % \(p &lt; \.001\)", page
    )


def test_pages_without_annotations_say_what_to_do(client: Client) -> None:
    campaign = make_campaign("new", "nq")
    client.force_login(make_member(campaign, "olga", "organizer"))
    assert "Import the questions first" in text_of(client.get("/campaigns/new/annotators/"))
    question = make_questions(campaign, "1", type="question")[0]
    assert "Give questions to annotators" in text_of(client.get("/campaigns/new/annotators/"))
    member = people.ensure_member(
        campaign=campaign, name="ada", roles=["assessor"], by=None, account=make_account("ada")
    )
    give(question, member)
    assert "No annotation is complete yet" in text_of(client.get("/campaigns/new/annotators/"))
    assert rows_of(client.get("/campaigns/new/annotators/table.csv"))[0]["annotations"] == "0"
    assert "No scores yet" in text_of(client.get("/campaigns/new/results/"))


def test_campaigns_of_other_tracks_have_no_annotators(client: Client) -> None:
    campaign = make_campaign("bare")
    client.force_login(make_member(campaign, "olga", "organizer"))
    assert client.get("/campaigns/bare/annotators/").status_code == 404
    assert "/campaigns/bare/annotators/" not in client.get("/campaigns/bare/").content.decode()


def test_pages_take_the_queries_they_are_allowed(organizer: Client, query_count: QueryCount) -> None:
    organizer.get(START)
    with query_count("leaderboard of pages"):
        organizer.get(START)
    with query_count("leaderboard of pages: run"):
        organizer.get(RUN)
    with query_count("leaderboard of pages: question"):
        organizer.get(f"{START}1/questions/{FIRST}/")
    with query_count("annotators"):
        organizer.get(PEOPLE)
