"""What workers do for webhooks from time to time."""

from assessment.jobs.services.regularly import regularly
from assessment.webhooks.services import courier
from assessment.webhooks.services.sending import forget_old, give_up_late

EVERY, EVERY_MINUTE, EVERY_HOUR = 10.0, 60.0, 3_600.0  # seconds


def watch() -> None:
    """Have every worker process deliver, give up what is late, and forget what is old."""
    regularly("webhooks.courier", EVERY, courier.ensure)
    regularly("webhooks.late", EVERY_MINUTE, _give_up_late)
    regularly("webhooks.old", EVERY_HOUR, forget_old)


def _give_up_late() -> None:
    give_up_late()
