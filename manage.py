#!/usr/bin/env python
"""Runs one command of the project; `python manage.py help` lists them."""

import gc
import os
import sys

from assize.garbage import look_seldom

# Commands that write nothing into the database. All others meet one that this code may use.
HARMLESS = {
    *(
        "backup",
        "restore",
        "check",
        "help",
        "--help",
        "--version",
        "version",
        "diffsettings",
        "showmigrations",
    ),
    *("sqlmigrate", "makemigrations", "spectacular", "findstatic", "dbshell", "shell", "test", "testserver"),
}


def _refuse_unsound() -> None:
    """End with a sentence where the database is gone, damaged, or made by a newer version."""
    import django

    from assize.soundness import refuse_unsound

    django.setup()
    gc.freeze()
    refuse_unsound()


def main() -> None:
    """Hands the command line to Django with the settings of this project."""
    look_seldom()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assize.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
        from django.db import DatabaseError
    except ImportError as error:
        raise SystemExit(
            "Django is not installed here. Run: make setup, then .venv/bin/python manage.py …"
        ) from error
    command = sys.argv[1] if len(sys.argv) > 1 else "help"
    if command == "restore" or (command == "backup" and "--check" in sys.argv):
        from assize.environment import go_without_key

        go_without_key()
    try:
        if command not in HARMLESS and not {"--help", "-h"} & set(sys.argv):
            _refuse_unsound()
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        raise SystemExit(str(error)) from None
    except DatabaseError as error:
        from assize.unusable import why_unusable

        if "--traceback" not in sys.argv and (sentence := why_unusable(error)):
            raise SystemExit(sentence) from None
        raise


if __name__ == "__main__":
    main()
