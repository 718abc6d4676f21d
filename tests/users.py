"""The Python of those who run the site: `.venv-users`, which holds requirements.txt alone.

Every process of the product that a test starts runs in it. What the product needs and only requirements-dev.txt
brings would be missing there, as it is on a server.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".venv-users"


class UsersEnvironmentError(Exception):
    """The environment of users is missing or out of date, and what makes it."""


def users_python() -> Path:
    """The interpreter of `.venv-users`; an error where it is missing or older than requirements.txt."""
    python, installed = FOLDER / "bin" / "python", FOLDER / "installed-requirements.txt"
    if not python.exists() or not installed.exists():
        raise UsersEnvironmentError(
            "There is no .venv-users, in which the tests start the site with requirements.txt alone. Run: make users"
        )
    if installed.read_bytes() != (ROOT / "requirements.txt").read_bytes():
        raise UsersEnvironmentError(
            ".venv-users was made from another requirements.txt than the one here. Run: make users"
        )
    return python
