"""Compares the database with this code: which migrations it has, and whether a newer version made them."""

from collections.abc import Iterable
from pathlib import Path

from django.apps import apps
from django.db import DatabaseError, connection


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


def why_newer(applied: Iterable[str]) -> str:
    """Why this code must leave a database alone that a newer version has changed; else nothing."""
    unknown = unknown_migrations(applied)
    if not unknown:
        return ""
    more = f" and {len(unknown) - 1} more" if len(unknown) > 1 else ""
    return (
        f"The database was changed by a newer version of Assize ({unknown[0]}{more}), which this version does not know. "
        "Nothing was done. Install the newer version again, or restore the backup that was made before the update "
        "(docs/backup.md, Update)."
    )
