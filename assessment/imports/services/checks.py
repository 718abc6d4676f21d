"""The rows of a judgments.csv held against a campaign: its questions, its pool, and what its people said before."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from assessment.campaigns.models import Campaign, Question
from assessment.imports.services.names import Names, names_of
from assessment.imports.services.reading import JudgmentEntry
from assessment.judging.models import Assignment, Judgment
from assessment.judging.models.judgments import kind_in_files
from assessment.judging.services.judgment_classes import ClassScene, check_class, class_scene_of
from assessment.shared.say import say, sentence
from assessment.submissions.models import PoolItem
from scoring import records
from scoring.formats.problems import Problems, earlier
from scoring.scales import Scale, without_reason
from scoring.tracks.base import QuestionType

GRADE_HINT = sentence("Leave the row out: no file overwrites a person's judgment.")


class StoredJudgment(NamedTuple):
    """What one assessor says of an item before the import."""

    grade: str
    note: str
    answer_class: int | None
    kind: str
    has_account: bool


class Scene(NamedTuple):
    """What the rows of the file are held against."""

    questions: Mapping[str, Question]
    kinds: Mapping[str, QuestionType]  # of the questions that rows name
    items: Mapping[str, int]  # key -> pool item
    stored: Mapping[tuple[int, str], StoredJudgment]  # pool item and assessor's name
    names: Names
    classes: ClassScene
    handed_over: frozenset[tuple[str, str]]  # question and assessor, whose judgments there do not count

    def stored_of(self, entry: JudgmentEntry) -> StoredJudgment | None:
        """What the assessor of a row says of its item so far."""
        return self.stored.get((self.items[entry.key], entry.judgment.assessor))

    def class_of(self, judgment: records.Judgment) -> int | None:
        """The class that a judgment names; None where it names none, or a new one."""
        if not judgment.answer_class:
            return None
        return self.classes.choose(
            self.questions[judgment.item.qid].pk, judgment.answer_class, judgment.assessor
        ).pk


def scene_of(campaign: Campaign, entries: Sequence[JudgmentEntry]) -> Scene:
    """Read what the rows are held against. Nothing is locked: each row is compared again when it is stored."""
    questions = {
        question.qid: question
        for question in Question.objects.filter(campaign=campaign).select_related("campaign")
    }
    named = {entry.judgment.item.qid for entry in entries}
    classed = {entry.judgment.item.qid for entry in entries if entry.judgment.answer_class}
    names = {entry.judgment.assessor for entry in entries}
    pool = PoolItem.objects.filter(question__campaign=campaign, question__qid__in=named)
    assignments = Assignment.objects.filter(
        question__campaign=campaign, member__name__in=names, handed_to__isnull=False
    )
    return Scene(
        questions=questions,
        kinds={qid: questions[qid].kind for qid in named & questions.keys()},
        items=dict(pool.values_list("key", "pk").iterator()),
        stored=stored_judgments(Judgment.ever.filter(member__campaign=campaign, member__name__in=names)),
        names=names_of(campaign),
        classes=class_scene_of(campaign, [questions[qid].pk for qid in classed & questions.keys()]),
        handed_over=frozenset(assignments.values_list("question__qid", "member__name")),
    )


def stored_judgments(rows: QuerySet[Judgment]) -> dict[tuple[int, str], StoredJudgment]:
    """Judgments by pool item and assessor's name."""
    columns = (
        "item",
        "member__name",
        "grade",
        "note",
        "answer_class",
        kind_in_files(),
        "member__account",
    )
    return {
        (item, name): StoredJudgment(grade, note, named, kind, account is not None)
        for item, name, grade, note, named, kind, account in rows.values_list(*columns).iterator()
    }


