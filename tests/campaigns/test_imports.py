"""Imports are kept with their files, and undone as a whole as long as nothing stands on them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign, FileImport, ListedDocument, State
from assessment.campaigns.selectors.imports import dependents_of
from assessment.campaigns.services import SourceFile, import_questions
from assessment.campaigns.services.document_lists import import_document_lists
from assessment.campaigns.services.imports import undo_import
from assessment.judging.models import AnswerClass
from assessment.people.models import Event
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from tests.campaigns.conftest import SERIES
from tests.client import Client
from tests.commands import run
from tests.development.conftest import comet
from tests.query_counts import QueryCount

__all__ = ["comet"]

ANSWERS = "1.1 1910\n1.1 1986\n1.2 Ada Rehn\n"

Bring = Callable[[str, str], None]


@pytest.fixture
def bring(comet: Campaign, tmp_path: Path) -> Bring:
    """Import a file of this content."""

    def run(format_: str, content: str) -> None:
        file = tmp_path / format_
        file.write_text(content, encoding="utf-8")
        call_command("import_development", "comet", str(file), "--format", format_)

    return run


def undo(campaign: Campaign, number: int, reason: str = "wrong file") -> str:
    return undo_import(campaign=campaign, number=number, reason=reason, by=None)


def labels() -> list[str]:
    return list(AnswerClass.objects.in_order().values_list("text", flat=True))


def newest(campaign: Campaign) -> FileImport:
    return campaign.imports.order_by("-number").first() or pytest.fail("nothing was imported")


def test_known_answers_are_kept_with_their_file_and_undone(comet: Campaign, bring: Bring) -> None:
    bring("answers", ANSWERS)
    row = newest(comet)
    assert (row.kind, row.file, row.is_open) == ("answers", "answers", True)
    assert "3 known answers" in row.sentence
    said = undo(comet, row.number)
    assert said == f"Undid import {row.number} (answers). Removed: 3 answer classes."
    assert labels() == []
    row.refresh_from_db()
    assert (row.state, row.reason) == ("undone", "wrong file")
    assert Event.objects.filter(verb="import:undone", campaign=comet).count() == 1
    with pytest.raises(Refused, match="already been undone"):
        undo(comet, row.number)


def test_an_undo_leaves_what_other_imports_brought(comet: Campaign, bring: Bring) -> None:
    bring("answers", "1.1 1910\n")
    bring("answers", ANSWERS)
    undo(comet, newest(comet).number)
    assert labels() == ["1910"]


def test_what_was_changed_since_keeps_an_import(comet: Campaign, bring: Bring) -> None:
    bring("answers", ANSWERS)
    AnswerClass.objects.filter(text="1986").update(text="in 1986")
    row = newest(comet)
    assert dependents_of(row) == ["1 answer class changed or removed since."]
    with pytest.raises(Refused, match="cannot be undone") as refused:
        undo(comet, row.number)
    assert refused.value.details == ["1 answer class changed or removed since."]
    assert len(labels()) == 3


def test_an_undo_needs_a_reason_and_unreleased_scores(comet: Campaign, bring: Bring) -> None:
    bring("answers", ANSWERS)
    number = newest(comet).number
    with pytest.raises(Refused, match="A reason is needed"):
        undo(comet, number, " ")
    assert len(labels()) == 3
    Campaign.objects.update(state=State.RELEASED)
    with pytest.raises(Refused, match="released"):
        undo(comet, number)


def test_known_answers_are_only_checked_where_that_is_asked(comet: Campaign, tmp_path: Path) -> None:
    file = tmp_path / "answers"
    file.write_text(ANSWERS, encoding="utf-8")
    said = run("import_development", "comet", str(file), "--format", "answers", "--check").splitlines()
    assert said[0] == "new: 1.1 1910"
    assert said[-1] == (
        "The import would say: “Added 3 known answers to 2 questions of comet.” Nothing was stored."
    )
    assert labels() == []


def test_what_stands_on_an_import_names_what_was_imported_since(comet: Campaign, bring: Bring) -> None:
    bring("answers", ANSWERS)
    bring("answers", "1.1 1987\n")
    with pytest.raises(
        CommandError, match=r"Imported since: 3 \(answers\), 2 \(answers\)\. Remove that first"
    ):
        call_command("undo_import", "comet", "1", "--reason", "wrong file")
    said = run("undo_import", "comet", "1", "--check")
    assert said.startswith(
        "Import 1 (comet.xml) cannot be undone, because this would be lost: 4 answer classes."
    )
    assert said.endswith("Imported since: 3 (answers), 2 (answers).\n")


def import_topics(campaign: Campaign, topics: bytes) -> None:
    import_questions(campaign=campaign, topics=SourceFile("comet.xml", topics), by=None)


def test_an_earlier_import_waits_for_a_later_one(comet: Campaign) -> None:
    import_topics(comet, SERIES.replace(b"Who", b"Which person"))
    with pytest.raises(Refused, match="changed or removed since"):
        undo(comet, 1)


def test_known_answers_and_runs_keep_questions(comet: Campaign, bring: Bring) -> None:
    bring("answers", ANSWERS)
    assert dependents_of(comet.imports.get(number=1)) == ["3 answer classes."]
    with pytest.raises(Refused, match="3 answer classes"):
        undo(comet, 1)
    undo(comet, 2)
    undo(comet, 1)


def test_commands_list_imports_and_undo_them(
    comet: Campaign, bring: Bring, capsys: pytest.CaptureFixture[str]
) -> None:
    bring("answers", ANSWERS)
    call_command("undo_import", "comet", "1", "--check")
    call_command("undo_import", "comet", "2", "--check")
    call_command("undo_import", "comet", "2", "--reason", "wrong year")
    call_command("imports", "comet")
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:4] == [
        "Import 1 (comet.xml) cannot be undone, because this would be lost: 3 answer classes. "
        "Imported since: 2 (answers).",
        "Nothing was built on import 2 (answers): it can be undone.",
        "Undid import 2 (answers). Removed: 3 answer classes.",
    ]
    assert [line.split("  ")[:3] for line in lines[4:]] == [
        ["2", "Undone", "Known answers: answers"],
        ["1", "Imported", "Questions: comet.xml"],
    ]
    with pytest.raises(CommandError, match="no import 9"):
        call_command("undo_import", "comet", "9", "--reason", "none")


def test_pages_list_imports_give_their_files_and_undo_them(
    comet: Campaign, bring: Bring, enter: Callable[[Campaign | None, str], Client]
) -> None:
    bring("answers", ANSWERS)
    organizer = enter(comet, "organizer")
    assert "/campaigns/comet/imports/2/" in organizer.get("/campaigns/comet/imports/").content.decode()
    first = organizer.get("/campaigns/comet/imports/1/").content.decode()
    assert "3 answer classes." in first
    assert '<a class="btn" href="/campaigns/comet/">On to the board</a>' in first
    assert "Undo import</button>" not in first
    assert b"".join(organizer.get("/campaigns/comet/imports/2/files/0/")) == ANSWERS.encode()
    assert organizer.get("/campaigns/comet/imports/2/files/1/").status_code == 404
    refused = organizer.post("/campaigns/comet/imports/1/undo/", {"reason": "wrong"})
    assert refused.status_code == 422
    assert "3 answer classes" in refused.content.decode()
    done = organizer.post("/campaigns/comet/imports/2/undo/", {"reason": "wrong"}, follow=True)
    assert "Undid import 2 (answers)" in done.content.decode()
    assert labels() == []
    again = organizer.post("/campaigns/comet/imports/2/undo/", {"reason": "wrong"})
    assert "already been undone" in again.content.decode()


def test_document_lists_that_somebody_downloaded_stay(comet: Campaign) -> None:
    import_document_lists(campaign=comet, file=SourceFile("lists", b"1 1 WIRE-1 2.5\n"), by=None)
    record_event(by=None, campaign=comet, verb="document_texts:downloaded", subject="1")
    with pytest.raises(Refused, match="1 person downloaded"):
        undo(comet, 2)
    assert ListedDocument.objects.count() == 1


def test_pages_of_imports_take_few_queries(
    comet: Campaign,
    bring: Bring,
    enter: Callable[[Campaign | None, str], Client],
    query_count: QueryCount,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)  # where no other test left a file that waits
    organizer = enter(comet, "organizer")
    for number in (1, 2):
        bring("answers", f"1.{number} an answer\n")
        with query_count("imports"):
            assert organizer.get("/campaigns/comet/imports/").status_code == 200
        with query_count("import"):
            assert organizer.get("/campaigns/comet/imports/1/").status_code == 200
