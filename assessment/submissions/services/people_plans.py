"""A table of people, checked: who each line is, and what would change. Nothing is stored."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile
from assessment.people.models import Account, Member, RoleName
from assessment.shared.errors import FileRefused
from assessment.shared.seen import mark_of
from assessment.submissions.selectors.people_files import Known, known_people
from assessment.submissions.services.registrations import team_id_error
from assessment.submissions.services.teams import team_name_error
from scoring.formats.problems import Problems
from scoring.formats.tables import TableRow, read_rows

COLUMNS = ("name", "email", "roles", "languages", "team", "account")
MOST_PEOPLE = 500
UNSTORED = "Nobody was added or invited."
_TRUSTED = frozenset({RoleName.ADMIN.value, RoleName.ORGANIZER.value})
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
    def sentence(self) -> str:
        """What happens, in words."""
        if self.invited:
            return "is invited already; nothing changes"
        if self.account is None:
            return "gets an invitation"
        gains = [*self.new_roles, *([f"team {self.row.team}"] if self.joins_team else [])]
        if self.member is None:
            return f"account {self.account.username} is added"
        return f"{self.member.name} gains {', '.join(gains)}" if gains else "is here already; nothing changes"


class Plan(NamedTuple):
    """What an import would do, line by line."""

    people: Sequence[Planned]
    new_teams: Sequence[str]

    @property
    def mark(self) -> str:
        """A mark of it: another plan means that something changed meanwhile."""
        return mark_of([[one.row, one.account and one.account.username, one.sentence] for one in self.people])

    @property
    def sentence(self) -> str:
        """How many it invites, adds and changes."""
        invited = sum(one.is_invitation for one in self.people)
        added = sum(one.account is not None and one.member is None for one in self.people)
        changed = sum(one.is_change for one in self.people) - invited - added
        same = len(self.people) - invited - added - changed
        teams = f"; new teams: {', '.join(self.new_teams)}" if self.new_teams else ""
        return f"{invited} to invite, {added} to add, {changed} to change, {same} as they are{teams}."


def plan_people(*, campaign: Campaign, file: SourceFile) -> Plan:
    """Read and check a table of people. Raises FileRefused with every problem, by line."""
    problems = Problems(file.name)
    optional = frozenset(COLUMNS) - {"name"}
    read = read_rows(file.data, COLUMNS, optional, problems)
    if len(read) > MOST_PEOPLE:
        problems.add(
            0, "too_many", f"The table has {len(read):,} people; at most {MOST_PEOPLE} at once.", "Split it."
        )
    rows = [_row(cells, campaign, problems) for cells in read[:MOST_PEOPLE]]
    _note_repeats(rows, problems)
    wrong = {problem.line for problem in problems.listed()}
    sound = [row for row in rows if row.line not in wrong]
    known = known_people(campaign, sound)
    people = [one for row in sound if (one := _planned(row, known, problems))]
    _note_one_account(people, problems)
    if not rows and not problems.listed():
        problems.add(0, "empty", "The table has no people.", f"The columns are {', '.join(COLUMNS)}.")
    if listed := problems.listed():
        raise FileRefused(UNSTORED, listed, "Fix what is listed and try again.")
    new_teams = dict.fromkeys(row.team for row in rows if row.team and row.team.casefold() not in known.teams)
    return Plan(people, list(new_teams))


def _row(read: TableRow, campaign: Campaign, problems: Problems) -> Row:
    cells = {name: _unguarded(read.cells.get(name, "")).strip() for name in COLUMNS}
    roles = (
        tuple(dict.fromkeys(re.split(r"[\s,;|]+", cells["roles"].lower().strip()))) if cells["roles"] else ()
    )
    languages = (
        tuple(dict.fromkeys(re.split(r"[\s,;|]+", cells["languages"].lower()))) if cells["languages"] else ()
    )
    if cells["team"] and not roles:
        roles = (RoleName.PARTICIPANT.value,)
    row = Row(read.line, cells["name"], cells["email"], roles, languages, cells["team"], cells["account"])
    for code, message, hint in _errors(row, campaign):
        problems.add(row.line, code, message, hint)
    return row


def _errors(row: Row, campaign: Campaign) -> Iterable[tuple[str, str, str]]:
    """What is wrong with a line by itself."""
    if not row.name and not row.account:
        yield "name_missing", "The line names nobody.", "Fill in the column name."
    if len(row.name) > 150 or not row.name.isprintable():
        yield "name_invalid", f"“{row.name[:40]}” cannot be a name.", "At most 150 characters, on one line."
    if not row.account.isprintable():
        yield "account_unknown", "The column account holds control characters.", "Type it again."
    if row.email and (error := _email_error(row.email)):
        yield "email", error, "Correct the address, or leave it out."
    if unknown := [role for role in row.roles if role not in RoleName.values]:
        yield "role", f"There is no role “{unknown[0]}”.", f"Roles are {', '.join(RoleName.values)}."
    if not row.roles:
        yield (
            "roles_missing",
            f"{row.name or 'The line'} has no role.",
            f"Roles are {', '.join(RoleName.values)}.",
        )
    if wrong := [language for language in row.languages if not _LANGUAGE.fullmatch(language)]:
        yield "language", f"“{wrong[0]}” is not a language code.", "Write two letters, such as de or en."
    if row.team and RoleName.PARTICIPANT not in row.roles:
        yield "team_role", f"{row.name} is in a team but is not a participant.", "Add the role participant."
    rule = team_id_error if campaign.track.registers else team_name_error
    if row.team and (error := rule(row.team)):
        yield "team_name_invalid", error, "Give another name."


def _email_error(email: str) -> str:
    try:
        validate_email(email)
    except ValidationError:
        return f"{email} is not an e-mail address."
    return ""


def _unguarded(cell: str) -> str:
    """A cell without the mark that keeps spreadsheets from reading it as a formula."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in ("=", "+", "-", "@") else cell


