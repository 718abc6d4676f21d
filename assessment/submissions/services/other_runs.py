"""What a run meets among the runs and teams that there are. A check tells all of it; a submission is refused by the first."""

from typing import Any

from assessment.campaigns.models import Campaign
from assessment.shared.errors import AssizeError, Conflict, Refused
from assessment.shared.say import say, say_n
from assessment.submissions.models import Run, Team
from assessment.submissions.selectors.runs import team_named
from assessment.submissions.services.checking import Report
from scoring.records import Problem
from scoring.tracks.base import Declaration


def in_the_way(campaign: Campaign, team: Team | None, report: Report, organizer: bool) -> list[AssizeError]:
    """Why the runs that there are keep this one out; a team of None is still to be made."""
    found = (
        same_file(campaign, team, report, organizer),
        too_many(campaign, team, report.run_id) if team else None,
        run_id_taken(report.run_id) if _is_of_others(campaign, team, report.run_id) else None,
    )
    return [refusal for refusal in found if refusal]


def declared_fields(declaration: Declaration) -> dict[str, Any]:
    """What a team declared, as the fields of the run."""
    return {
        "priority": declaration.priority,
        "automatic": declaration.automatic,
        "description": declaration.description.strip(),
        "scope": declaration.scope,
        "length_limit": declaration.length_limit,
        "encoding": declaration.encoding,
        "declared": dict(declaration.declared),
    }


def same_file(campaign: Campaign, team: Team | None, report: Report, organizer: bool) -> Conflict | None:
    """Why a file cannot come in that is there already; whose it is, only their own team and organizers are told.

    Under its own run id it replaces itself where its team declares something else of it.
    """
    same = campaign.runs.current().filter(sha256=report.sha256).select_related("team").first()
    if same is None or (same.team == team and _declares_otherwise(same, report)):
        return None
    if organizer or same.team == team:
        message = say("This file has already been submitted as {run}. Nothing was stored.", run=same.run_id)
    else:
        message = say("This file has already been submitted. Nothing was stored.")
    return Conflict(
        message,
        "same_file",
        say(
            "Check that you chose the right file. To replace a run, submit another file, or declare something else of it."
        ),
    )


def _declares_otherwise(same: Run, report: Report) -> bool:
    declared = declared_fields(report.declaration)
    return same.run_key == report.run_id.lower() and any(
        getattr(same, name) != declared[name] for name in declared
    )


def too_many(campaign: Campaign, team: Team, run_id: str) -> Refused | None:
    """Why a team may not have this run beside its others; None where it may."""
    most: Any = campaign.rules.get("max_runs")
    if most is None or team.runs.current().exclude(run_key=run_id.lower()).count() < most:
        return None
    return Refused(
        say_n(
            "{team} has one run already, the most a team may have. Nothing was stored.",
            "{team} has {n} runs already, the most a team may have. Nothing was stored.",
            most,
            team=team.name,
        ),
        "too_many_runs",
        say("Withdraw a run, or replace one by giving its run id."),
    )


def run_id_taken(run_id: str) -> Conflict:
    """Why a run cannot have the id of another team's."""
    return Conflict(
        say("The run id {run} is taken in this campaign. Nothing was stored.", run=run_id),
        "run_id_taken",
        say("Give another run id."),
    )


def _is_of_others(campaign: Campaign, team: Team | None, run_id: str) -> bool:
    named = campaign.runs.current().filter(run_key=run_id.lower())
    return (named.exclude(team=team) if team else named).exists()


def earlier_run(campaign: Campaign, team: Team, run_id: str) -> Run | None:
    """The team's current run of this id, which the new one replaces."""
    return campaign.runs.current().filter(team=team, run_key=run_id.lower()).first()


def replacement(campaign: Campaign, team: Team, report: Report) -> list[Problem]:
    """That a run of the team would be replaced."""
    earlier = earlier_run(campaign, team, report.run_id)
    if earlier is None:
        return []
    message = say(
        "This replaces the run {run} of {team}. The former run is kept, and no longer scored.",
        run=earlier.run_id,
        team=team.name,
    )
    hint = say("Give another run id to keep both.")
    return [Problem(report.file.name, 0, "run_replaced", message, hint)]


def new_team(campaign: Campaign, team_name: str, file_name: str) -> list[Problem]:
    """That a team of this name is still to be made, since the name may be misspelled."""
    if not team_name or team_named(campaign, team_name):
        return []
    message = say("There is no team {team} yet: it is made with this run.", team=team_name)
    hint = say("Check the name if the team should be there already.")
    return [Problem(file_name, 0, "team_new", message, hint)]
