"""Django's cache in files, for several processes without a Redis: attempts to sign in are counted once for all of them."""

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.filebased import FileBasedCache


class Cache(FileBasedCache):
    """A file for each key in a folder of the site's own; adding and counting exclude each other."""

    def __init__(self, folder: str, params: dict[str, Any]) -> None:
        super().__init__(folder, params)
        self._folder = Path(folder)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (self._folder / ".lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def add(
        self, key: Any, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        """Set what is not there, and remember when it ends; whether it was not there."""
        seconds = self.default_timeout if timeout is DEFAULT_TIMEOUT else timeout
        with self._alone():
            is_new = bool(super().add(key, value, seconds, version))
            if is_new and seconds is not None:
                self.set(_end_of(key), time.time() + seconds, seconds, version)
            return is_new

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Add to a count, which ends when it would have ended; ValueError where there is none."""
        with self._alone():
            value = self.get(key, version=version)
            if value is None:
                raise ValueError(f"There is no count {key!r}.")
            ends = self.get(_end_of(key), version=version)
            self.set(key, value + delta, None if ends is None else ends - time.time(), version)
            return int(value + delta)


def _end_of(key: Any) -> str:
    return f"{key}:ends"
