"""The board and the scorer say the same of what has no value, on small campaigns of all kinds."""

import csv
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import transaction

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment
from assessment.results.selectors.evaluation import load_evaluation
from assessment.results.selectors.flags import doubts
from assessment.results.services.bundle_import import import_folder
from assessment.results.services.scores import score
from assessment.shared.errors import FileRefused
from scoring.evaluate import Scorer
from scoring.rules import RuleError
from tests.client import Client
from tests.factory import make_member
from tests.results.golden import contents, golden, imported
from tests.sizes import FULL

pytestmark = pytest.mark.django_db
ATTEMPTS = 40 if FULL else 20
Row = dict[str, str]


def varied(name: str, chance: random.Random, folder: Path) -> Path:
    """A copy of a golden bundle in which votes, roles, grades and origins are others."""
    for path, data in contents(golden(name)).items():
        if path.startswith(("qrels/", "nist/")) or path == "MANIFEST.sha256":
            continue
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    vital, wrong = chance.choice([0.05, 0.4]), chance.choice([0.2, 0.9])
    for table, change in {
        "votes": lambda row: row.update(vote="vital" if chance.random() < vital else "okay"),
        "assignments": lambda row: _other_role(row, chance),
        "classes": lambda row: row.update(origin=chance.choice(["pool", "development"])),
        "judgments": lambda row: _wrong(row, chance.random() < wrong),
        "adjudications": lambda row: _wrong(row, chance.random() < wrong),
    }.items():
        _rewrite(folder / f"{table}.csv", change)
    return folder


def _other_role(row: Row, chance: random.Random) -> None:
    if row["role"] == "primary" and chance.random() < 0.4:
        row["role"] = "judge"
    if chance.random() < 0.1:
        row["state"] = chance.choice(["handed_over", "open"])


def _wrong(row: Row, wrong: bool) -> None:
    if wrong and row["grade"] == "correct":
        row.update(grade="incorrect", answer_class="")


def _rewrite(path: Path, change: Callable[[Row], object]) -> None:
    if not path.exists():
        return
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        change(row)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\r\n")
        writer.writeheader()
        writer.writerows(rows)


def finished(campaign: Campaign) -> set[str]:
    """The questions that somebody who judges them is done with."""
    sheets = Assignment.objects.counting().judging().filter(question__campaign=campaign)
    return {row.question.qid for row in sheets.select_related("question__pool") if row.is_done}


def by_the_scorer(campaign: Campaign) -> dict[str, str]:
    """What has no value by the rule of the scores."""
    return dict(Scorer(load_evaluation(campaign)).under().without_value)


def by_the_board(campaign: Campaign) -> dict[str, str]:
    return {doubt.qid: doubt.code for doubt in doubts(campaign) if doubt.code}


def campaigns(name: str, seed: int, folder: Path) -> Iterator[Campaign]:
    """Varied campaigns, each gone after its turn."""
    chance = random.Random(seed)
    for number in range(ATTEMPTS):
        bundle = varied(name, chance, folder / str(number))
        with transaction.atomic():
            try:
                yield import_folder(folder=bundle, slug="", by=None).campaign
            except FileRefused:
                continue
            finally:
                transaction.set_rollback(True)


@pytest.mark.parametrize("name", ["series_small", "tac_small"])
def test_the_board_flags_what_the_scorer_leaves_out(name: str, tmp_path: Path) -> None:
    met: Counter[str] = Counter()
    for campaign in campaigns(name, 7, tmp_path):
        try:
            scored = by_the_scorer(campaign)
        except RuleError:
            met["undecided"] += 1
            continue
        done = finished(campaign)
        expected = {qid: code for qid, code in scored.items() if qid in done}
        assert by_the_board(campaign) == expected
        met.update(expected.values())
        met["campaigns"] += 1
    assert met["no_vital_nugget"] > 5
    assert met["no_known_answer"] > 5
    assert met["campaigns"] > ATTEMPTS / 4


def test_a_question_that_has_a_value_again_is_no_longer_flagged(client: Client) -> None:
    campaign = imported("series_small")
    made = score(campaign=campaign, rule="adjudicated", by=None)
    assert made.score_set.report["unscorable"] == {"1.3": "no_known_answer", "3.2": "no_vital_nugget"}
    client.force_login(make_member(campaign, "olga", "organizer"))
    board = "/campaigns/series_small/"
    assert (
        "Question 3.2 is left out of the means: it has no vital nugget" in client.get(board).content.decode()
    )
    nugget = campaign.questions.get(qid="3.2").entries.first()
    assert nugget
    sheet = Assignment.objects.get(question__qid="3.2", primary=True, question__campaign=campaign)
    nugget.votes.update_or_create(member=sheet.member, defaults={"vote": "vital"})
    assert by_the_board(campaign) == {"1.3": "no_known_answer"}
    assert "3.2 is left out of the means" not in client.get(board).content.decode()
