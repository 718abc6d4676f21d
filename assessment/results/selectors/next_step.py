"""What an organizer should do next, in a sentence, for every state that a campaign can be in."""

from collections.abc import Mapping
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone

from assessment.assignments.selectors.assign import AssignPage
from assessment.assignments.selectors.progress import Progress
from assessment.campaigns.models import Campaign, State
from assessment.people.selectors.access import Access, Permission
from assessment.shared.say import say, say_n
from assessment.shared.templatetags.assize import days
from assessment.shared.times import time_text
from scoring.stages import ANSWER


class NextStep(NamedTuple):
    """A sentence, and where the step is done; no address for those who may not."""

    sentence: str
    label: str = ""
    address: str = ""


class Situation(NamedTuple):
    """What the next step hangs on."""

    questions: int
    runs: int
    unpooled_runs: int
    items: int  # in pools
    undecided: int  # disputed items without a decision
    scored: bool


class Step(NamedTuple):
    """A step before it is known who may do it."""

    sentence: str
    label: str = ""
    page: str = ""
    permission: Permission = Permission.EDIT_CAMPAIGN
    anchor: str = ""


def next_step(access: Access, matrix: AssignPage, progress: Progress, situation: Situation) -> NextStep:
    """The first thing that is not done yet."""
    step = (
        _of_questions(access.campaign, situation)
        or _of_runs(access.campaign, situation)
        or _of_judging(matrix, progress)
        or _of_scores(access.campaign, situation)
    )
    if not (step.page and access.may(step.permission)):
        return NextStep(step.sentence)
    return NextStep(step.sentence, step.label, reverse(step.page, args=[access.campaign.slug]) + step.anchor)


def _of_questions(campaign: Campaign, situation: Situation) -> Step | None:
    if campaign.state == State.RELEASED:
        return Step(
            say("The scores are released. Export the bundle, so that others can repeat the numbers."),
            say("Exports"),
            "results:exports",
            Permission.EXPORT,
        )
    if not situation.questions:
        return Step(say("There are no questions yet."), say("Import questions"), "campaigns:import-questions")
    return None


def _of_runs(campaign: Campaign, situation: Situation) -> Step | None:
    if ANSWER not in campaign.track.item_kinds:
        return None  # people judge whether there are runs or not
    if campaign.state == State.DRAFT and not situation.runs:
        return Step(
            say(
                "The campaign is a draft: teams see no questions yet. Check the settings, then open it for runs."
            ),
            say("Settings"),
            "campaigns:settings",
        )
    is_over = bool(campaign.deadline and campaign.deadline < timezone.now())
    if campaign.state == State.OPEN and not is_over and not situation.items:
        until = say("Runs are due {time}.", time=time_text(campaign.deadline)) if campaign.deadline else ""
        came = say("Teams are submitting runs: No run so far.")
        if situation.runs:
            came = say_n(
                "Teams are submitting runs: {n} run so far.",
                "Teams are submitting runs: {n} runs so far.",
                situation.runs,
            )
        return Step(f"{came} {until}".strip(), say("Runs"), "submissions:runs", Permission.SUBMIT_RUN)
    if campaign.state == State.OPEN and is_over:
        return Step(
            say_n(
                "The deadline has passed with {n} run. Close the campaign.",
                "The deadline has passed with {n} runs. Close the campaign.",
                situation.runs,
            ),
            say("Settings"),
            "campaigns:settings",
        )
    if not situation.runs:
        return Step(
            say("There are no runs to pool."),
            say("Submit a run"),
            "submissions:submit",
            Permission.SUBMIT_RUN,
        )
    if situation.unpooled_runs or not situation.items:
        waiting = situation.unpooled_runs or situation.runs
        return Step(
            say_n("{n} run is not pooled.", "{n} runs are not pooled.", waiting),
            say("Pool"),
            "submissions:pool",
            Permission.MAKE_POOL,
        )
    return None


def _of_judging(matrix: AssignPage, progress: Progress) -> Step | None:
    if matrix.understaffed.total:
        return Step(
            _understaffed(matrix.understaffed.total, matrix.judges),
            say("Assign"),
            "judging:assign",
            Permission.ASSIGN,
        )
    if progress.is_done or not progress.questions:
        return None
    if progress.ready and progress.is_judged:
        return Step(
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
    return Step(_waiting_for(progress), say("Progress"), "judging:progress", Permission.SEE_BOARD)


def _waiting_for(progress: Progress) -> str:
    """Who still works, and until when."""
    open_rows = sorted((row for row in progress.rows if not row.is_done), key=lambda row: -row.left)
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


def _understaffed(questions: int, judges: int) -> str:
    if judges == 1:
        return say_n("{n} question has no assessor.", "{n} questions have no assessor.", questions)
    return say_n(
        "{n} question has fewer than {judges} assessors.",
        "{n} questions have fewer than {judges} assessors.",
        questions,
        judges=judges,
    )


def _of_scores(campaign: Campaign, situation: Situation) -> Step:
    if situation.undecided:
        return Step(
            say_n(
                "{n} disputed item waits for a decision.",
                "{n} disputed items wait for a decision.",
                situation.undecided,
            ),
            say("Adjudicate"),
            "judging:adjudicate",
            Permission.ADJUDICATE,
        )
    if not situation.scored:
        return Step(
            say("Everything is judged. Score the runs."),
            say("Results"),
            "results:results",
            Permission.SEE_SCORES,
        )
    if campaign.state != State.CLOSED:
        return Step(
            say("The runs are scored. Close the campaign before you release the scores."),
            say("Settings"),
            "campaigns:settings",
        )
    return Step(
        say("The runs are scored. Check the scores, then release them."),
        say("Results"),
        "results:results",
        Permission.SEE_SCORES,
    )
