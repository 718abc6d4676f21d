"""Statements of the busiest pages, whose SQL is written once for each connection and then run with other values.

Django writes the SQL of a queryset anew each time, which costs ten times what the database needs to answer it.
PostgreSQL in turn plans a statement anew each time, which costs ten times what it needs to answer one of many joins:
there a statement that comes again is prepared on the server too. See docs/decisions/0030.
"""

import inspect
import threading
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime
from itertools import count
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import QuerySet
from django.db.models.sql import UpdateQuery
from django.db.transaction import TransactionManagementError

Row = TypeVar("Row")
Value = int | str | date  # a datetime is a date too
# They keep the places of values in the SQL; no key, number, name or day is like them.
_KEY, _NAME, _YEAR = 4_611_686_018_427_000_000, "\u2063keeps a place\u2063", 9876
_LARGEST = 2**63 - 1  # that a key can be
_ROWS_AT_ONCE = 100
# What PostgreSQL is told of the values; a text is of the kind of whatever it is compared with.
_KINDS: dict[type, str] = {int: "bigint", str: "unknown", date: "date", datetime: "timestamptz"}
_of_this_thread = threading.local()
_known: "list[_Prepared]" = []


class _Statement(NamedTuple):
    """SQL, and where the values stand that it is run with."""

    compiler: Any
    sql: str
    values: tuple[Any, ...]
    places: dict[int, str]
    rows: Iterable[Any] = ()

    def filled(self, asked: dict[str, Any]) -> tuple[Any, ...]:
        """The values of the statement with those asked for in their places."""
        values = list(self.values)
        for place, name in self.places.items():
            values[place] = _as_stored(asked[name])
        return tuple(values)

    def numbered(self, names: Sequence[str], quoted: Callable[[Any], str]) -> str:
        """The SQL with its values in it, but for those asked for, which are `$1`, `$2`, … in the order of the names."""
        values = [quoted(value) for value in self.values]
        for place, name in self.places.items():
            values[place] = f"${names.index(name) + 1}"
        return self.sql % tuple(values)


class _OnServer:
    """The statements that one connection to PostgreSQL has prepared; they end with it."""

    def __init__(self, connected: Any) -> None:
        self.connected = connected
        self._names: dict[_Prepared, str | None] = {}
        self._numbers = count(1)

    def name_of(self, prepared: "_Prepared", statement: _Statement) -> str | None:
        """By what name a statement runs; none at its first time, which is often its only one."""
        if prepared not in self._names:
            self._names[prepared] = None
        elif self._names[prepared] is None:
            self._names[prepared] = self._named(prepared, statement)
        return self._names[prepared]

    def plan(self, prepared: "_Prepared", statement: _Statement) -> None:
        """Have a statement ready before anybody waits for it."""
        name = self._names[prepared] = self._names.get(prepared) or self._named(prepared, statement)
        nothing = ", ".join(["NULL"] * len(prepared.kinds))
        with connection.wrap_database_errors, self.connected.cursor() as cursor:
            cursor.execute(f"EXPLAIN EXECUTE {name} ({nothing})")  # plans, and runs nothing

    def _named(self, prepared: "_Prepared", statement: _Statement) -> str:
        name, kinds = f"assize_{next(self._numbers)}", ", ".join(prepared.kinds.values())
        with connection.wrap_database_errors, self.connected.cursor() as cursor:
            sql = statement.numbered(
                list(prepared.kinds), lambda value: cursor.mogrify("%s", [value]).decode()
            )
            cursor.execute(f"PREPARE {name} ({kinds}) AS {sql}")
        return name


