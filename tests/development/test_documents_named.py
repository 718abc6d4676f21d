"""Documents named with what is known: whoever names one that the collection does not have reads so."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command

from assessment.campaigns.models import Campaign
from assessment.judging.models import AnswerClass
from tests.client import Client
from tests.development.test_candidates import LIST, entered
from tests.development.test_known import KNOWN, QUESTION

Enter = Callable[[Campaign | None, str], Client]

WARNED = "<b>Not in the collection</b>"


@pytest.fixture
def organizer(comet: Campaign, enter: Enter, tmp_path: Path) -> Client:
    ids = tmp_path / "ids"
    ids.write_text("WIRE-1\n")
    call_command("import_collection", ids_only=ids, slug="wire")
    Campaign.objects.filter(pk=comet.pk).update(collection_slug="wire")
    return enter(comet, "organizer")


def warned_of(page: str) -> list[str]:
    """The documents that a page says are not in the collection."""
    if WARNED not in page:
        return []
    alert = page.split(WARNED)[1].split("</p>")[0]
    return [part.split("<")[0] for part in alert.split('<span class="mono">')[1:]]


def test_a_series_is_entered_and_its_unknown_documents_are_named(organizer: Client) -> None:
    row = entered(organizer)
    page = organizer.get(f"{LIST}{row.pk}/").text
    assert warned_of(page) == ["WIRE-2"]  # WIRE-1 is there
    assert "correct the id if it is misspelled" in page


def test_an_answer_with_an_unknown_document_is_kept_and_warned_of(organizer: Client) -> None:
    sent = {"known": "Ada Rehn | WIRE-1\nher son | WIRE-7\nthe warden"}
    page = organizer.post(KNOWN.format(2), sent, follow=True).text
    assert warned_of(page) == ["WIRE-7"]
    assert AnswerClass.objects.count() == 3
    assert warned_of(organizer.get(KNOWN.format(2)).text) == ["WIRE-7"]


def test_the_import_of_answers_warns_of_unknown_documents(
    organizer: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Campaign.objects.update(collection_slug="papers")
    ids, file = tmp_path / "papers", tmp_path / "answers.txt"
    ids.write_text("FT933-7689\n")
    call_command("import_collection", ids_only=ids, slug="papers")
    file.write_text("Number: 1.2\nWho found it?\nFT933-7689 or FT941-1\nAda Rehn\nLA010189-0001\nher son\n")
    capsys.readouterr()
    call_command("import_development", "comet", file, format="answers")
    output = capsys.readouterr()
    assert "Added 2 known answers" in output.out
    assert "2 of the documents named are not in the collection papers: FT941-1, LA010189-0001." in output.err
    file.write_text("Number: 1.2\nWho found it?\nFT933-7689\nthe warden\n")
    call_command("import_development", "comet", file, format="answers")
    assert capsys.readouterr().err == ""


def test_nobody_is_warned_where_the_collection_is_unknown(comet: Campaign, organizer: Client) -> None:
    Campaign.objects.filter(pk=comet.pk).update(collection_slug="elsewhere")
    organizer.post(KNOWN.format(2), {"known": "her son | WIRE-7"})
    assert warned_of(organizer.get(QUESTION.format(2)).text) == []
