"""Many people at once from a table: shown as a plan first (`people_plans`), then brought in whole or not at all."""

from functools import partial

from django.db import transaction

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.examples import table_example
from assessment.campaigns.services.intakes import SEEN, Intake, Sent, Taken, register_intake
from assessment.campaigns.services.planned import would
from assessment.people.models import Account, Invitation, Member, Role
from assessment.people.selectors.access import Permission
from assessment.people.services.accounts import free_name
from assessment.people.services.events import record_event
from assessment.people.services.invitations import Link, new_invitation
from assessment.shared.say import say, sentence
from assessment.submissions.models import Team
from assessment.submissions.services.people_plans import COLUMNS, MOST_CHARACTERS, PeoplePlan, plan_people


@transaction.atomic
def import_people(sent: Sent) -> Taken:
    """Add and invite everybody in a table, or nobody. The links are for handing over; nobody can read them later.

    No file of it is kept: it holds names and addresses. Conflict where a check of it showed something else.
    """
    by, campaign = sent.by, Campaign.visible.select_for_update(no_key=True).get(pk=sent.campaign.pk)
    plan = plan_people(campaign, sent.source)
    plan.refuse_another(
        sent, say("Something changed since the table was checked. Nobody was added or invited.")
    )
    teams = _teams(campaign, plan)
    _give_roles(campaign, plan)
    _join(campaign, plan, teams)
    links = _invite(by, campaign, plan, teams)
    data = {
        "invited": [link.invitation.name for link in links],
        "invitations": [link.invitation.pk for link in links],
        "teams": list(plan.new_teams),
    }
    added = [one.account.username for one in plan.rows if one.account and one.is_change]
    if links or added or plan.new_teams:
        subject = sent.file.name
        record_event(by=by, campaign=campaign, verb="people:imported", subject=subject, added=added, **data)
    done = say("Brought in {file}: {outcome}", file=sent.file.name, outcome=plan.sentence)
    return Taken(done, review=plan.review, links=links)


def _teams(campaign: Campaign, plan: PeoplePlan) -> dict[str, Team]:
    """The teams of the campaign by name, those that the table brings among them."""
    Team.objects.bulk_create(Team(campaign=campaign, name=name) for name in plan.new_teams)
    return {team.name.casefold(): team for team in campaign.teams.order_by("-pk")}


def _give_roles(campaign: Campaign, plan: PeoplePlan) -> None:
    """Make members of accounts that are none, and give roles."""
    taken = set(Member.objects.filter(campaign=campaign).values_list("name", flat=True))
    new = [one.account for one in plan.rows if one.account and one.member is None]
    joining = []
    for account in new:
        joining.append(Member(campaign=campaign, account=account, name=free_name(account.username, taken)))
        taken.add(joining[-1].name)
    Member.objects.bulk_create(joining)
    members = _members(campaign, plan)
    Role.objects.bulk_create(
        Role(member=members[one.account.pk], role=role)
        for one in plan.rows
        if one.account
        for role in one.new_roles
    )


def _members(campaign: Campaign, plan: PeoplePlan) -> dict[int, Member]:
    accounts = [one.account for one in plan.rows if one.account]
    rows = Member.objects.filter(campaign=campaign, account__in=accounts)
    return {row.account_id: row for row in rows if row.account_id}


def _join(campaign: Campaign, plan: PeoplePlan, teams: dict[str, Team]) -> None:
    members, through = _members(campaign, plan), Team.members.through
    through.objects.bulk_create(
        through(team=teams[one.row.team.casefold()], member=members[one.account.pk])
        for one in plan.rows
        if one.account and one.joins_team
    )


def _invite(by: Account | None, campaign: Campaign, plan: PeoplePlan, teams: dict[str, Team]) -> list[Link]:
    rows = [one.row for one in plan.rows if one.is_invitation]
    links = [
        new_invitation(
            campaign=campaign, name=row.name, roles=row.roles, by=by, email=row.email, languages=row.languages
        )
        for row in rows
    ]
    Invitation.objects.bulk_create(link.invitation for link in links)
    through = Team.invited.through
    through.objects.bulk_create(
        through(team=teams[row.team.casefold()], invitation=link.invitation)
        for row, link in zip(rows, links, strict=True)
        if row.team
    )
    return links


EXAMPLE = (
    {"name": "Ada Lind", "email": "ada@example.org", "roles": "assessor", "languages": "en de", "team": ""},
    {"name": "Ben Ro", "email": "ben@example.org", "roles": "participant", "languages": "", "team": "tern"},
)
register_intake(
    Intake(
        "people",
        Permission.MANAGE_PEOPLE,
        partial(would, plan_people),
        import_people,
        lambda campaign: table_example("people.csv", EXAMPLE),
        "people-and-teams#people-from-a-table",
        frozenset({SEEN}),
        page="submissions:import-people",
        columns=lambda sent: COLUMNS,
        largest=MOST_CHARACTERS,
        is_personal=True,
        title=sentence("People"),
    )
)
