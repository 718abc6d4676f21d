"""Which account an identity of the provider signs in: linked by an act of its person, or by a trusted address."""

from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from assessment.people.errors import ProviderRefused
from assessment.people.models import Account, Invitation, LinkedIdentity
from assessment.people.selectors.identities import identity_of
from assessment.people.services.accounts import accept_invitation
from assessment.people.services.events import record_event
from assessment.people.services.provider.asking import site_provider
from assessment.people.services.provider.tokens import Person
from assessment.shared.errors import Refused
from assessment.shared.say import say


@transaction.atomic
def account_of_person(person: Person) -> Account:
    """The account that an identity signs in. ProviderRefused where it is linked to none, or the account is closed."""
    account = linked_account(person) or _account_by_email(person)
    if account is None:
        raise _not_linked(person)
    if not account.is_active:
        raise ProviderRefused(
            say("This account is closed, so nobody was signed in."),
            "account_closed",
            say("Ask the people who run this site."),
        )
    return account


@transaction.atomic
def linked_account(person: Person) -> Account | None:
    """The account that an identity is linked to; that it was used is noted. None: it is linked to none."""
    rows = LinkedIdentity.objects.select_related("account").select_for_update(of=("self",))
    found = rows.filter(issuer=person.issuer, subject=person.subject).first()
    if found is None:
        return None
    found.used_at, found.email = timezone.now(), person.email
    found.save(update_fields=["used_at", "email"])
    return found.account


@transaction.atomic
def link_identity(*, account: Account, person: Person) -> LinkedIdentity:
    """Let an identity sign an account in from now on."""
    Account.objects.select_for_update(no_key=True).get(pk=account.pk)
    other = linked_account(person)
    if other == account:
        return LinkedIdentity.objects.get(account=account, issuer=person.issuer)
    if other or identity_of(account, person.issuer):
        raise _already_linked()
    made = LinkedIdentity(
        account=account,
        issuer=person.issuer,
        subject=person.subject,
        email=person.email,
        used_at=timezone.now(),
    )
    try:
        with transaction.atomic():
            made.save()
    except IntegrityError:  # another account was linked to it at the same moment
        raise _already_linked() from None
    record_event(by=account, campaign=None, verb="account:linked", subject=account.username)
    return made


def _already_linked() -> Refused:
    return Refused(
        say("Your account or this identity at {provider} is already linked. Nothing was changed.", **_name()),
        "identity_linked",
        say("Remove the other link first."),
    )


@transaction.atomic
def join(*, invitation: Invitation, username: str, person: Person) -> Account:
    """Accept an invitation with the account of an identity, or with a new one of that name that is linked to it."""
    if linked_account(person):
        return accept_invitation(invitation=invitation, account=account_of_person(person))
    made = accept_invitation(invitation=invitation, account=None, username=username, password=None)
    link_identity(account=made, person=person)
    return made


@transaction.atomic
def unlink_identity(*, account: Account, by: Account | None) -> None:
    """Let the identity of the site's provider no longer sign an account in.

    People cannot where it is their only way in; the command line can.
    """
    found = identity_of(account, site_provider().issuer)
    if found is None:
        raise Refused(
            say("{name} is not linked. Nothing was changed.", name=account.username),
            "identity_none",
            say("Look at the page again."),
        )
    if by == account and not (settings.PASSWORDS and account.has_usable_password()):
        raise Refused(
            say("Without this link you could not sign in any more. Nothing was changed."),
            "identity_needed",
            say("Ask the people who run this site for a password link first."),
        )
    found.delete()
    record_event(by=by, campaign=None, verb="account:unlinked", subject=account.username)


def _account_by_email(person: Person) -> Account | None:
    """Where the site says that the provider's addresses are proved: the one account of that address, linked now.

    Never a site admin's: whoever has that account says so by hand.
    """
    if not site_provider().trusts_email or not person.email:
        return None
    found = list(Account.objects.filter(email__iexact=person.email, is_active=True)[:2])
    if len(found) != 1 or found[0].is_superuser or identity_of(found[0], person.issuer):
        return None
    link_identity(account=found[0], person=person)
    return found[0]


def _not_linked(person: Person) -> ProviderRefused:
    hint = say("Open your invitation link, or ask the people who run this site for one.")
    if settings.PASSWORDS:
        hint = say(
            "If you have an account here, sign in with your password and link it on your account page. "
            "If not, open your invitation link."
        )
    return ProviderRefused(
        say("You signed in at {provider}, but no account here is linked to it.", **_name()),
        "identity_unknown",
        hint,
    )


def _name() -> dict[str, Any]:
    return {"provider": site_provider().name}
