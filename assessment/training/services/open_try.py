"""A try that somebody goes on with."""

from assessment.people.models import Account
from assessment.shared.errors import Refused
from assessment.shared.say import say
from assessment.training.models import TrainingAttempt
from assessment.training.selectors.training import access_try_to_write


def open_try(by: Account, pk: int) -> TrainingAttempt:
    """One's own try, locked until the transaction ends. Refused once it is finished."""
    attempt = access_try_to_write(by, pk)
    if attempt.finished_at:
        raise Refused(
            say("This attempt is finished; its grades can no longer change."),
            "training_finished",
            say("Read its review, or start another attempt."),
        )
    return attempt
