"""Imports killed again and again: twenty kills of each of four imports of documents, and of one of judgments, on both databases."""

from pathlib import Path

import pytest

from tests.documents.cut_off import cut_off_again_and_again
from tests.imports.killed import kill_again_and_again, kill_undo

pytestmark = pytest.mark.django_db
KILLS = 20


@pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "postgres"])
@pytest.mark.parametrize(
    ("seed", "files", "records", "chunk"),
    [(301, 40, 1500, 5000), (302, 3, 12_000, 5000), (303, 60, 20, 7), (304, 1, 500, 13)],
    ids=["many files", "long files", "small chunks", "one file"],
)
def test_kills(tmp_path: Path, postgres: bool, seed: int, files: int, records: int, chunk: int) -> None:
    sizes = {"files": files, "records": records, "chunk": chunk}
    print(cut_off_again_and_again(tmp_path, postgres=postgres, kills=KILLS, seed=seed, **sizes))


@pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "postgres"])
def test_kills_of_judgments(tmp_path: Path, postgres: bool) -> None:
    """Nothing, or all after the job has gone on: never a part that counts, never a judgment twice."""
    print(kill_again_and_again(tmp_path, postgres=postgres, kills=KILLS, seed=305, questions=200, items=100))


@pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "postgres"])
def test_the_undo_of_a_hundred_thousand_judgments_is_killed(tmp_path: Path, postgres: bool) -> None:
    """As a whole, whoever goes on: none of them counts in the end, and every counter is right."""
    print(kill_undo(tmp_path, postgres=postgres, seed=306, questions=200, items=167))
