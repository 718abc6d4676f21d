"""What the gold standard settles by itself, and what it leaves to people."""

import csv
import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from assessment.judging.models import Judgment
from assessment.submissions.models import PoolItem
from tests.submissions.passages.conftest import CLOCK, GOLD, LAMPS, Acts


def settled(acts: Acts) -> set[tuple[str, str, str, str]]:
    rows = PoolItem.objects.filter(question__campaign=acts.campaign, automatic=True)
    return set(rows.values_list("question__qid", "docid", "passage", "answer"))


SETTLED = {("0001", LAMPS, "9", ""), ("0001", LAMPS, "9", "24 months"), ("0003", CLOCK, "3", "")}


def scores(acts: Acts, *options: str) -> dict[str, Any]:
    file = acts.folder / "scores.json"
    call_command("score", "acts", "--json", str(file), *options)
    output: dict[str, Any] = json.loads(file.read_text())
    return output


def judge(acts: Acts, qid: str, answer: str, grade: str, seen: int = 0) -> Any:
    assignment = acts.assigned(qid)
    item = PoolItem.objects.get(question=assignment.question, answer=answer, passage__in=["9", "3", "5"])
    assert assignment.member.account
    return acts.browser(assignment.member.account).post(
        f"/judge/{assignment.pk}/save/",
        {"item": item.pk, "seen": seen, "grade": grade, "client_id": str(uuid4())},
        headers={"X-Assize-Fetch": "1"},
    )


@pytest.mark.parametrize("gold_first", [True, False])
def test_what_matches_is_settled_whichever_comes_first(acts: Acts, gold_first: bool) -> None:
    for step in (acts.import_gold, acts.pool) if gold_first else (acts.pool, acts.import_gold):
        step()
    assert settled(acts) == SETTLED
    assert PoolItem.objects.filter(question__campaign=acts.campaign).count() == 10  # silence gives no item


def test_a_corrected_gold_standard_replaces_the_former_one(acts: Acts) -> None:
    acts.import_gold()
    acts.pool()
    acts.import_gold(GOLD.replace(f"{LAMPS},9,24  months", f"{LAMPS},7,"))
    assert settled(acts) == {("0001", LAMPS, "7", ""), ("0003", CLOCK, "3", "")}


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (f"0009,{LAMPS},9,x", "unknown_question"),
        (f"0001,{LAMPS},,x", "gold_place"),
        ("0001,,9,x", "gold_place"),
    ],
)
def test_a_faulty_gold_standard_is_refused_whole(
    acts: Acts, row: str, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError):
        acts.import_gold(GOLD + row + "\r\n")
    assert f"gold.csv:4: {code}" in capsys.readouterr().err
    acts.pool()
    assert settled(acts) == set()


def test_assessors_get_what_gold_leaves_and_see_what_it_settled(acts: Acts) -> None:
    ada = acts.reader("ada", "en")
    acts.import_gold()
    acts.pool()
    call_command("assign", "acts")
    work = {qid: acts.assigned(qid).pool_size for qid in ("0001", "0002", "0003", "0004")}
    assert work == {"0001": 1, "0002": 3, "0003": 1, "0004": 2}
    answer = acts.browser(ada).get(f"/judge/{acts.assigned('0001').pk}/", follow=True)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert page.count("R by gold") == 2
    assert "2</span> of 3" in page


def test_a_question_that_gold_settles_whole_is_given_to_nobody(acts: Acts) -> None:
    acts.reader("ada", "en")
    acts.import_gold(GOLD + f"0001,{LAMPS},7,\r\n")
    acts.pool()
    call_command("assign", "acts")
    assert not acts.campaign.questions.get(qid="0001").assignments.exists()


def test_grades_depend_on_what_was_answered(acts: Acts) -> None:
    acts.reader("ada", "en")
    acts.pool()
    call_command("assign", "acts")
    refused = judge(acts, "0002", "", "X")
    assert (refused.status_code, "Choose one of R, W" in refused.content.decode()) == (422, True)
    assert judge(acts, "0002", "a certificate of lights", "X").status_code == 200


def test_a_review_replaces_what_gold_says(acts: Acts) -> None:
    acts.reader("ada", "en")
    acts.import_gold()
    acts.pool()
    call_command("assign", "acts")
    before = scores(acts)["runs"]["lake102ASenen"]["measures"]
    assert (before["nR"], before["nU"]) == (1, 1)
    assert judge(acts, "0001", "24 months", "X").status_code == 200
    assert acts.assigned("0001").judged == 0  # a review is no work that was due
    assert scores(acts)["runs"]["lake102ASenen"]["measures"]["nR"] == 0
    call_command("recount", "acts")


def test_finishing_takes_what_gold_settled_for_found(acts: Acts) -> None:
    ada = acts.reader("ada", "en")
    acts.import_gold()
    acts.pool()
    call_command("assign", "acts")
    judge(acts, "0003", "four minutes slow", "W")
    assignment = acts.assigned("0003")
    answer = acts.browser(ada).post(f"/judge/{assignment.pk}/finish/", {})
    assert answer.status_code == 302
    assignment.refresh_from_db()
    assert assignment.is_done


def test_a_bundle_carries_gold_and_what_it_settled(acts: Acts, tmp_path: Path) -> None:
    acts.reader("ada", "en")
    acts.import_gold()
    acts.pool()
    call_command("assign", "acts")
    judge(acts, "0002", "a certificate of lights", "R")
    output = scores(acts)
    call_command("export", "acts", str(tmp_path / "out"))
    rows = csv.DictReader((tmp_path / "out" / "judgments.csv").read_text().splitlines())
    automatic = {
        (row["qid"], row["docid"], row["passage"], row["answer"])
        for row in rows
        if (row["kind"], row["assessor"], row["grade"]) == ("automatic", "gold", "R")
    }
    assert automatic == SETTLED
    call_command("import_bundle", str(tmp_path / "out"), slug="again")
    again = tmp_path / "again.json"
    call_command("score", "again", "--json", str(again))
    assert json.loads(again.read_text())["runs"] == output["runs"]
    call_command("export", "again", str(tmp_path / "second"))
    for name in ("gold.csv", "judgments.csv", "pool.csv", "assignments.csv"):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "second" / name).read_bytes()
    assert Judgment.objects.filter(member__campaign__slug="again").count() == 1


def test_readers_of_the_language_are_wanted(acts: Acts) -> None:
    acts.reader("ben", "fr")
    acts.pool()
    with pytest.raises(CommandError, match="Too few assessors read documents in EN"):
        call_command("assign", "acts")
    acts.reader("ada", "EN")
    call_command("assign", "acts")
    assert acts.assigned("0001").member.name == "ada"
