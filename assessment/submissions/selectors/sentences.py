"""What is said of a write when it is done: pages and commands say it in the same words."""

from assessment.submissions.models import LanguagePair, Registration, Run


def run_withdrawn(run: Run) -> str:
    """That a run no longer counts."""
    return f"{run.run_id} was withdrawn. Its file is kept, and no longer scored."


def run_stored(run: Run) -> str:
    """That a run came in, with how much, and of how many warnings."""
    warnings = f", {_count(run.warnings_count, 'warning')}" if run.warnings else ""
    return f"Stored {run.run_id} of {run.team.name}: {_count(run.responses_count, 'response')}{warnings}."


def team_registered(registration: Registration) -> str:
    """That a team's registration is kept, new or changed."""
    return f"The team {registration.team.name} is registered."


def pair_set(pair: LanguagePair) -> str:
    """When a language pair runs."""
    return f"{pair} runs {'whatever the number of its teams' if pair.always else 'once two teams registered for it'}."


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"
