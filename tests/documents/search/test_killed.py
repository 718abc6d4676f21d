"""Indexing that is killed: what was searched before goes on being searched, and the next attempt ends it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from tests.databases import new_database


@pytest.mark.on_postgresql
@pytest.mark.django_db
def test_a_kill_at_any_moment_leaves_an_index_to_be_searched(tmp_path: Path) -> None:
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "assize.settings",
        "ASSIZE_SECRET_KEY": "the tests need no secret",
        "ASSIZE_DATA_DIR": str(tmp_path / "data"),
        "ASSIZE_DATABASE_URL": new_database(tmp_path, postgres=connection.vendor == "postgresql"),
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.documents.search.killed", str(tmp_path), "7"],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    after = json.loads(done.stdout)
    assert after["former"] > 10
    assert after["next"] > 5
    print(after)
