"""Copies PostgreSQL by pg_dump out of an exported snapshot, and puts it back by pg_restore in one transaction."""

import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, run
from tempfile import TemporaryFile
from typing import Any

from django.db import connection
from psycopg2.extensions import connection as Connection
from psycopg2.extensions import quote_ident

from assessment.shared.errors import Refused
from assize.keeping.manifest import BackupManifest, TableDigest
from assize.keeping.programs import environment_of, find_program, refused_by, version_of
from assize.keeping.sqlite import refuse_unequal
from assize.keeping.stores import NO_DATA, Progress

_TABLES = (
    "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')"
    ' ORDER BY relname COLLATE "C"'
)
_BUSY = (
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    " AND backend_type = 'client backend'"
)
# Connections that were closed a moment ago, among them those of this very command, stay listed until the server has
# ended their processes. Those are waited for, and no others.
_CHECKS, _BETWEEN_CHECKS = 25, 0.2  # seconds
# Values must be written alike on both sides, whatever the server's own settings are.
_SPELLING = (
    "SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres';"
    " SET bytea_output = 'hex'; SET extra_float_digits = 1"
)
# pg_restore of version 17 writes this for servers of every version, and older ones do not know it.
_UNKNOWN_TO_OLD = b"SET transaction_timeout = 0;\n"


class _Lines:
    """Takes in lines of COPY: how many there are, and their digest."""

    def __init__(self) -> None:
        self.rows, self.digest = 0, hashlib.sha256()

    def write(self, data: bytes) -> int:
        self.rows += data.count(b"\n")
        self.digest.update(data)
        return len(data)


class PostgresSnapshot:
    """A repeatable read, which other connections can share."""

    def __init__(self, raw: Connection, store: "PostgresStore") -> None:
        self._raw, self._store = raw, store

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        """Rows of that state."""
        with self._raw.cursor() as cursor:
            cursor.execute(sql)
            rows: list[tuple[Any, ...]] = cursor.fetchall()
            return rows

    def tables(self, progress: Progress) -> dict[str, TableDigest]:
        """Every table with its rows and digest."""
        return tables_of(self._raw, progress)

    def write(self, file: Path, progress: Progress) -> str:
        """Have pg_dump write the tables of that moment."""
        program = self._store.program("pg_dump")
        ((schema, snapshot),) = self.query("SELECT current_schema(), pg_export_snapshot()")
        command = [str(program), "--format=custom", "--no-owner", "--no-privileges", "--no-password"]
        command += [f"--snapshot={snapshot}", f"--file={file}"]
        command += [f"--table={_quoted(self._raw, schema, name)}" for (name,) in self.query(_TABLES)]
        progress(0, 1, f"{program.name} copies the database:")
        done = run(command, env=self._store.environment(), capture_output=True, text=True, check=False)
        if done.returncode:
            raise refused_by(program, done.stderr)
        file.chmod(0o600)
        progress(1, 1, f"{program.name} copies the database:")
        return f"pg_dump {version_of(program)}"


