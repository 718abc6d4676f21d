"""What the site does while Redis is away: it goes on, says so once, and looks again after a few seconds."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

ANSWER_SECONDS = 1.0  # a Redis that takes longer counts as away, so that nobody who signs in is stuck
PAUSE_SECONDS = 5.0  # before it is asked again


class Watch:
    """Whether Redis is away, for all threads of a process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked_again_at = 0.0
        self.is_away = False

    def is_paused(self) -> bool:
        """Whether Redis was away a moment ago and is not to be asked yet."""
        return self.is_away and time.monotonic() < self._asked_again_at

    def failed(self, error: Exception) -> None:
        """Remember that Redis did not answer, and say it where it did before."""
        with self._lock:
            was_away, self.is_away = self.is_away, True
            self._asked_again_at = time.monotonic() + PAUSE_SECONDS
        if not was_away:
            logger.error(
                "Redis does not answer: %s. The site goes on: each process counts tries to sign in for itself, "
                "and jobs wait in the database until Redis is back. See ASSIZE_REDIS_URL.",
                str(error).rstrip("."),
            )

    def answered(self) -> None:
        """Remember that Redis answered, and say it where it had been away."""
        if not self.is_away:
            return
        with self._lock:
            was_away, self.is_away = self.is_away, False
        if was_away:
            logger.warning("Redis answers again.")


watch = Watch()


def _or_in_memory(name: str) -> Callable[..., Any]:
    """A method of the cache that asks Redis, and this process's memory while Redis is away."""

    def method(self: "Cache", *args: Any, **options: Any) -> Any:
        if not watch.is_paused():
            try:
                found = getattr(RedisCache, name)(self, *args, **options)
            except RedisError as error:
                watch.failed(error)
            else:
                watch.answered()
                return found
        return getattr(self.memory, name)(*args, **options)

    method.__name__ = name
    return method


class Cache(RedisCache):
    """Django's cache on Redis, which no page fails for."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.memory = LocMemCache("while Redis is away", {"OPTIONS": {"MAX_ENTRIES": 100_000}})

    add = _or_in_memory("add")
    get = _or_in_memory("get")
    set = _or_in_memory("set")
    touch = _or_in_memory("touch")
    delete = _or_in_memory("delete")
    get_many = _or_in_memory("get_many")
    has_key = _or_in_memory("has_key")
    incr = _or_in_memory("incr")
    set_many = _or_in_memory("set_many")
    delete_many = _or_in_memory("delete_many")
    clear = _or_in_memory("clear")
