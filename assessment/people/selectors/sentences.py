"""What is said of a write when it is done: pages and commands say it in the same words."""

from assessment.people.models import Account, Invitation, Member


def account_open(account: Account) -> str:
    """Whether somebody can sign in."""
    return f"{account.username} is {'open' if account.is_active else 'closed'}."


def token_made(token: str) -> str:
    """The token, which is shown this once."""
    return f"Your API token, shown this once: {token}. Send it as: Authorization: Token {token}"


def may_create(account: Account) -> str:
    """Whether somebody makes campaigns and brings collections."""
    return f"{account.username} {'can' if account.may_create else 'can no longer'} create campaigns and import collections."


def invitation_withdrawn(invitation: Invitation) -> str:
    """That nobody can accept it any more."""
    return f"The invitation for {invitation.name} is withdrawn: its link no longer works."


def roles_changed(member: Member) -> str:
    """Whose roles are others now."""
    return f"The roles of {member.name} are changed."
