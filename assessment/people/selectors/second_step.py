"""Whether signing in takes a second step, and of whom the site asks one."""

from django.conf import settings
from django.db.models import Q

from assessment.people.models import Account, RoleName, SecondStep
from assessment.people.models.second_step import RecoveryCode

ADMINS, ORGANIZERS = "admins", "organizers"
WHOM = ("", ADMINS, ORGANIZERS)  # values of ASSIZE_REQUIRE_SECOND_STEP


def second_step_of(account: Account) -> SecondStep | None:
    """The second step in force; None where the password is enough."""
    return SecondStep.objects.filter(account=account, confirmed_at__isnull=False).first()


def begun_second_step(account: Account) -> SecondStep | None:
    """One that is set up and waits for its first code."""
    return SecondStep.objects.filter(account=account, confirmed_at=None).first()


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
