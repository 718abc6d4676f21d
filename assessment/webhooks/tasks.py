"""What workers do for webhooks from time to time."""

from assessment.jobs.services.regularly import regularly
from assessment.webhooks.services.courier import look
from assessment.webhooks.services.sending import forget_old, give_up_late

EVERY, EVERY_MINUTE, EVERY_HOUR = 1.0, 60.0, 3_600.0  # seconds


def watch() -> None:
    """Have every process of workers deliver, give up what is late, and forget what is old."""
    regularly("webhooks.due", EVERY, look)
    regularly("webhooks.late", EVERY_MINUTE, give_up_late)
    regularly("webhooks.old", EVERY_HOUR, forget_old)
