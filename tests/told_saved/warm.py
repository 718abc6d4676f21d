"""Serves pages as `assize.serving_process` does, each time in a fork of one process that has the site loaded already.

For tests that kill the site again and again: to load it takes longer than all else that they do. `python -m
tests.told_saved.warm SOCKET PIPE` starts a serving process for each line of its input; it answers with the process's
number, and once that has ended with one more line. The serving process ends with the input, as ever.
"""

import os
import sys
from importlib import import_module

from assize import serving_process
from assize.garbage import keep_what_is_loaded, look_later


def load() -> None:
    """Load what pages need, and keep no connection that forks would share."""
    look_later()
    import_module("assize.wsgi")
    from django.conf import settings
    from django.db import connections

    import_module(settings.ROOT_URLCONF)
    import_module("assize.bodies")
    connections.close_all()
    keep_what_is_loaded()


def main() -> None:
    """One serving process after another."""
    load()
    for _ in iter(sys.stdin.readline, ""):
        child = os.fork()
        if child == 0:
            os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
            serving_process.main()
            sys.exit()
        print(child, flush=True)
        os.waitpid(child, 0)  # meanwhile the input is the child's
        print("ended", flush=True)


if __name__ == "__main__":
    main()
