"""Compares the database with this code: which migrations it has, and whether another version made them."""

from collections.abc import Iterable
from pathlib import Path

from django.apps import apps
from django.db import DatabaseError, connection

MADE_BEFORE = (
    "was made by a version of Assize before the first release, whose tables this version cannot take over."
)
COME_ALONG = (
    "With that version export each campaign (manage.py export CAMPAIGN FOLDER). Then move the data folder away, or name "
    "an empty database in ASSIZE_DATABASE_URL; start this version (make run); and import each folder "
    "(manage.py import_bundle FOLDER). docs/backup.md, “From before the first release”, says what bundles leave behind."
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


def is_from_before(unknown: Iterable[str]) -> bool:
    """Whether any app of this code begins otherwise there. A newer version adds migrations, and leaves the first as they are."""
    labels = {config.label for config in apps.get_app_configs()}
    return any(
        app in labels and name.startswith("0001_") for app, _, name in (key.partition(".") for key in unknown)
    )


def why_foreign(applied: Iterable[str]) -> str:
    """Why this code must leave a database alone that another version has made or changed; else nothing."""
    unknown = unknown_migrations(applied)
    if is_from_before(unknown):
        return f"The database {MADE_BEFORE} Nothing was changed. {COME_ALONG}"
    if not unknown:
        return ""
    more = f" and {len(unknown) - 1} more" if len(unknown) > 1 else ""
    return (
        f"The database was changed by a newer version of Assize ({unknown[0]}{more}), which this version does not know. "
        "Nothing was done. Install the newer version again, or restore the backup that was made before the update "
        "(docs/backup.md, Update)."
    )
