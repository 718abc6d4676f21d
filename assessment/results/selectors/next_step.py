"""What an organizer should do next, in a sentence, for every state that a campaign can be in.

What can be done at once is an act, which the board has a button for; the button says all that it does. What needs
choices leads to its page.
"""

from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone

from assessment.assignments.selectors.assign import AssignPage
from assessment.assignments.selectors.progress import Progress
from assessment.campaigns.models import Campaign, State
from assessment.people.selectors.access import Access, Permission
from assessment.results.selectors.facts import Facts
from assessment.results.selectors.next_judging import NextAct, Step, of_assigning, of_judging, own_work
from assessment.results.selectors.steps import form_of
from assessment.shared.say import say, say_n
from assessment.shared.times import time_text
from assessment.submissions.selectors.doubts import not_closed
from scoring.stages import ANSWER


class NextStep(NamedTuple):
    """A sentence, and where the step is done; no address and no act for those who may not."""

    sentence: str
    label: str = ""
    address: str = ""
    of: str = ""  # the step of the board that it belongs to
    act: NextAct | None = None


def next_step(access: Access, matrix: AssignPage, progress: Progress, facts: Facts) -> NextStep:
    """The first thing that is not done yet."""
    step = (
        _of_questions(access.campaign, facts)
        or _of_runs(access.campaign, facts, matrix)
        or of_assigning(access, matrix, facts)
        or own_work(access, matrix)
        or of_judging(progress)
        or _of_scores(access.campaign, facts)
    )
    if not (access.may(step.permission) and (address := _address(step, access.campaign))):
        return NextStep(step.sentence, of=step.of)
    act = step.act if access.can[Permission.EDIT_CAMPAIGN] else None
    return NextStep(step.sentence, step.label, address, step.of, act)


def _address(step: Step, campaign: Campaign) -> str:
    """Where it is done."""
    if step.is_form:
        return form_of(step.of, campaign)
    return reverse(step.page, args=[step.named or campaign.slug]) + step.anchor if step.page else ""


def _of_questions(campaign: Campaign, facts: Facts) -> Step | None:
    if campaign.state == State.RELEASED:
        return Step(
            "",
            say("The scores are released. Export the bundle, so that others can repeat the numbers."),
            say("Exports"),
            "results:exports",
            Permission.EXPORT,
        )
    if not facts.questions:
        return Step(
            "questions",
            say("There are no questions yet."),
            say("Import questions"),
            is_form=True,
        )
    return None


def _of_runs(campaign: Campaign, facts: Facts, matrix: AssignPage) -> Step | None:
    if ANSWER not in campaign.track.item_kinds:
        return None  # people judge whether there are runs or not
    if campaign.state == State.DRAFT and not facts.runs:
        return _to_open(campaign, facts)
    if campaign.state == State.OPEN and not any(question.is_pooled for question in matrix.questions):
        return _over(facts) if _is_over(campaign) else _coming(campaign, facts)
    if campaign.state == State.OPEN and _is_over(campaign):
        return _over(facts)
    if not facts.runs:
        return _to_load(say("There are no runs to pool."))
    if facts.unpooled or not any(question.is_pooled for question in matrix.questions):
        return _to_pool(campaign, facts)
    return None


def _is_over(campaign: Campaign) -> bool:
    return bool(campaign.deadline and campaign.deadline < timezone.now())


def _to_open(campaign: Campaign, facts: Facts) -> Step:
    """A campaign whose deadline has passed would be open for nobody; one without teams, for the organizers alone."""
    sentence = say(
        "The campaign is a draft: teams see no questions yet. Check the settings, then open it for runs."
    )
    act = NextAct("open", say("Open the campaign for runs"))
    if _is_over(campaign):
        sentence = say("The campaign is a draft, and its deadline has passed. Move it before you open.")
    elif not facts.all_teams and not _registers(campaign):
        teams = say(
            "There are no teams yet: participants submit runs for a team, so make teams first, or load runs yourself."
        )
        sentence = f"{sentence} {teams}"
    return Step(
        "runs", sentence, say("Settings"), "campaigns:settings", act=None if _is_over(campaign) else act
    )


def _registers(campaign: Campaign) -> bool:
    """Whether teams come by registering."""
    return campaign.track.registers or campaign.registration != "closed"


def _coming(campaign: Campaign, facts: Facts) -> Step:
    """Runs come in; with a deadline ahead, closing is early."""
    until = say("Runs are due {time}.", time=time_text(campaign.deadline)) if campaign.deadline else ""
    came = say("Teams are submitting runs: none so far.")
    act = _to_close(facts, is_early=bool(until)) if facts.unpooled else None
    if facts.runs:
        came = say_n(
            "Teams are submitting runs: {n} run so far.",
            "Teams are submitting runs: {n} runs so far.",
            facts.runs,
        )
    said = f"{came} {until}".strip()
    if not facts.runs:
        return _to_load(said)
    return Step("runs", said, say("Runs"), "submissions:runs", Permission.SUBMIT_RUN, act=act)


def _to_load(said: str) -> Step:
    """By their files, which name the teams."""
    return Step("runs", said, say("Load runs"), is_form=True)


def _to_close(facts: Facts, *, is_early: bool = False) -> NextAct:
    """Pools too, where there is anything to pool."""
    if not facts.unpooled:
        return NextAct("close", say("Close submissions"))
    if is_early:
        return NextAct("close-early", say("Close before the deadline and pool"), is_early)
    return NextAct("close-pool", say("Close submissions and pool"))


def _over(facts: Facts) -> Step:
    return Step(
        "runs",
        say_n(
            "The deadline has passed with {n} run. Close the campaign.",
            "The deadline has passed with {n} runs. Close the campaign.",
            facts.runs,
        ),
        say("Settings"),
        "campaigns:settings",
        act=_to_close(facts),
    )


def _to_pool(campaign: Campaign, facts: Facts) -> Step:
    waiting = facts.unpooled or facts.runs
    said = say_n("{n} run is not pooled.", "{n} runs are not pooled.", waiting)
    return Step(
        "pool",
        " ".join([said, *not_closed(campaign, "Pooling")]),
        say("Choose what to pool"),
        "submissions:pool",
        Permission.MAKE_POOL,
        act=NextAct("pool", say("Pool")) if facts.unpooled else None,
    )


def _of_scores(campaign: Campaign, facts: Facts) -> Step:
    if facts.undecided:
        return Step(
            "adjudicate",
            say_n(
                "{n} disputed item waits for a decision.",
                "{n} disputed items wait for a decision.",
                facts.undecided,
            ),
            say("Adjudicate"),
            "judging:adjudicate",
            Permission.ADJUDICATE,
        )
    if not facts.scored:
        act = NextAct("score", say("Score"))
        if campaign.state == State.CLOSED:
            act = NextAct("preview", say("Score and preview the release"))
        return _to_results("score", say("Everything is judged. Score the runs."), act)
    if campaign.state == State.DRAFT:
        sentence = say(
            "The runs are scored, but the campaign is a draft. Open and close it before the release."
        )
        return _to_results("release", sentence, NextAct("open", say("Open the campaign for runs")))
    if campaign.state == State.OPEN:
        act = NextAct("close-preview", say("Close submissions and preview the release"))
        return _to_results(
            "release", say("The runs are scored. Close the campaign before you release the scores."), act
        )
    act = NextAct("preview", say("Preview the release"))
    return _to_results("release", say("The runs are scored. Check the scores, then release them."), act)


def _to_results(of: str, sentence: str, act: NextAct) -> Step:
    return Step(of, sentence, say("Results"), "results:results", Permission.SEE_SCORES, act=act)
