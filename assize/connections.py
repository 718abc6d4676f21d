"""How many connections of browsers a process keeps: as many as the limit of open files leaves room for."""

import resource
from contextlib import suppress

MOST = 1000  # forty people hold 280, and the origin of documents as many again
FILES_BESIDES = 250  # the database in each thread, documents, uploads, processes that clean pages


def most_connections() -> int:
    """Raise this process's limit of open files as far as it may; how many connections that leaves room for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited, wanted = resource.RLIM_INFINITY, MOST + FILES_BESIDES
    if soft != unlimited and soft < wanted:
        with suppress(ValueError, OSError):  # macOS has a further limit, which it does not tell
            resource.setrlimit(
                resource.RLIMIT_NOFILE, (wanted if hard == unlimited else min(wanted, hard), hard)
            )
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if soft == unlimited else min(MOST, max(soft - FILES_BESIDES, 10))
