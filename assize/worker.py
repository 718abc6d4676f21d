"""Does background jobs as a worker of Celery: `python -m assize.worker [options of celery worker]`.

Before it begins it looks whether it can work at all. What no second start would change is said in a sentence, and
ends it with the exit code CANNOT_START. On SIGTERM or Ctrl+C the job at hand is finished. Where it ends otherwise, what
started it starts it again: systemd, the container's engine.
"""

import os
import sys
import time
from typing import Any, NoReturn

from assize.address_space import CANNOT_START
from assize.garbage import keep_what_is_loaded

DATABASE_PATIENCE = 20.0  # seconds; the database may be starting too
POLL_SECONDS = 0.5
LOWER_PRIORITY = 10  # of nice(2): where pages are served on the same machine, they come before jobs


def give_up(sentence: str) -> NoReturn:
    """End with a sentence."""
    print(f"The worker cannot start: {sentence}", file=sys.stderr, flush=True)
    raise SystemExit(CANNOT_START)


def missing(error: ImportError) -> NoReturn:
    """End with the module that is missing, and what brings it."""
    give_up(
        f"a module is missing or cannot be loaded ({error}). Install what requirements.txt lists: "
        "pip install --require-hashes -r requirements.txt"
    )


def check_settings() -> None:
    """End where the settings cannot be read, or name no Redis."""
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured

    try:
        if settings.REDIS_URL:
            return
    except ImproperlyConfigured as error:
        give_up(str(error))
    give_up(
        "there is no Redis to take jobs from. Set ASSIZE_REDIS_URL, or run `python manage.py run_jobs`, "
        "which needs none."
    )


def check_redis() -> None:
    """End where Redis' address is none, or where it answers and refuses; one that is away is waited for."""
    from django.conf import settings
    from redis import Redis
    from redis.exceptions import AuthenticationError, RedisError, ResponseError

    try:
        client = Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=2)
    except ValueError as error:
        give_up(f"ASSIZE_REDIS_URL is no address of a Redis ({error}). Write it as redis://host:6379/0.")
    try:
        client.ping()
    except (AuthenticationError, ResponseError) as error:
        give_up(
            f"Redis refuses ASSIZE_REDIS_URL ({error}). Correct its user, password or number of database."
        )
    except (RedisError, OSError, ValueError) as error:
        print(f"Redis does not answer yet ({error}). The worker waits for it.", flush=True)
    finally:
        client.close()


def check_transport() -> None:
    """End where a module that carries messages over Redis is missing."""
    from assize.celery import app

    app.connection_for_read().get_transport_cls()


def check_database() -> None:
    """Wait a while for the database; end where it cannot be used then, with the reason."""
    from django.db import DatabaseError, connection

    from assize.soundness import why_unsound
    from assize.unusable import why_unusable

    end = time.monotonic() + DATABASE_PATIENCE
    while True:
        try:
            if sentence := why_unsound():
                give_up(sentence)
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1 FROM jobs_job LIMIT 1")
            connection.close()  # the processes of the pool open their own
            return
        except DatabaseError as error:
            reason = why_unusable(error) or " ".join(str(error).split())
            connection.close()
            if time.monotonic() > end:
                give_up(reason)
        time.sleep(POLL_SECONDS)


def begin(**_: Any) -> None:
    """What comes before the first job, once Celery has understood its options."""
    check()
    keep_what_is_loaded()
    os.nice(LOWER_PRIORITY)


def check() -> None:
    """End with a sentence where the modules, Redis' address or the database are not fit to work with."""
    from django.core.exceptions import ImproperlyConfigured

    try:
        check_redis()
        check_transport()
        check_database()
    except ImportError as error:
        missing(error)
    except ImproperlyConfigured as error:
        give_up(str(error))


def work() -> None:
    """Be Celery's worker."""
    from celery.bin.celery import main as celery
    from celery.signals import celeryd_init

    celeryd_init.connect(begin)
    sys.argv = ["celery", "-A", "assize", "worker", *sys.argv[1:]]
    celery()


def main() -> None:
    """Work, or end with a sentence."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assize.settings")
    try:
        check_settings()
        work()
    except ImportError as error:
        missing(error)


if __name__ == "__main__":
    main()
