"""The judging part of a bundle's import: people without accounts, assignments, judgments, decisions, classes, nuggets."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.judging.models import (
    Adjudication,
    AnswerClass,
    Assignment,
    AssignmentRole,
    Judgment,
    Kind,
)
from assessment.people.models import Member, Role, RoleName
from assessment.results.selectors.lots import UNKNOWN_TIME
from assessment.results.services.bundle_nuggets import Places, nugget_people, read_items, store_nuggets
from assessment.results.services.bundle_steps import store_rows
from scoring import records
from scoring.records import Evaluation, Item

Sheet = tuple[str, str]  # question and assessor
ClassKeys = Mapping[tuple[str, str, str], int]  # question, class, whose it is


class Stored(NamedTuple):
    """Primary keys of what the judgments refer to."""

    questions: Mapping[str, int]
    items: Mapping[Item, int]
    members: Mapping[str, int]
    classes: ClassKeys

    def class_of(self, qid: str, name: str, assessor: str) -> int | None:
        """The class that an assessor means by a name: the own one, else the settled one."""
        return self.classes.get((qid, name, assessor)) or self.classes.get((qid, name, ""))

    def any_class(self, qid: str, name: str) -> int | None:
        """The class that the adjudicator means by a name: the settled one, else the first assessor's."""
        makers = sorted(maker for known, named, maker in self.classes if (known, named) == (qid, name))
        return self.classes[qid, name, makers[0]] if makers else None


def store_judging(campaign: Campaign, evaluation: Evaluation, items: Mapping[Item, int]) -> None:
    """Store everything that people said, with counters as the site itself would have them."""
    questions = dict(campaign.questions.values_list("qid", "pk"))
    members = store_members(campaign, evaluation)
    classes = store_classes(evaluation.known_answers, questions, members)
    stored = Stored(questions, items, members, classes)
    assignments = store_assignments(evaluation, stored)
    store_judgments(evaluation.judgments, stored, assignments)
    store_decisions(evaluation.adjudications, stored)
    store_nuggets(evaluation, Places(questions, items, members), assignments)


def store_members(campaign: Campaign, evaluation: Evaluation) -> dict[str, int]:
    """A person without an account for each name, with the roles that the tables show them in; machines have none."""
    judges = {told.assessor for told in evaluation.judgments}
    assessors = {sheet.assessor for sheet in evaluation.assignments}
    assessors |= {told.assessor for told in evaluation.judgments if told.kind == Kind.HUMAN}
    assessors |= {told.assessor for told in evaluation.known_answers} - {""}
    assessors |= nugget_people(evaluation)
    adjudicators = {decision.adjudicator for decision in evaluation.adjudications} - {""}
    names = sorted(judges | assessors | adjudicators)
    Member.objects.bulk_create(Member(campaign=campaign, name=name) for name in names)
    members = dict(Member.objects.filter(campaign=campaign, name__in=names).values_list("name", "pk"))
    roles = [(name, RoleName.ASSESSOR) for name in assessors] + [
        (name, RoleName.ADJUDICATOR) for name in adjudicators
    ]
    Role.objects.bulk_create(Role(member_id=members[name], role=role) for name, role in sorted(roles))
    return members


