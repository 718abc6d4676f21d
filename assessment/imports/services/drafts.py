"""Lists of nuggets that a program drafted, in their order: the table of what it says, held against the questions.

All that a file, or a call, says of a question is the draft of that version: it replaces what the same version drafted
for the question before (docs/decisions/0045).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db.models import QuerySet

from assessment.campaigns.models import Campaign, FileImport, Question
from assessment.campaigns.selectors.imports import trace_of
from assessment.campaigns.selectors.traces import Watch
from assessment.campaigns.services.examples import ids_of_questions
from assessment.campaigns.services.intakes import Sent
from assessment.campaigns.services.row_tables import Cells, Wrong
from assessment.imports.services.machines import noted
from assessment.imports.services.program_tables import ProgramPlan, ProgramTable, wrong_question
from assessment.judging.models import DraftedNugget, Vote
from assessment.judging.selectors.post_editing import drafts_in_view
from assessment.judging.services.nugget_checks import LONGEST_TEXT
from assessment.judging.services.wording import one_line
from assessment.people.models import Member
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n, sentence
from documents.bulk import insert_rows
from documents.fields import MAX_DOCID
from scoring.formats.columns import Columns, read_columns
from scoring.formats.nuggets import GROUP_COLUMNS
from scoring.formats.problems import Problems, shown
from scoring.records import MAX_GROUP
from scoring.rules import some_of
from scoring.stages import LISTING

COLUMNS = Columns(
    ("qid", "nugget", "importance", "docid", "confidence", "explanation", "group"),
    frozenset({"importance", "docid", "confidence", "explanation", "group"}),
    MappingProxyType(
        {
            "nugget": ("nugget_text", "text", "nuggets.text"),
            "importance": ("nuggets.importance",),
            "group": GROUP_COLUMNS,
        }
    ),
)
MOST_OF_QUESTION = 500  # nuggets in one draft: a page shows them all
FIELDS = ("position", "text", "importance", "docid", "note", "group")
Draft = list[tuple[Any, ...]]  # the nuggets of one question, by FIELDS
Questions = Mapping[str, Question]  # by id


class DraftRow(NamedTuple):
    """A nugget that a program drafted. Its text is on one line; `importance` is vital, okay or empty."""

    line: int  # of the file, or the place in a list
    qid: str
    text: str
    importance: str = ""
    docid: str = ""
    note: str = ""
    group: str = ""


def draft_row(line: int, given: Mapping[str, str], problems: Problems) -> DraftRow:
    """A row out of its cells; a confidence that is none is noted."""
    note = noted(given, line, problems) or ""
    importance = given.get("importance", "").strip().lower()
    docid, group = given.get("docid", "").strip(), one_line(given.get("group", ""))
    return DraftRow(line, given["qid"], one_line(given["nugget"]), importance, docid, note, group)


def _wrong(row: DraftRow, question: Question | None) -> Iterable[Wrong]:
    if wrong := wrong_question(row.qid, question, LISTING):
        yield wrong
    if not row.text:
        yield Wrong("text_missing", say("A nugget needs a text."), say("Write one, or remove the row."))
    if len(row.text) > LONGEST_TEXT:
        message = say("A nugget has at most {n} characters.", n=LONGEST_TEXT)
        yield Wrong("text_too_long", message, say("Shorten it."))
    if row.importance and row.importance not in Vote.values:
        message = say("“{vote}” is not a vote.", vote=shown(row.importance))
        yield Wrong("vote_unknown", message, say("Call it vital or okay, or leave it empty."))
    if len(row.docid) > MAX_DOCID:
        message = say("The document id has more than {most} characters.", most=MAX_DOCID)
        yield Wrong("docid_too_long", message, say("Check the row."))
    if len(row.group) > MAX_GROUP:
        message = say(
            "The group {name} has more than {most} characters.", name=shown(row.group), most=MAX_GROUP
        )
        yield Wrong("group_too_long", message, say("Shorten it."))


class DraftTable(ProgramTable[DraftRow, Questions, str, Draft]):
    """The nuggets that a program would write, by question."""

    kind = "machine-nuggets"
    title = sentence("Nugget drafts of a program")
    page = "judging:machine-nuggets"
    verb = "machine:drafted"
    things = "nugget drafts"
    task = LISTING
    nothing = sentence("No draft was stored.")
    columns = COLUMNS
    manual = "machine-assessors#nugget-drafts"

    def example(self, campaign: Campaign) -> Sequence[Cells]:
        qid, *_ = ids_of_questions(campaign, campaign.track.types_with(LISTING))
        return [
            {"qid": qid, "nugget": "was lit with whale oil", "importance": "vital", "confidence": "0.9"},
            {"qid": qid, "nugget": "was struck by lightning", "importance": "okay", "confidence": ""},
        ]

    def read(self, data: bytes, problems: Problems) -> list[DraftRow]:
        return [draft_row(line, cells, problems) for line, cells in read_columns(data, COLUMNS, problems)]

    def cells(self, rows: Iterable[DraftRow]) -> Iterable[Sequence[str]]:
        """A confidence stands in the explanation."""
        return ((row.qid, row.text, row.importance, row.docid, "", row.note, row.group) for row in rows)

    def scene(self, campaign: Campaign, questions: Questions) -> Questions:
        return questions

    def note_wrong(self, rows: Iterable[DraftRow], scene: Questions, problems: Problems) -> None:
        first: dict[tuple[str, str], int] = {}
        sizes = Counter[str]()
        for row in rows:
            before = first.setdefault((row.qid, row.text.casefold()), row.line)
            if row.text and before != row.line:
                message = say("Line {line} has the same text for this question.", line=str(before))
                problems.add(row.line, "duplicate_nugget", message, say("Keep one of the two rows."))
            sizes[row.qid] += 1
            if sizes[row.qid] == MOST_OF_QUESTION + 1:
                message = say(
                    "Question {qid} has more than {most} nuggets.", qid=row.qid, most=MOST_OF_QUESTION
                )
                problems.add(row.line, "too_many_nuggets", message, say("Draft fewer."))
            for wrong in _wrong(row, scene.get(row.qid)):
                problems.add(row.line, *wrong)

    def wanted(self, rows: Sequence[DraftRow], scene: Questions) -> dict[str, Draft]:
        found: dict[str, Draft] = {}
        for row in rows:
            draft = found.setdefault(row.qid, [])
            draft.append((len(draft) + 1, row.text, row.importance, row.docid, row.note, row.group))
        return found

    def before(self, member: Member, scene: Questions) -> dict[str, Draft]:
        rows = _drafted_by(member).filter(question__in=scene.values())
        found: dict[str, Draft] = {}
        for qid, *values in rows.order_by("question", "position").values_list("question__qid", *FIELDS):
            found.setdefault(qid, []).append(tuple(values))
        return found

    def parts(self, said: Draft) -> int:
        return len(said)

    def left_out(self, member: Member, rows: Sequence[DraftRow]) -> str:
        types = member.campaign.track.types_with(LISTING)
        there = {row.qid for row in rows} | set(_drafted_by(member).values_list("question__qid", flat=True))
        ordered = member.campaign.questions.retained().filter(type__in=types).order_by("position", "pk")
        left = [qid for qid in ordered.values_list("qid", flat=True) if qid not in there]
        said = say_n(
            "{name} drafted no nuggets for {n} question: {questions}.",
            "{name} drafted no nuggets for {n} questions: {questions}.",
            len(left),
            name=member.name,
            questions=some_of(left),
        )
        return said if left else ""

    def refuse(self, member: Member, scene: Questions, differing: Collection[str]) -> None:
        """What somebody is shown stays as it was when the question was assigned."""
        known = Member.objects.filter(campaign=member.campaign, name=member.name).first()
        if known and (qids := drafts_in_view(known, [scene[qid].pk for qid in differing])):
            raise Refused(
                say(
                    "People write the nuggets of {questions} with the drafts of {name} in view. No draft was stored.",
                    questions=some_of(sorted(qids)),
                    name=known.name,
                ),
                "draft_in_view",
                say("Leave these questions out, or give the program another version."),
            )

    def watch(self, sent: Sent, plan: ProgramPlan[Questions, str, Draft]) -> Watch:
        return Watch(DraftedNugget.objects.filter(member=plan.member, question__in=plan.questions))

    def write(self, sent: Sent, plan: ProgramPlan[Questions, str, Draft]) -> None:
        scene, member = plan.scene, plan.member
        replaced = [scene[qid].pk for qid in plan.differing if qid in plan.before]
        DraftedNugget.objects.filter(member=member, question__in=replaced).delete()
        new = (
            (*DraftedNugget.own(member.pk, scene[qid].pk, place), *said)
            for qid, draft in plan.differing.items()
            for place, *said in draft
        )
        insert_rows(DraftedNugget, (*DraftedNugget.OWN, *FIELDS[1:]), new)

    def preview(self, counts: Mapping[str, int]) -> str:
        holds = say_n(
            "Drafts for {n} question with {nuggets} nuggets.",
            "Drafts for {n} questions with {nuggets} nuggets.",
            counts["subjects"],
            nuggets=counts["parts"],
        )
        would = say_n(
            "{n} draft would be new, {changed} changed, {unchanged} the same. Nothing was stored.",
            "{n} drafts would be new, {changed} changed, {unchanged} the same. Nothing was stored.",
            counts["added"],
            changed=counts["changed"],
            unchanged=counts["unchanged"],
        )
        return f"{holds} {would}"

    def outcome(self, counts: Mapping[str, int]) -> str:
        return say_n(
            "Stored drafts for {n} question: {nuggets} nuggets; {changed} changed, {unchanged} the same as before.",
            "Stored drafts for {n} questions: {nuggets} nuggets; {changed} changed, {unchanged} the same as before.",
            counts["subjects"],
            nuggets=counts["parts"],
            changed=counts["changed"],
            unchanged=counts["unchanged"],
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


def _drafted_by(member: Member) -> "QuerySet[DraftedNugget]":
    """What a program drafted, by its name: it may not be known yet."""
    return DraftedNugget.objects.filter(member__campaign=member.campaign, member__name=member.name)


DRAFTS = DraftTable()
DRAFTS.register()
