"""Everybody who may look at a campaign, whose rights they have, and whose secrets they know."""

from collections.abc import Mapping
from typing import NamedTuple

from tests.blindness.secrets import Owner


class Who:
    """Everybody who may look at a campaign."""

    NOBODY = "not signed in"
    STRANGER = "account without a role"
    FOREIGN = "all roles in another campaign"
    FIRST = "assessor"
    SECOND = "second assessor"
    TEAM_A = "participant of team A"
    TEAM_B = "participant of team B"
    ADJUDICATOR = "adjudicator"
    ORGANIZER = "organizer"
    ADMIN = "admin of the campaign"
    SITE_ADMIN = "site admin"
    # One person who organizes, adjudicates, judges and takes part; and programs with a token of theirs.
    MANY = "organizer who adjudicates, judges and takes part"
    MANY_ASSESSING = "their token for judging"
    MANY_TAKING_PART = "their token for taking part"
    MANY_ADJUDICATING = "their token for adjudicating"
    MANY_ORGANIZING = "their token for organizing"
    MANY_READING = "their token that only reads"
    MANY_ELSEWHERE = "their token for another campaign"
    MANY_REVOKED = "their token that was revoked"
    MANY_EXPIRED = "their token that has expired"
    SITE_NARROWED = "a site admin’s token for a role"
    ASSESSOR_TOKEN = "assessor’s token"
    TEAM_TOKEN = "token of a participant of team A"


class Token(NamedTuple):
    """With what a program comes in the place of a session."""

    of: str  # whose account
    campaign: str = ""  # short name; empty: all
    role: str = ""
    writes: bool = True
    over: str = ""  # revoked, expired


TOKENS: Mapping[str, Token] = {
    Who.MANY_ASSESSING: Token(Who.MANY, "hall", "assessor"),
    Who.MANY_TAKING_PART: Token(Who.MANY, role="participant"),
    Who.MANY_ADJUDICATING: Token(Who.MANY, "hall", "adjudicator"),
    Who.MANY_ORGANIZING: Token(Who.MANY, "hall", "organizer"),
    Who.MANY_READING: Token(Who.MANY, writes=False),
    Who.MANY_ELSEWHERE: Token(Who.MANY, "yonder"),
    Who.MANY_REVOKED: Token(Who.MANY, over="revoked"),
    Who.MANY_EXPIRED: Token(Who.MANY, over="expired"),
    Who.SITE_NARROWED: Token(Who.SITE_ADMIN, role="assessor"),
    Who.ASSESSOR_TOKEN: Token(Who.FIRST),
    Who.TEAM_TOKEN: Token(Who.TEAM_A, "hall"),
}


class Rights(NamedTuple):
    """What somebody is to the table: one of its columns, and whose secrets are their own."""

    column: str
    owners: frozenset[Owner] = frozenset()
    name: Owner | None = None  # whose name is theirs, though a role narrows what else is


def _rights(column: str, *owners: Owner) -> Rights:
    return Rights(column, frozenset(owners))


_NONE = _rights(Who.NOBODY)
_AT_DESK = _rights(Who.FIRST, Owner.THIRD)
RIGHTS: Mapping[str, Rights] = {
    Who.NOBODY: _NONE,
    Who.STRANGER: _rights(Who.NOBODY, Owner.APPLICANT),
    Who.FOREIGN: _NONE,
    Who.FIRST: _rights(Who.FIRST, Owner.FIRST),
    Who.SECOND: _rights(Who.SECOND, Owner.SECOND),
    Who.TEAM_A: _rights(Who.TEAM_A, Owner.A),
    Who.TEAM_B: _rights(Who.TEAM_B, Owner.B),
    Who.ADJUDICATOR: _rights(Who.ADJUDICATOR, Owner.STAFF, Owner.DECIDER),
    Who.ORGANIZER: _rights(Who.ORGANIZER, Owner.STAFF),
    Who.ADMIN: _rights(Who.ADMIN, Owner.STAFF),
    Who.SITE_ADMIN: _rights(Who.SITE_ADMIN, Owner.STAFF),
    Who.MANY: _rights(Who.ORGANIZER, Owner.THIRD, Owner.C),
    Who.MANY_ASSESSING: _AT_DESK,
    Who.MANY_TAKING_PART: _rights(Who.TEAM_A, Owner.C)._replace(name=Owner.THIRD),
    Who.MANY_ADJUDICATING: _rights(Who.ADJUDICATOR, Owner.THIRD),
    Who.MANY_ORGANIZING: _rights(Who.ORGANIZER, Owner.THIRD),
    Who.MANY_READING: _rights(Who.ORGANIZER, Owner.THIRD, Owner.C),
    Who.MANY_ELSEWHERE: _NONE,
    Who.MANY_REVOKED: _NONE,
    Who.MANY_EXPIRED: _NONE,
    Who.SITE_NARROWED: _NONE,
    Who.ASSESSOR_TOKEN: _rights(Who.FIRST, Owner.FIRST),
    Who.TEAM_TOKEN: _rights(Who.TEAM_A, Owner.A),
}
# Below these paths whoever judges is an assessor, whatever else they are.
DESKS = (
    "/judge/",
    "/judged-today/",
    "/api/v1/campaigns/hall/assignments/",
    "/api/v1/campaigns/hall/judgments/",
)


def rights_at(who: str, path: str = "") -> Rights:
    """What somebody is to the table at an address."""
    rights = RIGHTS[who]
    is_many = Owner.THIRD in rights.owners
    return _AT_DESK if is_many and path.startswith(DESKS) else rights
