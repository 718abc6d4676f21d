"""Who judges what as a table: a row for each question and assessor; the first of a question is its primary assessor.

qid,assessor
3.1,ada
3.1,ben
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from assessment.assignments.selectors.begun import begun, without_work
from assessment.assignments.selectors.sentences import listed, was_third
from assessment.assignments.selectors.units import (
    assessors_of,
    assignable_questions,
    assignments_of,
    grouped,
    unit_name,
)
from assessment.assignments.services.assign import (
    able_to_read,
    lacks_texts,
    lock_assignments,
    prepare_pages,
    texts_missing,
)
from assessment.assignments.services.roles import add_assignments, ask_again, fill_primary, refresh_disputes
from assessment.campaigns.models import Campaign, FileImport, Question
from assessment.campaigns.selectors.imports import trace_of
from assessment.campaigns.selectors.traces import Trace, Watch, counted, dependents_on, pointing_to
from assessment.campaigns.services.examples import ids_of_questions
from assessment.campaigns.services.imports import undo_trace
from assessment.campaigns.services.intakes import Sent
from assessment.campaigns.services.locks import refuse_unfinished
from assessment.campaigns.services.row_tables import Cells, PlannedCells, RowsPlan, RowTable, Wrong
from assessment.judging.models import Assignment, Change, Judgment, PageAnnotation
from assessment.judging.services.counters import WITHOUT, refresh_work
from assessment.judging.services.disputes import refuse_released
from assessment.people.models import Account, Member
from assessment.people.selectors.access import Permission
from assessment.shared.near import meant
from assessment.shared.say import say, say_n, sentence
from scoring.formats.columns import Columns
from scoring.formats.problems import shown

SHOWN = 5  # questions in a sentence
SAID = (Change, Judgment, PageAnnotation)  # what is never deleted


class Scene(NamedTuple):
    """Who may judge what, and who does."""

    campaign: Campaign
    questions: Mapping[str, Question]
    members: Mapping[str, Member]
    there: Mapping[tuple[str, str], Assignment]


class AssignmentTable(RowTable[Scene]):
    """Assignments to make. What is assigned already stays; nobody loses a question by it."""

    kind, title = "assignments", sentence("Assignments")
    says = (
        sentence(
            "A row gives a question to an assessor. The first of a question is its primary assessor, where it has one."
        ),
        sentence("What is assigned already stays, and nobody loses a question. A series goes as a whole."),
        sentence("Whoever was relieved of a question gets it again, with what they did there."),
    )
    key = ("qid", "assessor")
    columns = Columns(key)
    permission = Permission.ASSIGN
    manual = "imports#assignments-from-a-spreadsheet"
    nothing = sentence("Nothing was assigned.")

    def refuse(self, campaign: Campaign) -> None:
        refuse_unfinished(campaign, say(self.nothing))
        refuse_released(campaign, "judgments")

    def example(self, campaign: Campaign) -> Sequence[Cells]:
        """A whole unit of somebody who may have it."""
        questions = assignable_questions(campaign)
        first = questions.first()
        unit = questions.filter(series=first.series) if first and first.series else questions[:1]
        qids = [question.qid for question in unit] or ids_of_questions(campaign)
        assessor = assessors_of(campaign).values_list("name", flat=True).first() or "ada"
        return [{"qid": qid, "assessor": assessor} for qid in qids]

    def lock(self, campaign: Campaign) -> Campaign:
        return lock_assignments(campaign)

    def scene(self, campaign: Campaign) -> Scene:
        there = assignments_of(campaign).select_related("question")
        return Scene(
            campaign,
            {question.qid: question for question in assignable_questions(campaign)},
            {member.name: member for member in assessors_of(campaign)},
            {(row.question.qid, row.member.name): row for row in there},
        )

    def wrong(self, cells: Cells, scene: Scene) -> Wrong | None:
        qid, name = cells["qid"], cells["assessor"]
        if qid not in scene.questions:
            message = say("There is nothing to judge in question {qid}.", qid=shown(qid))
            hint = meant(qid, scene.questions, say("Check the id, and whether its pool is made."))
            return Wrong("question_unknown", message, hint)
        if name not in scene.members:
            message = say("{name} is no assessor of this campaign.", name=shown(name))
            hint = meant(name, scene.members, say("Give them the role assessor on the page People."))
            return Wrong("assessor_unknown", message, hint)
        language = scene.questions[qid].target_lang
        readers = able_to_read({name: scene.members[name]}, language)
        if readers is not None and not readers:
            message = say("{name} does not read {language}.", name=name, language=language)
            return Wrong("language", message, say("Add it to their account, or name somebody else."))
        if (held := scene.there.get((qid, name))) and held.handed_over_at and not held.is_set_aside:
            message = say("{name} had question {qid} and handed it over.", qid=qid, name=name)
            return Wrong("taken_away", message, say("Name somebody else, or hand it back to them."))
        if held and held.is_set_aside and held.of_some:
            return Wrong("was_third", was_third(name, qid), say("Choose somebody else."))
        return None

    def wrong_together(self, rows: Sequence[PlannedCells], scene: Scene) -> Iterator[tuple[int, Wrong]]:
        """A series that somebody would get in part, and the first row of a question whose documents are missing."""
        new = {one.cells["qid"]: one.line for one in reversed(rows) if one.is_new}
        for qid, missing in texts_missing(scene.campaign, new.keys()).items():
            lack = lacks_texts(scene.campaign, missing)
            yield new[qid], Wrong(lack.code, str(lack), lack.hint)
        held = {pair for pair, row in scene.there.items() if not row.handed_over_at}
        given = {(one.cells["qid"], one.cells["assessor"]) for one in rows} | held
        units = {question.qid: unit for unit in grouped(scene.questions.values()) for question in unit}
        seen = set()
        for row in rows:
            name, unit = row.cells["assessor"], units[row.cells["qid"]]
            missing = [question.qid for question in unit if (question.qid, name) not in given]
            if missing and (name, unit[0].pk) not in seen:
                seen.add((name, unit[0].pk))
                message = say(
                    "{name} would get {series} without {questions}.",
                    name=name,
                    series=unit_name(unit[0]),
                    questions=listed(missing, SHOWN),
                )
                yield row.line, Wrong("series_in_part", message, say("Add a row for each of its questions."))

    def is_there(self, cells: Cells, scene: Scene) -> bool:
        held = scene.there.get((cells["qid"], cells["assessor"]))
        return held is not None and held.handed_over_at is None

    def watch(self, sent: Sent, plan: RowsPlan[Scene]) -> Watch:
        rows = Assignment.objects.of_people().filter(question__campaign=sent.campaign)
        return Watch(rows, without=WITHOUT)

    def dependents(self, source: FileImport) -> list[str]:
        """As the trace says, but for judgments that were taken back; and what people did whom it asked again."""
        trace = trace_of(source)
        rest, left = _apart(trace)
        found = dependents_on(rest) + pointing_to(Assignment, left, but=SAID)
        return found + _done_since(_asked_again(trace), source)

    def undo(self, source: FileImport, by: Account | None) -> str:
        """As the trace says; a question that lost its primary assessor by it gets another.

        Judgments that were taken back are never deleted: the assignments that hold them are set aside.
        """
        trace = trace_of(source)
        rest, left = _apart(trace)
        rows = Assignment.objects.filter(pk__in=[pk for table in trace.tables for pk in table.left])
        questions = list(Question.objects.filter(pk__in=rows.values("question")).select_related("campaign"))
        outcome = undo_trace(rest)
        if aside := left.update(handed_over_at=timezone.now(), handed_to=None):
            outcome += " " + say_n(
                "Set aside, with judgments that were taken back: {n} assignment.",
                "Set aside, with judgments that were taken back: {n} assignments.",
                aside,
            )
        refresh_disputes(list(Assignment.objects.filter(pk__in=_asked_again(trace))))
        refresh_work(Assignment.objects.filter(pk__in=fill_primary(questions)))
        return outcome

    def write(self, sent: Sent, plan: RowsPlan[Scene]) -> None:
        scene, pairs = plan.scene, [(one["qid"], one["assessor"]) for one in plan.new]
        ask_again([scene.there[pair] for pair in pairs if pair in scene.there])
        new = (
            (scene.questions[qid], scene.members[name])
            for qid, name in pairs
            if (qid, name) not in scene.there
        )
        if add_assignments(new, sent.campaign):
            prepare_pages(sent.campaign, sent.by)


def _apart(trace: Trace) -> tuple[Trace, QuerySet[Assignment]]:
    """A trace without the assignments that it made and in which all was taken back; and these."""
    pks = [pk for table in trace.tables for pk in table.made]
    rows = Assignment.objects.filter(pk__in=pks, handed_over_at=None)
    held = begun(rows).values("pk")
    left = set(without_work(rows.filter(pk__in=held)).values_list("pk", flat=True))
    tables = [
        table._replace(made={pk: mark for pk, mark in table.made.items() if pk not in left})
        for table in trace.tables
    ]
    return Trace(tables), Assignment.objects.filter(pk__in=left)


def _done_since(again: Sequence[int], source: FileImport) -> list[str]:
    """What people did whom a table asked again, and what later files say of them."""
    changes = Change.objects.filter(assignment__in=again, made_at__gte=source.made_at)
    brought = Judgment.objects.filter(assignment__in=again, source__number__gt=source.number)
    numbers = [(rows.model._meta.label, rows.count()) for rows in (changes, brought.exclude(grade=""))]
    return [f"{counted(label, number)}." for label, number in numbers if number]


def _asked_again(trace: Trace) -> list[int]:
    """The assignments that were set aside before."""
    return [
        pk
        for table in trace.tables
        for pk, (before, _) in table.changed.items()
        if before[table.columns.index("handed_over_at")]
    ]


AssignmentTable().register()
