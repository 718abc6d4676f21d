"""What is known of the people in a table before it is brought in, and the tables of people and teams that go out."""

from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import NamedTuple, Protocol

from django.db.models import Prefetch, QuerySet
from django.db.models.functions import Lower

from assessment.campaigns.models import Campaign
from assessment.people.models import Account, Member, Role
from assessment.people.selectors.accounts import open_invitations
from assessment.shared.spreadsheets import Table
from assessment.submissions.models import Team
from assessment.submissions.selectors.runs import teams_of


class Named(Protocol):
    """A line that names a person."""

    @property
    def name(self) -> str: ...
    @property
    def email(self) -> str: ...
    @property
    def account(self) -> str: ...


class Known(NamedTuple):
    """Accounts by name and by address (in lower case), members by account, and the members of teams by team."""

    by_name: Mapping[str, Account]
    by_email: Mapping[str, Sequence[Account]]
    members: Mapping[int, Member]
    teams: Mapping[str, frozenset[int]]
    invited: frozenset[tuple[str, str]]

    def is_invited(self, name: str, email: str) -> bool:
        """Whether somebody of that address, or of that name without one, has an open invitation."""
        return (("", email.casefold()) if email else (name.casefold(), "")) in self.invited


def known_people(campaign: Campaign, rows: Iterable[Named]) -> Known:
    """What the site knows of the people in a table (some queries, however many people)."""
    rows = list(rows)
    accounts = Account.objects.filter(is_active=True)
    names = {row.account or row.name for row in rows}
    emails = {row.email.lower() for row in rows if row.email}
    by_email: dict[str, list[Account]] = {}
    for account in accounts.annotate(lower=Lower("email")).filter(lower__in=emails).order_by("pk"):
        by_email.setdefault(account.email.casefold(), []).append(account)
    members = Member.objects.filter(campaign=campaign, account__isnull=False).prefetch_related("roles")
    open_ones = open_invitations(campaign.pk).values_list("name", "email")
    return Known(
        {account.username: account for account in accounts.filter(username__in=names)},
        by_email,
        {member.account_id: member for member in members if member.account_id},
        {
            team.name.casefold(): frozenset(member.pk for member in team.members.all())
            for team in campaign.teams.prefetch_related("members")
        },
        frozenset(("", email.casefold()) if email else (name.casefold(), "") for name, email in open_ones),
    )


def people_table(campaign: Campaign) -> str:
    """Everybody who can sign in, and who is invited, as a table that can be brought in again."""
    members: QuerySet[Member] = (
        Member.objects.filter(campaign=campaign, account__isnull=False)
        .select_related("account")
        .prefetch_related(
            Prefetch("roles", Role.objects.order_by("role")), Prefetch("teams", Team.objects.order_by("name"))
        )
        .order_by("name", "pk")
    )
    rows = [row for member in members for row in _lines_of(member)]
    for invitation in open_invitations(campaign.pk).prefetch_related("teams"):
        team = next((team.name for team in invitation.teams.all()), "")
        roles, languages = " ".join(invitation.roles), " ".join(invitation.languages)
        rows.append([invitation.name, invitation.email, roles, languages, team, ""])
    return table(["name", "email", "roles", "languages", "team", "account"], rows)


def _lines_of(member: Member) -> list[list[str]]:
    account, roles = member.account, " ".join(member.role_names())
    if account is None or not roles:
        return []
    teams = [team.name for team in member.teams.all()]
    name, languages = account.display_name or account.username, " ".join(account.languages)
    return [[name, account.email, roles, languages, teams[0] if teams else "", account.username]]


def teams_table(campaign: Campaign) -> str:
    """The teams with their members, as a table that can be brought in again."""
    return table(
        ["team", "members"], ([team.name, "; ".join(team.member_names())] for team in teams_of(campaign))
    )


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose cells no spreadsheet takes for formulas."""
    buffer = StringIO(newline="")
    writer = Table(buffer)
    writer.writerow(header)
    writer.writerows(rows)
    return buffer.getvalue()
