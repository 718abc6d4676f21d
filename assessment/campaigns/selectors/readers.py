"""Who may read documents now, by accounts, sessions and campaigns."""

from datetime import datetime

from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from assessment.campaigns.selectors.collections import brought
from assessment.campaigns.selectors.document_lists import acceptance_of, licence_of
from assessment.people.models import Account, Member, Role, RoleName, SignedInBrowser
from documents.models import Collection
from documents.prepared import Prepared


class Members:
    """Readers are accounts: the members of campaigns that use a collection, site admins, and who brought it."""

    def is_signed_in(self, person: str, browser: str) -> bool:
        """Whether an open account is signed in in a browser that is listed as its own."""
        return _browser.first(account=int(person), browser=int(browser), now=timezone.now()) is not None

    def may_read(self, person: str, collection: str) -> bool:
        """Whether an account works where the collection is read, or takes part there and accepted its licence."""
        if _role.first(account=int(person), collection=collection):
            return True
        account = Account.objects.filter(pk=person, is_active=True).first()
        return account is not None and (brought(account, collection) or reads_by_licence(account, collection))

    def name_of(self, visitor: Account) -> str:
        """The account in the browser of its request."""
        return visitor.as_reader


def reads_by_licence(account: Account, collection: str) -> bool:
    """Whether somebody searches for a team, now, and has accepted the licence as it reads now."""
    teams = Member.objects.filter(
        account=account,
        roles__role=RoleName.PARTICIPANT,
        campaign__collection_slug=collection,
        campaign__search_for_teams=True,
    )
    found = Collection.visible.filter(slug=collection, held=True).first() if teams.exists() else None
    return acceptance_of(account, licence_of(found)) is not None


@Prepared
def _browser(account: int, browser: int, now: datetime) -> "QuerySet[SignedInBrowser]":
    live = Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gt=now)
    found = SignedInBrowser.objects.filter(Exists(live), pk=browser, account=account, account__is_active=True)
    return found.order_by("pk")


@Prepared
def _role(account: int, collection: str) -> "QuerySet[Role]":
    roles = Role.objects.filter(member__account=account, member__campaign__collection_slug=collection)
    roles = roles.exclude(role=RoleName.PARTICIPANT)  # who has what the licence gives
    return roles.filter(member__account__is_active=True).order_by("pk")[:1]
