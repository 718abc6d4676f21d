"""The judging part of a bundle's import: people without accounts, assignments, judgments, decisions, classes, nuggets."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.judging.models import (
    Adjudication,
    AnswerClass,
    AssignedItem,
    Assignment,
    Machine,
)
from assessment.judging.services.judgment_rows import COLUMNS, insert_judgments, said_in
from assessment.people.models import Member, Role, RoleName
from assessment.results.selectors.batches import UNKNOWN_TIME
from assessment.results.services.bundle_annotations import annotated, store_annotations
from assessment.results.services.bundle_nuggets import Places, nugget_people, read_items, store_nuggets
from assessment.results.services.bundle_steps import store_rows
from assessment.shared.say import say
from documents.steps import write_in_steps
from scoring import records
from scoring.evaluations import stage_of
from scoring.records import Evaluation, Item
from scoring.stages import JUDGE, MACHINE, VOTER, Stage

AssignmentKey = tuple[str, str]  # question and assessor
ClassKeys = Mapping[tuple[str, str, str], int]  # question, class, whose it is


class StoredKeys(NamedTuple):
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
        assessors = sorted(
            assessor for known, named, assessor in self.classes if (known, named) == (qid, name)
        )
        return self.classes[qid, name, assessors[0]] if assessors else None


def store_judging(campaign: Campaign, evaluation: Evaluation, items: Mapping[Item, int]) -> None:
    """Store everything that people said, with counters as the site itself would have them."""
    asked = campaign.questions.values_list("qid", "pk", "type")
    questions = {qid: pk for qid, pk, _ in asked}
    first = {qid: campaign.track.question_types[kind].form.first for qid, _, kind in asked}
    members = store_members(campaign, evaluation)
    classes = store_classes(evaluation.known_answers, questions, members)
    stored = StoredKeys(questions, items, members, classes)
    assignments = store_assignments(evaluation, stored, first)
    store_assigned_items(evaluation, stored, assignments)
    store_judgments(evaluation.judgments, stored, assignments)
    store_machines(evaluation, stored)
    store_decisions(evaluation.adjudications, stored)
    store_nuggets(evaluation, Places(questions, items, members), assignments)
    store_annotations(evaluation, assignments)


def store_members(campaign: Campaign, evaluation: Evaluation) -> dict[str, int]:
    """A person without an account for each name, with the roles that the tables show them in; machines have none."""
    judges = {record.assessor for record in evaluation.judgments}
    judges |= {machine.assessor for machine in evaluation.machines}
    assessors, adjudicators = _assessors(evaluation), _adjudicators(evaluation)
    names = sorted(judges | assessors | adjudicators)
    _leave_names(campaign, set(names))
    Member.objects.bulk_create(Member(campaign=campaign, name=name) for name in names)
    members = dict(Member.objects.filter(campaign=campaign, name__in=names).values_list("name", "pk"))
    roles = [(name, RoleName.ASSESSOR) for name in assessors] + [
        (name, RoleName.ADJUDICATOR) for name in adjudicators
    ]
    Role.objects.bulk_create(Role(member_id=members[name], role=role) for name, role in sorted(roles))
    return members


def people_of(evaluation: Evaluation) -> set[str]:
    """The names of all people of a bundle; machines are none."""
    return _assessors(evaluation) | _adjudicators(evaluation)


def _assessors(evaluation: Evaluation) -> set[str]:
    assessors = {row.assessor for row in evaluation.assignments}
    assessors |= {record.assessor for record in evaluation.judgments if not record.by_program}
    assessors |= {record.assessor for record in evaluation.known_answers} - {""}
    assessors |= nugget_people(evaluation)
    assessors |= {one.annotation.annotator for one in annotated(evaluation)}
    return assessors | {row.assessor for row in evaluation.rulings} - {""}


def _adjudicators(evaluation: Evaluation) -> set[str]:
    return {decision.adjudicator for decision in evaluation.adjudications} - {""}


def _leave_names(campaign: Campaign, names: set[str]) -> None:
    """Whoever imports gets a number behind the name where the bundle speaks of somebody of that name."""
    for member in Member.objects.filter(campaign=campaign, name__in=names):
        name, number = member.name, 2
        while member.name in names:
            member.name, number = f"{name}-{number}", number + 1
        member.save(update_fields=["name"])


def store_assignments(
    evaluation: Evaluation, stored: StoredKeys, first: Mapping[str, Stage]
) -> dict[AssignmentKey, int]:
    """Who judges what; where no table says so, those who judged, whose states `settle_states` finds."""
    now = timezone.now()
    judged = done_by(evaluation)
    by_people = {(it.item.qid, it.assessor) for it in evaluation.judgments if not it.by_program}
    by_people |= read_items(evaluation).keys()
    by_people |= {(one.item.qid, one.assessor) for one in evaluation.matches if one.assessor}
    by_machines = {(one.item.qid, one.assessor) for one in evaluation.machine_matches}
    by_machines |= {(one.qid, one.assessor) for one in evaluation.machine_nuggets}
    by_people |= {one.key for one in annotated(evaluation)}
    listed = Counter(nugget.qid for nugget in evaluation.nuggets)
    voted = Counter((vote.qid, vote.assessor) for vote in evaluation.nugget_votes)
    assigned = {(row.qid, row.assessor): row for row in evaluation.assignments}
    for qid, name in sorted((judged.keys() | by_people | by_machines) - assigned.keys()):
        role = JUDGE if (qid, name) in by_people else MACHINE
        assigned[qid, name] = records.Assignment(qid, name, role)
    for qid, name in sorted(key for key in voted.keys() - assigned.keys() if key[1]):
        assigned[qid, name] = records.Assignment(qid, name, VOTER)
    store_rows(
        (
            Assignment(
                question_id=stored.questions[row.qid],
                member_id=stored.members[row.assessor],
                stage=stage_of(row.role, first[row.qid]),
                primary=row.primary,
                judged=voted[key] if row.only_votes else judged[key],
                asked=listed[row.qid] if row.only_votes else 0,
                canonical_answer=row.canonical_answer,
                comment=row.comment,
                seconds=row.seconds,
                no_answer_found=row.no_answer_found,
                shown_id=stored.members.get(row.shown),
                finished_at=now if row.state == "done" else None,
                handed_over_at=now if row.state == "handed_over" else None,
            )
            for key, row in sorted(assigned.items())
        )
    )
    rows = Assignment.objects.filter(question__in=stored.questions.values()).values_list(
        "question__qid", "member__name", "pk"
    )
    return {(qid, name): pk for qid, name, pk in rows}


def store_assigned_items(
    evaluation: Evaluation, stored: StoredKeys, assignments: Mapping[AssignmentKey, int]
) -> None:
    """What third assessors are to judge, and what they judged: whatever somebody judged was given to them."""
    thirds = {(row.qid, row.assessor) for row in evaluation.assignments if row.of_some}
    if not thirds:
        return
    given = {(one.item, one.assessor) for one in evaluation.assigned_items}
    given |= {
        (one.item, one.assessor) for one in evaluation.judgments if (one.item.qid, one.assessor) in thirds
    }
    store_rows(
        AssignedItem(assignment_id=assignments[item.qid, name], item_id=stored.items[item])
        for item, name in sorted(given)
    )


def settle_states(campaign: Campaign, evaluation: Evaluation) -> list[str]:
    """Finish what the bundle has no state for and is judged whole; return what it calls done and is not.

    The counters must be right: what is done is decided as everywhere on the site (`Assignment.is_done`).
    """
    states = {(record.qid, record.assessor): record.state for record in evaluation.assignments}
    rows = Assignment.objects.filter(question__campaign=campaign).select_related(
        "member", "question__pool", "question__campaign"
    )
    named = [(states.get((row.question.qid, row.member.name)), row) for row in rows.order_by("pk")]
    whole = [row.pk for state, row in named if state is None and 0 < row.judged >= row.pool_size]
    Assignment.objects.filter(pk__in=whole).update(finished_at=timezone.now())
    return [
        say("question {qid} ({name})", qid=row.question.qid, name=row.member)
        for state, row in named
        if state == "done" and not row.is_done
    ]


def done_by(evaluation: Evaluation) -> Counter[AssignmentKey]:
    """How many items everybody graded, or looked through for nuggets, and pages annotated."""
    graded = Counter((judgment.item.qid, judgment.assessor) for judgment in evaluation.judgments)
    pages = Counter(one.key for one in annotated(evaluation) if one.annotation.complete)
    return graded + pages + Counter({key: len(items) for key, items in read_items(evaluation).items()})


def store_judgments(
    judgments: Iterable[records.Judgment], stored: StoredKeys, assignments: Mapping[AssignmentKey, int]
) -> None:
    rows = (
        (
            stored.class_of(judgment.item.qid, judgment.answer_class, judgment.assessor),
            said_in(
                judgment,
                parse_time(judgment.judged_at),
                item=stored.items[judgment.item],
                member=stored.members[judgment.assessor],
                assignment=assignments[judgment.item.qid, judgment.assessor],
            ),
        )
        for judgment in judgments
    )
    write_in_steps(rows, partial(insert_judgments, COLUMNS))


def store_machines(evaluation: Evaluation, stored: StoredKeys) -> None:
    store_rows(
        Machine(
            member_id=stored.members[facts.assessor], **dict(zip(facts._fields[1:], facts[1:], strict=True))
        )
        for facts in evaluation.machines
    )


def parse_time(text: str) -> datetime:
    """A time of a table; one without a zone is in UTC, and an empty one is unknown."""
    if not text:
        return UNKNOWN_TIME
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def store_decisions(decisions: Iterable[records.Adjudication], stored: StoredKeys) -> None:
    now = timezone.now()
    store_rows(
        Adjudication(
            item_id=stored.items[decision.item],
            grade=decision.grade,
            ground=decision.ground,
            overruled=decision.overruled,
            note=decision.note,
            member_id=stored.members.get(decision.adjudicator),
            decided_at=now,
            answer_class_id=stored.any_class(decision.item.qid, decision.answer_class),
        )
        for decision in decisions
    )


def store_classes(
    known: Iterable[records.KnownAnswer], questions: Mapping[str, int], members: Mapping[str, int]
) -> ClassKeys:
    """The answer classes of everybody, and those that are settled."""
    store_rows(
        AnswerClass(
            question_id=questions[record.qid],
            name=record.name,
            text=record.label,
            origin=record.origin,
            member_id=members.get(record.assessor),
        )
        for record in known
    )
    rows = AnswerClass.objects.filter(question__in=questions.values())
    columns = ("question__qid", "name", "member__name", "pk")
    return {(qid, name, member or ""): pk for qid, name, member, pk in rows.values_list(*columns)}
