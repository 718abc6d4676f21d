"""Several processes without a Redis: attempts to sign in are counted once for all of them."""

import threading
import time
from pathlib import Path

import pytest

from assize.shared_counts import Cache


def test_attempts_are_counted_once_for_all_processes(tmp_path: Path) -> None:
    one, other = Cache(str(tmp_path / "counts"), {}), Cache(str(tmp_path / "counts"), {})
    assert [one.add("ada", 0, 60), other.add("ada", 0, 60)] == [True, False]

    def count(cache: Cache) -> None:
        for _ in range(25):
            cache.incr("ada")

    threads = [threading.Thread(target=count, args=[cache]) for cache in (one, other, one, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (one.get("ada"), other.get("ada")) == (100, 100)


def test_a_count_ends_when_it_would_have_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(str(tmp_path / "counts"), {})
    cache.add("ada", 0, 600)
    begun = time.time()
    monkeypatch.setattr(time, "time", lambda: begun + 500)
    assert cache.incr("ada") == 1
    monkeypatch.setattr(time, "time", lambda: begun + 700)
    with pytest.raises(ValueError, match="no count"):
        cache.incr("ada")
    assert cache.add("ada", 0, 600)


def test_what_has_no_end_is_counted_too(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path / "counts"), {})
    cache.add("all", 5, None)
    assert cache.incr("all", 2) == 7
