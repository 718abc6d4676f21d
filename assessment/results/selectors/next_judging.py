"""What is next between the pool and the scores: people who judge, what is assigned to them, and who still works."""

from collections.abc import Mapping
from typing import NamedTuple

from assessment.assignments.selectors.assign import AssignPage
from assessment.assignments.selectors.progress import Progress
from assessment.people.models import RoleName
from assessment.people.selectors.access import Access, Permission
from assessment.results.selectors.facts import Facts
from assessment.shared.say import say, say_n
from assessment.shared.templatetags.assize import days


class NextAct(NamedTuple):
    """What a button of the board does; `name` is one of `services/acts`."""

    name: str
    button: str
    is_early: bool = False  # possible, but others are still at work


class Step(NamedTuple):
    """A step before it is known who may do it."""

    of: str
    sentence: str
    label: str = ""
    page: str = ""
    permission: Permission = Permission.EDIT_CAMPAIGN
    anchor: str = ""
    act: NextAct | None = None
    named: int = 0  # what the page is of, where that is not the campaign
    is_form: bool = False  # whether it is done by the form of the board's step


def of_assigning(access: Access, matrix: AssignPage, facts: Facts) -> Step | None:
    questions, judges, assessors = matrix.understaffed.total, matrix.judges, facts.assessors
    if not questions:
        return None
    missing = understaffed(questions, judges)
    if assessors < judges:
        return Step(
            "people",
            f"{missing} {too_few(assessors, judges)}",
            say("Add people"),
            "campaigns:people",
            Permission.MANAGE_PEOPLE,
            act=_to_join(access, judges - assessors),
        )
    plan = say_n(
        "Assigning gives them to the only assessor.",
        "Assigning deals them out evenly among {n} assessors.",
        assessors,
    )
    return Step(
        "assign",
        f"{missing} {plan}",
        say("Choose assessors"),
        "judging:assign",
        Permission.ASSIGN,
        act=NextAct("assign", say("Assign")),
    )


def _to_join(access: Access, missing: int) -> NextAct | None:
    """Whoever has all in one hand may judge, too; assigned where nobody else is needed. Others are asked first."""
    if RoleName.ASSESSOR in access.roles:
        return None
    if missing == 1:
        return NextAct("join-assign", say("Be an assessor yourself and assign"), is_early=True)
    return NextAct("join", say("Be an assessor yourself"), is_early=True)


def too_few(assessors: int, judges: int) -> str:
    """That there are fewer assessors than each question needs."""
    if not assessors:
        return say("Nobody is an assessor yet.")
    return say_n(
        "{n} assessor is here, of {judges} needed.",
        "{n} assessors are here, of {judges} needed.",
        assessors,
        judges=judges,
    )


def own_work(access: Access, matrix: AssignPage) -> Step | None:
    """The reader's own questions come before those that others have."""
    if not (access.member and RoleName.ASSESSOR in access.roles):
        return None
    asked = {question.pk: question for question in matrix.questions}
    mine = [row for row in matrix.assigned if row.member_id == access.member.pk and not row.handed_over_at]
    left = [row for row in mine if not asked[row.question_id].left_because]
    left = [row for row in left if not row.is_done_of(row.due(asked[row.question_id]))]
    if not left:
        return None
    said = say_n(
        "{n} question waits for you to judge it.", "{n} questions wait for you to judge them.", len(left)
    )
    return Step("judge", said, say("Judge"), "judging:judge", Permission.JUDGE, named=left[0].pk)


def of_judging(progress: Progress) -> Step | None:
    if progress.is_done or not progress.questions:
        return None
    if progress.ready and progress.is_judged:
        return Step(
            "judge",
            say_n(
                "All answers are judged, but {n} question is not finished.",
                "All answers are judged, but {n} questions are not finished.",
                progress.ready,
            ),
            say("Finish them here"),
            "judging:progress",
            Permission.ASSIGN,
            "#finish",
        )
    return Step("judge", _waiting_for(progress), say("Progress"), "judging:progress", Permission.SEE_BOARD)


def _waiting_for(progress: Progress) -> str:
    """Who still works, and until when."""
    open_rows = sorted((row for row in progress.rows if not row.is_done), key=lambda row: -row.left)
    if not progress.is_begun:
        return say_n(
            "All is assigned to {n} assessor, who has not begun.",
            "All is assigned to {n} assessors, of whom nobody has begun.",
            len(open_rows),
        )
    values = {"percent": str(progress.percent)}
    if progress.forecast and progress.forecast.done_by:
        values["days"] = days(progress.forecast.done_by)
    said = _at_work(len(open_rows), values)
    most = open_rows[0]
    if not most.left:
        return said
    left = say(
        "{name} has most left: {left} of {all}.", name=most.member.name, left=most.left, all=most.load.items
    )
    return f"{said} {left}"


def _at_work(people: int, values: Mapping[str, str]) -> str:
    if "days" in values:
        return say_n(
            "{n} assessor still working: {percent} %, done by {days}.",
            "{n} assessors still working: {percent} %, done by {days}.",
            people,
            **values,
        )
    return say_n(
        "{n} assessor still working: {percent} %.",
        "{n} assessors still working: {percent} %.",
        people,
        **values,
    )


def understaffed(questions: int, judges: int) -> str:
    """How many questions have fewer assessors than they need."""
    if judges == 1:
        return say_n("{n} question has no assessor.", "{n} questions have no assessor.", questions)
    return say_n(
        "{n} question has fewer than {judges} assessors.",
        "{n} questions have fewer than {judges} assessors.",
        questions,
        judges=judges,
    )