def _note_repeats(rows: Iterable[Row], problems: Problems) -> None:
    """Say where the same person comes twice: the same account, the same address, or the same name without one."""
    seen: dict[tuple[str, str], int] = {}
    for row in rows:
        keys = [("account", row.account), ("e-mail address", row.email.casefold())]
        keys = [key for key in keys if key[1]] or [("name", row.name.casefold())]
        for what, value in keys:
            if value and (first := seen.setdefault((what, value), row.line)) != row.line:
                message = f"{row.name or row.account} has the same {what} as line {first}."
                problems.add(row.line, "twice", message, "Keep one line for each person.")


def _note_one_account(people: Iterable[Planned], problems: Problems) -> None:
    """Say where two lines turn out to mean one account."""
    seen: dict[str, int] = {}
    for one in people:
        name = one.account.username if one.account else ""
        if name and (first := seen.setdefault(name, one.row.line)) != one.row.line:
            message = f"This is the account {name}, as is line {first}."
            problems.add(one.row.line, "twice", message, "Keep one line for each person.")


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
            f"There is no account {row.account}.",
            "Leave the column account empty to invite.",
        )
        return named, None if named else unknown
    alike = known.by_email.get(row.email.casefold(), []) if row.email else []
    if len(alike) > 1:
        names = ", ".join(account.username for account in alike)
        return None, (
            "email_shared",
            f"Several accounts have {row.email}: {names}.",
            "Name one in the column account.",
        )
    if alike:
        return _by_email(row, alike[0])
    named = known.by_name.get(row.name)
    if named and row.email and named.email:
        return None, (
            "name_taken",
            f"There is an account {row.name} with another e-mail address.",
            "If it is the same person, write it in the column account too; else write the full name.",
        )
    return named, None


def _by_email(row: Row, account: Account) -> tuple[Account | None, tuple[str, str, str] | None]:
    """Nobody proved that an address is theirs, so an address alone gives no roles that run a campaign."""
    if _TRUSTED.isdisjoint(row.roles):
        return account, None
    return None, (
        "account_needed",
        f"{row.email} is the address of the account {account.username}; addresses are not verified.",
        "To make this account admin or organizer, name it in the column account.",
    )
