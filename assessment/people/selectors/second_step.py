"""Whether signing in takes a second step, and of whom the site asks one."""

from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from assessment.people.models import Account, RoleName, SecondStep
from assessment.people.models.second_step import RecoveryCode

BEGUN_LASTS = timedelta(minutes=30)
ADMINS, ORGANIZERS = "admins", "organizers"  # values of ASSIZE_REQUIRE_SECOND_STEP


def second_step_of(account: Account) -> SecondStep | None:
    """The second step in force; None where the password is enough."""
    return SecondStep.objects.filter(account=account, confirmed_at__isnull=False).first()


def begun_second_step(account: Account, pk: int) -> SecondStep | None:
    """The one of this key, which was set up a moment ago and waits for its first code.

    The page shows its secret, so the key is known to the session alone in which the password was given. Later, somebody
    else may be at the browser.
    """
    now = timezone.now()
    lately = {"made_at__gt": now - BEGUN_LASTS, "made_at__lt": now + BEGUN_LASTS}  # a clock may be set back
    return SecondStep.objects.filter(pk=pk, account=account, confirmed_at=None, **lately).first()


def codes_left(second_step: SecondStep) -> int:
    """How many recovery codes are not used."""
    return RecoveryCode.objects.filter(second_step=second_step, used_at=None).count()


def is_required(account: Account) -> bool:
    """Whether the site asks this person for a second step."""
    wanted = settings.REQUIRE_SECOND_STEP
    if not wanted:
        return False
    held = Q(memberships__roles__role__in=(RoleName.ADMIN, RoleName.ORGANIZER))
    asked = Q(is_superuser=True) | held if wanted == ORGANIZERS else Q(is_superuser=True)
    return Account.objects.filter(asked, pk=account.pk).exists()


def is_missing(account: Account) -> bool:
    """Whether the site asks this person for a second step that they have not set up."""
    return is_required(account) and second_step_of(account) is None
