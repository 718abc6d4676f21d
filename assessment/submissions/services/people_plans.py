"""A table of people, checked: who each line is, and what would change. Nothing is stored."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.planned import Plan, PlannedLine
from assessment.people.models import Account, Member, RoleName
from assessment.people.services.addresses import email_error
from assessment.shared.errors import FileRefused
from assessment.shared.say import say, sentence
from assessment.shared.spreadsheets import unguarded
from assessment.submissions.selectors.people_files import Known, known_people
from assessment.submissions.services.teams import team_error
from scoring.formats.columns import Columns, read_columns
from scoring.formats.problems import Problems, earlier
from scoring.formats.tables import TableRow

COLUMNS = Columns(
    ("name", "email", "roles", "languages", "team", "account"),
    frozenset({"email", "roles", "languages", "team", "account"}),
)
MOST_PEOPLE = 500
MOST_CHARACTERS = 500_000  # of a table of people or teams
_TRUSTED = frozenset({RoleName.ADMIN.value, RoleName.ORGANIZER.value})
SAME_ACCOUNT = sentence("{name} has the same account as line {line}.")
SAME_EMAIL = sentence("{name} has the same e-mail address as line {line}.")
SAME_NAME = sentence("{name} has the same name as line {line}.")
_LANGUAGE = re.compile(r"[a-z]{2}")


class Row(NamedTuple):
    """What a line of the table says of one person."""

    line: int
    name: str
    email: str
    roles: tuple[str, ...]
    languages: tuple[str, ...]
    team: str
    account: str


class Planned(NamedTuple):
    """What becomes of one line: who it is, if there is an account, and what changes."""

    row: Row
    account: Account | None
    member: Member | None
    new_roles: tuple[str, ...]
    joins_team: bool
    invited: bool  # an open invitation is there already

    @property
    def is_invitation(self) -> bool:
        """Whether the person gets a link."""
        return self.account is None and not self.invited

    @property
    def is_change(self) -> bool:
        """Whether anything changes."""
        return self.is_invitation or bool(
            self.account and (self.new_roles or self.joins_team or not self.member)
        )

    @property
    def state(self) -> list[object]:
        """What decides what happens."""
        account, member = self.account and self.account.username, self.member and self.member.name
        return [self.row, account, member, self.new_roles, self.joins_team, self.invited]

    @property
    def sentence(self) -> str:
        """What happens, in words."""
        if self.invited:
            return say("is invited already; nothing changes")
        if self.account is None:
            return say("gets an invitation")
        gains = [*self.new_roles, *([say("team {team}", team=self.row.team)] if self.joins_team else [])]
        if self.member is None:
            return say("account {account} is added", account=self.account.username)
        if not gains:
            return say("is here already; nothing changes")
        return say("{name} gains {gains}", name=self.member.name, gains=", ".join(gains))

    @property
    def in_words(self) -> PlannedLine:
        """What becomes of the line; without addresses, since a job keeps it."""
        about = ", ".join(filter(None, (*self.row.roles, self.row.team)))
        name = self.row.name or self.row.account
        return PlannedLine(self.row.line, name, self.sentence, self.is_change, about)


@dataclass(frozen=True)
class PeoplePlan(Plan[Planned]):
    """What an import would do, line by line."""

    new_teams: Sequence[str]

    @property
    def sentence(self) -> str:
        """How many it invites, adds and changes."""
        invited = sum(one.is_invitation for one in self.rows)
        added = sum(one.account is not None and one.member is None for one in self.rows)
        changed = sum(one.is_change for one in self.rows) - invited - added
        same = len(self.rows) - invited - added - changed
        counts = {"invited": invited, "added": added, "changed": changed, "same": same}
        if self.new_teams:
            return say(
                "{invited} to invite, {added} to add, {changed} to change, {same} as they are; new teams: {teams}.",
                **counts,
                teams=", ".join(self.new_teams),
            )
        return say("{invited} to invite, {added} to add, {changed} to change, {same} as they are.", **counts)


def plan_people(campaign: Campaign, file: SourceFile) -> PeoplePlan:
    """Read and check a table of people. Raises FileRefused with every problem, by line."""
    problems = file.problems()
    read = read_columns(file.data, COLUMNS, problems)
    if len(read) > MOST_PEOPLE:
        problems.add(
            0,
            "too_many",
            say("The table has {n} people; at most {most} at once.", n=len(read), most=MOST_PEOPLE),
            say("Split it."),
        )
    rows = [_row(cells, campaign, problems) for cells in read[:MOST_PEOPLE]]
    _note_repeats(rows, problems)
    wrong = {problem.line for problem in problems.listed()}
    sound = [row for row in rows if row.line not in wrong]
    known = known_people(campaign, sound)
    people = [one for row in sound if (one := _planned(row, known, problems))]
    _note_one_account(people, problems)
    if listed := problems.listed():
        raise FileRefused(
            say("Nobody was added or invited."), listed, say("Fix what is listed and try again.")
        )
    new_teams = dict.fromkeys(row.team for row in rows if row.team and row.team.casefold() not in known.teams)
    return PeoplePlan(people, list(new_teams))


def _row(read: TableRow, campaign: Campaign, problems: Problems) -> Row:
    cells = {name: unguarded(read.cells.get(name, "")).strip() for name in COLUMNS.names}
    roles, languages = _words(cells["roles"]), _words(cells["languages"])
    if cells["team"] and not roles:
        roles = (RoleName.PARTICIPANT.value,)
    row = Row(read.line, cells["name"], cells["email"], roles, languages, cells["team"], cells["account"])
    for code, message, hint in _errors(row, campaign):
        problems.add(row.line, code, message, hint)
    return row


def _words(cell: str) -> tuple[str, ...]:
    """What a cell lists, each once."""
    return tuple(dict.fromkeys(re.split(r"[\s,;|]+", cell.lower()))) if cell else ()


def _errors(row: Row, campaign: Campaign) -> Iterable[tuple[str, str, str]]:
    """What is wrong with a line by itself."""
    if not row.name and not row.account:
        yield "name_missing", say("The line names nobody."), say("Fill in the column name.")
    if len(row.name) > 150 or not row.name.isprintable():
        yield (
            "name_invalid",
            say("“{name}” cannot be a name.", name=row.name[:40]),
            say("At most 150 characters, on one line."),
        )
    if not row.account.isprintable():
        yield "account_unknown", say("The column account holds control characters."), say("Type it again.")
    if row.email and (error := email_error(row.email)):
        yield "email", error, say("Correct the address, or leave it out.")
    if unknown := [role for role in row.roles if role not in RoleName.values]:
        yield (
            "role",
            say("There is no role “{role}”.", role=unknown[0]),
            say("Roles are {roles}.", roles=", ".join(RoleName.values)),
        )
    if not row.roles:
        yield (
            "roles_missing",
            say("{name} has no role.", name=row.name) if row.name else say("The line has no role."),
            say("Roles are {roles}.", roles=", ".join(RoleName.values)),
        )
    if wrong := [language for language in row.languages if not _LANGUAGE.fullmatch(language)]:
        yield (
            "language",
            say("“{code}” is not a language code.", code=wrong[0]),
            say("Write two letters, such as de or en."),
        )
    if row.team and RoleName.PARTICIPANT not in row.roles:
        yield (
            "team_role",
            say("{name} is in a team but is not a participant.", name=row.name),
            say("Add the role participant."),
        )
    if row.team and (error := team_error(campaign, row.team)):
        yield "team_name_invalid", error, say("Give another name.")


def _note_repeats(rows: Iterable[Row], problems: Problems) -> None:
    """Say where the same person comes twice: the same account, the same address, or the same name without one."""
    seen: dict[tuple[str, str], int] = {}
    for row in rows:
        keys = [(SAME_ACCOUNT, row.account), (SAME_EMAIL, row.email.casefold())]
        keys = [key for key in keys if key[1]] or [(SAME_NAME, row.name.casefold())]
        for what, value in keys:
            if value and (first := earlier(seen, (what, value), row.line)) is not None:
                message = say(what, name=row.name or row.account, line=str(first))
                problems.add(row.line, "twice", message, say("Keep one line for each person."))


def _note_one_account(people: Iterable[Planned], problems: Problems) -> None:
    """Say where two lines turn out to mean one account."""
    seen: dict[str, int] = {}
    for one in people:
        name = one.account.username if one.account else ""
        if name and (first := earlier(seen, name, one.row.line)) is not None:
            message = say("This is the account {name}, as is line {line}.", name=name, line=str(first))
            problems.add(one.row.line, "twice", message, say("Keep one line for each person."))


def _planned(row: Row, known: Known, problems: Problems) -> Planned | None:
    """Who a line is, and what changes; None where that cannot be said."""
    account, problem = _account_of(row, known)
    if problem:
        problems.add(row.line, *problem)
        return None
    member = known.members.get(account.pk) if account else None
    held = set(member.role_names()) if member else set()
    new_roles = tuple(role for role in row.roles if role not in held)
    mates = known.teams.get(row.team.casefold(), frozenset())
    joins = bool(row.team and account and (member is None or member.pk not in mates))
    invited = account is None and known.is_invited(row.name, row.email)
    return Planned(row, account, member, new_roles, joins, invited)


def _account_of(row: Row, known: Known) -> tuple[Account | None, tuple[str, str, str] | None]:
    """The account that a line means, if there is one; else what stands in the way of knowing it."""
    if row.account:
        named = known.by_name.get(row.account)
        unknown = (
            "account_unknown",
            say("There is no account {account}.", account=row.account),
            say("Leave the column account empty to invite."),
        )
        return named, None if named else unknown
    alike = known.by_email.get(row.email.casefold(), []) if row.email else []
    if len(alike) > 1:
        names = ", ".join(account.username for account in alike)
        return None, (
            "email_shared",
            say("Several accounts have {email}: {names}.", email=row.email, names=names),
            say("Name one in the column account."),
        )
    if alike:
        return _by_email(row, alike[0])
    named = known.by_name.get(row.name)
    if named and row.email and named.email:
        return None, (
            "name_taken",
            say("There is an account {name} with another e-mail address.", name=row.name),
            say("If it is the same person, write it in the column account too; else write the full name."),
        )
    return named, None


def _by_email(row: Row, account: Account) -> tuple[Account | None, tuple[str, str, str] | None]:
    """Nobody proved that an address is theirs, so an address alone gives no roles that run a campaign."""
    if _TRUSTED.isdisjoint(row.roles):
        return account, None
    return None, (
        "account_needed",
        say(
            "{email} is the address of the account {account}; addresses are not verified.",
            email=row.email,
            account=account.username,
        ),
        say("To make this account admin or organizer, name it in the column account."),
    )
