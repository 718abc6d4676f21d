"""What an organizer should do next, in a sentence, for every state that a campaign can be in."""

from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone

from assessment.assignments.selectors.assign import AssignPage
from assessment.assignments.selectors.progress import Progress
from assessment.campaigns.models import Campaign, State
from assessment.people.selectors.access import Access, Permission
from assessment.shared.templatetags.assize import days, when


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
        or _of_judging(access.campaign, matrix, progress)
        or _of_scores(access.campaign, situation)
    )
    if not (step.page and access.may(step.permission)):
        return NextStep(step.sentence)
    return NextStep(step.sentence, step.label, reverse(step.page, args=[access.campaign.slug]) + step.anchor)


def _of_questions(campaign: Campaign, situation: Situation) -> Step | None:
    if campaign.state == State.RELEASED:
        return Step(
            "The scores are released. Export the bundle, so that others can repeat the numbers.",
            "Exports",
            "results:exports",
            Permission.EXPORT,
        )
    if not situation.questions:
        return Step("There are no questions yet.", "Import questions", "campaigns:import-questions")
    if campaign.state == State.DRAFT and campaign.track.pools_runs and not situation.runs:
        return Step(
            "The campaign is a draft: teams see no questions yet. Check the settings, then open it for runs.",
            "Settings",
            "campaigns:settings",
        )
    return None


def _of_runs(campaign: Campaign, situation: Situation) -> Step | None:
    if not campaign.track.pools_runs:
        return None
    is_over = bool(campaign.deadline and campaign.deadline < timezone.now())
    if campaign.state == State.OPEN and not is_over and not situation.items:
        until = f" Runs are due {when(campaign.deadline)}." if campaign.deadline else ""
        came = f"{_count(situation.runs, 'run')} so far." if situation.runs else "No run so far."
        return Step(
            f"Teams are submitting runs: {came}{until}", "Runs", "submissions:runs", Permission.SUBMIT_RUN
        )
    if campaign.state == State.OPEN and is_over:
        return Step(
            f"The deadline has passed with {_count(situation.runs, 'run')}. Close the campaign.",
            "Settings",
            "campaigns:settings",
        )
    if not situation.runs:
        return Step("There are no runs to pool.", "Submit a run", "submissions:submit", Permission.SUBMIT_RUN)
    if situation.unpooled_runs or not situation.items:
        waiting = situation.unpooled_runs or situation.runs
        verb = "is" if waiting == 1 else "are"
        return Step(
            f"{_count(waiting, 'run')} {verb} not pooled.", "Pool", "submissions:pool", Permission.MAKE_POOL
        )
    return None


def _of_judging(campaign: Campaign, matrix: AssignPage, progress: Progress) -> Step | None:
    if matrix.understaffed.total:
        few = _count(matrix.understaffed.total, "question")
        have = "has" if matrix.understaffed.total == 1 else "have"
        return Step(
            f"{few} {have} fewer than {_count(matrix.judges, 'assessor')}.",
            "Assign",
            "judging:assign",
            Permission.ASSIGN,
        )
    if progress.is_done or not progress.questions:
        return None
    if progress.ready and progress.is_judged:
        ready = _count(progress.ready, "question")
        verb = "is" if progress.ready == 1 else "are"
        return Step(
            f"All answers are judged, but {ready} {verb} not finished.",
            "Finish them here",
            "judging:progress",
            Permission.ASSIGN,
            "#finish",
        )
    return Step(_waiting_for(campaign, progress), "Progress", "judging:progress", Permission.SEE_BOARD)


def _waiting_for(campaign: Campaign, progress: Progress) -> str:
    """Who still works, and until when."""
    doing = "judging" if campaign.track.pools_runs else "annotating"
    open_rows = sorted((row for row in progress.rows if not row.is_done), key=lambda row: -row.left)
    by = (
        f", done by {days(progress.forecast.done_by)}"
        if progress.forecast and progress.forecast.done_by
        else ""
    )
    most = open_rows[0]
    left = f" {most.member.name} has most left: {most.left:,} of {most.load.items:,}." if most.left else ""
    return f"{_count(len(open_rows), 'assessor')} still {doing}: {progress.percent} %{by}.{left}"


def _of_scores(campaign: Campaign, situation: Situation) -> Step:
    if situation.undecided:
        verb = "waits" if situation.undecided == 1 else "wait"
        return Step(
            f"{_count(situation.undecided, 'disputed item')} {verb} for a decision.",
            "Adjudicate",
            "judging:adjudicate",
            Permission.ADJUDICATE,
        )
    if not situation.scored:
        return Step(
            "Everything is judged. Score the runs.", "Results", "results:results", Permission.SEE_SCORES
        )
    if campaign.state != State.CLOSED:
        return Step(
            "The runs are scored. Close the campaign before you release the scores.",
            "Settings",
            "campaigns:settings",
        )
    return Step(
        "The runs are scored. Check the scores, then release them.",
        "Results",
        "results:results",
        Permission.SEE_SCORES,
    )


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"
