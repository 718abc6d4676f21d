"""Delivers beside the jobs of a worker, in threads of its own: no receiver that is slow or dead keeps a worker from work.

Every process of workers does. Leases keep them apart, so that it does not matter how many there are.
"""

import logging
import threading

from django.db import DatabaseError, InterfaceError, connection
from django.utils import timezone

from assessment.webhooks.models import Webhook
from assessment.webhooks.selectors import due_webhooks
from assessment.webhooks.services.sending import deliver, pause

logger = logging.getLogger(__name__)
AT_ONCE = 8  # webhooks; half of them for those that failed lately, so that these never take all
busy: dict[int, threading.Thread] = {}  # by webhook


def look() -> None:
    """Begin to deliver whatever is due, each webhook in a thread."""
    for pk in [pk for pk, thread in busy.items() if not thread.is_alive()]:
        del busy[pk]
    for webhook in due_webhooks(timezone.now()):
        room = AT_ONCE // 2 if webhook.failures else AT_ONCE
        if webhook.pk not in busy and len(busy) < room:
            busy[webhook.pk] = threading.Thread(
                target=_deliver, args=[webhook], daemon=True, name=f"webhook {webhook.pk}"
            )
            busy[webhook.pk].start()


def _deliver(webhook: Webhook) -> None:
    try:
        deliver(webhook=webhook)
    except (DatabaseError, InterfaceError) as error:
        logger.warning("Webhook %s waits: %s", webhook.pk, error)
    except Exception:
        logger.exception("Webhook %s could not be delivered to; it has to wait", webhook.pk)
        pause(webhook=webhook)
    finally:
        connection.close()
