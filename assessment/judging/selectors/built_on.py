"""What was built on a question since its assessor finished it: then the end is taken back by the organizer alone."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Max, QuerySet

from assessment.judging.models import Adjudication, Assignment, Change
from assessment.judging.selectors.before import types_after
from assessment.people.models import Event

SCORED = ("qrels:frozen", "scores:made")  # events after which the judgments of a question are in use
ADJUDICATED, FOLLOWED, IN_SCORES = "finish_adjudicated", "finish_followed", "finish_scored"

Times = Mapping[tuple[Any, ...], datetime]  # the last of each key


class BuiltOn(NamedTuple):
    """What keeps a question finished, and which question it was done in."""

    code: str
    qid: str


class _Since(NamedTuple):
    """The last times of what builds on questions."""

    decided: Times  # by question
    begun: Times  # by series, type and qid
    scored: Times  # by campaign

    def of(self, row: Assignment) -> BuiltOn | None:
        question, after = row.question, types_after(row.question)
        following = [key for key in self.begun if key[0] == question.series_id and key[1] in after]
        for code, times, keys in (
            (ADJUDICATED, self.decided, [(question.pk,)]),
            (FOLLOWED, self.begun, following),
            (IN_SCORES, self.scored, [(question.campaign_id,)]),
        ):
            for key in keys:
                if key in times and row.finished_at and times[key] > row.finished_at:
                    return BuiltOn(code, key[2] if code == FOLLOWED else question.qid)
        return None


def built_on(rows: Iterable[Assignment]) -> Mapping[int, BuiltOn]:
    """By assignment, what was built on those that could be opened again (at most three queries; none without such)."""
    undone = [row for row in rows if row.may_undo_finish]
    if not undone:
        return {}
    since = _since(undone, min(row.finished_at for row in undone if row.finished_at))
    found = {row.pk: since.of(row) for row in undone}
    return {pk: one for pk, one in found.items() if one}


def _since(rows: Collection[Assignment], when: datetime) -> _Since:
    questions = [row.question for row in rows]
    series = {one.series_id for one in questions if one.series_id and types_after(one)}
    decisions = Adjudication.objects.filter(item__question__in=questions, decided_at__gt=when)
    changes = Change.objects.filter(question__series__in=series, assignment__isnull=False, made_at__gt=when)
    events = Event.objects.filter(
        campaign__in={one.campaign_id for one in questions}, verb__in=SCORED, at__gt=when
    )
    return _Since(
        _last(decisions, "decided_at", "item__question"),
        _last(changes, "made_at", "question__series", "question__type", "question__qid") if series else {},
        _last(events, "at", "campaign"),
    )


def _last(rows: QuerySet[Any], when: str, *keys: str) -> Times:
    found = rows.order_by(*keys).values_list(*keys).annotate(last=Max(when))
    return {tuple(key): last for *key, last in found}
