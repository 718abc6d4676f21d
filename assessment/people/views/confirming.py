"""Before something of the account is changed for good: the password again, or the provider again."""

from django.conf import settings
from django.http import HttpRequest

from assessment.people.forms import PasswordForm
from assessment.people.models import Account
from assessment.people.selectors.identities import identity_of
from assessment.people.services import throttle
from assessment.people.services.provider.kept import is_confirmed
from assessment.shared.say import say


def confirming(request: HttpRequest, own: Account, form: PasswordForm) -> dict[str, object]:
    """What people/_confirm.html shows: how the person can prove who they are, unless they just did."""
    linked = settings.OIDC is not None and identity_of(own, settings.OIDC.issuer) is not None
    return {
        "password_form": form,
        "confirmed": is_confirmed(request.session),
        "by_password": own.has_usable_password(),
        "by_provider": linked,
    }


def is_confirmed_by(request: HttpRequest, own: Account, form: PasswordForm) -> bool:
    """Whether the person proved who they are; a session that was left open guesses no faster than anybody else."""
    if is_confirmed(request.session):
        return True
    if not own.has_usable_password():
        form.add_error(None, say("Confirm who you are first."))
        return False
    counted = throttle.of_password(own.pk)
    form.is_locked = throttle.count_attempt(*counted)
    if not form.is_valid():
        return False
    throttle.forget_attempts(*counted)
    return True
