"""What has to be finished before a question opens: those of its series whose types come before its own (`after`).

A question opens once nobody has such a one left to do. What has been begun is gone on with, though one of these be opened again,
or get new answers: only finishing waits for them then, since they may change what is to be said.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from assessment.campaigns.models import Question
from assessment.judging.models import Assignment
from scoring.tracks.linked import types_before


def open_before(assignment: Assignment) -> list[Question]:
    """The questions that have to be finished before this one is (one query where its type comes after another)."""
    return open_before_each([assignment.question]).get(assignment.question_id, [])


def open_before_each(
    questions: Iterable[Question], but: Assignment | None = None
) -> Mapping[int, list[Question]]:
    """The same of several questions with their campaigns (one query where any of their types comes after another).

    `but`: an assignment that is about to be finished, and holds up nobody.
    """
    types = {one.pk: (one, before) for one in questions if (before := before_of(one))}
    if not types:
        return {}
    names_before = {name for _, names in types.values() for name in names}
    open_ = _not_done([one for one, _ in types.values()], names_before, but)
    found = {
        pk: [other for other in open_.get(one.series_id or 0, ()) if other.type in names]
        for pk, (one, names) in types.items()
    }
    return {pk: others for pk, others in found.items() if others}


def before_of(question: Question) -> tuple[str, ...]:
    """The types of the questions that come before this one in its series; none where it is in no series."""
    if not question.series_id:
        return ()
    return types_before(question.campaign.track.question_types, question.type)


def linked_to(question: Question) -> tuple[str, ...]:
    """The types of questions that come before this one or after it, since all are tasks with the same series."""
    return (*before_of(question), *types_after(question))


def types_after(question: Question) -> list[str]:
    """The types of the questions that come after this one in its series."""
    types = question.campaign.track.question_types
    return [name for name in types if question.type in types_before(types, name)]


def is_left(row: Assignment, question: Question) -> bool:
    """Whether somebody still has to do something in a question, so that others wait for it."""
    if row.handed_over_at or question.left_because or not question.kind.judged:
        return False
    due = row.due(question)
    return due > 0 and not row.is_done_of(due)


def _not_done(
    questions: Sequence[Question], types: Collection[str], but: Assignment | None
) -> Mapping[int, list[Question]]:
    """By series, the questions of some types that somebody has not finished, in their order."""
    campaigns = {one.campaign_id: one.campaign for one in questions}
    series = {one.series_id for one in questions}
    rows = Assignment.objects.counting().filter(question__series__in=series, question__type__in=types)
    found: defaultdict[int, dict[int, Question]] = defaultdict(dict)
    for row in rows.select_related("question__series", "question__pool").order_by("question__position", "pk"):
        question = row.question
        question.campaign = campaigns[question.campaign_id]  # with its track, worked out once
        if row != but and is_left(row, question):
            found[question.series_id or 0][question.pk] = question
    return {series: list(some.values()) for series, some in found.items()}
