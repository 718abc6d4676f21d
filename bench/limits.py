"""What a machine could do at best: the limits beside which cases put what the site does."""

from django.db import connection, transaction
from django.db.models import Model

from bench.site import timed


def written_at_once(model: type[Model], number: int) -> float:
    """Processor seconds of writing the newest rows of a table at once into a copy of it with its indexes, on SQLite."""
    table, copy = model._meta.db_table, f"copy_of_{model._meta.db_table}"
    with connection.cursor() as cursor:
        rows = cursor.execute(f"SELECT * FROM {table} ORDER BY id DESC LIMIT {number}").fetchall()
        made = cursor.execute("SELECT sql FROM sqlite_master WHERE tbl_name = %s AND sql <> ''", [table])
        for (sql,) in made.fetchall():
            cursor.execute(sql.replace(f'"{table}"', f'"{copy}"').replace('INDEX "', 'INDEX "copy_'))
        marks = ", ".join(["%s"] * len(rows[0]))
        with transaction.atomic():
            taken, _ = timed(lambda: cursor.executemany(f"INSERT INTO {copy} VALUES ({marks})", rows))
    return taken.cpu
