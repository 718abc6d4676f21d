"""The questions of a campaign in their order, series by series: all of them, and a page of those looked for."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet

from assessment.campaigns.models import Question, Series
from assessment.campaigns.selectors.campaigns import questions_for
from assessment.people.selectors.access import Access

QUESTIONS_A_PAGE = 50


class QuestionGroup(NamedTuple):
    """A series and its questions, or the questions that belong to none."""

    series: Series | None
    questions: list[Question]


def question_groups(access: Access) -> list[QuestionGroup]:
    """The questions that somebody may see in their order, series by series (two queries)."""
    groups = {row.pk: QuestionGroup(row, []) for row in access.campaign.series.order_by("position", "pk")}
    alone = QuestionGroup(None, [])
    for question in questions_for(access).order_by("position", "pk"):
        groups.get(question.series_id or 0, alone).questions.append(question)
    return [*groups.values(), *([alone] if alone.questions else [])]


class Totals(NamedTuple):
    """How many questions a campaign has."""

    questions: int
    series: int
    dropped: int


def count_questions(groups: Iterable[QuestionGroup]) -> Totals:
    """Count questions that were read already; those of a dropped series are dropped too."""
    pairs = [(group.series, question) for group in groups for question in group.questions]
    dropped = sum(bool(question.drop_reason or (series and series.drop_reason)) for series, question in pairs)
    return Totals(len(pairs), len({series.pk for series, _ in pairs if series}), dropped)


class Row(NamedTuple):
    """A question under its series, or a series without any."""

    series: Series | None
    question: Question | None

    def has(self, part: str) -> bool:
        """Whether an id, the question or its target has this part, however it is capitalized."""
        words = [self.question.qid, self.question.text] if self.question else []
        words += [self.series.key, self.series.target] if self.series else []
        return any(part.casefold() in text.casefold() for text in words)


class Listed(NamedTuple):
    """A page of the questions of a campaign."""

    page: Page[Row]
    groups: list[QuestionGroup]  # of this page, with what is known of each question
    totals: Totals  # of the campaign
    find: str


def listed_questions(access: Access, *, page: str, find: str, series: str) -> Listed:
    """The page of that number; without one, that on which the series begins. `find` leaves what has this part."""
    groups = question_groups(access)
    rows = [row for row in _rows(groups) if not find or row.has(find)]
    shown = Paginator(rows, QUESTIONS_A_PAGE).get_page(page or _page_of(rows, series))
    return Listed(shown, _with_facts(access, shown.object_list), count_questions(groups), find)


def _rows(groups: Iterable[QuestionGroup]) -> Iterator[Row]:
    for group in groups:
        yield from (Row(group.series, question) for question in group.questions or (None,))


def _page_of(rows: Iterable[Row], series: str) -> int:
    """The page on which a series begins; the first if there is none of that key."""
    places = (place for place, row in enumerate(rows) if row.series and row.series.key == series)
    return next(places, 0) // QUESTIONS_A_PAGE + 1


def _with_facts(access: Access, rows: Iterable[Row]) -> list[QuestionGroup]:
    """The rows by series, each question with its pool, and how many corrections and known answers it has (one query)."""
    found = {row.pk: row for row in _facts(access, [row.question.pk for row in rows if row.question])}
    return [
        QuestionGroup(series, [found[row.question.pk] for row in some if row.question])
        for series, some in groupby(rows, lambda row: row.series)
    ]


def _facts(access: Access, keys: list[Any]) -> QuerySet[Question]:
    """Questions with what their list tells of them."""
    known = Q(entries__kind__in=("class", "nugget"), entries__origin="development", entries__removed=False)
    return (
        access.campaign.questions.filter(pk__in=keys)
        .select_related("pool")
        .annotate(
            corrected=Count("corrections", distinct=True),
            known=Count("entries", filter=known, distinct=True),
        )
    )
