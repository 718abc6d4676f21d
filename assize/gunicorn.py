"""Settings of gunicorn besides its command line, and what it does besides serving.

Without a Redis, each of its processes has another one beside it that does background jobs.
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
    """Have jobs done beside it once the application is loaded; leases keep those of two processes apart."""
    from django.conf import settings

    from assize import job_process

    if not settings.JOB_SENDER:
        job_process.start()
