"""What is said of a write when it is done: pages and commands say it in the same words."""

from collections.abc import Mapping

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from assessment.people.models import Account, ApiToken, Invitation, Member
from assessment.shared.roles import role_words
from assessment.shared.say import say


def account_open(account: Account) -> str:
    """Whether somebody can sign in."""
    if account.is_active:
        return say("{name} is open.", name=account.username)
    return say("{name} is closed.", name=account.username)


def token_made(token: str) -> str:
    """The token, which is shown this once."""
    return say(
        "Your API token, shown this once: {token}. Send it as: Authorization: Bearer {token}", token=token
    )


def token_revoked(token: ApiToken) -> str:
    """That nobody can use it any more."""
    return say("The token “{name}” is revoked: it no longer works.", name=token.name)


def may_create(account: Account) -> str:
    """Whether somebody makes campaigns and brings collections."""
    if account.may_create:
        return say("{name} can create campaigns and import collections.", name=account.username)
    return say("{name} can no longer create campaigns and import collections.", name=account.username)


def invitation_withdrawn(invitation: Invitation) -> str:
    """That nobody can accept it any more."""
    return say("The invitation for {name} is withdrawn: its link no longer works.", name=invitation.name)


def roles_changed(member: Member) -> str:
    """Whose roles are others now."""
    return say("The roles of {name} are changed.", name=member.name)


def invites(invitation: Invitation) -> SafeString:
    """Who invites whom, to what and as what, with the campaign in bold."""
    by, campaign, roles = invitation.invited_by, invitation.campaign, role_words(invitation.roles)
    given = {"inviter": by, "name": invitation.name, "campaign": campaign and campaign.title, "roles": roles}
    values = {name: conditional_escape(str(value)) for name, value in given.items()}
    return mark_safe(_invites(bool(by), bool(campaign), bool(roles), values))


def _invites(by: bool, campaign: bool, roles: bool, values: Mapping[str, str]) -> str:
    if campaign and roles:
        if by:
            return say("{inviter} invites {name} to <b>{campaign}</b> as {roles}.", **values)
        return say("The organizers invite {name} to <b>{campaign}</b> as {roles}.", **values)
    if campaign:
        if by:
            return say("{inviter} invites {name} to <b>{campaign}</b>.", **values)
        return say("The organizers invite {name} to <b>{campaign}</b>.", **values)
    if roles:
        if by:
            return say("{inviter} invites {name} as {roles}.", **values)
        return say("The organizers invite {name} as {roles}.", **values)
    return (
        say("{inviter} invites {name}.", **values) if by else say("The organizers invite {name}.", **values)
    )
