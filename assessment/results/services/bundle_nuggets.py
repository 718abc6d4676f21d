"""The nuggets of a bundle's import: their list, the votes, and which answers hold them."""

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from assessment.judging.models import (
    DraftedNugget,
    Nugget,
    NuggetMatch,
    NuggetVote,
    Reading,
)
from assessment.results.services.bundle_steps import store_rows
from scoring.formats.nuggets import in_order
from scoring.records import Evaluation, Item

AssignmentKey = tuple[str, str]  # question and assessor


class Places(NamedTuple):
    """Primary keys of what nuggets refer to."""

    questions: Mapping[str, int]
    items: Mapping[Item, int]
    members: Mapping[str, int]


def nugget_people(evaluation: Evaluation) -> set[str]:
    """Everybody who wrote, weighed or marked a nugget."""
    named = {
        *(record.assessor for record in evaluation.nuggets),
        *(record.assessor for record in evaluation.nugget_votes),
        *(record.assessor for record in evaluation.matches),
    }
    return named - {""}


def read_items(evaluation: Evaluation) -> Mapping[AssignmentKey, set[Item]]:
    """The items that assessors looked through for nuggets: all of a finished question, else those they marked.

    Where cells have labels, these say it.
    """
    read = defaultdict[AssignmentKey, set[Item]](set)
    for match in evaluation.matches:
        if match.assessor and not match.label:
            read[match.item.qid, match.assessor].add(match.item)
    pools = defaultdict[str, set[Item]](set)
    for item in evaluation.pool:
        if item.qid not in evaluation.scales and item.qid not in evaluation.cell_scales:
            pools[item.qid].add(item)
    for row in evaluation.assignments:
        if row.state == "done" and row.judges:
            read[row.qid, row.assessor] |= pools[row.qid]
    return read


def store_nuggets(evaluation: Evaluation, places: Places, assignments: Mapping[AssignmentKey, int]) -> None:
    """Store the list of each question in the order of its names, the votes and the matches."""
    store_list(evaluation, places)
    rows = Nugget.objects.filter(question__in=places.questions.values())
    nuggets = {(qid, name): pk for qid, name, pk in rows.values_list("question__qid", "name", "pk")}
    store_rows(
        NuggetVote(
            nugget_id=nuggets[record.qid, record.nugget],
            member_id=places.members.get(record.assessor),
            vote=record.vote,
        )
        for record in evaluation.nugget_votes
    )
    store_rows(
        NuggetMatch(
            item_id=places.items[record.item],
            nugget_id=nuggets[record.item.qid, record.nugget],
            member_id=places.members.get(record.assessor),
            label=record.label,
        )
        for record in evaluation.matches
    )
    store_machine_matches(evaluation, places, assignments, nuggets)
    store_rows(
        (
            Reading(assignment_id=assignments[key], item_id=places.items[item])
            for key, items in sorted(read_items(evaluation).items())
            if key in assignments
            for item in sorted(items)
        )
    )


def store_machine_matches(
    evaluation: Evaluation,
    places: Places,
    assignments: Mapping[AssignmentKey, int],
    nuggets: Mapping[tuple[str, str], int],
) -> None:
    """What programs read, and the nuggets that they found."""
    read = {(one.assessor, one.item): one for one in evaluation.machine_matches}
    store_rows(
        Reading(
            assignment_id=assignments[item.qid, name],
            item_id=places.items[item],
            listed=one.listed,
            note=one.note,
            by_program=True,
        )
        for (name, item), one in sorted(read.items())
    )
    store_rows(
        NuggetMatch(
            item_id=places.items[one.item],
            nugget_id=nuggets[one.item.qid, one.nugget],
            member_id=places.members[one.assessor],
            label=one.label,
            by_program=True,
        )
        for one in evaluation.machine_matches
        if one.nugget
    )


def store_drafts(evaluation: Evaluation, places: Places) -> Mapping[tuple[str, str], int]:
    """What programs drafted; those of which a nugget was made, by question and its name."""
    store_rows(
        DraftedNugget.at(
            places.members[one.assessor],
            places.questions[one.qid],
            one.position,
            text=one.text,
            importance=one.importance,
            docid=one.docid,
            note=one.note,
            group=one.group,
        )
        for one in evaluation.machine_nuggets
    )
    rows = DraftedNugget.objects.filter(question__in=places.questions.values())
    columns = ("question__qid", "member__name", "position", "pk")
    taken = [one for one in evaluation.machine_nuggets if one.taken]
    pks = {(*key, place): pk for *key, place, pk in rows.values_list(*columns)} if taken else {}
    return {(one.qid, one.taken): pks[one.qid, one.assessor, one.position] for one in taken}


def store_list(evaluation: Evaluation, places: Places) -> None:
    """The nuggets, by question and name, each with the draft that it was made of."""
    drafts = store_drafts(evaluation, places)
    there = Nugget.objects.filter(question__in=places.questions.values())
    declared = set(there.values_list("question__qid", "name"))  # criteria, which came with the questions
    ordered = sorted(evaluation.nuggets, key=lambda record: (record.qid, in_order(record.name)))
    store_rows(
        (
            Nugget(
                question_id=places.questions[record.qid],
                name=record.name,
                text=record.text,
                origin=record.origin,
                member_id=places.members.get(record.assessor),
                position=position,
                draft_id=drafts.get((record.qid, record.name)),
                weight=record.weight or None,
                group=record.group,
            )
            for position, record in enumerate(ordered, 1)
            if (record.qid, record.name) not in declared
        )
    )
