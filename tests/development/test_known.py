"""What is known of a question, added on its page; and how people type it."""

import html
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.models.known import Known, format_known, parse_known
from assessment.judging.models import AnswerClass, Assignment, Nugget, NuggetVote
from assessment.people.services.accounts import ensure_member
from scoring import evaluations
from scoring.evaluations.gallery import gallery
from scoring.formats.rows import as_weight
from scoring.stages import LISTING
from scoring.tracks.base import QuestionType
from tests.client import Client
from tests.query_counts import QueryCount

Enter = Callable[[Campaign | None, str], Client]

KINDS = evaluations.TRACKS["series2004"].question_types
PARAGRAPHS = evaluations.get("respubliqa2010").question_types["Factoid"]
QUESTION = "/campaigns/comet/questions/1.{}/"
KNOWN = "/campaigns/comet/known/1.{}/"


@pytest.fixture
def organizer(comet: Campaign, enter: Enter) -> Client:
    return enter(comet, "organizer")


def test_answers_are_added_on_the_questions_page(organizer: Client) -> None:
    assert 'action="/campaigns/comet/known/1.2/"' in organizer.get(QUESTION.format(2)).content.decode()
    sent = {"known": "Ada Rehn | WIRE-1\r\nthe warden\r\nAda Rehn"}
    assert organizer.post(KNOWN.format(2), sent).status_code == 302
    page = organizer.post(KNOWN.format(2), {"known": "Ada Rehn\nher son"}, follow=True).content.decode()
    assert "Added 1. Known before: 1." in page
    assert "WIRE-1" in page
    rows = AnswerClass.objects.known().in_order().values_list("name", "text", "docid")
    assert list(rows) == [("1", "Ada Rehn", "WIRE-1"), ("2", "the warden", ""), ("3", "her son", "")]


def test_nuggets_are_added_with_votes_and_for_all_voters(comet: Campaign, organizer: Client) -> None:
    question = comet.questions.get(qid="1.3")
    Nugget.objects.create(question=question, name="4", text="seen by all", position=9, origin="pool")
    ada = ensure_member(campaign=comet, name="ada", roles=["assessor"], by=None)
    sheet = Assignment.objects.create(question=question, member=ada, stage="votes")
    sent = {"known": "vital | came back\nokay | seen by all | D1\nokay | bright | D2"}
    page = organizer.post(KNOWN.format(3), sent, follow=True).content.decode()
    assert "Added 2. Known before: 1." in page
    rows = Nugget.objects.in_order().values_list("name", "text", "docid", "position")
    assert list(rows) == [("4", "seen by all", "", 9), ("5", "came back", "", 10), ("6", "bright", "D2", 11)]
    votes = NuggetVote.objects.order_by("pk").filter(member=None)
    assert list(votes.values_list("nugget__text", "vote")) == [("came back", "vital"), ("bright", "okay")]
    for said in ("found while judging", "no vote yet", ">vital<", ">okay<"):
        assert said in page
    sheet.refresh_from_db()
    assert sheet.asked == 3


def test_lines_at_fault_are_all_told_and_kept(organizer: Client) -> None:
    response = organizer.post(KNOWN.format(3), {"known": "came back\nvital | bright\nnever | seen"})
    page = response.content.decode()
    assert response.status_code == 422
    assert "Line 1," in page
    assert "Line 3," in page
    assert "vital | bright" in page
    assert not Nugget.objects.exists()


def test_a_nugget_that_is_called_vital_and_okay_is_refused_with_both_lines(organizer: Client) -> None:
    lines = "vital | came back\nokay | bright\nokay | came  back\nokay | bright"
    response = organizer.post(KNOWN.format(3), {"known": lines})
    page = html.unescape(response.content.decode())
    assert response.status_code == 422
    assert re.findall(r"Line (\d), [^:]*: line (\d) calls the same nugget (\w+);", page) == [
        ("3", "1", "vital")
    ]
    assert not Nugget.objects.exists()


def test_a_nugget_in_two_groups_is_refused_with_both_lines(organizer: Client) -> None:
    lines = (
        "vital | came back\nvital | bright || Look\nvital | bright | | Look\nvital | bright || Orbit\n"
        "vital | came back || Orbit\nokay | bright"
    )
    response = organizer.post(KNOWN.format(3), {"known": lines})
    page = html.unescape(response.content.decode())
    assert response.status_code == 422
    assert re.findall(
        r"Line (\d), [^:]*: line (\d) has the same nugget in (the group .\w+.|no group);", page
    ) == [
        ("4", "2", 'the group "Look"'),
        ("5", "1", "no group"),
    ]
    assert re.findall(r"Line (\d), [^:]*: line (\d) calls the same nugget (\w+);", page) == [
        ("6", "2", "vital")
    ]
    assert not Nugget.objects.exists()


