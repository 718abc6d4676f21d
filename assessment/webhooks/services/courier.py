"""Delivers beside the jobs of a worker, in threads of its own: no receiver that is slow or dead keeps a worker from work.

Every worker process has one. Leases keep them apart, so that it does not matter how many there are.
"""

import logging
import threading

from django.conf import settings
from django.db import DatabaseError, InterfaceError, close_old_connections, connection
from django.utils import timezone

from assessment.webhooks.models import Webhook
from assessment.webhooks.selectors import due_webhooks
from assessment.webhooks.services.sending import deliver, pause

logger = logging.getLogger(__name__)
EVERY = 1.0  # seconds
AT_ONCE = 8  # webhooks; half of them for those that failed lately, so that these never take all


class Courier(threading.Thread):
    """Looks every second which webhooks have something to deliver, and gives each a thread."""

    def __init__(self) -> None:
        super().__init__(daemon=True, name="courier of webhooks")
        self.stopped = threading.Event()
        self.busy: dict[int, threading.Thread] = {}

    def run(self) -> None:
        """Look until told to stop."""
        try:
            while not self.stopped.is_set():
                self.look()
                self.stopped.wait(EVERY)
        finally:
            connection.close()

    def look(self) -> None:
        """Begin to deliver whatever is due. A database that is away is asked again later."""
        try:
            close_old_connections()
            due = due_webhooks(timezone.now())
        except (DatabaseError, InterfaceError) as error:
            logger.debug("Webhooks wait: %s", error)
            connection.close()
            return
        self.busy = {pk: thread for pk, thread in self.busy.items() if thread.is_alive()}
        for webhook in due:
            room = AT_ONCE // 2 if webhook.failures else AT_ONCE
            if webhook.pk not in self.busy and len(self.busy) < room:
                self._begin(webhook)

    def _begin(self, webhook: Webhook) -> None:
        thread = threading.Thread(target=_deliver, args=[webhook], daemon=True, name=f"webhook {webhook.pk}")
        self.busy[webhook.pk] = thread
        thread.start()

    def stop(self) -> None:
        """Begin nothing more, and wait for what was begun."""
        self.stopped.set()
        for thread in self.busy.values():
            thread.join()


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


_couriers: list[Courier] = []


def ensure() -> None:
    """Have this process deliver."""
    if not settings.WEBHOOK_COURIER:
        return
    if not any(courier.is_alive() for courier in _couriers):
        _couriers[:] = [Courier()]
        _couriers[0].start()
