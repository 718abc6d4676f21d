"""What a campaign lacks, told on its board while it can still be brought: before somebody is stopped by it."""

from collections.abc import Iterator

from django.urls import reverse

from assessment.campaigns.models import State
from assessment.people.selectors.access import Permission
from assessment.results.selectors.alerts import Alert
from assessment.results.selectors.next_judging import too_few, understaffed
from assessment.results.selectors.next_step import NextStep
from assessment.results.selectors.steps import Situation
from assessment.shared.say import say, say_n
from assessment.shared.times import time_text


def lacks_of(situation: Situation, step: NextStep) -> list[Alert]:
    """One alert for each, in the order of the steps; nothing that the next step says already, or that is too late."""
    access = situation.access
    if situation.campaign.state == State.RELEASED or not access.may(Permission.EDIT_CAMPAIGN):
        return []
    slug = situation.campaign.slug
    found = [
        *_of_dates(situation),
        *_of_people(situation, step),
        *_of_runs(situation),
        *_of_questions(situation, step),
    ]
    return [Alert(what, sentence, reverse(page, args=[slug])) for what, sentence, page in found]


Lack = tuple[str, str, str]  # what it is about, a sentence, and the page where it is brought


def _of_dates(situation: Situation) -> Iterator[Lack]:
    """A deadline before the questions are out is one that nobody can keep."""
    deadline, opens = situation.campaign.deadline, situation.facts.opens_at
    if deadline and opens and deadline <= opens:
        sentence = say(
            "Runs are due {deadline}, but the questions come out {opens}.",
            deadline=time_text(deadline),
            opens=time_text(opens),
        )
        yield say("Deadline"), sentence, "campaigns:schedule"


def _of_people(situation: Situation, step: NextStep) -> Iterator[Lack]:
    facts, judges = situation.facts, situation.matrix.judges
    if not facts.questions:
        return
    if not facts.guidelines:
        sentence = say("None are written: assessors cannot know by what they judge.")
        yield say("Guidelines"), sentence, "campaigns:guidelines"
    if facts.assessors < judges and step.of != "people":
        yield say("People"), too_few(facts.assessors, judges), "campaigns:people"
    if facts.untrained and not situation.progress.is_done:
        sentence = say_n(
            "{n} assessor has tried no sample question.",
            "{n} assessors have tried no sample question.",
            facts.untrained,
        )
        yield say("Training"), sentence, "judging:training"


def _of_runs(situation: Situation) -> Iterator[Lack]:
    """Who can submit for no team, and teams without a run, while theirs can still be pooled with the others."""
    facts = situation.facts
    if facts.teamless and not situation.items:
        sentence = say_n(
            "{n} participant is in no team, and can submit no run.",
            "{n} participants are in no team, and can submit no run.",
            facts.teamless,
        )
        yield say("Teams"), sentence, "submissions:teams"
    idle = facts.all_teams - facts.teams
    if idle and facts.runs and not situation.items:
        yield say("Runs"), say_n("{n} team has no run.", "{n} teams have no run.", idle), "submissions:runs"


def _of_questions(situation: Situation, step: NextStep) -> Iterator[Lack]:
    missing = situation.matrix.understaffed
    if missing.total and step.of not in ("assign", "people"):
        yield say("Questions"), understaffed(missing.total, situation.matrix.judges), "judging:assign"
