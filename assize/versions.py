"""Compares the database with this code: which migrations it has, and whether another version made them."""

from collections.abc import Iterable
from pathlib import Path

from django.apps import apps
from django.db import DatabaseError, connection

FORMER = "people.0001_begin"  # how the tables of earlier versions began, which were made otherwise
MADE_BEFORE = "was made by an earlier version of Assize, whose tables this version cannot take over."
COME_ALONG = (
    "Export each campaign with that version (manage.py export CAMPAIGN FOLDER), then import the folders with this one "
    "(manage.py import_bundle FOLDER) into a new ASSIZE_DATA_DIR or database."
)


def applied_migrations() -> list[str]:
    """What the database has, as app.name; nothing where it is new or cannot be read."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
            return [f"{app}.{name}" for app, name in cursor.fetchall()]
    except DatabaseError:
        return []


def own_migrations() -> set[str]:
    """What this code has."""
    return {
        f"{config.label}.{file.stem}"
        for config in apps.get_app_configs()
        for file in Path(config.path, "migrations").glob("[!_]*.py")
    }


def unknown_migrations(applied: Iterable[str]) -> list[str]:
    """Those that this code does not have, nor has replaced by others."""
    unknown = set(applied) - own_migrations()
    if unknown:
        from django.db.migrations.loader import MigrationLoader

        replaced = MigrationLoader(None, replace_migrations=False).disk_migrations.values()
        unknown -= {f"{app}.{name}" for migration in replaced for app, name in migration.replaces}
    return sorted(unknown)


def why_foreign(applied: Iterable[str]) -> str:
    """Why this code must leave a database alone that another version has made or changed; else nothing."""
    unknown = unknown_migrations(applied)
    if FORMER in unknown:
        return f"The database {MADE_BEFORE} Nothing was done. {COME_ALONG}"
    if not unknown:
        return ""
    more = f" and {len(unknown) - 1} more" if len(unknown) > 1 else ""
    return (
        f"The database was changed by a newer version of Assize ({unknown[0]}{more}), which this version does not know. "
        "Nothing was done. Install the newer version again, or restore the backup that was made before the update "
        "(docs/backup.md, Update)."
    )
