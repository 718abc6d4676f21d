"""Which request, and which job, the work at hand belongs to: for the log, and for people who quote it."""

from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="")
job: ContextVar[int | None] = ContextVar("job", default=None)

REQUEST_ID_LENGTH = 64
