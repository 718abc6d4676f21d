"""Imports of judgments killed with SIGKILL while they store: nothing is half kept, doubled or miscounted."""

from pathlib import Path

import pytest
from django.db import connection

from tests.imports.killed import kill_again_and_again, kill_undo

pytestmark = pytest.mark.on_postgresql


@pytest.mark.django_db
def test_an_import_that_is_killed_is_finished_by_the_next_one(tmp_path: Path) -> None:
    on = connection.vendor == "postgresql"
    print(kill_again_and_again(tmp_path, postgres=on, kills=2, seed=7, questions=20, items=30))


@pytest.mark.django_db
def test_an_undo_that_is_killed_is_finished_by_a_worker(tmp_path: Path) -> None:
    on = connection.vendor == "postgresql"
    print(kill_undo(tmp_path, postgres=on, seed=8, questions=20, items=30))
