"""Who is told that a job has ended, in the transaction that says so; for apps up the street."""

from collections.abc import Callable

from assessment.jobs.models import Job

Listener = Callable[[Job], None]
_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Have a function called with each job that is done, failed or cancelled."""
    if listener not in _listeners:
        _listeners.append(listener)


def tell(pk: int) -> None:
    """Tell of a job that has just ended; within the transaction of its end."""
    job = Job.objects.select_related("campaign").defer("log", "arguments", "checkpoint").get(pk=pk)
    for listener in _listeners:
        listener(job)
