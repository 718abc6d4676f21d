"""Django's cache in files, for several processes without a Redis: attempts to sign in are counted once for all of them."""

import fcntl
import pickle
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.filebased import FileBasedCache

_Files: Any = FileBasedCache  # its types do not tell of its folder


class Cache(_Files):  # type: ignore[misc]  # for that reason
    """A file for each key in a folder of the site's own; adding and counting exclude each other."""

    @contextmanager
    def _alone(self) -> Iterator[None]:
        self._createdir()
        with Path(self._dir, ".lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def add(
        self, key: Any, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        """Set what is not there; whether it was not."""
        with self._alone():
            return bool(super().add(key, value, timeout, version))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Add to a count, which ends when it would have ended; ValueError where there is none."""
        with self._alone():
            value = self.get(key, version=version)
            if value is None:
                raise ValueError(f"There is no count {key!r}.")
            self.set(key, value + delta, self._seconds_left(key, version), version)
            return int(value + delta)

    def _seconds_left(self, key: Any, version: int | None) -> float | None:
        with Path(self._key_to_file(key, version)).open("rb") as file:
            ends = pickle.load(file)  # as Django wrote it, in a folder that nobody else may write
        return None if ends is None else ends - time.time()
