"""What gunicorn does besides serving: without a Redis, each of its processes does background jobs too."""

from typing import Any


def post_worker_init(worker: Any) -> None:
    """Start the embedded workers once the application is loaded; leases keep those of two processes apart."""
    from django.conf import settings

    from assessment.jobs import embedded

    if not settings.JOB_SENDER:
        embedded.start()
