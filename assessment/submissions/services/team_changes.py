"""Renaming teams, deleting those that nothing stands on, and taking the name off those that gave up before any use."""

from django.db import transaction
from django.db.models import Q

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.locks import needed_reason
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n
from assessment.shared.seen import refuse_changed
from assessment.submissions.models import RegisteredPerson, Registration, RunState, Team
from assessment.submissions.models.runs import RunQuerySet
from assessment.submissions.selectors.runs import team_named
from assessment.submissions.services.teams import team_error

RUNS_NAMED = 5


@transaction.atomic
def rename_team(*, by: Account | None, team: Team, name: str, reason: str, seen: str | None = None) -> Team:
    """Give a team another name. Its runs and its own deadline go along; the former name stays in the record.

    Where a track makes run ids of the team's id, a team with runs keeps it. `seen` is the name that the page showed.
    """
    campaign, team = _locked(team)
    refuse_changed(
        seen=seen, state=team.name, what=say("the name of the team"), now=f"“{team.name}”", wanted=f"“{name}”"
    )
    if name == team.name:
        return team
    reason = needed_reason(reason)
    refuse_name(campaign, name, besides=team)
    _refuse_ids(campaign, team)
    before = _write_name(campaign, team, name)
    record_event(
        by=by,
        campaign=campaign,
        verb="team:renamed",
        subject=f"{before} to {name}",
        before=before,
        reason=reason,
    )
    return team


@transaction.atomic
def delete_team(*, by: Account | None, team: Team, reason: str) -> None:
    """Delete a team that never submitted a run. Its members stay in the campaign; its registration goes with it."""
    campaign, team = _locked(team)
    reason = needed_reason(reason)
    _refuse_runs(team)
    _refuse_downloads(team)
    members = team.member_names()
    name = team.name
    campaign.deadline_changes.filter(team_name=name).update(team_name=f"{name} (deleted)"[:64])
    team.delete()
    record_event(by=by, campaign=campaign, verb="team:deleted", subject=name, members=members, reason=reason)


@transaction.atomic
def anonymize_team(*, by: Account | None, team: Team, reason: str) -> Team:
    """Take name, members and registered people off a team whose runs were all withdrawn before anybody used them."""
    campaign, team = _locked(team)
    reason = needed_reason(reason)
    _refuse_used(team)
    before = _write_name(campaign, team, _free_name(campaign))
    team.members.clear()
    RegisteredPerson.objects.filter(registration__team=team).delete()
    Registration.objects.filter(team=team).update(group=team.name, affiliation="")
    record_event(
        by=by, campaign=campaign, verb="team:anonymized", subject=team.name, before=before, reason=reason
    )
    return team


def refuse_name(campaign: Campaign, name: str, besides: Team | None = None) -> None:
    """Refuse a name that breaks the track's rule for names, or that another team has."""
    if error := team_error(campaign, name):
        raise Refused(
            f"{error} {say('Nothing was changed.')}", "team_name_invalid", say("Give another name.")
        )
    other = team_named(campaign, name)
    if other is not None and other != besides:
        raise Refused(
            say("There is already a team {team}. Nothing was changed.", team=other.name),
            "team_name_taken",
            say("Choose another name."),
        )


def _locked(team: Team) -> tuple[Campaign, Team]:
    """The campaign, locked so that no run comes in meanwhile, and the team as it is now."""
    campaign = Campaign.visible.select_for_update(no_key=True).get(pk=team.campaign_id)
    found = Team.objects.filter(pk=team.pk).first()
    if found is None:
        raise Refused(
            say("The team {team} was deleted meanwhile.", team=team.name),
            "team_gone",
            say("Reload the page."),
        )
    return campaign, found


def _write_name(campaign: Campaign, team: Team, name: str) -> str:
    """Give the team a name that is free, and its own deadlines with it; the former name."""
    before, team.name = team.name, name
    team.save(update_fields=["name"])
    campaign.deadline_changes.filter(team_name=before).update(team_name=name)
    return before


def _free_name(campaign: Campaign) -> str:
    number = 1
    while team_named(campaign, f"former team {number}"):
        number += 1
    return f"former team {number}"


def _refuse_ids(campaign: Campaign, team: Team) -> None:
    if campaign.track.registers and team.runs.exists():
        raise Refused(
            say(
                "{track} makes run ids of the team's id, and {team} has {runs}. Nothing was changed.",
                track=campaign.track.title,
                team=team.name,
                runs=_runs(team),
            ),
            "team_id_in_use",
            say("Keep the name."),
        )


def _refuse_runs(team: Team) -> None:
    if not team.runs.exists():
        return
    if team.runs.current().exists():
        hint = say("Withdraw its runs; then the name can be taken off the team if none was pooled or scored.")
    else:
        hint = say("Its runs are withdrawn and stay in the record; take the name off the team instead.")
    raise Refused(
        say("{team} has {runs}. Nothing was changed.", team=team.name, runs=_runs(team)),
        "team_has_runs",
        hint,
    )


def _refuse_downloads(team: Team) -> None:
    given = Registration.objects.filter(team=team, started_at__isnull=False).first()
    if given is not None:
        raise Refused(
            say(
                "{team} has downloaded questions, which stays in the record. Nothing was changed.",
                team=team.name,
            ),
            "team_has_questions",
            say("Remove its members, and it can do nothing more."),
        )


def _refuse_used(team: Team) -> None:
    """Refuse where a run is current, or was pooled or scored: judgments and published scores refer to it."""
    if not team.runs.exists():
        raise Refused(
            say("{team} has no runs. Nothing was changed.", team=team.name),
            "team_without_runs",
            say("Delete it instead."),
        )
    used = team.runs.filter(Q(state=RunState.SUBMITTED) | Q(pooled=True) | Q(scores__isnull=False))
    if used.exists():
        raise Refused(
            say_n(
                "{runs} of {team} is in the evaluation. Nothing was changed.",
                "{runs} of {team} are in the evaluation. Nothing was changed.",
                used.distinct().count(),
                runs=_named(used),
                team=team.name,
            ),
            "team_in_use",
            say(
                "Only a team whose runs were all withdrawn before they were pooled or scored can lose its name."
            ),
        )


def _runs(team: Team) -> str:
    number = team.runs.values("run_key").distinct().count()
    return say_n("{n} run ({runs})", "{n} runs ({runs})", number, runs=_named(team.runs.in_order()))


def _named(runs: RunQuerySet) -> str:
    ids = list(dict.fromkeys(runs.in_order().values_list("run_id", flat=True)))
    some, more = ", ".join(ids[:RUNS_NAMED]), len(ids) - RUNS_NAMED
    return say("{names} and {n} more", names=some, n=more) if more > 0 else some
