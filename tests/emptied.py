"""Empties the database after a test that commits: the tables that have rows, and no more.

Django's `flush`, which does it otherwise, empties every table, and has each app write anew what it writes after
migrations, which is content types and permissions: 50 ms of processor after each such test. Here they stay: 1 ms.
"""

from functools import cache
from typing import Any

from django.core.management.color import no_style
from django.core.management.commands import flush
from django.db import connection, transaction

KEPT = {"django_content_type", "auth_permission"}  # what they were after migrations; no test changes them


def pytest_configure() -> None:
    """Takes the place of Django's way in this process: pytest-django calls the command after each test that commits."""
    flush.Command.handle = empty  # type: ignore[method-assign]  # that is the aim


def empty(*_: Any, **__: Any) -> None:
    """Leaves no row but those that are kept."""
    if tables := tables_with_rows():
        delete = _delete_on_server if connection.vendor == "postgresql" else _flush
        delete(tables)


def _flush(tables: list[str]) -> None:
    connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), tables))


def _delete_on_server(tables: list[str]) -> None:
    """Row by row: PostgreSQL makes new files for each table that it truncates, for its indexes, and for all that refer to it."""
    deletes = "".join(f"; DELETE FROM {connection.ops.quote_name(table)}" for table in tables)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica" + deletes)  # no reference is looked at


def tables_with_rows() -> list[str]:
    """Their names, in one statement; without those that are kept."""
    with connection.cursor() as cursor:
        cursor.execute(_asked())
        return [name for (name,) in cursor.fetchall()]


@cache
def _asked() -> str:
    there = connection.introspection.django_table_names(only_existing=True, include_views=False)
    quoted = connection.ops.quote_name
    return " UNION ALL ".join(
        f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {quoted(name)})" for name in sorted(set(there) - KEPT)
    )
