"""Celery on Redis: carries the numbers of jobs to workers on any machine (assize/worker.py).

The table of jobs is the truth; what Redis loses is sent again by the sweep of each worker.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready
from kombu.exceptions import OperationalError
from kombu.pools import producers
from redis.exceptions import RedisError

from assize.redis_away import ANSWER_SECONDS, watch

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assize.settings")

app = Celery("assize")
app.config_from_object("django.conf:settings", namespace="CELERY")

# Whoever asks for a job waits for no Redis that hangs. Workers wait for messages longer than that.
SENDING = {
    "socket_timeout": ANSWER_SECONDS,
    "socket_connect_timeout": ANSWER_SECONDS,
    "max_retries": 0,
    "connect_retries_timeout": ANSWER_SECONDS,
}


@app.task(name="jobs.run")  # type: ignore[untyped-decorator]  # Celery has no types
def run(pk: int) -> bool:
    """Do a job, unless somebody holds it or did it already."""
    from assessment.jobs.services.runner import run_job

    return run_job(pk)


def send(pk: int) -> None:
    """Put a job's number on the queue. While Redis is away nothing is sent: the sweep does it afterwards."""
    if watch.is_paused():
        return
    try:
        with producers[app.connection_for_write(transport_options=SENDING)].acquire(block=True) as producer:
            run.apply_async((pk,), retry=False, producer=producer)
    except (OperationalError, RedisError, OSError) as error:
        watch.failed(error)
    else:
        watch.answered()


@worker_ready.connect  # type: ignore[untyped-decorator]  # nor have its signals
def start_beat(**_: Any) -> None:
    """Begin what goes on beside the jobs when the worker can work."""
    from assessment.jobs.services.regularly import beat

    beat().start()
