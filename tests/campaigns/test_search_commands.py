"""Searching by commands: one search, the best documents of every topic, and the index that both go by."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from pytest_django import Settings

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.document_lists import top_documents
from documents.services import import_ids
from tests.documents.helpers import import_records, make_folder, record

TEXTS = {
    "AP-1": "The Halden comet was seen over the harbour.",
    "AP-2": "A comet, and another comet of Halden.",
    "AP-3": "Reed & Sons built the tide mill.",
    "AP-4": "The lamp of the pier.",
}


@pytest.fixture
def comet(series: Campaign, tmp_path: Path, settings: Settings) -> Campaign:
    """The campaign in series, with a collection that is searched."""
    settings.DATA_DIR = tmp_path / "data"
    import_records(tmp_path, *(record(docid, text) for docid, text in TEXTS.items()))
    series.collection_slug = "wire"
    series.save()
    call_command("index_collection", "wire")
    return series


def test_a_search_is_a_line_for_each_document(comet: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    call_command("search", "comet", "+comet -harbour")
    rank, docid, score, *_ = capsys.readouterr().out.splitlines()[0].split()
    assert (rank, docid, float(score) > 0) == ("1", "AP-2", True)
    call_command("search", "comet", "comet", "--top", "1", "--json")
    answer = json.loads(capsys.readouterr().out)
    assert (answer["total"], [hit["docid"] for hit in answer["hits"]]) == (2, ["AP-2"])
    with pytest.raises(CommandError, match="Nothing is looked for"):
        call_command("search", "comet", "...")


def test_a_list_for_every_target_comes_back_in(comet: Campaign, tmp_path: Path) -> None:
    """Lines as NIST wrote them: `qnum rank docid rsv`, ranks from 1 on, scores falling."""
    file = tmp_path / "lists.txt"
    call_command("document_lists", "comet", "--top", "1000", "--out", str(file))
    lines = [line.split(" ") for line in file.read_text().splitlines()]
    assert [(topic, rank, docid) for topic, rank, docid, _ in lines] == [
        ("1", "1", "AP-2"),
        ("1", "2", "AP-1"),
        ("2", "1", "AP-3"),
    ]
    assert float(lines[0][3]) > float(lines[1][3]) > 0
    call_command("import_document_lists", "comet", str(file))
    assert top_documents(comet)["1.1"] == {"AP-1", "AP-2"}
    with pytest.raises(CommandError, match="is there already"):
        call_command("document_lists", "comet", "--out", str(file))


def test_nothing_is_written_where_nothing_can_be_searched(comet: Campaign, tmp_path: Path) -> None:
    ids = tmp_path / "ids.txt"
    ids.write_text("AP-1\n")
    import_ids(ids, slug="ids")
    comet.collection_slug = "ids"
    comet.save()
    file = tmp_path / "lists.txt"
    with pytest.raises(CommandError, match="not held here"):
        call_command("document_lists", "comet", "--out", str(file))
    assert not file.exists()
    with pytest.raises(CommandError, match="not held here"):
        call_command("index_collection", "ids")
    comet.collection_slug = ""
    comet.save()
    with pytest.raises(CommandError, match="has no collection"):
        call_command("search", "comet", "comet")


def test_the_import_of_a_collection_makes_its_index(
    tmp_path: Path, settings: Settings, series: Campaign
) -> None:
    settings.DATA_DIR = tmp_path / "data"
    folder = make_folder(tmp_path / "wire", {"a.sgm": record("AP-1", "comet")})
    call_command("import_collection", str(folder), "--slug", "wire", "--format", "newswire")
    series.collection_slug = "wire"
    series.save()
    call_command("search", "comet", "comet")
