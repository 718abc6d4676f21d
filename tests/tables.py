"""Writes assize/tables anew by running every migration: `python -m tests.tables`, which is `make tables`."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

MADE = (
    "CREATE",
    "ALTER",
    "DROP",
    "COMMENT",
    "INSERT",
    "UPDATE",
    "SET",
)  # a migration's questions need no answer
APPLIED = "INSERT INTO django_migrations (app, name, applied) VALUES ('{}', '{}', CURRENT_TIMESTAMP)"


def write() -> str:
    """Migrate the empty database of this process, step by step, and keep what came of it. Returns the file's name."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    from assize.tables import END, file_of

    executed: list[str] = []

    def keep(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        said = (
            context["cursor"].mogrify(sql, params).decode()
            if params and connection.vendor != "sqlite"
            else sql
        )
        if said.split()[0] in MADE and 'INSERT INTO "django_migrations"' not in said:
            executed.append(said)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(keep):
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    applied = [APPLIED.format(*key) for key in MigrationExecutor(connection).loader.applied_migrations or {}]
    made = _as_laid() if connection.vendor == "sqlite" else executed
    file = file_of(connection.vendor)
    file.write_text("".join(text + END for text in (*made, *applied)), encoding="utf-8")
    return str(file)


def _as_laid() -> list[str]:
    """SQLite keeps the statements that would make its tables as they are now."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
        )
        return [sql for (sql,) in cursor.fetchall()]


def main() -> None:
    """Write both files, each in a process of its own with a database of its own."""
    from tests import services

    with TemporaryDirectory() as folder:
        for url in (f"sqlite:///{Path(folder, 'new.sqlite3')}", services.start_postgres()):
            environment = os.environ | {
                "DJANGO_SETTINGS_MODULE": "assize.settings",
                "ASSIZE_SECRET_KEY": "tables need no secret",
                "ASSIZE_DATA_DIR": folder,
                "ASSIZE_DATABASE_URL": url,
                "ASSIZE_REDIS_URL": "",
            }
            code = "import django; django.setup(); from tests.tables import write; print(write())"
            subprocess.run([sys.executable, "-c", code], env=environment, check=True)


if __name__ == "__main__":
    main()
