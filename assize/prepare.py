"""Brings the data folder and the database up to date: `python -m assize.prepare`, and the start of `assize.serve`."""

import argparse
import os

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import DatabaseError

from assize.environment import DATA_DIR, keep_secret_key
from assize.first_start import make_data_folder, note_installed, one_at_a_time, one_at_the_database, read_note

FIRST_ADMIN = "The first admin: python manage.py create_admin NAME"


def arguments(description: str) -> argparse.Namespace:
    """Reads the command line that `assize.prepare` and `assize.serve` share."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--without-demo", action="store_true", help="make no demo campaigns and accounts")
    return parser.parse_args()


def prepare(*, demo: bool) -> None:
    """Makes what is missing (data folder, secret key, tables, demo campaigns) and touches nothing that is there.

    Of several processes that start at once one does it, and the others wait for it.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assize.settings")
    try:
        make_data_folder(DATA_DIR, demo=demo)
        with one_at_a_time(DATA_DIR):
            keep_secret_key()
            _prepare_database(demo=demo)
    except OSError as error:
        raise SystemExit(
            f"The data folder cannot be written: {error}. Nothing was started. "
            f"Give the user that runs the site the right to write {DATA_DIR}, or name another in ASSIZE_DATA_DIR."
        ) from None


def _prepare_database(*, demo: bool) -> None:
    try:
        django.setup()
        from assize.soundness import refuse_unsound

        with one_at_the_database():
            refuse_unsound(thorough=True)
            _migrate()
            if demo:
                _make_demo()
            note_installed()
    except ImproperlyConfigured as error:
        raise SystemExit(str(error)) from None
    except DatabaseError as error:
        from assize.unusable import why_unusable

        raise SystemExit(why_unusable(error) or f"The database failed: {error}") from None


def _migrate() -> None:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        print("Bringing the database up to date", flush=True)
        call_command("migrate", interactive=False, verbosity=0)


def _make_demo() -> None:
    """Make it where this start, or one that was cut off, made the data folder and with it the database; else say why not."""
    from assize.demo.campaigns import site_is_in_use

    reason = "" if site_is_in_use() else _why_no_demo()
    if reason:
        print(f"No demo was made: {reason}. {FIRST_ADMIN}", flush=True)
        return
    try:
        call_command("seed_demo")
    except CommandError as error:
        raise SystemExit(
            f"The demo could not be made: {error}\nTo start without it: python -m assize.serve --without-demo"
        ) from None


def _why_no_demo() -> str:
    if os.environ.get("ASSIZE_DATABASE_URL"):
        return "ASSIZE_DATABASE_URL names the database"
    if not read_note(DATA_DIR).demo_wanted:
        return f"{DATA_DIR} was not made by this start"
    return ""


if __name__ == "__main__":
    prepare(demo=not arguments("Set up the data folder and the database.").without_demo)
