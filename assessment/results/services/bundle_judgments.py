"""The judging part of a bundle's import: people without accounts, assignments, judgments, decisions, known answers."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.judging.models import MACHINE, Adjudication, Assignment, Judgment, Kind, KnownAnswer
from assessment.people.models import Member, Role, RoleName
from assessment.results.selectors.lots import UNKNOWN_TIME
from scoring import records
from scoring.records import Evaluation, Item

ROWS_AT_A_TIME = 2_000
Sheet = tuple[str, str]  # question and assessor


class Stored(NamedTuple):
    """Primary keys of what the judgments refer to."""

    questions: Mapping[str, int]
    items: Mapping[Item, int]
    members: Mapping[str, int]


def store_judging(campaign: Campaign, evaluation: Evaluation, items: Mapping[Item, int]) -> None:
    """Store everything that people said, with counters as the site itself would have them."""
    stored = Stored(
        dict(campaign.questions.values_list("qid", "pk")), items, store_members(campaign, evaluation)
    )
    assignments = store_assignments(evaluation, stored)
    store_judgments(evaluation.judgments, stored, assignments)
    store_decisions(evaluation.adjudications, stored)
    store_known_answers(evaluation.known_answers, stored)


def store_members(campaign: Campaign, evaluation: Evaluation) -> dict[str, int]:
    """A person without an account for each name, with the roles that the tables show them in; machines have none."""
    judges = {told.assessor for told in evaluation.judgments}
    assessors = {sheet.assessor for sheet in evaluation.assignments}
    assessors |= {told.assessor for told in evaluation.judgments if told.kind == Kind.HUMAN}
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
    """Who judges what; where no table says so, those who judged. One that judged all is finished then."""
    now = timezone.now()
    judged = Counter((judgment.item.qid, judgment.assessor) for judgment in evaluation.judgments)
    by_people = {(it.item.qid, it.assessor) for it in evaluation.judgments if it.kind == Kind.HUMAN}
    pooled = Counter(item.qid for item in evaluation.pool)
    sheets = {(sheet.qid, sheet.assessor): sheet for sheet in evaluation.assignments}
    for qid, name in sorted(judged.keys() - sheets.keys()):
        state = "done" if judged[qid, name] == pooled[qid] else "open"
        role = "judge" if (qid, name) in by_people else MACHINE
        sheets[qid, name] = records.Assignment(qid, name, role, state)
    Assignment.objects.bulk_create(
        (
            Assignment(
                question_id=stored.questions[sheet.qid],
                member_id=stored.members[sheet.assessor],
                role=sheet.role,
                judged=judged[key],
                canonical_answer=sheet.canonical_answer,
                comment=sheet.comment,
                seconds=sheet.seconds,
                finished_at=now if sheet.state == "done" else None,
                handed_over_at=now if sheet.state == "handed_over" else None,
            )
            for key, sheet in sorted(sheets.items())
        ),
        batch_size=ROWS_AT_A_TIME,
    )
    rows = Assignment.objects.filter(question__in=stored.questions.values()).values_list(
        "question__qid", "member__name", "pk"
    )
    return {(qid, name): pk for qid, name, pk in rows}


def store_judgments(
    judgments: Iterable[records.Judgment], stored: Stored, assignments: Mapping[Sheet, int]
) -> None:
    Judgment.objects.bulk_create(
        (
            Judgment(
                item_id=stored.items[told.item],
                member_id=stored.members[told.assessor],
                assignment_id=assignments[told.item.qid, told.assessor],
                grade=told.grade,
                note=told.note,
                kind=told.kind,
                version=told.version,
                judged_at=parse_time(told.judged_at),
            )
            for told in judgments
        ),
        batch_size=ROWS_AT_A_TIME,
    )


def parse_time(text: str) -> datetime:
    """A time of a table; one without a zone is in UTC, and an empty one is unknown."""
    if not text:
        return UNKNOWN_TIME
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def store_decisions(decisions: Iterable[records.Adjudication], stored: Stored) -> None:
    now = timezone.now()
    Adjudication.objects.bulk_create(
        (
            Adjudication(
                item_id=stored.items[told.item],
                grade=told.grade,
                ground=told.ground,
                overruled=told.overruled,
                note=told.note,
                member_id=stored.members.get(told.adjudicator),
                decided_at=now,
            )
            for told in decisions
        ),
        batch_size=ROWS_AT_A_TIME,
    )


def store_known_answers(known: Iterable[records.KnownAnswer], stored: Stored) -> None:
    KnownAnswer.objects.bulk_create(
        KnownAnswer(
            question_id=stored.questions[told.qid], name=told.name, label=told.label, origin=told.origin
        )
        for told in known
        if not told.assessor
    )
