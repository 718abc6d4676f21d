"""Says in a sentence why the database cannot be used, and what helps."""

from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from assessment.shared.outages import outage_of

_NO_SUCH = ("no such table", "no such column")  # SQLite's words
_UNDEFINED = ("42P01", "42703")  # PostgreSQL's codes for the same


def why_unusable(error: DatabaseError) -> str:
    """What an error of the database comes from, where it is a matter of how the site is set up; else nothing."""
    database = settings.DATABASES["default"]
    folder = Path(database["NAME"]).parent
    if "sqlite" in database["ENGINE"] and not folder.is_dir():
        return (
            f"There is no folder {folder}, in which the database should be. Nothing was done. "
            "Run `make setup`, which makes it, or correct ASSIZE_DATA_DIR (or ASSIZE_DATABASE_URL)."
        )
    if any(words in str(error) for words in _NO_SUCH) or getattr(error.__cause__, "pgcode", "") in _UNDEFINED:
        reason = str(error).partition("\n")[0]
        return f"The database is not up to date with this code ({reason}). Run `python manage.py migrate`, or `make setup`."
    if sentence := _why_damaged(str(error), str(database["NAME"])):
        return sentence
    if connection.connection is None:
        reason = " ".join(str(error).split())
        return f"The database cannot be reached: {reason} Nothing was done. See ASSIZE_DATABASE_URL in docs/configuration.md."
    if outage := outage_of(error):
        return f"{outage.message} The command stopped; what it had finished is kept. {outage.hint}"
    return ""


def _why_damaged(said: str, name: str) -> str:
    """What SQLite says of a file that it cannot read or write."""
    if "malformed" in said or "not a database" in said:
        return f"The database {name} is damaged ({said}). Nothing was done. Restore a backup: docs/backup.md."
    if "readonly" in said:
        return f"The database {name} cannot be written ({said}). Nothing was done. See who may write the file and its folder."
    if "disk is full" in said:
        return f"The disk of the database {name} is full. Nothing was done. Make room, and try again."
    return ""
