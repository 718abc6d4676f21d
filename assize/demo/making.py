"""Makes the campaigns of the demo, which takes longer than people wait for a first page: beside the site, or at once.

Beside it, `python -m assize.demo.making LOCK` is started by `assize.serve` with a lock on the data folder, which tells
the pages that somebody is at it. It ends with its parent; a campaign that it had begun leaves nothing, and the next
start goes on with those that are left.
"""

import fcntl
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management import CommandError
from django.db import DatabaseError

from assessment.shared.outages import outage_of
from assize.environment import DATA_DIR
from assize.worker import LOWER_PRIORITY

PAUSE = 0.25  # seconds after each campaign: whoever waits to write looks every tenth of a second


def make_beside() -> None:
    """Have the campaigns made by a process of its own, unless one does already."""
    lock = _take_lock()
    if lock is None:
        return
    command = [sys.executable, "-m", __name__, str(lock)]
    subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=[lock])
    os.close(lock)


def is_under_way() -> bool:
    """Whether some process makes campaigns of the demo now."""
    lock = _take_lock()
    if lock is None:
        return True
    os.close(lock)
    return False


def make_here() -> None:
    """Make the campaigns that are left, after any other process that is at it."""
    with _lock_alone():
        _make()


@contextmanager
def _lock_alone() -> Iterator[None]:
    if (lock := _take_lock()) is None:
        print("Another process makes the demo campaigns: waiting for it", flush=True)
        lock = _open_folder()
        fcntl.flock(lock, fcntl.LOCK_EX)
    try:
        yield
    finally:
        os.close(lock)


def _make() -> None:
    """Make the campaigns that are left, and remember when all are there. To be called with the lock."""
    from assize.demo.campaigns import make_campaigns
    from assize.first_start import note_installed

    try:
        for _ in make_campaigns():
            time.sleep(PAUSE)
    except CommandError as error:
        raise SystemExit(
            f"The demo could not be made: {error}\nTo start without it: python -m assize.serve --without-demo"
        ) from None
    except (DatabaseError, OSError) as error:
        if outage := outage_of(error):
            raise SystemExit(
                f"The demo is not whole yet: {outage.message} {outage.hint} The next start goes on with it."
            ) from None
        raise
    note_installed()
    print("Made six demo campaigns.", flush=True)


def _take_lock() -> int | None:
    """A lock on the data folder itself, held until the file of this number is closed everywhere."""
    folder = _open_folder()
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(folder)
        return None
    return folder


def _open_folder() -> int:
    return os.open(Path(DATA_DIR), os.O_RDONLY | os.O_CLOEXEC)


def _end_with_parent() -> None:
    while os.read(sys.stdin.fileno(), 4096):
        pass
    os._exit(0)  # at once, as with a crash: the database takes back what was not complete


def main() -> None:
    """Make them until the input ends; the lock is held for as long as this process lives."""
    os.nice(LOWER_PRIORITY)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all; the end of the input follows
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assize.settings")
    import django

    django.setup()
    _make()


if __name__ == "__main__":
    main()
