"""Whose personal data may be removed, and by whom."""

from assessment.assignments.selectors.person import is_last_admin
from assessment.campaigns.models import Campaign
from assessment.people.models import Account, Member, Role, RoleName
from assessment.shared.errors import Refused
from assessment.shared.say import say

IN_CHARGE = (RoleName.ADMIN, RoleName.ORGANIZER)  # who answer for a campaign


def memberships(account: Account) -> list[Member]:
    """Every campaign that a person is or was in, those being deleted too."""
    rows = Member.objects.filter(account=account).select_related("campaign", "account")
    return list(rows.order_by("campaign__slug", "pk"))


def removal_refused(account: Account, by: Account | None) -> Refused | None:
    """Why the data of a person cannot be removed now; None where they can. `by`: nobody is the command line."""
    if account.removed_at:
        return Refused(
            say("The personal data of {name} are removed already.", name=account.username),
            "account_removed",
            say("Nothing is left to remove."),
        )
    if account.is_superuser and not _other_admins(account):
        return Refused(
            say("{name} is the only site admin. Nothing was removed.", name=account.username),
            "last_site_admin",
            say("Make somebody else a site admin first: manage.py create_admin"),
        )
    if by == account and (in_charge := _in_charge(account)):
        return Refused(
            say("You answer for the site or for a campaign ({names}). Nothing was removed.", names=in_charge),
            "role_forbids",
            say("Hand your roles over, or ask a site admin to remove your data."),
        )
    if alone := [str(member.campaign) for member in memberships(account) if _leaves_without_admin(member)]:
        return Refused(
            say(
                "{name} is the last admin of {campaigns}. Nothing was removed.",
                name=account.username,
                campaigns=", ".join(alone),
            ),
            "last_admin",
            say("Make somebody else an admin first."),
        )
    return None


def _other_admins(account: Account) -> bool:
    return Account.objects.filter(is_superuser=True, is_active=True).exclude(pk=account.pk).exists()


def _in_charge(account: Account) -> str:
    """The campaigns that somebody answers for, or the site, in words; empty: none."""
    if account.is_superuser:
        return say("site admin")
    held = Role.objects.filter(member__account=account, role__in=IN_CHARGE)
    campaigns = Campaign.objects.filter(archived_at=None, pk__in=held.values("member__campaign"))
    return ", ".join(campaigns.order_by("slug").values_list("title", flat=True))


def _leaves_without_admin(member: Member) -> bool:
    campaign = member.campaign
    return campaign.archived_at is None and campaign.deleting is None and is_last_admin(member)
