"""Much moved at once, killed with SIGKILL in the middle."""

from pathlib import Path

import pytest
from django.db import connection

from tests.assignments.killed_moves import kill_hand_over, kill_taking_out

pytestmark = [pytest.mark.on_postgresql, pytest.mark.django_db]


def test_a_hand_over_that_is_killed_is_finished_and_given_back(tmp_path: Path) -> None:
    on = connection.vendor == "postgresql"
    print(kill_hand_over(tmp_path, postgres=on, kills=1, seed=31, number=900, within=0.05))


def test_taking_out_that_is_killed_keeps_scores_waiting_until_it_is_whole(tmp_path: Path) -> None:
    on = connection.vendor == "postgresql"
    sizes = {"questions": 60, "given": 20, "judged": 10}
    print(kill_taking_out(tmp_path, postgres=on, kills=1, seed=32, within=0.05, **sizes))
