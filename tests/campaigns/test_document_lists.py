"""Document lists come in whole or not at all, and are replaced until runs were checked against them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.core.management.base import CommandError

from assessment.campaigns.models import Campaign, ListedDocument
from assessment.campaigns.selectors.document_lists import document_lists, top_documents
from assessment.campaigns.services import SourceFile, import_questions
from assessment.campaigns.services.document_lists import import_document_lists
from assessment.people.models import Event
from scoring.formats import document_lists as scoring_lists
from tests.campaigns.conftest import SERIES
from tests.client import Client
from tests.documents.helpers import import_records, record
from tests.factory import make_member
from tests.submissions.scene import submit

LISTS = b"2 1 AP-3 9.25\n1 2 AP-2 3\n1 1 AP-1 12.5\n1.2 1 AP-9 1\n"

Import = Callable[[bytes], str]


@pytest.fixture
def bring_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Import:
    """Import a file of lists by the command, and give what it prints."""

    def run(data: bytes) -> str:
        file = tmp_path / "lists.txt"
        file.write_bytes(data)
        call_command("import_document_lists", "comet", str(file))
        return capsys.readouterr().out

    return run


def stored(campaign: Campaign) -> list[tuple[str, int, str, float]]:
    rows = ListedDocument.objects.filter(document_list__campaign=campaign).order_by("document_list", "rank")
    return [(row.document_list.target, row.rank, row.docid, row.score) for row in rows]


def test_lists_come_in_for_series_and_questions(series: Campaign, bring_in: Import) -> None:
    said = bring_in(LISTS)
    assert said.startswith("Imported 3 lists of 4 documents in all. Their ids could not be looked up")
    found = {row.target: (row.title, row.documents) for row in document_lists(series)}
    assert list(found) == ["1", "1.2", "2"]
    assert found == {"1": ("Halden comet", 2), "1.2": ("Who saw it?", 1), "2": ("Reed & Sons", 1)}
    assert sorted(stored(series)) == [
        ("1", 1, "AP-1", 12.5),
        ("1", 2, "AP-2", 3.0),
        ("1.2", 1, "AP-9", 1.0),
        ("2", 1, "AP-3", 9.25),
    ]
    event = Event.objects.get(verb="document_lists:imported")
    assert (event.subject, event.data["lists"], event.data["documents"]) == ("lists.txt", 3, 4)


def test_a_question_goes_by_its_own_list_before_that_of_its_series(
    series: Campaign, bring_in: Import
) -> None:
    assert top_documents(series) == {}
    bring_in(LISTS + b"".join(b"2 %d AP-%d 1\n" % (rank, 100 + rank) for rank in range(2, 60)))
    top = top_documents(series)
    assert top["1.1"] == top["1.3"] == {"AP-1", "AP-2"}
    assert top["1.2"] == {"AP-9"}
    assert len(top["2.1"]) == 50
    assert "AP-150" in top["2.1"]


def test_the_site_and_the_files_alone_check_runs_by_the_same_documents(
    series: Campaign, bring_in: Import
) -> None:
    data = LISTS + b"".join(b"2 %d AP-%d 1\n" % (rank, 100 + rank) for rank in range(2, 60))
    bring_in(data)
    topics, _ = series.track.read_topics(SERIES, "comet.xml")
    listed, _ = scoring_lists.read(data, "lists.txt", scoring_lists.targets_of(topics))
    assert top_documents(series) == scoring_lists.given_out(listed, topics)


def test_ids_that_the_collection_lacks_are_counted(
    series: Campaign, bring_in: Import, tmp_path: Path
) -> None:
    import_records(tmp_path / "wire", record("AP-1"), record("AP-2"))
    Campaign.objects.update(collection_slug="wire")
    assert "2 of them are not in the collection." in bring_in(LISTS)
    assert "collection" not in bring_in(b"1 1 AP-1 1\n")


def test_a_file_with_faults_changes_nothing(
    series: Campaign, bring_in: Import, capsys: pytest.CaptureFixture[str]
) -> None:
    bring_in(LISTS)
    before, events = stored(series), Event.objects.count()
    with pytest.raises(CommandError, match="Nothing was stored"):
        bring_in(b"9 1 AP-1 1\n1 1 AP-1 much\n")
    output = capsys.readouterr().err
    assert (
        'lists.txt:1: unknown_target: The campaign has no series and no question "9", named in one line.'
        in output
    )
    assert "lists.txt:2: bad_score:" in output
    assert (stored(series), Event.objects.count()) == (before, events)


def test_a_second_file_replaces_the_lists(series: Campaign, bring_in: Import) -> None:
    bring_in(LISTS)
    assert "in place of 3" in bring_in(b"1 1 AP-7 1\n")
    assert stored(series) == [("1", 1, "AP-7", 1.0)]


def test_lists_that_runs_were_checked_against_stay(series: Campaign, bring_in: Import) -> None:
    bring_in(LISTS)
    Campaign.objects.update(settings={"missing_questions": True})
    submit(Campaign.objects.get(), b"1.1 lkg1 AP-1 1910\n", scope="top50")
    with pytest.raises(CommandError, match="lists_in_use"):
        bring_in(b"1 1 AP-7 1\n")
    assert len(stored(series)) == 4


def test_lists_leave_with_their_target_and_come_back_with_it(series: Campaign, bring_in: Import) -> None:
    bring_in(LISTS)
    before = [(row.target, row.documents) for row in document_lists(series)]
    shorter = SERIES[: SERIES.index(b'<target id="2"')] + b"</trecqa>\n"
    import_questions(campaign=series, topics=SourceFile("comet.xml", shorter), by=None, replace=True)
    assert {row.target for row in document_lists(series)} == {"1", "1.2"}
    number = series.imports.latest("number").number
    call_command("undo_import", series.slug, str(number), "--reason", "a slip")
    assert [(row.target, row.documents) for row in document_lists(series)] == before


def test_a_preview_names_what_the_collection_lacks_and_what_may_be_meant(
    series: Campaign, tmp_path: Path
) -> None:
    import_records(tmp_path / "wire", record("AP-1"), record("AP_9"))
    Campaign.objects.update(collection_slug="wire")
    olga = Client()
    olga.force_login(make_member(series, "olga", "organizer"))
    file = SimpleUploadedFile("lists.txt", b"1 1 ap-1 3\n1 2 AP-9 2\n2 1 AP-1 1\n2 2 AP-7 1\n")
    page = olga.post("/campaigns/comet/import-document-lists/", {"file": file}, follow=True).text
    said = "3 documents are not in the collection wire: AP-7, AP-9 (did you mean AP_9?), ap-1 (did you mean AP-1?)."
    assert said in page
    assert "documents named" not in page
    assert '<dt>Lists</dt><dd class="num">2</dd>' in page
    assert not ListedDocument.objects.exists()


def test_lists_that_are_there_already_are_not_brought_again(series: Campaign) -> None:
    olga = Client()
    olga.force_login(make_member(series, "olga", "organizer"))

    def page() -> str:
        file = SimpleUploadedFile("lists.txt", LISTS)
        return str(olga.post("/campaigns/comet/import-document-lists/", {"file": file}, follow=True).text)

    assert "Nothing new" not in page()
    import_document_lists(campaign=series, file=SourceFile("lists.txt", LISTS), by=None)
    assert "Nothing new" in page()