class PostgresStore:
    """The database on its server."""

    kind = "postgresql"
    file = "database.pgdump"

    def environment(self) -> dict[str, str]:
        """That of programs which meet this database."""
        return environment_of(connection.get_connection_params())

    def program(self, name: str) -> Path:
        """A program that fits the server."""
        return find_program(name, self._major())

    def version(self) -> str:
        """The version of the server."""
        connection.ensure_connection()
        number = connection.connection.server_version
        return f"{number // 10000}.{number % 10000}"

    def _major(self) -> int:
        return int(self.version().partition(".")[0])

    def size(self) -> int:
        """The tables as they lie; a dump, which is packed, is smaller."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])

    @contextmanager
    def snapshot(self) -> Iterator[PostgresSnapshot]:
        """Hold one state of it."""
        with _own_connection() as raw:
            raw.cursor().execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield PostgresSnapshot(raw, self)

    def check(self, file: Path, manifest: BackupManifest) -> str:
        """Have pg_restore read the whole file; rows are compared when it is restored."""
        program = find_program("pg_restore", int(manifest.program.split()[1]))
        done = run([program, "--file=/dev/null", file], capture_output=True, text=True, check=False)
        if done.returncode:
            raise refused_by(program, done.stderr)
        return "checksums, and that pg_restore reads all of it"

    def is_used(self) -> bool:
        """Whether any table of the site has a row."""
        with _own_connection() as raw, raw.cursor() as cursor:
            cursor.execute(_TABLES)
            for name in [name for (name,) in cursor.fetchall() if name not in NO_DATA]:
                cursor.execute(f"SELECT 1 FROM {quote_ident(name, raw)} LIMIT 1")
                if cursor.fetchone():
                    return True
        return False

    def refuse_busy(self) -> None:
        """Refuse while other processes are connected to it."""
        connection.close()
        with _own_connection() as raw:
            first = others = _others(raw)
            for _ in range(_CHECKS):
                if not others:
                    return
                if not others <= first:
                    break
                time.sleep(_BETWEEN_CHECKS)
                others = _others(raw)
        count = len(others)
        raise Refused(
            f"{count} other connection{'s use' if count > 1 else ' uses'} the database. Nothing was changed.",
            "site_runs",
            "Stop the site and its workers first.",
        )

    def refuse_unfit(self, manifest: BackupManifest) -> None:
        """A newer server's tables may not fit into an older one, nor a newer program's file into an older program."""
        made_by = int(manifest.server.partition(".")[0])
        if made_by > self._major():
            raise Refused(
                f"The backup is of PostgreSQL {manifest.server}, and this server has {self.version()}. Nothing was changed.",
                "server_older",
                f"Restore it on PostgreSQL {made_by} or newer.",
            )
        find_program("pg_restore", int(manifest.program.split()[1]))
        self.program("psql")

    def replace(self, file: Path, manifest: BackupManifest, former: str, progress: Progress) -> str:
        """Move the former tables into a schema of their own and restore beside them, in one transaction; then compare."""
        schema = former.replace("-", "_")
        with _own_connection() as raw:
            with raw.cursor() as cursor:
                cursor.execute(f"SELECT current_schema() FROM ({_TABLES}) AS tables")
                is_there = bool(cursor.fetchall())
            before = _moves(raw, schema) if is_there else ""
        self._restore(file, manifest, before)
        with _own_connection() as raw:
            try:
                refuse_unequal(file, manifest.tables, tables_of(raw, progress))
            except Refused:
                _undo(raw, schema if is_there else "")
                raise
        return f"the schema {schema} of the database" if is_there else ""

    def _restore(self, file: Path, manifest: BackupManifest, before: str) -> None:
        """Pipe what pg_restore writes through psql, which keeps all of it or nothing."""
        read = find_program("pg_restore", max(self._major(), int(manifest.program.split()[1])))
        take = self.program("psql")
        command = [str(take), "--no-psqlrc", "--quiet", "--no-password", "--single-transaction"]
        command += ["--set=ON_ERROR_STOP=1", "--output=/dev/null"]
        options = ["--no-owner", "--no-privileges", "--file=-", str(file)]
        with TemporaryFile() as output, Popen([read, *options], stdout=PIPE, stderr=output) as source:
            with Popen(command, stdin=PIPE, stdout=DEVNULL, stderr=PIPE, env=self.environment()) as sink:
                said = _piped(source, sink, before)
            output.seek(0)
            if source.wait() and not sink.returncode:
                raise refused_by(read, output.read().decode(errors="replace"))
        if sink.returncode:
            raise refused_by(take, said)


def _others(raw: Connection) -> set[int]:
    """The processes of other connections to the database."""
    with raw.cursor() as cursor:
        cursor.execute(_BUSY)
        return {pid for (pid,) in cursor.fetchall()}


def _piped(source: "Popen[bytes]", sink: "Popen[bytes]", before: str) -> str:
    """Hand the script over, and return what psql complains of. A script that is cut off must not be kept."""
    assert source.stdout
    assert sink.stdin
    assert sink.stderr
    try:
        sink.stdin.write(before.encode())
        for line in source.stdout:
            if line != _UNKNOWN_TO_OLD:
                sink.stdin.write(line)
        if source.wait():
            sink.stdin.write(b"\nROLLBACK; SELECT the_file_was_cut_off;\n")
        sink.stdin.close()
    except BrokenPipeError:
        source.stdout.close()  # psql ended: it says why
    return sink.stderr.read().decode(errors="replace")


def _moves(raw: Connection, schema: str) -> str:
    with raw.cursor() as cursor:
        cursor.execute(_TABLES)
        tables = [name for (name,) in cursor.fetchall()]
        cursor.execute("SELECT current_schema()")
        ((present,),) = cursor.fetchall()
    aside = quote_ident(schema, raw)
    moves = [f"ALTER TABLE {_named(raw, present, name)} SET SCHEMA {aside};" for name in tables]
    return "\n".join(["SET lock_timeout = '10s';", f"CREATE SCHEMA {aside};", *moves, ""])


def _undo(raw: Connection, schema: str) -> None:
    """Take away what was restored and put the former tables back."""
    with raw.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        ((present,),) = cursor.fetchall()
        cursor.execute("BEGIN")
        cursor.execute(_TABLES)
        for (name,) in cursor.fetchall():
            cursor.execute(f"DROP TABLE {_named(raw, present, name)} CASCADE")
        if schema:
            cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", [schema])
            for (name,) in cursor.fetchall():
                where = _named(raw, schema, name)
                cursor.execute(f"ALTER TABLE {where} SET SCHEMA {quote_ident(present, raw)}")
            cursor.execute(f"DROP SCHEMA {quote_ident(schema, raw)}")
        cursor.execute("COMMIT")


def tables_of(raw: Connection, progress: Progress) -> dict[str, TableDigest]:
    """Every table with its rows and the digest of their values, written by the server and put in order by code point."""
    found = {}
    with raw.cursor() as cursor:
        cursor.execute(_SPELLING)
        cursor.execute(_TABLES)
        names = [name for (name,) in cursor.fetchall()]
        for number, name in enumerate(names, 1):
            row = "encode(sha256(convert_to(t::text, 'UTF8')), 'hex')"
            select = f'SELECT {row} FROM {quote_ident(name, raw)} AS t ORDER BY {row} COLLATE "C"'
            lines = _Lines()
            cursor.copy_expert(f"COPY ({select}) TO STDOUT", lines)
            found[name] = TableDigest(lines.rows, lines.digest.hexdigest())
            progress(number, len(names), "tables read:")
    return found


@contextmanager
def _own_connection() -> Iterator[Connection]:
    """A connection beside Django's own, without a transaction around it."""
    own = connection.copy()
    own.ensure_connection()
    try:
        yield own.connection
    finally:
        own.close()


def _named(raw: Connection, schema: str, name: str) -> str:
    return f"{quote_ident(schema, raw)}.{quote_ident(name, raw)}"


def _quoted(raw: Connection, schema: str, name: str) -> str:
    """A pattern of pg_dump that means this table alone."""
    return _named(raw, schema, name).replace("$", "[$]")
