"""Accounts, people of a campaign and their roles, invitations, tokens of programs, and the log of who did what when."""

from assessment.people.models.events import VERBS, Event
from assessment.people.models.identities import LinkedIdentity
from assessment.people.models.limits import Limits
from assessment.people.models.people import Account, Invitation, Member, Role, RoleName
from assessment.people.models.second_step import RecoveryCode, SecondStep
from assessment.people.models.sessions import SignedInBrowser
from assessment.people.models.tokens import ApiToken, KeptAnswer

__all__ = [
    "VERBS",
    "Account",
    "ApiToken",
    "Event",
    "Invitation",
    "KeptAnswer",
    "Limits",
    "LinkedIdentity",
    "Member",
    "RecoveryCode",
    "Role",
    "RoleName",
    "SecondStep",
    "SignedInBrowser",
]
