"""Brings the data folder and the database up to date: `python -m assize.prepare`, and the start of `assize.serve`."""

import argparse
import os

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import OperationalError

from assize.environment import DATA_DIR, keep_secret_key


def arguments(description: str) -> argparse.Namespace:
    """Reads the command line that `assize.prepare` and `assize.serve` share."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--without-demo", action="store_true", help="make no demo campaigns and accounts")
    return parser.parse_args()


def _migrate() -> None:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        print("Bringing the database up to date")
        call_command("migrate", interactive=False, verbosity=0)


def _make_demo() -> None:
    try:
        call_command("seed_demo")
    except CommandError as error:
        raise SystemExit(
            f"The demo could not be made: {error}\nTo start without it: python -m assize.serve --without-demo"
        ) from None


def prepare(*, demo: bool) -> None:
    """Makes what is missing (data folder, secret key, tables, demo campaigns) and touches nothing that is there."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assize.settings")
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    keep_secret_key()
    try:
        django.setup()
        _migrate()
    except ImproperlyConfigured as error:
        raise SystemExit(str(error)) from None
    except OperationalError as error:
        raise SystemExit(
            f"The database cannot be reached: {error}\nNothing was changed. See ASSIZE_DATABASE_URL in docs/configuration.md."
        ) from None
    if demo:
        _make_demo()


if __name__ == "__main__":
    prepare(demo=not arguments("Set up the data folder and the database.").without_demo)
