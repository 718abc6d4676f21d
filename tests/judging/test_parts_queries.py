"""How many SQL statements the desks for lists and nuggets take: as many for a large pool as for a small one, 15 at most."""

import json

import pytest
from django.db import connection

from assessment.campaigns.models import Campaign, Correction, Guidelines, Question
from assessment.judging.models import AnswerClass, Assignment, Judgment, Nugget, NuggetMatch, Reading
from assessment.submissions.models import Response, Run, Team
from bench.stored import fill
from tests.client import Client
from tests.factory import (
    make_account,
    make_assignment,
    make_campaign,
    make_items,
    make_member,
    make_questions,
)
from tests.query_counts import COUNTS_FILE, QueryCount

pytestmark = pytest.mark.django_db
SIZES = pytest.mark.parametrize("size", [2, 40])
MOST = 15


@pytest.fixture
def campaign(db: None) -> Campaign:
    made = make_campaign("comet", "series2004", settings={"list_view": "run"})
    Guidelines.objects.create(campaign=made, version=1, text="Judge well.")
    return made


def pooled(campaign: Campaign, type: str, size: int) -> Question:
    """A question of a series after others of which something is known, with a run's answers in its pool."""
    qids = [f"1.{number}" for number in range(1, size + 2)]
    *before, question = make_questions(campaign, *qids, type="FACTOID", series="1")
    Question.objects.filter(pk=question.pk).update(type=type)
    question.refresh_from_db()
    for asked in before:
        AnswerClass.objects.create(question=asked, name="1", text=f"known {asked.qid}", origin="development")
    Correction.objects.create(question=question, before="a", after="b", reason="c")
    items = make_items(question, *((f"D{number // 3}", f"lamp {number}") for number in range(size)))
    team = Team.objects.create(campaign=campaign, name="tern")
    run = Run.objects.create(
        campaign=campaign,
        team=team,
        run_id="tern1",
        run_key="tern1",
        sha256="x",
        responses_count=size,
        pooled=True,
    )
    Response.objects.bulk_create(
        Response(
            run=run, question=question, line=n, rank=n, docid=item.docid, answer=item.answer, key=item.key
        )
        for n, item in enumerate(items, 1)
    )
    return question


def nuggets_of(row: Assignment, size: int) -> None:
    """Nuggets on the list and off it, marked in every answer."""
    made = [
        Nugget.objects.create(
            question=row.question, name=str(n), text=f"nugget {n}", position=n, removed=not n % 2
        )
        for n in range(1, size + 1)
    ]
    for item in row.question.pool_items.all():
        NuggetMatch.objects.bulk_create(
            NuggetMatch(item=item, nugget=nugget, member=row.member) for nugget in made
        )
        Reading.objects.create(item=item, assignment=row)


def graded(row: Assignment, classes: int) -> None:
    """Every answer judged correct and put into one of so many classes of the assessor's own."""
    made = [
        AnswerClass.objects.create(
            question=row.question, name=f"{row.pk}-{n}", text=f"class {n}", member=row.member
        )
        for n in range(classes)
    ]
    Judgment.objects.bulk_create(
        Judgment(
            item=item,
            member=row.member,
            assignment=row,
            grade="correct",
            judged_at=item.round.made_at,
            answer_class=made[n % classes],
        )
        for n, item in enumerate(row.question.pool_items.order_by("pk"))
    )


def sign_in(client: Client, row: Assignment) -> None:
    assert row.member.account
    client.force_login(row.member.account)


def small(name: str) -> bool:
    counts: dict[str, int] = json.loads(COUNTS_FILE.read_text(encoding="utf-8"))
    return counts[name] <= MOST


@SIZES
def test_the_nugget_desk(client: Client, campaign: Campaign, query_count: QueryCount, size: int) -> None:
    row = make_assignment(pooled(campaign, "OTHER", size), make_account("ada"))
    nuggets_of(row, size)
    sign_in(client, row)
    for name, address in (
        ("nugget desk", f"/judge/{row.pk}/"),
        ("nugget list alone", f"/judge/{row.pk}/nuggets/"),
    ):
        client.get(address)
        with query_count(name):
            assert client.get(address).status_code == 200
        assert small(name)


@SIZES
def test_the_voting_page(client: Client, campaign: Campaign, query_count: QueryCount, size: int) -> None:
    row = make_assignment(pooled(campaign, "OTHER", size), make_account("ada"))
    nuggets_of(row, size)
    Assignment.objects.filter(pk=row.pk).update(stage="votes")
    sign_in(client, row)
    with query_count("voting page"):
        assert client.get(f"/judge/{row.pk}/").status_code == 200
    assert small("voting page")


@SIZES
def test_the_board_of_classes(client: Client, campaign: Campaign, query_count: QueryCount, size: int) -> None:
    row = make_assignment(pooled(campaign, "LIST", size), make_account("ada"))
    graded(row, size // 2)
    sign_in(client, row)
    with query_count("class board"):
        assert client.get(f"/judge/{row.pk}/classes/").status_code == 200
    with query_count("list question, run by run"):
        assert (
            client.get(f"/judge/{row.pk}/?item={row.question.pool_items.order_by('pk')[0].pk}").status_code
            == 200
        )
    assert small("class board")
    assert small("list question, run by run")


@SIZES
def test_settling_classes(client: Client, campaign: Campaign, query_count: QueryCount, size: int) -> None:
    question = pooled(campaign, "LIST", size)
    for number, name in enumerate(("ada", "ben", "cleo")):
        graded(make_assignment(question, make_account(name)), 1 + number * size // 2)
    client.force_login(make_member(campaign, "jude", "adjudicator"))
    with query_count("settling classes"):
        page = client.get(f"/campaigns/comet/adjudicate/{question.qid}/classes/")
    assert "Grouped differently" in page.content.decode()
    assert small("settling classes")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL plans by statistics of rows")
def test_no_class_is_tried_on_every_judgment(campaign: Campaign) -> None:
    """Beside ten million judgments of others, a small campaign's bundle took 1.2 seconds for 40 milliseconds."""
    pooled(campaign, "LIST", 2)
    fill("former", 2_000)
    classes = AnswerClass.objects.filter(question__campaign=campaign).in_use(campaign.track)
    assert "SCAN judging_judgment" not in classes.explain()
