"""What is said of a write when it is done: pages and commands say it in the same words."""

from collections.abc import Sequence

from assessment.shared.say import say, say_n
from assessment.submissions.models import LanguagePair, Registration, Run


def run_withdrawn(run: Run) -> str:
    """That a run no longer counts."""
    return say("{run} was withdrawn. Its file is kept, and no longer scored.", run=run.run_id)


def run_stored(run: Run) -> str:
    """That a run came in, with how much, and of how many warnings."""
    responses = say_n("{n} response", "{n} responses", run.responses_count)
    if run.warnings:
        responses = f"{responses}, {say_n('{n} warning', '{n} warnings', run.warnings_count)}"
    return say(
        "Stored {run} of {team}: {responses}.", run=run.run_id, team=run.team.name, responses=responses
    )


def team_registered(registration: Registration) -> str:
    """That a team's registration is kept, new or changed."""
    return say("The team {team} is registered.", team=registration.team.name)


def pair_set(pair: LanguagePair) -> str:
    """When a language pair runs."""
    if pair.always:
        return say("{pair} runs whatever the number of its teams.", pair=str(pair))
    return say("{pair} runs once two teams registered for it.", pair=str(pair))


def either(names: Sequence[str]) -> str:
    """As "a, b or c"."""
    *some, last = names
    return say("{names} or {last}", names=", ".join(some), last=last) if some else last


def both(names: Sequence[str]) -> str:
    """As "a, b and c"."""
    *some, last = names
    return say("{names} and {last}", names=", ".join(some), last=last) if some else last
