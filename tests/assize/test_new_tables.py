"""A new database gets its tables at once, and they are those to which the migrations come one by one."""

from pathlib import Path

import pytest
from django.db.migrations.loader import MigrationLoader

from assize.tables import file_of, statements
from tests.assize.keeping.installation import Installation

SHAPE = {
    "sqlite": ("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY 1, 2",),
    "postgresql": (
        "SELECT table_name, ordinal_position, column_name, data_type, character_maximum_length, collation_name, "
        "is_nullable, column_default, is_identity, identity_generation FROM information_schema.columns "
        "WHERE table_schema = 'public' ORDER BY 1, 2",
        "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2",
        "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), condeferrable, condeferred "
        "FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2",
        "SELECT sequencename, data_type::text, start_value FROM pg_sequences ORDER BY 1",
    ),
}
ROWS = (
    "SELECT app, name FROM django_migrations ORDER BY 1, 2",
    "SELECT app_label, model FROM django_content_type ORDER BY 1, 2",
    "SELECT codename FROM auth_permission ORDER BY 1",
    "SELECT count(*) FROM people_account",
)


@pytest.mark.parametrize("vendor", list(SHAPE))
def test_tables_laid_at_once_are_those_of_the_migrations(tmp_path: Path, vendor: str) -> None:
    shapes = []
    for name, command in (
        ("quick", ("-m", "assize.prepare", "--without-demo")),
        ("slow", ("manage.py", "migrate")),
    ):
        site = Installation(tmp_path / name, postgres=vendor == "postgresql", migrated=False, key="x")
        site.data.mkdir(mode=0o700)
        site.run(*command)
        shapes.append([site.query(question) for question in (*SHAPE[vendor], *ROWS)])
    assert shapes[0] == shapes[1]


@pytest.mark.parametrize("vendor", list(SHAPE))
def test_they_name_no_migration_that_is_not_there(vendor: str) -> None:
    known = MigrationLoader(None).disk_migrations
    noted = [text for text in statements(file_of(vendor)) if text.startswith("INSERT INTO django_migrations")]
    named = {tuple(text.split("'")[1:4:2]) for text in noted}
    assert len(noted) > 60
    assert named <= set(known)
