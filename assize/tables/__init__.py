"""The tables of a new database, laid at once: what the migrations up to some day come to, as SQL beside this file.

Running the migrations one after another takes ten seconds, in which Django makes all models anew for each; laying their
outcome takes a fraction of one. Later migrations follow as everywhere. `make tables` writes the files anew, which is
never necessary: it only makes new databases quicker. A test compares both ways.
"""

from collections.abc import Iterator
from pathlib import Path

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

END = ";\n--\n"  # of a statement, which may have semicolons within


def file_of(vendor: str) -> Path:
    """The tables for this kind of database."""
    return Path(__file__).with_name(f"{vendor}.sql")


def lay_tables(connection: BaseDatabaseWrapper) -> bool:
    """Lay the tables in an empty database, all or none. Returns whether it was empty; any other is left alone."""
    if connection.introspection.table_names():
        return False
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for statement in statements(file_of(connection.vendor)):
            cursor.execute(statement)
    return True


def statements(file: Path) -> Iterator[str]:
    """The statements of such a file, in their order."""
    yield from file.read_text(encoding="utf-8").removesuffix(END).split(END)
