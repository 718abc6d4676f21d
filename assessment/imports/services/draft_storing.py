"""Nugget drafts of a program: the nuggets that it would write of a question, in their order."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from assessment.campaigns.models import Campaign, FileImport, Question
from assessment.campaigns.selectors.imports import trace_of
from assessment.campaigns.services.examples import ids_of_questions
from assessment.imports.services.drafts import (
    COLUMNS,
    DraftRow,
    check_drafts,
    questions_of,
    read_draft_rows,
    undrafted_by,
)
from assessment.imports.services.program_tables import ProgramTable, Review
from assessment.judging.models import DraftedNugget
from assessment.judging.selectors.post_editing import drafts_in_view
from assessment.people.models import Member
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n, sentence
from documents.bulk import insert_rows
from scoring.formats.problems import Problems
from scoring.records import MachineAssessor
from scoring.rules import some_of
from scoring.stages import LISTING

FIELDS = ("position", "text", "importance", "docid", "note", "group")
Draft = list[tuple[Any, ...]]  # the nuggets of one question, by FIELDS
Questions = Mapping[str, Question]  # by id


class DraftTable(ProgramTable[DraftRow, Questions, str, Draft]):
    """The nuggets that a program would write, by question."""

    kind = "machine-nuggets"
    title = sentence("Nugget drafts of a program")
    verb = "machine:drafted"
    things = "nugget drafts"
    task = LISTING
    nothing = sentence("No draft was stored.")
    columns = COLUMNS
    manual = "machine-assessors#nugget-drafts"

    def example(self, campaign: Campaign) -> Sequence[Mapping[str, str]]:
        qid, *_ = ids_of_questions(campaign, campaign.track.types_with(LISTING))
        return [
            {"qid": qid, "nugget": "was lit with whale oil", "importance": "vital", "confidence": "0.9"},
            {"qid": qid, "nugget": "was struck by lightning", "importance": "okay", "confidence": ""},
        ]

    def read(self, data: bytes, problems: Problems) -> list[DraftRow]:
        return read_draft_rows(data, problems)

    def scene(self, campaign: Campaign, rows: Sequence[DraftRow]) -> Questions:
        return questions_of(campaign, rows)

    def questions(self, scene: Questions) -> Collection[Question]:
        return scene.values()

    def check(self, rows: Iterable[DraftRow], scene: Questions, problems: Problems) -> None:
        check_drafts(rows, scene, problems)

    def wanted(self, rows: Sequence[DraftRow], scene: Questions) -> dict[str, Draft]:
        found: dict[str, Draft] = {}
        for row in rows:
            draft = found.setdefault(row.qid, [])
            draft.append((len(draft) + 1, row.text, row.importance, row.docid, row.note, row.group))
        return found

    def stored(self, campaign: Campaign, assessor: str, scene: Questions) -> dict[str, Draft]:
        rows = DraftedNugget.objects.filter(
            member__campaign=campaign, member__name=assessor, question__in=scene.values()
        )
        found: dict[str, Draft] = {}
        for qid, *values in rows.order_by("question", "position").values_list("question__qid", *FIELDS):
            found.setdefault(qid, []).append(tuple(values))
        return found

    def parts(self, said: Draft) -> int:
        return len(said)

    def left_out(self, campaign: Campaign, assessor: str, rows: Sequence[DraftRow]) -> list[str]:
        return undrafted_by(campaign, assessor, rows)

    def refuse(
        self, campaign: Campaign, facts: MachineAssessor, scene: Questions, differing: Collection[str]
    ) -> None:
        """What somebody is shown stays as it was when the question was assigned."""
        machine = Member.objects.filter(campaign=campaign, name=facts.assessor).first()
        if machine and (qids := drafts_in_view(machine, [scene[qid].pk for qid in differing])):
            raise Refused(
                say(
                    "People write the nuggets of {questions} with the drafts of {name} in view. No draft was stored.",
                    questions=some_of(sorted(qids)),
                    name=machine.name,
                ),
                "draft_in_view",
                say("Leave these questions out, or give the program another version."),
            )

    def watched(self, member: Member, scene: Questions) -> Sequence["QuerySet[Any]"]:
        return (DraftedNugget.objects.filter(member=member, question__in=scene.values()),)

    def write(
        self, member: Member, scene: Questions, differing: Mapping[str, Draft], before: Mapping[str, Draft]
    ) -> None:
        replaced = [scene[qid].pk for qid in differing if qid in before]
        DraftedNugget.objects.filter(member=member, question__in=replaced).delete()
        new = (
            (*DraftedNugget.own(member.pk, scene[qid].pk, place), *said)
            for qid, draft in differing.items()
            for place, *said in draft
        )
        insert_rows(DraftedNugget, (*DraftedNugget.OWN, *FIELDS[1:]), new)

    def holds(self, review: Review) -> str:
        return say_n(
            "Drafts for {n} question with {nuggets} nuggets.",
            "Drafts for {n} questions with {nuggets} nuggets.",
            review.subjects,
            nuggets=review.parts,
        )

    def would(self, review: Review) -> str:
        return say_n(
            "{n} draft would be new, {changed} changed, {unchanged} the same. Nothing was stored.",
            "{n} drafts would be new, {changed} changed, {unchanged} the same. Nothing was stored.",
            review.added,
            changed=review.changed,
            unchanged=review.unchanged,
        )

    def done(self, review: Review) -> str:
        return say_n(
            "Stored drafts for {n} question: {nuggets} nuggets; {changed} changed, {unchanged} the same as before.",
            "Stored drafts for {n} questions: {nuggets} nuggets; {changed} changed, {unchanged} the same as before.",
            review.subjects,
            nuggets=review.parts,
            changed=review.changed,
            unchanged=review.unchanged,
        )

    def dependents(self, source: FileImport) -> list[str]:
        """Nuggets made of it, and people who write with it in view."""
        made = {pk for table in trace_of(source).tables for pk in table.made}
        if not made:
            return []
        rows = DraftedNugget.objects.filter(pk__gte=min(made), pk__lte=max(made))
        drafted = {
            (member, question)
            for pk, member, question in rows.values_list("pk", "member", "question")
            if pk in made
        }
        machines = Member.objects.in_bulk({member for member, _ in drafted})
        qids = {
            qid
            for pk, machine in machines.items()
            for qid in drafts_in_view(machine, [question for member, question in drafted if member == pk])
        }
        seen = say_n(
            "{n} question is written with it in view.",
            "{n} questions are written with it in view.",
            len(qids),
        )
        return [*super().dependents(source), *([seen] if qids else [])]


DRAFTS = DraftTable()
DRAFTS.register()
