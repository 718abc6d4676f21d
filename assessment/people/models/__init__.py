"""Accounts, people of a campaign and their roles, invitations, and the log of who did what when."""

from assessment.people.models.events import VERBS, Event
from assessment.people.models.people import Account, Invitation, Member, Role, RoleName
from assessment.people.models.sessions import SignedInBrowser

__all__ = ["VERBS", "Account", "Event", "Invitation", "Member", "Role", "RoleName", "SignedInBrowser"]
