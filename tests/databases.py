"""New databases with all tables, for tests that start processes: copies of one that is migrated once in a test run."""

import fcntl
import os
import shutil
import subprocess
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg2
from django.conf import settings

from tests import services
from tests.users import users_python


def new_database(folder: Path, *, postgres: bool) -> str:
    """The URL of a database with all tables and no rows: a file in `folder`, or on the test run's PostgreSQL."""
    with _one_at_a_time():
        if postgres:
            return on_server(new_name(), _migrated_on_server())
        return _sqlite(Path(shutil.copy(_migrated_file(), folder / "site.sqlite3")))


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Lets xdist's workers wait for the one that migrates."""
    with (settings.TEST_FOLDER / "migrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _migrated_file() -> Path:
    made = Path(settings.TEST_FOLDER, "migrated.sqlite3")
    if not made.exists():
        begun = made.with_suffix(".begun")
        _migrate(_sqlite(begun))
        begun.rename(made)
    return made


def _migrated_on_server() -> str:
    """The database to copy; workers have servers of their own where the run itself is on SQLite."""
    url = services.postgres_url()
    noted = Path(settings.TEST_FOLDER, f"migrated-{uuid.uuid5(uuid.NAMESPACE_URL, url)}")
    if not noted.exists():
        name = new_name()
        _migrate(on_server(name))
        noted.write_text(name, encoding="ascii")
    return noted.read_text(encoding="ascii")


def new_name() -> str:
    """A name that no database of the test run has."""
    return f"site_{uuid.uuid4().hex[:12]}"


def on_server(name: str, copied: str = "template1") -> str:
    """Make a database on the test run's PostgreSQL, and give its URL."""
    url = services.postgres_url()
    server = psycopg2.connect(url)
    server.autocommit = True
    with server.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE "{copied}"')
    server.close()
    return url.replace("/postgres?", f"/{name}?")


def _sqlite(file: Path) -> str:
    return f"sqlite:///{file}"


def _migrate(url: str) -> None:
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "assize.settings",
        "ASSIZE_SECRET_KEY": "the tests need no secret",
        "ASSIZE_DATA_DIR": str(settings.TEST_FOLDER),
        "ASSIZE_DATABASE_URL": url,
        "ASSIZE_REDIS_URL": "",
    }
    quickly = "import django; django.setup(); from assize.prepare import bring_up_to_date; bring_up_to_date()"
    command = [str(users_python()), "-c", quickly]
    subprocess.run(command, cwd=settings.BASE_DIR, env=environment, check=True, stdout=subprocess.DEVNULL)
