"""The records that agreement is worked out from: what people said, and nothing of runs."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import (
    Adjudication,
    Assignment,
    Judgment,
    Nugget,
    NuggetMatch,
    NuggetVote,
)
from assessment.judging.selectors.annotation_records import counting_annotations
from assessment.people.models import Member
from assessment.submissions.models import PoolItem, in_pool
from scoring import records
from scoring.annotations import AnnotatedExample
from scoring.evaluations import OF_SOME
from scoring.stages import CLASSES, MATCHING

AT_ONCE = 5_000  # rows


class _Names(NamedTuple):
    """What rows point at."""

    questions: Mapping[int, str]
    people: Mapping[int | None, str]  # nobody is ""
    items: Mapping[int, records.Item]


def evaluation_of(
    campaign: Campaign,
    questions: Iterable[records.Question],
    judgments: Iterable[records.Judgment],
    decisions: Iterable[records.Adjudication],
) -> records.Evaluation:
    """Grades and the decisions on them, as the scorer's records."""
    topics = records.Topics(tuple(questions))
    return records.Evaluation(
        campaign=campaign.slug,
        title=campaign.title,
        track=campaign.track_slug,
        definition=campaign.definition,
        settings=campaign.settings,
        topics=topics,
        scales=campaign.track.scales(topics),
        cell_scales=campaign.track.cell_scales(topics),
        runs=(),
        responses={},
        pool=(),
        judgments=tuple(judgments),
        adjudications=tuple(decisions),
    )


def judged_part(campaign: Campaign, questions: QuerySet[Question]) -> records.Evaluation:
    """What counts of all that people said of some questions (at most ten queries, five where there are only grades)."""
    asked = list(questions.order_by("position", "pk").values_list("pk", "qid", "type"))
    chosen = questions.values("pk")
    pool = PoolItem.objects.filter(question__in=chosen)
    qids = {pk: qid for pk, qid, _ in asked}
    items = {
        pk: records.Item(qids[question], *content)
        for pk, question, *content in _rows(pool, "pk", "question_id", "docid", "passage", "answer")
    }
    members = Member.objects.filter(campaign=campaign).values_list("pk", "name")
    names = _Names(qids, {None: "", **dict(members)}, items)
    grades = evaluation_of(
        campaign,
        [records.Question(qid, kind, "") for _, qid, kind in asked],
        _judgments(campaign, chosen, names),
        _decisions(chosen, names),
    )
    return grades._replace(
        **_nuggets(campaign, chosen, names),
        assignments=tuple(_assignments(campaign, chosen, names)),
        annotations=_annotations(campaign, chosen, names),
    )


def _judgments(
    campaign: Campaign, chosen: QuerySet[Question, Any], names: _Names
) -> Iterator[records.Judgment]:
    """Classes too, in tracks that have them."""
    given = Judgment.objects.filter(item__question__in=chosen).counting()
    items, people = names.items, names.people
    columns = ("item_id", "member_id", "grade")
    if not campaign.track.types_with(CLASSES):
        return (
            records.Judgment(items[item], people[member], grade)
            for item, member, grade in _rows(given, *columns)
        )
    return (
        records.Judgment(items[item], people[member], grade, name or "")
        for item, member, grade, name in _rows(given, *columns, "answer_class__name")
    )


def _decisions(chosen: QuerySet[Question, Any], names: _Names) -> Iterator[records.Adjudication]:
    decided = Adjudication.objects.filter(in_pool("item"), item__question__in=chosen).exclude(grade="")
    for item, *decision in _rows(decided, "item_id", "grade", "ground", "overruled"):
        yield records.Adjudication(names.items[item], *decision)


def _nuggets(campaign: Campaign, chosen: QuerySet[Question, Any], names: _Names) -> dict[str, Any]:
    """Nuggets with votes and marks, who finished looking for them, and where (four queries); nothing in other tracks."""
    if not _has_nuggets(campaign):
        return {}
    nuggets = Nugget.objects.filter(question__in=chosen).current()
    votes = NuggetVote.objects.filter(nugget__question__in=chosen, nugget__removed=False)
    of_these = in_pool("item"), NuggetMatch.SAYS
    marks = NuggetMatch.objects.filter(*of_these, item__question__in=chosen, nugget__removed=False)
    people, questions = names.people, names.questions
    return {
        "pool": tuple(names.items.values()),
        "nuggets": tuple(
            records.Nugget(questions[question], name, "", origin, people[member])
            for question, name, origin, member in _rows(nuggets, "question_id", "name", "origin", "member_id")
        ),
        "nugget_votes": tuple(
            records.NuggetVote(questions[question], name, people[member], vote)
            for question, name, member, vote in _rows(
                votes, "nugget__question_id", "nugget__name", "member_id", "vote"
            )
        ),
        "matches": tuple(
            records.Match(names.items[item], name, people[member], label)
            for item, name, member, label in _rows(marks, "item_id", "nugget__name", "member_id", "label")
        ),
    }


def _has_nuggets(campaign: Campaign) -> bool:
    return bool(campaign.track.types_with(MATCHING))


def _assignments(
    campaign: Campaign, chosen: QuerySet[Question, Any], names: _Names
) -> Iterator[records.Assignment]:
    """All of tracks with nuggets, whose finished ones count; of others all where some assessors saw a machine's grades (of
    each condition the time is counted), or where some judged only what others differ on."""
    rows = Assignment.objects.of_people().filter(question__in=chosen)
    if not _has_nuggets(campaign) and not rows.filter(Q(shown__isnull=False) | Q(stage__in=OF_SOME)).exists():
        return
    for row in rows.select_related("question__pool").order_by().iterator(chunk_size=AT_ONCE):
        row.question.campaign = campaign  # on which it depends what there is to do
        yield records.Assignment(
            names.questions[row.question_id],
            names.people[row.member_id],
            row.role,
            row.state,
            seconds=row.seconds,
            shown=names.people[row.shown_id],
        )


def _annotations(
    campaign: Campaign, chosen: QuerySet[Question, Any], names: _Names
) -> tuple[AnnotatedExample, ...]:
    if not campaign.track.marks_places:
        return ()
    said = counting_annotations(Q(assignment__question__in=chosen))
    return tuple(AnnotatedExample(qid, tuple(said[pk])) for pk, qid in names.questions.items() if pk in said)


def _rows(queryset: QuerySet[Any], *columns: str) -> Iterator[tuple[Any, ...]]:
    """Rows as the database sends them, in no order: nothing about agreement depends on one."""
    return queryset.order_by().values_list(*columns).iterator(chunk_size=AT_ONCE)