class _Prepared:
    """A function that builds something of values, annotated `int`, `str`, `date` or `datetime`, to be run with others."""

    def __init__(self, build: Callable[..., Any]) -> None:
        self.built = build
        kinds = inspect.get_annotations(build, eval_str=True)
        names = inspect.signature(build).parameters
        self._stand_ins = {name: _stand_in(kinds[name], n) for n, name in enumerate(names)}
        self.kinds = {name: _KINDS[kinds[name]] for name in names}
        _known.append(self)

    def _statement(self) -> _Statement:
        """The statement of this thread's connection, written where there is none yet.

        Each thread has its own, since the values of one call are in it while it runs.
        """
        used = connections[DEFAULT_DB_ALIAS]
        if getattr(_of_this_thread, "connection", None) is not used:
            _of_this_thread.connection, _of_this_thread.statements = used, {}
        kept: dict[_Prepared, _Statement] = _of_this_thread.statements
        if self not in kept:
            kept[self] = self._written(used)
        return kept[self]

    def _filled(self, statement: _Statement, asked: dict[str, Any]) -> tuple[str, tuple[Any, ...]]:
        """SQL and its values: the statement itself, or its name where the server has prepared it."""
        name = _on_server().name_of(self, statement) if connection.vendor == "postgresql" else None
        if name is None:
            return statement.sql, statement.filled(asked)
        places = ", ".join(["%s"] * len(self.kinds))
        return f"EXECUTE {name} ({places})", tuple(_as_stored(asked[each]) for each in self.kinds)

    def _written(self, used: BaseDatabaseWrapper) -> _Statement:
        raise NotImplementedError

    def _placed(self, compiler: Any, rows: Iterable[Any] = ()) -> _Statement:
        sql, values = compiler.as_sql()
        names = {_as_stored(value): name for name, value in self._stand_ins.items()}
        known = [isinstance(value, (int, str, date)) and value in names for value in values]
        places = {place: names[value] for place, value in enumerate(values) if known[place]}
        assert set(places.values()) == set(self._stand_ins), "each value stands in the SQL as it is"
        return _Statement(compiler, sql, tuple(values), places, rows)


class Prepared(_Prepared, Generic[Row]):
    """Builds a queryset; called, it gives the rows.

    The queryset may hang on nothing else: whatever it takes from elsewhere would stay as it was at the first call.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Row]]) -> None:
        super().__init__(build)

    def __call__(self, **asked: Value) -> list[Row]:
        """The rows for these values, in one statement."""
        if any(isinstance(value, int) and abs(value) > _LARGEST for value in asked.values()):
            return []
        statement = self._statement()
        if statement.compiler.query.select_for_update and not connection.in_atomic_block:
            raise TransactionManagementError("Rows are locked within a transaction alone.")
        filled = self._filled(statement, asked)
        statement.compiler.as_sql = lambda *_, **__: filled
        return list(statement.rows)

    def first(self, **asked: Value) -> Row | None:
        """The first of the rows."""
        return next(iter(self(**asked)), None)

    def _written(self, used: BaseDatabaseWrapper) -> _Statement:
        rows = self.built(**self._stand_ins)
        query = rows.query
        compiler = query.get_compiler(connection=used)
        statement = self._placed(compiler, rows._iterable_class(rows, chunk_size=_ROWS_AT_ONCE))
        converters = compiler.get_converters([column[0] for column in compiler.select])
        compiler.get_converters = lambda _: converters
        query.get_compiler = lambda *_, **__: compiler
        return statement


class PreparedUpdate(_Prepared):
    """Builds a queryset and what its rows are to have; called, it updates them and says how many they were."""

    def __init__(self, build: Callable[..., tuple[QuerySet[Any], dict[str, Any]]]) -> None:
        super().__init__(build)

    def __call__(self, **asked: Value) -> int:
        """Update the rows for these values, in one statement."""
        statement = self._statement()
        with connection.cursor() as cursor:
            cursor.execute(*self._filled(statement, asked))
            return int(cursor.rowcount)

    def _written(self, used: BaseDatabaseWrapper) -> _Statement:
        rows, fresh = self.built(**self._stand_ins)
        query = rows.query.chain(UpdateQuery)
        query.add_update_values(fresh)
        return self._placed(query.get_compiler(connection=used))


def prepare_all() -> None:
    """Write every statement for this thread's connection, and have PostgreSQL plan it.

    A thread that serves calls it before its first request: the many who come when a site begins would wait for it.
    """
    for prepared in _known:
        statement = prepared._statement()
        if connection.vendor == "postgresql":
            _on_server().plan(prepared, statement)


def _on_server() -> _OnServer:
    """What the server keeps for this thread's connection, as it is now."""
    connection.close_if_health_check_failed()  # as Django does before it runs anything: a new one takes its place
    connection.ensure_connection()
    kept: _OnServer | None = getattr(_of_this_thread, "on_server", None)
    if kept is None or kept.connected is not connection.connection:
        kept = _of_this_thread.on_server = _OnServer(connection.connection)
    return kept


def _stand_in(kind: type, number: int) -> Value:
    if kind is int:
        return _KEY + number
    if kind is str:
        return f"{_NAME}{number}"
    return datetime(_YEAR, 1, 1 + number, tzinfo=UTC) if kind is datetime else date(_YEAR, 2, 1 + number)


def _as_stored(value: Value) -> Any:
    """A value as this database takes it."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return connection.ops.adapt_datefield_value(value) if isinstance(value, date) else value
