"""One sweep that survives a database which is away for a moment."""

import logging

from django.db import DatabaseError, InterfaceError, close_old_connections, connection

from assessment.jobs.services import lifecycle
from assessment.jobs.services.regularly import do_what_is_due

logger = logging.getLogger(__name__)


def sweep_once() -> int:
    """Sweep; where the database cannot be reached say so and leave it to the next time."""
    try:
        close_old_connections()
        do_what_is_due()
        return lifecycle.sweep()
    except (DatabaseError, InterfaceError) as error:
        logger.warning("The table of jobs cannot be read: %s", error)
        connection.close()
        return 0
