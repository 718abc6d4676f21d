"""Whether a team may hand in a run: where teams register, of its tasks and of its pairs that run."""

from assessment.campaigns.models import Campaign
from assessment.shared.errors import Refused
from assessment.shared.say import say, sentence
from assessment.submissions.models import Registration
from assessment.submissions.selectors.registrations import pairs_of
from assessment.submissions.selectors.sentences import both

ASK = sentence("Write to the organizers, who can change what your team registered.")


def refuse_unregistered(campaign: Campaign, team_name: str, run_id: str = "") -> None:
    """Refuse what a team did not register for; without a run id, only a team that did not register at all."""
    if not campaign.track.registers:
        return
    registration = (
        Registration.objects.filter(team__campaign=campaign, team__name=team_name)
        .prefetch_related("pairs")
        .first()
    )
    if registration is None:
        raise Refused(
            say(
                "The team {team} is not registered for {campaign}. Nothing was stored.",
                team=team_name,
                campaign=campaign.title,
            ),
            "team_not_registered",
            say("Register it on the page Registration, with its tasks and language pairs."),
        )
    if run_id:
        _refuse_task(campaign, registration, team_name, run_id)
        _refuse_pair(campaign, registration, team_name, run_id)


def _refuse_task(campaign: Campaign, registration: Registration, team_name: str, run_id: str) -> None:
    task = campaign.track.run_kind_of(run_id)
    if task not in registration.tasks:
        raise Refused(
            say(
                "{run} is a run of the task {task}; {team} registered for {tasks}. Nothing was stored.",
                run=run_id,
                task=task,
                team=team_name,
                tasks=both(registration.tasks),
            ),
            "task_not_registered",
            say(ASK),
        )


def _refuse_pair(campaign: Campaign, registration: Registration, team_name: str, run_id: str) -> None:
    pair = pair_of(campaign, run_id)
    registered = [str(row) for row in registration.pairs.all()]
    if pair not in registered:
        raise Refused(
            say(
                "{run} answers the questions of {pair}; {team} registered for {pairs}. Nothing was stored.",
                run=run_id,
                pair=pair,
                team=team_name,
                pairs=", ".join(sorted(registered)),
            ),
            "pair_not_registered",
            say(ASK),
        )
    state = pairs_of(campaign).states[pair]
    if not state.active:
        raise Refused(
            say(
                "{run} answers the questions of {pair}, which does not run yet: {lacks}. Nothing was stored.",
                run=run_id,
                pair=pair,
                lacks=state.status,
            ),
            "pair_not_active",
            say("Wait for another team, or ask the organizers to let the pair run regardless."),
        )


def pair_of(campaign: Campaign, run_id: str) -> str:
    """The pair of languages whose questions a run answers, by its id."""
    asked = campaign.track.questions_of(run_id, campaign.questions.in_order().as_topics())
    return asked[0].pair if asked else ""
