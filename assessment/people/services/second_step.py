"""Setting up, checking and removing the second step of signing in."""

import base64
import hashlib
import secrets
import time

from django.db import transaction
from django.utils import timezone

from assessment.people.models import Account, RecoveryCode, SecondStep
from assessment.people.selectors.one_time_codes import DIGITS, step_at, step_of
from assessment.people.selectors.second_step import begun_second_step, is_required, second_step_of
from assessment.people.services import throttle
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say

RECOVERY_CODES = 10


@transaction.atomic
def begin_second_step(*, account: Account) -> SecondStep:
    """Make the secret that the app is to have; nothing is asked at sign-in before a first code came from it."""
    _refuse_another(account)
    SecondStep.objects.filter(account=account).delete()
    secret = base64.b32encode(secrets.token_bytes(20)).decode()
    return SecondStep.objects.create(account=account, secret=secret)


@transaction.atomic
def confirm_second_step(*, account: Account, begun_as: int, code: str) -> list[str]:
    """Put the one of this key in force by a first code; return the recovery codes, which nobody can show again."""
    _refuse_another(account)
    begun = begun_second_step(account, begun_as)
    if begun is None:
        raise Refused(
            say("You began to set it up too long ago. Nothing was changed."),
            "second_step_late",
            say("Begin again, and scan the new code."),
        )
    step = _step_of(begun, code)
    if step is None:
        raise Refused(
            say("This code is not the one of now. Nothing was changed."),
            "code_wrong",
            say("Check the clock of your phone, and type the code that the app shows."),
        )
    begun.confirmed_at, begun.last_step = timezone.now(), step
    begun.save(update_fields=["confirmed_at", "last_step"])
    record_event(by=account, campaign=None, verb="account:second_step_on", subject=account.username)
    return _new_codes(begun)


@transaction.atomic
def check_second_step(*, account: Account, code: str) -> bool:
    """Whether a code, of the app or a recovery code, lets the person in. Each does so once."""
    found = SecondStep.objects.select_for_update().filter(account=account, confirmed_at__isnull=False).first()
    if found is None:
        return False
    if (step := _step_of(found, code)) is not None:
        found.last_step = step
        found.save(update_fields=["last_step"])
        return True
    unused = RecoveryCode.objects.filter(second_step=found, code_hash=_hash_of(code), used_at=None)
    if not unused.update(used_at=timezone.now()):
        return False
    record_event(by=account, campaign=None, verb="account:recovery_code_used", subject=account.username)
    return True


@transaction.atomic
def renew_recovery_codes(*, account: Account) -> list[str]:
    """New recovery codes in place of the former ones, which no longer work."""
    second_step = second_step_of(account)
    if second_step is None:
        raise _nothing_there(account)
    record_event(by=account, campaign=None, verb="account:recovery_codes_made", subject=account.username)
    return _new_codes(second_step)


@transaction.atomic
def remove_second_step(*, account: Account, by: Account | None) -> None:
    """Let the password be enough again. People cannot where the site asks them for it; the command line can."""
    if by == account and is_required(account):
        raise Refused(
            say("This site asks you for a second step, so it was not switched off."),
            "second_step_required",
            say("For another phone, ask the people who run this site to reset it."),
        )
    if second_step_of(account) is None:
        raise _nothing_there(account)
    SecondStep.objects.filter(account=account).delete()
    throttle.forget_attempts(*throttle.of_second_step(account.pk))
    record_event(by=by, campaign=None, verb="account:second_step_off", subject=account.username)


def _step_of(second_step: SecondStep, code: str) -> int | None:
    typed = "".join(code.split())
    if len(typed) != DIGITS or not (typed.isascii() and typed.isdecimal()):
        return None
    now = step_at(time.time())
    # A code that was taken while the clock was ahead keeps nobody out once it is set right.
    after = second_step.last_step if second_step.last_step <= now + 1 else 0
    return step_of(typed, second_step.secret, now, after)


def _new_codes(second_step: SecondStep) -> list[str]:
    """Ten codes of 50 random bits each, in two groups of five letters and digits."""
    second_step.codes.all().delete()
    letters = [base64.b32encode(secrets.token_bytes(10)).decode().lower()[:10] for _ in range(RECOVERY_CODES)]
    codes = [f"{code[:5]}-{code[5:]}" for code in letters]
    RecoveryCode.objects.bulk_create(
        RecoveryCode(second_step=second_step, code_hash=_hash_of(code)) for code in codes
    )
    return codes


def _hash_of(code: str) -> str:
    """What is kept of a recovery code: tries are counted, and 50 bits are more than anybody tries."""
    return hashlib.sha256("".join(code.lower().replace("-", "").split()).encode()).hexdigest()


def _refuse_another(account: Account) -> None:
    if second_step_of(account):
        raise Refused(
            say("The second step is in force already. Nothing was changed."),
            "second_step_there",
            say("Switch it off first."),
        )


def _nothing_there(account: Account) -> Refused:
    return Refused(
        say("{name} signs in with a password alone. Nothing was changed.", name=account.username),
        "second_step_none",
        say("Set the second step up first."),
    )