def check(entries: Iterable[JudgmentEntry], scene: Scene, problems: Problems) -> None:
    """Note everything that is wrong with the rows, but for names that the campaign does not know."""
    lines: dict[tuple[str, str], int] = {}
    is_machine = dict(scene.names.is_machine)
    for entry in entries:
        line, judgment, key = entry
        if is_machine.setdefault(judgment.assessor, entry.by_machine) != entry.by_machine:
            message = (
                say("The name {name} is that of a person in this campaign.", name=judgment.assessor)
                if entry.by_machine
                else say("The name {name} is that of a machine in this campaign.", name=judgment.assessor)
            )
            problems.add(line, "assessor_kind", message, say("Give machines names of their own."))
        elif judgment.assessor in scene.names.other_people:
            message = say("{name} belongs to this campaign, but is not an assessor.", name=judgment.assessor)
            problems.add(
                line, "assessor_role", message, say("Give them the role assessor on the page People.")
            )
        first = earlier(lines, (key, judgment.assessor), line)
        if first is not None:
            message = say(
                "{name} judged this item in line {line} already.", name=judgment.assessor, line=str(first)
            )
            problems.add(line, "duplicate_judgment", message, say("Keep one of the two."))
        elif judgment.item.qid not in scene.questions:
            problems.add(
                line, "question_unknown", say("There is no question {question}.", question=judgment.item.qid)
            )
        else:
            _check_judgment(entry, scene, problems)


def _check_judgment(entry: JudgmentEntry, scene: Scene, problems: Problems) -> None:
    line, judgment, key = entry
    if not judgment.assessor.strip() or len(judgment.assessor) > 150:
        problems.add(line, "assessor_name", say("The assessor's name has 1 to 150 characters."))
    question = scene.questions[judgment.item.qid]
    kind = scene.kinds[judgment.item.qid]
    _check_grade(line, judgment, kind.scale_for(judgment.item.answer), problems)
    if message := without_reason(judgment.grade, judgment.note):
        problems.add(
            line, "reason_missing", message, say("Write into the column note why it cannot be judged.")
        )
    check_class(line, judgment, question, scene.classes, problems)
    if key not in scene.items:
        hint = say("Check it letter by letter, or pool the run that gave it.")
        problems.add(line, "item_unknown", say("This item is not in the pool."), hint)
        return
    stored = scene.stored_of(entry)
    is_gone = (judgment.item.qid, judgment.assessor) in scene.handed_over
    answer_class = scene.class_of(judgment)
    if message := contradiction(stored, judgment, answer_class):
        problems.add(line, "judgment_contradicts", message, say(GRADE_HINT))
    elif is_gone and not (stored and repeats(stored, judgment, answer_class)):
        problems.add(
            line, "assignment_handed_over", gone(judgment), say("Hand it back first, or leave the row out.")
        )


def _check_grade(line: int, judgment: records.Judgment, scale: Scale | None, problems: Problems) -> None:
    if scale is None:
        problems.add(
            line,
            "question_not_judged",
            say("Question {question} has a type that is not judged.", question=judgment.item.qid),
        )
    elif judgment.grade not in (scale.grades if judgment.by_program else scale.answers):
        grades = ", ".join(scale.answers)
        problems.add(
            line,
            "grade_not_on_scale",
            say("“{grade}” is not a grade of this answer.", grade=judgment.grade),
            say("It has {grades}.", grades=grades),
        )


def gone(judgment: records.Judgment) -> str:
    """Why judgments of somebody who handed the question over are not stored."""
    return say(
        "{name} handed question {question} over, so this judgment would not count.",
        name=judgment.assessor,
        question=judgment.item.qid,
    )


def contradiction(stored: StoredJudgment | None, judgment: records.Judgment, answer_class: int | None) -> str:
    """How a row would overwrite what a person, or another kind of judge, said; "" where it does not."""
    if stored is None or not stored.grade or not (stored.has_account or stored.kind != judgment.kind):
        return ""
    if stored.grade != judgment.grade:
        return say(
            "{name} judged this item “{grade}” here, not “{other}”.",
            name=judgment.assessor,
            grade=stored.grade,
            other=judgment.grade,
        )
    if judgment.answer_class and stored.answer_class not in (None, answer_class):
        return say(
            "{name} put this item into another class here than {label}.",
            name=judgment.assessor,
            label=judgment.answer_class,
        )
    return ""


def repeats(stored: StoredJudgment, judgment: records.Judgment, answer_class: int | None) -> bool:
    """Whether a row says what is stored already. One without a class says nothing of classes."""
    same_class = not judgment.answer_class or (
        answer_class is not None and stored.answer_class == answer_class
    )
    return same_class and (stored.grade, stored.note) == (judgment.grade, judgment.note)
