"""The settings under which the tests run: those of the site, with a throw-away database and a cheap password hasher."""

import os
import tempfile
from pathlib import Path

# One folder for the whole test run: the first process names it, conftest.py makes and removes it, xdist's workers
# inherit it. Whoever only reads these settings, as the type checker does, leaves nothing behind.
TEST_FOLDER = Path(
    os.environ.setdefault(
        "ASSIZE_TEST_FOLDER", str(Path(tempfile.gettempdir()) / f"assize-tests-{os.getpid()}")
    )
)

if os.environ.get("ASSIZE_TEST_DATABASE") == "postgres":
    from tests.services import postgres_url

    DATABASE_URL = postgres_url()
else:
    DATABASE_URL = f"sqlite:///{TEST_FOLDER / 'assize.sqlite3'}"

os.environ.update(
    ASSIZE_SECRET_KEY="the tests need no secret",
    # Each of xdist's workers has databases of its own, and with them its own indexes of collections.
    ASSIZE_DATA_DIR=str(TEST_FOLDER / f"data-{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"),
    ASSIZE_ALLOWED_HOSTS="localhost,127.0.0.1,testserver",
    ASSIZE_DATABASE_URL=DATABASE_URL,
    ASSIZE_REDIS_URL="",
    ASSIZE_MAIL_URL="",
    ASSIZE_DOCUMENT_ORIGIN="",
    ASSIZE_DEBUG="0",
    ASSIZE_HTTPS="0",
)

from assize.settings import *
from assize.settings import DATABASES

JOBS_INLINE = True
API_RATE = 0
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if "sqlite" in DATABASES["default"]["ENGINE"]:
    # A file, not SQLite's memory: threads then meet the same locks as in earnest.
    DATABASES["default"]["TEST"] = {"NAME": str(TEST_FOLDER / "test.sqlite3")}
else:
    DATABASES["default"]["TEST"] = {"NAME": "test_assize"}
