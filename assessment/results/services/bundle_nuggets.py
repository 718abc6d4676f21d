"""The nuggets of a bundle's import: their list, the votes, and which answers hold them."""

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from assessment.judging.models import AssignmentRole, Nugget, NuggetMatch, NuggetVote, Reading
from assessment.results.services.bundle_steps import store_rows
from scoring.formats.nuggets import in_order
from scoring.records import Evaluation, Item

Sheet = tuple[str, str]  # question and assessor


class Places(NamedTuple):
    """Primary keys of what nuggets refer to."""

    questions: Mapping[str, int]
    items: Mapping[Item, int]
    members: Mapping[str, int]


def nugget_people(evaluation: Evaluation) -> set[str]:
    """Everybody who wrote, weighed or marked a nugget."""
    named = {
        *(told.assessor for told in evaluation.nuggets),
        *(told.assessor for told in evaluation.nugget_votes),
        *(told.assessor for told in evaluation.matches),
    }
    return named - {""}


def read_items(evaluation: Evaluation) -> Mapping[Sheet, set[Item]]:
    """The items that assessors looked through for nuggets: all of a finished question, else those they marked."""
    read = defaultdict[Sheet, set[Item]](set)
    for match in evaluation.matches:
        if match.assessor:
            read[match.item.qid, match.assessor].add(match.item)
    pools = defaultdict[str, set[Item]](set)
    for item in evaluation.pool:
        if item.qid in evaluation.ungraded:
            pools[item.qid].add(item)
    for sheet in evaluation.assignments:
        if sheet.state == "done" and sheet.role in (AssignmentRole.PRIMARY, AssignmentRole.JUDGE):
            read[sheet.qid, sheet.assessor] |= pools[sheet.qid]
    return read


def store_nuggets(evaluation: Evaluation, places: Places, assignments: Mapping[Sheet, int]) -> None:
    """Store the list of each question in the order of its names, the votes and the matches."""
    store_list(evaluation, places)
    rows = Nugget.objects.filter(question__in=places.questions.values())
    nuggets = {(qid, name): pk for qid, name, pk in rows.values_list("question__qid", "name", "pk")}
    store_rows(
        NuggetVote(
            nugget_id=nuggets[told.qid, told.nugget],
            member_id=places.members.get(told.assessor),
            vote=told.vote,
        )
        for told in evaluation.nugget_votes
    )
    store_rows(
        NuggetMatch(
            item_id=places.items[told.item],
            nugget_id=nuggets[told.item.qid, told.nugget],
            member_id=places.members.get(told.assessor),
        )
        for told in evaluation.matches
    )
    store_rows(
        (
            Reading(assignment_id=assignments[sheet], item_id=places.items[item])
            for sheet, items in sorted(read_items(evaluation).items())
            if sheet in assignments
            for item in sorted(items)
        )
    )


def store_list(evaluation: Evaluation, places: Places) -> None:
    """The nuggets, by question and name."""
    ordered = sorted(evaluation.nuggets, key=lambda told: (told.qid, in_order(told.name)))
    store_rows(
        (
            Nugget(
                question_id=places.questions[told.qid],
                name=told.name,
                text=told.text,
                origin=told.origin,
                member_id=places.members.get(told.assessor),
                position=position,
            )
            for position, told in enumerate(ordered, 1)
        )
    )
