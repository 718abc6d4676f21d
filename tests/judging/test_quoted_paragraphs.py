"""Whole paragraphs among the answers of the judging page: their texts stand in the list."""

from pathlib import Path

import pytest
from django.test import Client

from assessment.campaigns.models import Question
from assessment.submissions.models import PoolItem
from documents.selectors import open_document
from documents.services import import_collection
from tests.documents.helpers import make_folder
from tests.documents.test_xml_records import ACT
from tests.judging.room import Room
from tests.query_counts import QueryCount

DOCID = "jrc31999R0001-en"
GIVEN = (("2", ""), ("3", ""), ("2", "First"), ("99", ""))


@pytest.fixture
def room(tmp_path: Path, db: None) -> Room:
    """A question with two whole paragraphs, an exact answer, and a paragraph that its document does not have."""
    folder = make_folder(tmp_path, {"en/1999/jrc31999R0001-en.xml": ACT.encode()})
    import_collection(folder, slug="acts", format="acquis")
    open_document("acts", DOCID)  # copies it, as pooling does
    documents = [(f"{DOCID}.xml", str(number)) for number in range(len(GIVEN))]
    room = Room(*documents, type="Factoid", track="respubliqa2010", collection_slug="acts")
    Question.objects.update(source_lang="EN", target_lang="EN")
    for item, (passage, answer) in zip(room.items, GIVEN, strict=True):
        PoolItem.objects.filter(pk=item.pk).update(passage=passage, answer=answer)
    return room


def test_the_list_shows_what_paragraphs_say(room: Room, query_count: QueryCount) -> None:
    client = Client()  # which folds no lines
    client.force_login(room.ada)
    with query_count("judging page of paragraphs"):
        page = client.get(room.url, {"item": room.items[0].pk}).content.decode()
    assert ">First.</span>" in page
    assert "two\nlines.</span>" in page
    # Not beside an exact answer, nor where there is no such paragraph.
    assert page.count('class="q"') == 2
    assert ">¶ 99</span>" in page


def test_a_filter_finds_words_of_paragraphs(room: Room) -> None:
    page = room.client().get(room.url, {"item": str(room.items[1].pk), "q": "first"}).content.decode()
    assert page.count("<li hidden>") == 1  # of paragraph 99; 3 is in focus, and 2 says it twice