def store_assignments(evaluation: Evaluation, stored: Stored) -> dict[Sheet, int]:
    """Who judges what; where no table says so, those who judged, whose states `settle_states` finds."""
    now = timezone.now()
    judged = done_by(evaluation)
    by_people = {(it.item.qid, it.assessor) for it in evaluation.judgments if it.kind == Kind.HUMAN}
    by_people |= read_items(evaluation).keys()
    listed = Counter(nugget.qid for nugget in evaluation.nuggets)
    voted = Counter((vote.qid, vote.assessor) for vote in evaluation.nugget_votes)
    sheets = {(sheet.qid, sheet.assessor): sheet for sheet in evaluation.assignments}
    for qid, name in sorted(judged.keys() - sheets.keys()):
        role = AssignmentRole.JUDGE if (qid, name) in by_people else AssignmentRole.MACHINE
        sheets[qid, name] = records.Assignment(qid, name, role)
    for qid, name in sorted(key for key in voted.keys() - sheets.keys() if key[1]):
        sheets[qid, name] = records.Assignment(qid, name, AssignmentRole.VOTER)
    store_rows(
        (
            Assignment(
                question_id=stored.questions[sheet.qid],
                member_id=stored.members[sheet.assessor],
                role=sheet.role,
                judged=voted[key] if sheet.role == AssignmentRole.VOTER else judged[key],
                nuggets=listed[sheet.qid] if sheet.role == AssignmentRole.VOTER else 0,
                canonical_answer=sheet.canonical_answer,
                comment=sheet.comment,
                seconds=sheet.seconds,
                no_answer_found=sheet.no_answer_found,
                finished_at=now if sheet.state == "done" else None,
                handed_over_at=now if sheet.state == "handed_over" else None,
            )
            for key, sheet in sorted(sheets.items())
        )
    )
    rows = Assignment.objects.filter(question__in=stored.questions.values()).values_list(
        "question__qid", "member__name", "pk"
    )
    return {(qid, name): pk for qid, name, pk in rows}


def settle_states(campaign: Campaign, evaluation: Evaluation) -> list[str]:
    """Finish what the bundle has no state for and is judged whole; return what it calls done and is not.

    The counters must be right: what is done is decided as everywhere on the site (`Assignment.is_done`).
    """
    told = {(sheet.qid, sheet.assessor): sheet.state for sheet in evaluation.assignments}
    rows = Assignment.objects.filter(question__campaign=campaign).select_related("member", "question__pool")
    named = [(told.get((row.question.qid, row.member.name)), row) for row in rows.order_by("pk")]
    whole = [row.pk for state, row in named if state is None and 0 < row.judged >= row.pool_size]
    Assignment.objects.filter(pk__in=whole).update(finished_at=timezone.now())
    return [
        f"question {row.question.qid} ({row.member})"
        for state, row in named
        if state == "done" and not row.is_done
    ]


def done_by(evaluation: Evaluation) -> Counter[Sheet]:
    """How many items everybody graded, or looked through for nuggets."""
    graded = Counter((judgment.item.qid, judgment.assessor) for judgment in evaluation.judgments)
    return graded + Counter({sheet: len(items) for sheet, items in read_items(evaluation).items()})


def store_judgments(
    judgments: Iterable[records.Judgment], stored: Stored, assignments: Mapping[Sheet, int]
) -> None:
    store_rows(
        Judgment(
            item_id=stored.items[told.item],
            member_id=stored.members[told.assessor],
            assignment_id=assignments[told.item.qid, told.assessor],
            grade=told.grade,
            note=told.note,
            kind=told.kind,
            version=told.version,
            judged_at=parse_time(told.judged_at),
            answer_class_id=stored.class_of(told.item.qid, told.answer_class, told.assessor),
        )
        for told in judgments
    )


def parse_time(text: str) -> datetime:
    """A time of a table; one without a zone is in UTC, and an empty one is unknown."""
    if not text:
        return UNKNOWN_TIME
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def store_decisions(decisions: Iterable[records.Adjudication], stored: Stored) -> None:
    now = timezone.now()
    store_rows(
        Adjudication(
            item_id=stored.items[told.item],
            grade=told.grade,
            ground=told.ground,
            overruled=told.overruled,
            note=told.note,
            member_id=stored.members.get(told.adjudicator),
            decided_at=now,
            answer_class_id=stored.any_class(told.item.qid, told.answer_class),
        )
        for told in decisions
    )


def store_classes(
    known: Iterable[records.KnownAnswer], questions: Mapping[str, int], members: Mapping[str, int]
) -> ClassKeys:
    """The answer classes of everybody, and those that are settled."""
    store_rows(
        AnswerClass(
            question_id=questions[told.qid],
            name=told.name,
            label=told.label,
            origin=told.origin,
            member_id=members.get(told.assessor),
        )
        for told in known
    )
    rows = AnswerClass.objects.filter(question__in=questions.values())
    columns = ("question__qid", "name", "member__name", "pk")
    return {(qid, name, member or ""): pk for qid, name, member, pk in rows.values_list(*columns)}
