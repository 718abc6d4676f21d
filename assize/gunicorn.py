"""Settings of gunicorn besides its command line, and what it does besides serving.

Without a Redis, each of its processes has another one beside it that does background jobs.
"""

from importlib import import_module
from typing import Any

from assize.connections import most_connections
from assize.environment import env
from assize.garbage import keep_what_is_loaded

worker_class = "assize.threads.ThreadWorker"
workers = 2
threads = 8
timeout = 120
worker_connections = most_connections()
# Longer than people think about an answer: the next one goes over the same connection.
keepalive = 75
if env.str("ASSIZE_LOG", default="text") == "json":  # its own lines too, once
    logconfig_dict = {
        "formatters": {"generic": {"()": "assize.logs.JsonLines"}},
        "loggers": {
            "gunicorn.error": {"level": "INFO", "handlers": ["error_console"], "propagate": False},
            # Such a dictionary switches its lines of requests on, which have the addresses, and these hold secrets.
            "gunicorn.access": {"level": "CRITICAL", "handlers": [], "propagate": False},
        },
    }


def post_worker_init(worker: Any) -> None:
    """Once the application is loaded: keep it, make ready, and have jobs done beside it; leases keep those of two processes apart."""
    from django.conf import settings

    import_module(settings.ROOT_URLCONF)  # and with it all pages
    keep_what_is_loaded()
    worker.make_ready()

    from assize import job_process

    if not settings.JOB_SENDER:
        job_process.start()
