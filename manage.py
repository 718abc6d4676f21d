#!/usr/bin/env python
"""Runs one command of the project; `python manage.py help` lists them."""

import os
import sys


def main() -> None:
    """Hands the command line to Django with the settings of this project."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assize.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
        from django.db import DatabaseError
    except ImportError as error:
        raise SystemExit(
            "Django is not installed here. Run: make setup, then .venv/bin/python manage.py …"
        ) from error
    try:
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
