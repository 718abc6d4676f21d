"""Imports of judgments whose process is killed at random moments, and what the database holds then."""

import csv
import time
from pathlib import Path

from tests.killing import Ground

ASSESSORS = ("ann", "bo", "cy")
HEAD = ("qid", "docid", "passage", "answer", "assessor", "grade", "answer_class", "note", "judged_at")
WITHIN = 0.3  # seconds after the first was stored or taken back
SCENE = """
from django.db import transaction
from tests.factory import make_campaign, make_items, make_questions
with transaction.atomic():
    for question in make_questions(make_campaign(), *map(str, range({questions})), type="factoid"):
        make_items(question, *[(f"DOC-{{n}}", f"answer {{n}}") for n in range({items})])
"""
COUNTED = "FROM judging_judgment WHERE grade <> ''"
COUNT = f"SELECT count(*) {COUNTED}"
COUNTS = f"SELECT count(*), count(DISTINCT (item_id || ' ' || member_id)) {COUNTED}"


class Killed(Ground):
    """A database, and imports of one file into it."""

    def __init__(self, folder: Path, *, postgres: bool, seed: int, questions: int, items: int) -> None:
        scene = SCENE.format(questions=questions, items=items)
        super().__init__(folder, scene, postgres=postgres, seed=seed)
        self.rows = questions * items * len(ASSESSORS)
        file = folder / "judgments.csv"
        with file.open("w", newline="") as opened:
            table = csv.writer(opened)
            table.writerow(HEAD)
            for qid in range(questions):
                for n in range(items):
                    for place, name in enumerate(ASSESSORS):
                        grade = "yes" if (n + place) % 5 == 0 else "no"
                        table.writerow([qid, f"DOC-{n}", "", f"answer {n}", name, grade, "", "", ""])
        self.bringing = ("import_judgments", "trial", str(file), "--new")
        self.undoing = ("undo_import", "trial", "1", "--reason", "wrong file")

    def undo(self) -> None:
        """Undo the import, to the end; or let a worker go on with an undo that was killed."""
        self.go_on()
        if self.count():
            self.command(*self.undoing)

    def recount(self) -> None:
        """Compare the counters with a fresh count; the command fails where they differ."""
        self.command("recount", "trial")

    def count(self) -> int:
        """The judgments that count."""
        count, distinct = self.row(COUNTS)
        assert count == distinct
        return int(count)


def kill_again_and_again(
    folder: Path, *, postgres: bool, kills: int, seed: int, questions: int, items: int
) -> str:
    """Kill imports of one file; afterwards each judgment is there once, and every counter is right."""
    strikes = 0
    with Killed(folder, postgres=postgres, seed=seed, questions=questions, items=items) as site:
        for _ in range(kills):
            site.kill(*site.bringing, when=COUNT, within=WITHIN)
            strikes += 0 < site.count() < site.rows
            site.recount()
        said = site.command(*site.bringing)
        assert f"{site.rows:,} were there already" in said or f"Stored {site.rows:,} judgments" in said, said
        assert site.count() == site.rows
        site.recount()
    return f"seed {seed}: {kills} kills, {strikes} of them in the middle; {site.rows:,} judgments, each once"


def kill_undo(folder: Path, *, postgres: bool, seed: int, questions: int, items: int) -> str:
    """Kill the undo of an import in the middle; afterwards none of its judgments counts, and every counter is right."""
    with Killed(folder, postgres=postgres, seed=seed, questions=questions, items=items) as site:
        site.command(*site.bringing)
        assert site.count() == site.rows
        site.kill(*site.undoing, when=COUNT, within=WITHIN)
        left = site.count()
        site.recount()
        began = time.monotonic()
        site.undo()
        took = time.monotonic() - began
        assert site.count() == 0
        assert site.command("imports", "trial").startswith("1  Undone  Judgments: judgments.csv")
        site.recount()
    where = "in the middle" if 0 < left < site.rows else "at the edge"
    return (
        f"seed {seed}: killed {where}, {left:,} of {site.rows:,} judgments left; the rest took {took:.1f} s"
    )