def test_nothing_is_added_once_the_scores_are_out(comet: Campaign, organizer: Client) -> None:
    Campaign.objects.filter(pk=comet.pk).update(state=State.RELEASED)
    response = organizer.post(KNOWN.format(2), {"known": "Ada Rehn"})
    assert response.status_code == 422
    assert "The scores of comet are released" in response.content.decode()
    assert not AnswerClass.objects.exists()


def test_teams_see_nothing_of_what_is_known(comet: Campaign, organizer: Client, enter: Enter) -> None:
    organizer.post(KNOWN.format(2), {"known": "Ada Rehn | WIRE-1"})
    Campaign.objects.filter(pk=comet.pk).update(state=State.OPEN)
    page = enter(comet, "participant").get(QUESTION.format(2)).content.decode()
    assert "Ada Rehn" not in page
    assert "Known answers" not in page


def test_the_topics_file_is_a_click_away(organizer: Client) -> None:
    address = "/campaigns/comet/exports/tables/questions.xml"
    assert f'href="{address}"' in organizer.get("/campaigns/comet/questions/").content.decode()
    written = organizer.get(address).getvalue()
    topics, problems = evaluations.TRACKS["series2004"].read_topics(written, "topics")
    assert problems == []
    assert [question.qid for question in topics.questions] == ["1.1", "1.2", "1.3", "2.1", "2.2"]


def test_a_page_of_nuggets_takes_few_queries(
    comet: Campaign, organizer: Client, query_count: QueryCount
) -> None:
    for count in (1, 30):
        lines = "\n".join(f"vital | nugget {number}" for number in range(count))
        assert organizer.post(KNOWN.format(3), {"known": lines}).status_code == 302
        with query_count("question of nuggets"):
            assert organizer.get(QUESTION.format(3)).status_code == 200
        with query_count("what is known of a question"):
            assert organizer.get(KNOWN.format(3)).status_code == 200


word = st.text(st.characters(exclude_characters="|", exclude_categories=["C", "Z"]), min_size=1, max_size=9)
text = st.lists(word, min_size=1, max_size=4).map(" ".join)
docid = st.one_of(st.just(""), word)


RUBRICS = next(entry for entry in gallery() if entry.name == "rubrics").track.question_types["report"]
WEIGHTS = st.one_of(st.just(""), st.decimals(-999, 999, places=3).map(str).map(as_weight))
SPELLED = pytest.mark.parametrize(
    "kind",
    [KINDS["LIST"], KINDS["OTHER"], PARAGRAPHS, RUBRICS],
    ids=["answers", "nuggets", "paragraphs", "criteria"],
)


def row_of_group(text: str, weight: str, group: str) -> Known:
    return Known(f"{text} | {text}", weight=weight or "1", group=group)


@SPELLED
@given(st.data())
def test_what_is_spelled_is_read_again(kind: QuestionType, data: st.DataObject) -> None:
    vote = st.sampled_from(["vital", "okay"]) if kind.form.asks(LISTING) else st.just("")
    group = st.one_of(st.just(""), word) if kind.form.asks(LISTING) else st.just("")
    row = st.builds(Known, text, docid, vote, st.just(""), st.just(""), group, st.just(""))
    if kind.form.has_criteria:
        row = st.builds(
            Known,
            text,
            weight=WEIGHTS,
            **dict.fromkeys(("docid", "vote", "passage", "group", "name"), st.just("")),
        )
        row |= st.builds(row_of_group, text, WEIGHTS, word)
    if kind.passage_scale:
        row |= st.builds(Known, st.one_of(st.just(""), text), word, st.just(""), word, *[st.just("")] * 3)
    rows = data.draw(st.lists(row, unique_by=lambda row: row.line if row.passage else row.text, max_size=5))
    assert parse_known(format_known(rows), kind) == (rows, [])


@SPELLED
@given(typed=st.text(max_size=80))
def test_whatever_is_typed_is_read_or_told(kind: QuestionType, typed: str) -> None:
    known, errors = parse_known(typed, kind)
    assert parse_known(format_known(known), kind) == (known, [])
    assert known or errors or not typed.replace("|", "").strip()
