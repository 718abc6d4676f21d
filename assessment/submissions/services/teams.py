"""Writes of teams and of who submits for them."""

import re
from collections.abc import Iterable

from django.db import transaction

from assessment.campaigns.models import Campaign
from assessment.people.models import Account, Member, RoleName
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say
from assessment.shared.seen import refuse_changed
from assessment.submissions.models import Team
from assessment.submissions.selectors.runs import team_named

NAME_LENGTH: int = 64
TEAM_ID = re.compile(r"[a-z]{4}")


def team_name_error(name: str) -> str:
    """What is wrong with a team's name; "" where nothing is."""
    if not name or name != name.strip():
        return say("A team needs a name, without blanks at its ends.")
    if len(name) > NAME_LENGTH:
        return say("A team's name has at most {most} characters.", most=NAME_LENGTH)
    return "" if name.isprintable() else say("A team's name has no control characters.")


def team_id_error(team_id: str) -> str:
    """What is wrong with a team id; "" where nothing is."""
    return (
        ""
        if TEAM_ID.fullmatch(team_id)
        else say("A team id is four lower-case letters from a to z, such as clct.")
    )


def team_error(campaign: Campaign, name: str) -> str:
    """What is wrong with a team's name, which is its id where the track registers teams; "" where nothing is."""
    return team_id_error(name) if campaign.track.registers else team_name_error(name)


@transaction.atomic
def ensure_team(*, by: Account | None, campaign: Campaign, name: str) -> Team:
    """Find the campaign's team of that name, ignoring case, or make it."""
    if error := team_name_error(name):
        raise Refused(error, "team_name_invalid", say("Give another name."))
    Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if team := team_named(campaign, name):
        return team
    team = Team.objects.create(campaign=campaign, name=name)
    record_event(by=by, campaign=campaign, verb="team:created", subject=name)
    return team


@transaction.atomic
def create_team(*, by: Account | None, campaign: Campaign, name: str, members: Iterable[Member] = ()) -> Team:
    """Make a team with the participants who submit for it; a name that is taken is refused."""
    if team_named(campaign, name):
        raise Refused(
            say("There is already a team {team}.", team=name), "team_name_taken", say("Choose another name.")
        )
    team = ensure_team(by=by, campaign=campaign, name=name)
    set_team_members(by=by, team=team, members=members)
    return team


@transaction.atomic
def set_team_members(
    *, by: Account | None, team: Team, members: Iterable[Member], seen: str | None = None
) -> None:
    """Let exactly these participants of the campaign submit for the team and see its runs.

    `seen` is the mark of the names that the page showed; Conflict where others are members by now.
    """
    chosen = {member.pk: member.name for member in members}
    team = Team.objects.select_for_update(of=("self",), no_key=True).get(pk=team.pk)
    refuse_changed(
        seen=seen,
        state=team.member_names(),
        what=say("the members of {team}", team=team.name),
        now=", ".join(team.member_names()) or say("nobody"),
        wanted=", ".join(sorted(chosen.values())) or say("nobody"),
    )
    allowed = Member.objects.filter(campaign=team.campaign, roles__role=RoleName.PARTICIPANT, pk__in=chosen)
    if allowed.count() != len(chosen):
        raise Refused(
            say("Only participants of this campaign can be members of a team."),
            "not_a_participant",
            say("Give them the role participant first."),
        )
    team.members.set(chosen)
    names = sorted(chosen.values())
    record_event(by=by, campaign=team.campaign, verb="team:members_changed", subject=team.name, members=names)
