"""Brings the data folder and the database up to date: `python -m assize.prepare`, and the start of `assize.serve`."""

import argparse
import os

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import DatabaseError

from assize.environment import DATA_DIR, HOST, SECRET_KEY_FILE, is_of_this_machine, keep_secret_key
from assize.first_start import make_data_folder, note_installed, one_at_a_time, one_at_the_database, read_note

FIRST_ADMIN = "The first admin: python manage.py create_admin NAME"

KEY_GONE = (
    "The secret key was gone, and a new one was made: everybody is signed out, and links that were sent (invitations, "
    "passwords, documents) no longer work. If a backup holds the former key, stop the site and put it back as "
    f"{SECRET_KEY_FILE}."
)


def arguments(description: str) -> argparse.Namespace:
    """Reads the command line that `assize.prepare` and `assize.serve` share."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--without-demo", action="store_true", help="make no demo campaigns and accounts")
    return parser.parse_args()


def prepare(*, demo: bool) -> bool:
    """Makes what a page needs and is missing (data folder, secret key, tables, demo accounts) and touches nothing else.

    Of several processes that start at once one does it, and the others wait for it. Returns whether demo campaigns are
    left to be made, which takes longer: assize.demo.making does it.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assize.settings")
    try:
        make_data_folder(DATA_DIR, demo=demo)
        with one_at_a_time(DATA_DIR):
            if keep_secret_key() and read_note(DATA_DIR).database:
                print(KEY_GONE, flush=True)
            return _prepare_database(demo=demo)
    except OSError as error:
        raise SystemExit(
            f"The data folder cannot be written: {error}. Nothing was started. "
            f"Give the user that runs the site the right to write {DATA_DIR}, or name another in ASSIZE_DATA_DIR."
        ) from None


def _prepare_database(*, demo: bool) -> bool:
    try:
        django.setup()
        from assize.soundness import refuse_unsound

        with one_at_the_database():
            refuse_unsound(thorough=True)
            bring_up_to_date()
            _refuse_known_passwords()
            demo_left = demo and _begin_demo()
            note_installed(demo_left=demo_left)
            return demo_left
    except ImproperlyConfigured as error:
        raise SystemExit(str(error)) from None
    except DatabaseError as error:
        from assize.unusable import why_unusable

        raise SystemExit(why_unusable(error) or f"The database failed: {error}") from None


def bring_up_to_date() -> None:
    """Make the tables where there are none, or run the migrations that are left."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        print("Bringing the database up to date", flush=True)
        call_command("migrate", interactive=False, verbosity=0)


def _begin_demo() -> bool:
    """Make the demo's accounts where this start, or one that was cut off, made the data folder; else say why not.

    Returns whether campaigns are left to be made.
    """
    from assize.demo.campaigns import begin_demo, demo_is_here, left_to_make, site_is_in_use
    from assize.demo.people import ACCOUNTS, LATER

    wanted = read_note(DATA_DIR).demo_wanted
    if not site_is_in_use():
        if reason := _why_no_demo():
            print(f"No demo was made: {reason}. {FIRST_ADMIN}", flush=True)
            return False
        begin_demo()
        print(f"Made the demo accounts. {ACCOUNTS}", flush=True)
        return True
    if not demo_is_here(begun=wanted):
        print("The site has campaigns or accounts of its own: no demo was made.", flush=True)
        return False
    print(f"The demo campaigns are kept as they are. {ACCOUNTS if wanted else LATER}", flush=True)
    return wanted and bool(left_to_make())


def _refuse_known_passwords() -> None:
    """Open to nobody else a site whose demo accounts still have the password that everybody knows."""
    from assize.demo.people import still_known

    if not is_of_this_machine(HOST) and (names := still_known()):
        raise SystemExit(
            f"ASSIZE_HOST={HOST} lets other machines reach the site, where everybody knows the password of the demo's "
            f"{', '.join(names)}. Nothing was started. Give a new data folder (ASSIZE_DATA_DIR) for a site without the demo, "
            "or close these accounts or change their passwords first (make run without ASSIZE_HOST)."
        )


def _why_no_demo() -> str:
    if not is_of_this_machine(HOST):
        return (
            f"ASSIZE_HOST={HOST} lets other machines reach the site, and everybody knows the demo's password"
        )
    if os.environ.get("ASSIZE_DATABASE_URL"):
        return "ASSIZE_DATABASE_URL names the database"
    if not read_note(DATA_DIR).demo_wanted:
        return f"{DATA_DIR} was not made by this start"
    return ""


def main() -> None:
    """Prepare everything, the demo campaigns too."""
    if prepare(demo=not arguments("Set up the data folder and the database.").without_demo):
        from assize.demo.making import make_here

        make_here()


if __name__ == "__main__":
    main()
