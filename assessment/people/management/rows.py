"""Accounts that a command line names."""

from typing import TYPE_CHECKING

from assessment.people.models import Account, Member
from assessment.shared.errors import Refused

if TYPE_CHECKING:
    from assessment.campaigns.models import Campaign


def account_named(username: str) -> Account:
    """The account that signs in with this name."""
    row = Account.objects.filter(username=username).first()
    if row is None:
        raise Refused(
            f"There is no account {username}. Nothing was changed.",
            "account_unknown",
            "List them: manage.py accounts",
        )
    return row


def own_campaign(account: Account, slug: str) -> "Campaign | None":
    """The campaign of that name in which an account is; None where no name is given."""
    if not slug:
        return None
    found = Member.objects.filter(account=account, campaign__slug=slug).select_related("campaign").first()
    if found is None:
        raise Refused(
            f"{account.username} is in no campaign {slug}. Nothing was changed.",
            "campaign_unknown",
            "A token works in a campaign in which its person has a role.",
        )
    return found.campaign
