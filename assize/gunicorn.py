"""What gunicorn is told besides its command line, and what it does besides serving.

Without a Redis, each of its processes does background jobs too.
"""

from typing import Any

from assize.connections import most_connections

worker_class = "assize.threads.ThreadWorker"
workers = 2
threads = 8
timeout = 120
worker_connections = most_connections()
# Longer than people think about an answer: the next one goes over the same connection.
keepalive = 75


def post_worker_init(worker: Any) -> None:
    """Start the embedded workers once the application is loaded; leases keep those of two processes apart."""
    from django.conf import settings

    from assessment.jobs import embedded

    if not settings.JOB_SENDER:
        embedded.start()
