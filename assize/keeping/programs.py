"""Finds pg_dump, pg_restore and psql, and runs them with the password in their environment alone."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from assessment.shared.errors import Refused

_PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
_VARIABLES = {  # of libpq, by the names of its parameters
    "dbname": "PGDATABASE",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "host": "PGHOST",
    "port": "PGPORT",
    "options": "PGOPTIONS",
    "service": "PGSERVICE",
    "passfile": "PGPASSFILE",
    "sslmode": "PGSSLMODE",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "sslrootcert": "PGSSLROOTCERT",
    "connect_timeout": "PGCONNECT_TIMEOUT",
}


def find_program(name: str, server: int) -> Path:
    """The program of the server's own version, else the next newer one; an older one cannot do it."""
    found = {version: path for path in _candidates(name) if (version := version_of(path))}
    fit = [version for version in found if version >= server]
    if fit:
        return found[min(fit)]
    missing = (
        f"Only {name} of PostgreSQL {max(found)} is here, and the server has version {server}"
        if found
        else f"{name} is missing"
    )
    raise Refused(
        f"{missing}. Nothing was changed.",
        "program_missing",
        f"Get it with: apt-get install postgresql-client-{server} (Debian, Ubuntu), "
        f"dnf install postgresql{server}, or brew install postgresql@{server}.",
    )


def _candidates(name: str) -> Iterator[Path]:
    """The one on PATH last, so that it wins among those of its version."""
    for pattern in _PLACES:
        yield from sorted(Path("/").glob(f"{pattern[1:]}/{name}"))
    if found := shutil.which(name):
        yield Path(found)


def version_of(program: Path) -> int:
    """The major version of a program; 0 where it cannot be run."""
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return 0
    number = re.search(r"\) (\d+)", said)
    return int(number[1]) if number else 0


def environment_of(parameters: dict[str, Any]) -> dict[str, str]:
    """The environment in which a program meets this database. What Django alone understands is left out."""
    given = {_VARIABLES[name]: str(value) for name, value in parameters.items() if name in _VARIABLES}
    return os.environ | {"PGAPPNAME": "assize backup", "PGCLIENTENCODING": "UTF8"} | given


def refused_by(program: Path, said: str) -> Refused:
    """What a program that failed said, in one line."""
    reason = " ".join(said.split()) or "it gave no reason"
    return Refused(
        f"{program.name} failed: {reason[-600:]} Nothing was changed.",
        "program_failed",
        "Correct what it says, and try again.",
    )
