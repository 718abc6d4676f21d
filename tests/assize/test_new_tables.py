"""A new database gets its tables at once, and they are those to which the migrations come one by one."""

from pathlib import Path
from typing import Any

import pytest

from tests.assize.keeping.installation import Installation

# Django's own table between groups and permissions has wider numbers by its migrations than by its models.
SHAPE = {
    "sqlite": ("SELECT type, name, tbl_name, sql FROM sqlite_master",),
    "postgresql": (
        "SELECT table_name, column_name, data_type, character_maximum_length, collation_name, is_nullable, "
        "column_default, is_identity, identity_generation FROM information_schema.columns "
        "WHERE table_schema = 'public' AND table_name <> 'auth_group_permissions'",
        "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
        "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), condeferrable, condeferred "
        "FROM pg_constraint WHERE connamespace = 'public'::regnamespace",
        "SELECT sequencename, start_value FROM pg_sequences",
        "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE NOT tgisinternal",
    ),
}
ROWS = (
    "SELECT app, name FROM django_migrations",
    "SELECT app_label, model FROM django_content_type",
    "SELECT codename, name FROM auth_permission",
)
# Each step makes the classes of its models anew: to look through them for garbage takes as long as all the rest.
STEP_BY_STEP = """
import gc
import django
django.setup()
gc.disable()
from django.core.management import call_command
from django.core.management.commands.migrate import Command
call_command(Command(), verbosity=0)
"""


def _shape(site: Installation, vendor: str) -> list[list[tuple[Any, ...]]]:
    """Tables and first rows in an order of their own: columns that came later stand last."""
    found = [sorted(site.query(question), key=repr) for question in (*SHAPE[vendor], *ROWS)]
    counts = [site.query(f"SELECT count(*) FROM {table}") for table in ("people_account", "people_event")]
    return [[tuple(map(_unordered, row)) for row in rows] for rows in (*found, *counts)]


def _unordered(value: Any) -> Any:
    """What makes a table of SQLite, with its columns and constraints sorted."""
    if not str(value).startswith("CREATE TABLE"):
        return value
    name, _, inside = value.removesuffix(")").partition("(")
    return name, sorted(inside.split(", "))


@pytest.mark.parametrize("vendor", list(SHAPE))
def test_tables_laid_at_once_are_those_of_the_migrations(tmp_path: Path, vendor: str) -> None:
    postgres = vendor == "postgresql"
    quick = Installation(
        tmp_path / "quick", postgres=postgres
    )  # made by `bring_up_to_date`, as a first start does
    slow = Installation(tmp_path / "slow", postgres=postgres, migrated=False, key="x")
    slow.data.mkdir(mode=0o700)
    slow.run("-c", STEP_BY_STEP)
    shapes = [_shape(site, vendor) for site in (quick, slow)]
    assert shapes[0] == shapes[1]
    assert len(shapes[0][0]) > 90
