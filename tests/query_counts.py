"""Holds the number of SQL statements of each important request to what query_counts.json at the root says.

    def test_page(client, query_count):
        with query_count("judging page"):
            client.get(...)

Statements that only begin, end or mark a transaction are not counted. After a wanted change, write the file anew with
`ASSIZE_UPDATE_QUERY_COUNTS=1 .venv/bin/pytest -n 0`.
"""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

COUNTS_FILE = settings.BASE_DIR / "query_counts.json"
QUERIES_AT_MOST = 15  # a page, whatever the size of its campaign
TRANSACTION_CONTROL = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA")

QueryCount = Callable[[str], AbstractContextManager[None]]


def _read() -> dict[str, int]:
    counts: dict[str, int] = (
        json.loads(COUNTS_FILE.read_text(encoding="utf-8")) if COUNTS_FILE.exists() else {}
    )
    return counts


def _write(name: str, count: int) -> None:
    if "PYTEST_XDIST_WORKER" in os.environ:
        pytest.fail("query_counts.json is written by one process only: run pytest with -n 0")
    counts = {**_read(), name: count}
    COUNTS_FILE.write_text(
        json.dumps(counts, indent=2, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8"
    )


def _compare(name: str, asked: list[str]) -> None:
    expected = _read().get(name)
    if expected != len(asked):
        listed = "\n".join(f"{number:3}. {sql}" for number, sql in enumerate(asked, 1))
        pytest.fail(
            f"“{name}” took {len(asked)} SQL statements; query_counts.json says {expected}.\n{listed}\n"
            "If this is wanted: ASSIZE_UPDATE_QUERY_COUNTS=1 .venv/bin/pytest -n 0, and commit the file."
        )


def statements(captured: CaptureQueriesContext) -> list[str]:
    """What was asked of the database, but for what only begins, ends or marks a transaction."""
    everything = (query["sql"] for query in captured.captured_queries)
    return [sql for sql in everything if not sql.startswith(TRANSACTION_CONTROL)]


@contextmanager
def count_queries(name: str) -> Iterator[None]:
    """Fails when the block takes another number of statements than the committed one."""
    with CaptureQueriesContext(connection) as captured:
        yield
    if os.environ.get("ASSIZE_UPDATE_QUERY_COUNTS"):
        _write(name, len(statements(captured)))
    else:
        _compare(name, statements(captured))


@pytest.fixture
def query_count() -> QueryCount:
    """The context manager `query_count(name)`."""
    return count_queries
