"""/readyz: whether this process should be sent people now, with every reason why not.

/healthz says whether the process works at all; a proxy may leave out what is not ready, and nobody restarts it for that.
"""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from assessment.campaigns.selectors.collections import folders_in_use
from assessment.jobs.services.presence import was_seen
from assessment.shared import outages
from assessment.shared.outages import Outage, outage_of
from assize.origins import last_refused
from assize.outages import outage_now
from assize.versions import applied_migrations, own_migrations, why_foreign

Reason = tuple[str, str]  # code, sentence


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer `ready`, or 503 with a line for each reason against it; and a note of a form that was refused for its origin."""
    lines = [f"{code}: {sentence}\n" for code, sentence in _reasons()]
    status = 503 if lines else 200
    lines = lines or ["ready\n"]
    lines += [f"{note}\n"] if (note := last_refused()) else []
    return HttpResponse("".join(lines), content_type="text/plain; charset=utf-8", status=status)


def _reasons() -> list[Reason]:
    """Why people should not be sent here now."""
    try:
        return list(_asked())
    except DatabaseError as error:  # the database went away between two questions
        return [_as_reason(_outage_of(error))]


def _asked() -> Iterator[Reason]:
    outage = _outage()
    if outage:
        yield _as_reason(outage)
    if outage in (None, outages.DISK_FULL, outages.DISK_READ_ONLY):
        yield from _about_tables()
    if settings.REDIS_URL:
        yield from _about_redis()


def _outage() -> Outage | None:
    try:
        return outage_now()
    except DatabaseError as error:
        return _outage_of(error)


def _outage_of(error: DatabaseError) -> Outage:
    connection.close()
    return outage_of(error) or outages.NO_TABLES


def _as_reason(outage: Outage) -> Reason:
    return outage.code, f"{outage.message} {outage.hint}"


def _about_tables() -> Iterator[Reason]:
    applied = applied_migrations()
    if reason := why_foreign(applied):
        yield "migrations_unknown", reason
    elif missing := sorted(_own() - set(applied)):
        some = missing[0] if len(missing) == 1 else f"{missing[0]} and {len(missing) - 1} more"
        yield "migrations_missing", f"{some} to be applied: python -m assize.prepare --without-demo."
    else:
        yield from _about_documents()


@cache
def _own() -> frozenset[str]:
    return frozenset(own_migrations())


def _about_documents() -> Iterator[Reason]:
    """The folders of the collections of campaigns that are not over; the names of folders are for whoever runs the site."""
    for slug, folder in folders_in_use():
        if not _is_readable(Path(folder)):
            yield "documents_away", f"The folder of the collection {slug} cannot be read on this machine."


def _is_readable(folder: Path) -> bool:
    try:
        with os.scandir(folder) as entries:
            next(entries, None)
    except OSError:
        return False
    return True


def _about_redis() -> Iterator[Reason]:
    from redis import Redis  # a tenth of the memory of a process, which most installations do without
    from redis.exceptions import RedisError

    from assize.redis_away import ANSWER_SECONDS

    try:
        with Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=ANSWER_SECONDS, socket_timeout=ANSWER_SECONDS
        ) as client:
            client.ping()
    except (RedisError, OSError, ValueError):
        yield "redis_away", "Redis does not answer: see ASSIZE_REDIS_URL."
        return
    if not was_seen():
        yield "no_worker", "No worker was seen in the last minute: start python -m assize.worker."
