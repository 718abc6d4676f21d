"""Who judges what as a table: a row for each question and assessor; the first of a question is its primary assessor.

    qid,assessor
    3.1,ada
    3.1,ben

What is assigned already stays; nobody loses a question by a table. It is undone as long as nothing is judged.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction

from assessment.assignments.selectors.units import assessors_of, assignable_questions, assignments_of
from assessment.assignments.services.assign import able_to_read, lock_assignments, prepare_pages
from assessment.assignments.services.roles import add_assignments
from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.selectors.traces import Watch
from assessment.campaigns.services.imports import Keeping, pack, register_import_kind, rehearsal
from assessment.campaigns.services.intakes import Intake, Sent, Taken, register_intake
from assessment.campaigns.services.locks import refuse_unfinished
from assessment.judging.models import Assignment
from assessment.judging.services.disputes import refuse_released
from assessment.people.models import Member
from assessment.people.selectors.access import Permission
from assessment.people.services.events import record_event
from assessment.shared.errors import FileRefused
from assessment.shared.near import meant
from assessment.shared.say import say, say_n, sentence
from scoring.formats.columns import Columns, read_columns
from scoring.formats.problems import Problems, shown

KIND = "assignments"
COLUMNS = Columns(("qid", "assessor"))
COUNTERS = ("judged", "later", "nuggets", "seconds")


class _Scene(NamedTuple):
    questions: Mapping[str, Question]
    members: Mapping[str, Member]
    there: Mapping[tuple[str, str], Assignment]

    def wrong(self, qid: str, name: str) -> tuple[str, str, str] | None:
        """Code, sentence and remedy, where somebody cannot be given a question."""
        if qid not in self.questions:
            message = say("There is nothing to judge in question {qid}.", qid=shown(qid))
            return "question", message, meant(qid, self.questions) or say("Check the id, and whether it is pooled.")
        if name not in self.members:
            message = say("{name} is no assessor of this campaign.", name=shown(name))
            return "assessor", message, meant(name, self.members) or say("Give them the role on the page People.")
        readers = able_to_read({name: self.members[name]}, self.questions[qid].target_lang)
        if readers is not None and not readers:
            language = self.questions[qid].target_lang
            message = say("{name} does not read {language}.", name=name, language=language)
            return "language", message, say("Add the language to their account, or name somebody else.")
        held = self.there.get((qid, name))
        if held and held.handed_over_at:
            message = say("Question {qid} was taken from {name} before.", qid=qid, name=name)
            return "taken_away", message, say("Name somebody else.")
        return None


def _store(sent: Sent) -> Taken:
    """Assign what the table says, all of it or nothing."""
    refuse_unfinished(sent.campaign, say("Nothing was assigned."))
    packed = pack(sent.source)
    with transaction.atomic():
        campaign = lock_assignments(sent.campaign)
        refuse_released(campaign, "judgments")
        new, same = _read(campaign, sent)
        watch = Watch(Assignment.objects.of_people().filter(question__campaign=campaign), without=COUNTERS)
        keeping = Keeping(campaign, KIND, packed, watch, sent.by)
        add_assignments(new, campaign)
        said = say_n("Made {n} assignment.", "Made {n} assignments.", len(new))
        if same:
            said += " " + say_n("{n} was there already.", "{n} were there already.", same)
        counts = {"added": len(new), "same": same}
        number = keeping.end(said + keeping.again, counts)
        record_event(by=sent.by, campaign=campaign, verb="assignment:imported", subject=sent.file.name, **counts)
        prepare_pages(campaign, sent.by)
    return Taken(said + keeping.again, number)


def _check(sent: Sent) -> Taken:
    """What the table would do; nothing is stored."""
    with rehearsal():
        done = _store(sent)
    return Taken(say("Nothing is stored yet. The import would say: “{sentence}”", sentence=done.sentence))


def _read(campaign: Campaign, sent: Sent) -> tuple[list[tuple[Question, Member]], int]:
    """The assignments to make in their order, and how many are there. Raises FileRefused with all that is wrong."""
    problems = sent.file.problems()
    rows = read_columns(sent.source.data, COLUMNS, problems)
    pairs: dict[tuple[str, str], int] = {}
    scene = _scene(campaign)
    for row in rows:
        pair = (row.cells["qid"].strip(), row.cells["assessor"].strip())
        if (first := pairs.setdefault(pair, row.line)) != row.line:
            problems.add(row.line, "twice", say("Line {line} says so already.", line=str(first)), say("Keep one of the two."))
        elif wrong := scene.wrong(*pair):
            problems.add(row.line, *wrong)
    if not rows and not problems:
        problems.add(0, "no_rows", say("The table has no rows."), say("Write a row for each question and assessor."))
    _refuse(problems)
    new = [(scene.questions[qid], scene.members[name]) for qid, name in pairs if (qid, name) not in scene.there]
    return new, len(pairs) - len(new)


def _scene(campaign: Campaign) -> _Scene:
    there = assignments_of(campaign).select_related("question")
    return _Scene(
        {question.qid: question for question in assignable_questions(campaign)},
        {member.name: member for member in assessors_of(campaign)},
        {(row.question.qid, row.member.name): row for row in there},
    )


def _refuse(problems: Problems) -> None:
    if problems:
        raise FileRefused(say("Nothing was assigned."), problems.listed(), say("Fix the file and submit it again."))


register_import_kind(KIND, sentence("Assignments"))
register_intake(
    Intake(
        KIND,
        Permission.ASSIGN,
        _check,
        _store,
        columns=lambda sent: COLUMNS,
        says=(
            sentence("A row gives a question to an assessor. The first of a question is its primary assessor."),
            sentence("What is assigned already stays, and nobody loses a question."),
        ),
    )
)
