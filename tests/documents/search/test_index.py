"""The index of a collection: what it finds, in which order, and what becomes of it when it is cut off or damaged."""

import math
import random
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from pytest_django import Settings

from documents.errors import DocumentsError
from documents.models import Collection
from documents.search.finding import search, search_words, snippet_of
from documents.search.indexes import NoIndex, build, open_index
from documents.search.queries import QueryRefused
from documents.services import import_collection, import_ids
from tests.documents.helpers import import_records, make_folder, record
from tests.documents.search.helpers import found, wire

pytestmark = pytest.mark.django_db
WORDS = ("tide", "gauge", "harbour", "mill", "comet", "ridge", "pier", "lamp")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, settings: Settings) -> Path:
    settings.DATA_DIR = tmp_path / "data"
    return tmp_path / "data"


def test_scores_are_those_of_bm25(tmp_path: Path) -> None:
    """By its definition (Robertson and Zaragoza 2009, section 3.2), with Lucene's idf and k1 = 1.2, b = 0.75."""
    chance = random.Random(7)
    texts = {f"A-{n}": " ".join(chance.choices(WORDS, k=chance.randint(1, 30))) for n in range(60)}
    collection = wire(tmp_path, texts)
    build(collection)
    mean = sum(len(text.split()) for text in texts.values()) / len(texts)
    having = Counter(word for text in texts.values() for word in set(text.split()))

    def score(text: str, words: list[str]) -> float:
        counts, length = Counter(text.split()), len(text.split())
        return sum(
            math.log(1 + (len(texts) - having[word] + 0.5) / (having[word] + 0.5))
            * counts[word]
            * 2.2
            / (counts[word] + 1.2 * (0.25 + 0.75 * length / mean))
            for word in words
        )

    for words in (["tide"], ["comet", "mill"], ["lamp", "pier", "ridge"]):
        expected = {docid: score(text, words) for docid, text in texts.items()}
        hits = search_words(open_index(collection), words, limit=100)
        assert {hit.docid for hit in hits} == {docid for docid, value in expected.items() if value}
        assert [hit.score for hit in hits] == pytest.approx([expected[hit.docid] for hit in hits], rel=1e-5)
        assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))


def test_words_phrases_and_filters(tmp_path: Path) -> None:
    collection = wire(
        tmp_path,
        {
            "HRLD-19260412-0031": "The tide gauges stood at the old mill.",
            "HRLD-19260621-0012": "A gauge for the tide, and no mill.",
            "TELE-19320413-0009": "Comets over the ridge.",
        },
    )
    build(collection)
    assert found(collection, "gauge") == found(collection, "GAUGES")
    assert len(found(collection, "gauge")) == 2
    assert found(collection, '"tide gauge"') == ["HRLD-19260412-0031"]
    assert found(collection, "+tide -old") == ["HRLD-19260621-0012"]
    assert found(collection, "comet mill -old") == ["TELE-19320413-0009", "HRLD-19260621-0012"]
    assert sorted(found(collection, "id:HRLD-1926*")) == ["HRLD-19260412-0031", "HRLD-19260621-0012"]
    assert found(collection, "id:TELE-19320413-0009") == ["TELE-19320413-0009"]
    assert found(collection, "zebra") == []
    assert set(found(collection, "the")) == {"HRLD-19260412-0031", "HRLD-19260621-0012", "TELE-19320413-0009"}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("date:1989", ["year", "month", "day"]),
        ("date:1989-06", ["month", "day"]),
        ("date:1989-06-12", ["day"]),
        ("date:1989..", ["year", "month", "day"]),
        ("date:..1990", ["year", "month", "day"]),
        ("tide -date:..1990", ["undated"]),
        ("tide -date:1989-06", ["undated", "year"]),
    ],
)
def test_dates_in_part_and_documents_without_one(tmp_path: Path, typed: str, expected: list[str]) -> None:
    dates = {"undated": "", "year": "1989", "month": "June 1989", "day": "June 12, 1989"}
    records = [record(docid, "tide", f"<DATE>{date}</DATE>" if date else "") for docid, date in dates.items()]
    import_records(tmp_path, *records)
    collection = Collection.visible.get(slug="wire")
    build(collection)
    assert found(collection, typed) == expected


@pytest.mark.parametrize("signs", ["йü" * 400, "𠀀" * 254, "𠀀" * 224, "йü" * 127])
def test_an_id_of_any_length_is_no_reason_to_say_that_there_is_no_index(tmp_path: Path, signs: str) -> None:
    collection = wire(tmp_path, {"A-1": "tide"})
    build(collection)
    with suppress(QueryRefused):
        assert found(collection, f"id:{signs}*") == []


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("The café is open", "cafe"),
        ("كِتَاب قديم", "كتاب"),
        ("In ١٩٢٦ it came", "1926"),
        ("İzmir in May", "izmir"),
        ("İzmir in May", "i̇zmir"),
        ("izmir in May", "İZMİR"),
        ("a ﬁne day", "fine"),
        ("ｆｕｌｌ width", "full"),
        ("潮汐表", "潮汐"),
        ("e-mail", '"e mail"'),
    ],
)
def test_letters_in_other_dress_are_found(tmp_path: Path, text: str, typed: str) -> None:
    collection = wire(tmp_path, {"A-1": text, "A-2": "nothing of it"})
    build(collection)
    assert found(collection, typed) == ["A-1"]


def test_languages_of_one_collection_are_searched_together(tmp_path: Path) -> None:
    manifest = 'slug = "acts"\ntitle = "Acts"\nformat = "text"\nlanguage = "de"\n'
    import_collection(
        make_folder(tmp_path / "acts", {"a.txt": "Die Häfen".encode(), "b.txt": b"harbours"}, manifest)
    )
    collection = Collection.visible.get(slug="acts")
    build(collection)
    assert found(collection, "Hafen") == ["a"]
    assert found(collection, "harbours") == ["b"]


def test_a_snippet_shows_where_most_of_the_words_stand() -> None:
    text = "Tide. " + "nothing here. " * 40 + "The tide gauge at the harbour stood still."
    pieces = snippet_of(text, "tide gauge harbour", "en")
    assert [piece.text for piece in pieces if piece.is_word] == ["tide", "gauge", "harbour"]
    assert "Tide." not in pieces[0].text


def test_a_snippet_shows_the_first_words_of_many(tmp_path: Path) -> None:
    words = [f"w{n}" for n in range(60)]
    collection = wire(tmp_path, {"A-1": " ".join(reversed(words)) + " nothing" * 40 + " w0 w1"})
    build(collection)
    results = search(collection, " ".join(words))
    assert results.words == " ".join(words)
    marked = {piece.text for piece in results.hits[0].snippet if piece.is_word}
    assert marked <= set(words[:12])
    assert marked


def test_a_collection_without_texts_says_so(tmp_path: Path) -> None:
    (tmp_path / "ids.txt").write_text("A-1\n")
    collection = import_ids(tmp_path / "ids.txt", slug="ids").collection
    with pytest.raises(NoIndex, match="only its ids"):
        build(collection)
    with pytest.raises(DocumentsError):
        search(collection, "tide")


def test_a_document_that_cannot_be_read_is_found_by_its_id(tmp_path: Path) -> None:
    collection = wire(tmp_path, {"A-1": "tide", "A-2": "tide"})
    (tmp_path / "a.sgm").write_bytes(b"")
    assert build(collection) == (2, 2)
    assert found(collection, "id:A-1") == ["A-1"]
    assert found(collection, "tide") == []
