"""Everybody who may look at a campaign, and whose secrets they know."""

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


OWNERS = {
    Who.FIRST: Owner.FIRST,
    Who.SECOND: Owner.SECOND,
    Who.TEAM_A: Owner.A,
    Who.TEAM_B: Owner.B,
    Who.ADJUDICATOR: Owner.STAFF,
    Who.ORGANIZER: Owner.STAFF,
    Who.ADMIN: Owner.STAFF,
    Who.SITE_ADMIN: Owner.STAFF,
}
