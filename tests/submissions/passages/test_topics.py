"""Questions in several pairs of languages, from one file or from several, and their types."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign, GoldAnswer, Question
from scoring.formats import topics_pairs
from tests.submissions.passages.conftest import QUESTIONS, run_file, topics

TYPES = "0001 Factoid\n0002\tfactoid\n0003 reason purpose\n0004  PROCEDURE\n"


class Desk:
    """A campaign, and the command that brings questions in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        call_command("create_campaign", "acts", "--track", "respubliqa2010", stdout=StringIO())
        self.campaign = Campaign.objects.get()

    def import_(self, text: str, types: str = "") -> str:
        """What the command says."""
        (self.folder / "topics.xml").write_text(text, encoding="utf-8")
        (self.folder / "types").write_text(types, encoding="utf-8")
        options = ["--target-types", str(self.folder / "types")] if types else []
        said = StringIO()
        call_command(
            "import_questions", "acts", str(self.folder / "topics.xml"), *options, stdout=said, stderr=said
        )
        return said.getvalue()

    def rows(self) -> list[tuple[str, str, str]]:
        return list(self.campaign.questions.in_order().values_list("qid", "type", "target_lang"))


@pytest.fixture
def desk(db: None, tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_ids_name_the_pair_once_there_is_a_second_one(desk: Desk) -> None:
    said = desk.import_(topics("EN", "EN"), TYPES)
    assert desk.rows()[0] == ("0001", "Factoid", "EN")
    assert [kind for _, kind, _ in desk.rows()] == ["Factoid", "Factoid", "Reason-Purpose", "Procedure"]
    assert "No file gives the type" not in said
    first = desk.campaign.questions.get(qid="0001")
    gold = GoldAnswer.objects.create(question=first, docid="jrc31931R0007-en", passage="9")
    said = desk.import_(topics("EN", "IT"))
    assert "Imported 4 questions. 4 of other languages stay." in said
    assert [qid for qid, _, _ in desk.rows()] == [
        *(f"{qid}:EN:EN" for qid in QUESTIONS),
        *(f"{qid}:EN:IT" for qid in QUESTIONS),
    ]
    assert desk.rows()[4] == ("0001:EN:IT", "Factoid", "IT")
    gold.refresh_from_db()
    assert (gold.question.pk, gold.question.qid) == (first.pk, "0001:EN:EN")
    said = desk.import_(topics("EN", "IT").replace("How slow", "How very slow"))
    assert "Imported 4 questions, in place of 4. 4 of other languages stay." in said
    assert Question.objects.count() == 8
    assert Question.objects.get(qid="0003:EN:IT").text.startswith("How very slow")


def test_one_file_of_all_pairs_is_the_same(desk: Desk) -> None:
    both = topics("DE", "EN").replace("</input>", "") + topics("EN", "EN").partition("<input>")[2]
    assert "No file gives the type of 8" in desk.import_(both)
    assert len(desk.rows()) == 8
    assert {kind for _, kind, _ in desk.rows()} == {"Other"}
    assert desk.rows()[4][0] == "0001:EN:EN"


def test_nothing_changes_once_runs_are_there_or_where_a_file_is_wrong(desk: Desk) -> None:
    desk.import_(topics())
    with pytest.raises(CommandError, match="Nothing was stored"):
        desk.import_(topics("EN", "IT"), "0009 Factoid\n0001 Riddle\n")
    with pytest.raises(CommandError, match="Nothing was stored"):
        desk.import_(topics("EN", "XX"))
    run = desk.folder / "lake101PSenen.xml"
    run.write_text(run_file("lake101PSenen"), encoding="utf-8")
    call_command("submit_run", "acts", str(run), "--team", "lake", stdout=StringIO())
    with pytest.raises(CommandError, match="in use"):
        desk.import_(topics("EN", "IT"))
    assert [qid for qid, _, _ in desk.rows()] == list(QUESTIONS)


def test_topics_are_written_as_they_are_read() -> None:
    both = topics("DE", "EN").replace("</input>", "") + topics("EN", "EN").partition("<input>")[2]
    read, problems = topics_pairs.read(both.encode(), "topics", ("DE", "EN"), "Other")
    assert problems == []
    assert topics_pairs.read(topics_pairs.write(read), "topics", ("DE", "EN"), "Other") == (read, [])
