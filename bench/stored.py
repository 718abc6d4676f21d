"""The same judging on a site that holds millions of judgments: rows of a former campaign, made within the database."""

import os
from collections.abc import Mapping
from uuid import uuid4

from django.db import connection, transaction
from django.db.models import Model

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, Change, Judgment
from assessment.judging.services.judgments import record_judgment
from assessment.submissions.models import PoolItem
from bench.at_once import at_once
from bench.site import Figures, timed
from tests.factory import make_account, make_assignment, make_campaign, make_items, make_questions

JUDGMENTS = int(os.environ.get("ASSIZE_BENCH_STORED", "5000000"))
QUESTIONS, ASSESSORS, DOCUMENTS = 500, 4, 100_000
NUMBERS = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {last}) SELECT {{}} "


def at_once_full() -> Figures:
    """As at_once, with 5,000,000 judgments and their history stored (ASSIZE_BENCH_STORED gives another number; target: not slower by more than a tenth)."""
    taken, _ = timed(lambda: fill("former", JUDGMENTS))
    stored = Judgment.ever.count()
    return {**at_once(), "stored": stored, "fill_s": taken.wall}


@transaction.atomic
def fill(slug: str, judgments: int) -> Campaign:
    """A campaign of one judgment by the services of the site, and copies of its rows: items for each question, a judgment of each item by each of its assessors."""
    campaign = make_campaign(slug)
    questions = make_questions(campaign, *(str(n) for n in range(1, QUESTIONS + 1)), type="factoid")
    people = [make_account(f"{slug}{n}") for n in range(ASSESSORS)]
    assignments = [make_assignment(question, account) for question in questions for account in people]
    sample = make_items(questions[0], ("D-0", "answer"))[0]
    record_judgment(
        by=people[0],
        assignment_id=assignments[0].pk,
        item_id=sample.pk,
        seen=0,
        client_id=uuid4(),
        grade="no",
    )
    keys = [question.pk for question in questions]
    assert keys == list(range(keys[0], keys[0] + QUESTIONS)), "one after the other"
    changed = {
        "question_id": f"{keys[0]} + n % {QUESTIONS}",
        "key": "CAST(n AS text)",
        "docid": f"'D-' || CAST(n % {DOCUMENTS} AS text)",
        "answer": "'answer ' || CAST(n AS text)",
    }
    given = f"FROM numbers, {_of(PoolItem)} AS sample WHERE sample.id = {sample.pk}"
    _copy(PoolItem, changed, given, NUMBERS.format(last=judgments // ASSESSORS))
    _copy_judgments(sample.pk, keys[0])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return campaign


def _copy_judgments(sample: int, first: int) -> None:
    """Of the one judgment and its change, for each item and assessor."""
    given = (
        f"FROM {_of(PoolItem)} AS item JOIN {_of(Assignment)} AS mine ON mine.question_id = item.question_id, {{}} AS sample "
        f"WHERE sample.item_id = {sample} AND item.id <> {sample} AND item.question_id BETWEEN {first} AND {first + QUESTIONS - 1}"
    )
    mine = {"item_id": "item.id", "assignment_id": "mine.id"}
    said = {"member_id": "mine.member_id", "grade": "CASE item.id % 10 WHEN 0 THEN 'yes' ELSE 'no' END"}
    _copy(Judgment, mine | said, given.format(_of(Judgment)))
    name = "gen_random_uuid()" if connection.vendor == "postgresql" else "lower(hex(randomblob(16)))"
    _copy(Change, mine | {"question_id": "item.question_id", "client_id": name}, given.format(_of(Change)))


def _copy(model: type[Model], changed: Mapping[str, str], source: str, begin: str = "SELECT {} ") -> None:
    """Insert rows like the sample's, with other values in some columns."""
    fields = (field for field in model._meta.concrete_fields if not field.primary_key)
    columns = [str(field.column) for field in fields]
    values = ", ".join(
        changed.get(column, f"sample.{connection.ops.quote_name(column)}") for column in columns
    )
    names = ", ".join(map(connection.ops.quote_name, columns))
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {_of(model)} ({names}) {begin.format(values)}{source}")


def _of(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)
