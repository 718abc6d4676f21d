"""Celery on Redis: carries the numbers of jobs to workers on any machine; assize/worker.py keeps one running.

The table of jobs is the truth; what Redis loses is sent again by the sweeper that each worker runs.
"""

import os
import threading
from typing import Any

from celery import Celery
from celery.signals import worker_ready, worker_shutting_down
from kombu.exceptions import OperationalError
from kombu.pools import producers
from redis.exceptions import RedisError

from assize.celery_worker import READY_FILE
from assize.redis_away import ANSWER_SECONDS, watch

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assize.settings")

app = Celery("assize")
app.config_from_object("django.conf:settings", namespace="CELERY")

SWEEP_SECONDS = 2.0
# Whoever asks for a job waits for no Redis that hangs. Workers wait for messages longer than that.
SENDING = {
    "socket_timeout": ANSWER_SECONDS,
    "socket_connect_timeout": ANSWER_SECONDS,
    "max_retries": 0,
    "connect_retries_timeout": ANSWER_SECONDS,
}
_stopped = threading.Event()


@app.task(name="jobs.run")  # type: ignore[untyped-decorator]  # Celery has no types
def run(pk: int) -> bool:
    """Do a job, unless somebody holds it or did it already."""
    from assessment.jobs.services.runner import run_job

    return run_job(pk)


def send(pk: int) -> None:
    """Put a job's number on the queue. While Redis is away nothing is sent: the sweeper does it afterwards."""
    if watch.is_paused():
        return
    try:
        with producers[app.connection_for_write(transport_options=SENDING)].acquire(block=True) as producer:
            run.apply_async((pk,), retry=False, producer=producer)
    except (OperationalError, RedisError, OSError) as error:
        watch.failed(error)
    else:
        watch.answered()


def sweep_for_ever() -> None:
    """Sweep at once and every two seconds until the worker shuts down."""
    from assessment.jobs.services.sweeper import sweep_once

    while True:
        sweep_once()
        if _stopped.wait(SWEEP_SECONDS):
            return


@worker_ready.connect  # type: ignore[untyped-decorator]  # nor have its signals
def start_sweeping(**_: Any) -> None:
    """Begin when the worker can work, and tell the process that keeps it."""
    if file := os.environ.get(READY_FILE):
        os.write(int(file), b"ready")
    threading.Thread(target=sweep_for_ever, daemon=True, name="job sweeper").start()


@worker_shutting_down.connect  # type: ignore[untyped-decorator]  # nor have its signals
def stop_sweeping(**_: Any) -> None:
    """End with the worker."""
    _stopped.set()
