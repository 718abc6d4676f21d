"""Segments from JSON lines: their faults, their text, and the document around them."""

import gzip
import io
import json
import tarfile
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from assessment.campaigns.models.known import Known
from assessment.campaigns.selectors.verification import verify
from documents.errors import Problem
from documents.links import document_url
from documents.models import DocumentEntry, Snapshot
from documents.readers.base import Record
from documents.readers.segments import read_part, records, within
from documents.selectors import describe_document, get_page, open_document
from documents.services import import_collection
from documents.snapshots import copy_some
from tests.client import Client
from tests.documents.helpers import make_folder
from tests.factory import make_campaign, make_reader
from tests.query_counts import statements

BODY = "The light was lit in 1843.\n\nIt burned whale oil. Its keeper was Mira Dunn.\nShe died in 1871. It burned whale oil."
SEGMENT = "It burned whale oil. Its keeper was Mira Dunn."
START = BODY.index(SEGMENT)


def line(**values: Any) -> bytes:
    return json.dumps(values, ensure_ascii=False).encode() + b"\n"


def segment(docid: str = "doc_1#2_7", text: str = SEGMENT, **more: Any) -> bytes:
    return line(
        docid=docid,
        url="https://halden.example/",
        title="The light",
        headings="Light\nKeepers",
        segment=text,
        **more,
    )


def whole(docid: str = "doc_1", body: str = BODY) -> bytes:
    return line(
        docid=docid, url="https://halden.example/", title="The light", headings="Light\nKeepers", body=body
    )


def read(data: bytes) -> list[Record | Problem]:
    return list(records(io.BytesIO(data), "a.jsonl"))


def test_a_segment_is_shown_with_its_title_and_headings(tmp_path: Path, db: None) -> None:
    packed = gzip.compress(segment(start_char=START, end_char=START + len(SEGMENT)))
    report = import_collection(make_folder(tmp_path, {"a.jsonl.gz": packed}), slug="segs", format="segments")
    assert (report.collection.documents, report.warnings) == (1, ())
    page = get_page("segs", "doc_1#2_7")
    assert (page.title, page.paragraphs) == ("The light", (SEGMENT,))
    assert [tuple(field) for field in page.fields] == [
        ("headings", "Light · Keepers"),
        ("url", "https://halden.example/"),
    ]


def test_corpora_of_texts_alone_are_read_too(tmp_path: Path, db: None) -> None:
    files = {
        "a.jsonl": line(id="shard_00001_4", text="One.\nTwo."),
        "b.jsonl": line(id="b", contents="Three."),
    }
    import_collection(make_folder(tmp_path, files), slug="segs", format="segments")
    assert get_page("segs", "shard_00001_4").paragraphs == ("One.", "Two.")
    assert get_page("segs", "b").paragraphs == ("Three.",)


@pytest.mark.django_db
@pytest.mark.parametrize("placed", [True, False])
def test_a_segment_stands_marked_in_its_document_where_that_is_held(tmp_path: Path, placed: bool) -> None:
    place: dict[str, Any] = {"start_char": START, "end_char": START + len(SEGMENT)} if placed else {}
    files = {"documents.jsonl": whole(), "segments.jsonl": segment(**place)}
    import_collection(make_folder(tmp_path, files), slug="segs", format="segments")
    page = open_document("segs", "doc_1#2_7").page
    assert page.paragraphs == (
        "The light was lit in 1843.",
        SEGMENT,
        "She died in 1871. It burned whale oil.",
    )
    assert page.paragraphs[page.cited] == SEGMENT
    described = describe_document("segs", "doc_1#2_7", answer="The lamp burned whale oil")
    assert (described.hits.literal, described.hits.marked, described.hits.best) == (False, 1, 1)
    client = Client()
    reader = make_reader("segs")
    client.force_login(reader)
    address = document_url("segs", "doc_1#2_7", reader=reader.as_reader, answer="burned whale oil")
    shown = client.get(address).content.decode()
    assert '<mark class="answer passage">It <mark class="answer" id="hit-1">burned whale oil</mark>' in shown
    assert shown.count("<mark") == 2  # the same words behind it are no part of the segment
    assert get_page("segs", "doc_1").cited == -1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("answer", "result", "hits"),
    [
        ("burned whale oil", "exact", (1, True, 1, 1)),
        ("it", "exact", (2, True, 2, 1)),
        ("burned whále oil", "respelled", (0, False, 1, 1)),
        ("lit in 1843", "missing", (0, False, 0, 1)),  # in the document, and not in the segment
        ("", "page", (1, True, 1, 1)),
    ],
)
def test_what_is_said_of_a_segment_is_said_of_it_alone(
    tmp_path: Path, answer: str, result: str, hits: tuple[int, bool, int, int]
) -> None:
    """Alike where its document is held beside it, and where it is not, but that it is opened at the segment then."""
    text = "It burned whale oil. In it was Mira Dunn."
    body = f"The light was lit in 1843.\n\n{text}\nShe died in 1871. It burned whale oil."
    one = segment("doc_1#1", text)
    for slug, data in (("alone", one), ("around", whole(body=body) + one)):
        folder = make_folder(tmp_path / slug, {"a.jsonl": data})
        import_collection(folder, slug=slug, format="segments")
        campaign = make_campaign(slug=slug, collection_slug=slug)
        assert verify(campaign, Known(answer, "doc_1#1")) == result
    found = describe_document("around", "doc_1#1", answer=answer).hits
    assert (found.answer, found.literal, found.marked, found.best) == hits


@pytest.mark.parametrize(
    ("start", "end", "text", "stands"),
    [
        (0, 5, SEGMENT, True),  # elsewhere, and there once
        (0, 5, "It burned whale oil.", False),  # twice
        (BODY.rindex("It burned"), len(BODY), "It burned whale oil.", True),
        (5, 900_000, "Not there.", False),
        (-3, 4, "Not there.", False),
        (True, 4, "Not there.", False),
        (START, START + len(SEGMENT), SEGMENT.replace(" ", "  "), True),
    ],
)
def test_offsets_say_where_a_segment_stands(start: Any, end: Any, text: str, stands: bool) -> None:
    found = within(read_part(segment(text=text, start_char=start, end_char=end)), read_part(whole()))
    assert (found is not None) == stands
    if found:
        assert found.paragraphs[found.cited].split() == text.split()


def test_offsets_count_characters_before_anything_is_composed() -> None:
    """Letters with points of their own, pictures beyond the first plane, and lines that end in CR LF."""
    body = "Le\u0301a 😀.\r\nIt burned.\r\nEnd."
    start = body.index("It burned")
    part = read_part(segment(text="It burned.", start_char=start, end_char=start + 10))
    found = within(part, read_part(whole(body=body)))
    assert found is not None
    assert found.paragraphs == ("Léa 😀.", "It burned.", "End.")


def test_each_bad_line_is_named_and_its_neighbours_are_read() -> None:
    bad = b"\n".join(
        (
            segment().rstrip(),
            b"{",
            b"[]",
            b'{"docid": "x", "segment": "\xff"}',
            b'{"segment": "no id"}',
            b'{"docid": "a b", "segment": "x"}',
            b'{"docid": "y", "title": "no text", "segment": " "}',
            b'{"docid": "z", "segment": 5}',
            b"",
            b'{"docid": "cut',
        )
    )
    found = read(bad)
    assert [one.docid for one in found if isinstance(one, Record)] == ["doc_1#2_7"]
    problems = [one for one in found if isinstance(one, Problem)]
    assert [(one.line, one.code) for one in problems] == [
        (2, "bad_json"),
        (3, "bad_json"),
        (4, "bad_json"),
        (5, "bad_docid"),
        (6, "bad_docid"),
        (7, "no_text"),
        (8, "no_text"),
        (10, "bad_json"),
    ]
    assert all(bad[one.offset :].startswith(bad.split(b"\n")[one.line - 1]) for one in problems)


def test_a_line_that_is_too_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("documents.readers.segments.MAX_RECORD", 1_000)
    first, second = read(segment("a", "x" * 2_000) + segment("b"))
    assert isinstance(first, Problem)
    assert isinstance(second, Record)
    assert (first.code, second.docid) == ("record_too_long", "b")


def test_an_archive_is_not_read_and_says_what_to_do() -> None:
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as packed:
        packed.addfile(tarfile.TarInfo("segments.jsonl.gz"))
    (problem,) = read(archive.getvalue())
    assert isinstance(problem, Problem)
    assert (problem.code, "tar xf" in problem.hint) == ("archive", True)


def test_texts_that_no_page_could_hold_are_shown_all_the_same(tmp_path: Path, db: None) -> None:
    data = b'{"docid": "a", "segment": "lone \\ud800 and \\u0000 and <b>bold</b>", "title": 7}\n'
    import_collection(
        make_folder(tmp_path, {"a.jsonl": b"\xef\xbb\xbf" + data}), slug="segs", format="segments"
    )
    assert get_page("segs", "a").paragraphs == ("lone ? and \ufffd and <b>bold</b>",)
    assert DocumentEntry.visible.get().docid == "a"


@given(st.binary(max_size=400))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    for found in read(data):
        if isinstance(found, Record):
            assert data[found.offset :].startswith(found.data)


LETTERS = st.text(alphabet="ab \n\r😀é<&", max_size=40)


@given(LETTERS, LETTERS.filter(str.strip), LETTERS)
def test_no_word_of_a_document_is_lost_around_a_segment(before: str, middle: str, after: str) -> None:
    part = read_part(segment(text=middle, start_char=len(before), end_char=len(before) + len(middle)))
    found = within(part, read_part(whole(body=f"{before}{middle}{after}")))
    assert found is not None
    assert " ".join(found.paragraphs).split() == f"{before} {middle} {after}".split()
    assert found.paragraphs[found.cited].split() == middle.split()


@pytest.mark.django_db
def test_the_document_around_is_copied_along_and_read_when_its_file_is_gone(tmp_path: Path) -> None:
    place: dict[str, Any] = {"start_char": START, "end_char": START + len(SEGMENT)}
    files = {"documents.jsonl": whole(), "segments.jsonl": segment(**place)}
    import_collection(make_folder(tmp_path, files), slug="segs", format="segments")
    assert copy_some("segs", ["doc_1#2_7"]).made == 1  # of those that were asked for
    (tmp_path / "documents.jsonl").unlink()
    assert open_document("segs", "doc_1#2_7").page.cited == 1


def import_many(folder: Path, slug: str, number: int) -> list[str]:
    """A collection of documents with two segments each, and of segments whose documents are not held; the ids of the latter."""
    placed: dict[str, Any] = {"start_char": START, "end_char": START + len(SEGMENT)}
    ids = [f"doc_{one}#{part}" for one in range(number) for part in ("a", "b")]
    alone = [f"elsewhere_{one}#a" for one in range(number)]
    lines = [whole(f"doc_{one}") for one in range(number)]
    lines += [segment(docid, **placed) for docid in (*ids, *alone)]
    import_collection(make_folder(folder, {"a.jsonl": b"".join(lines)}), slug=slug, format="segments")
    return [*ids, *alone]


def copies_of(slug: str) -> list[tuple[Any, ...]]:
    """What is kept of each document of a collection, but for when."""
    rows = Snapshot.objects.filter(collection__slug=slug).order_by("docid", "revision")
    return list(rows.values_list("docid", "revision", "sha256", "record", "encoding", "encoding_reason"))


@pytest.mark.both_databases
@pytest.mark.django_db
def test_many_segments_are_looked_up_with_their_documents_in_as_many_statements_as_one(
    tmp_path: Path,
) -> None:
    """And what is copied of all at once is what is copied of one after the other: the documents around them, too."""
    counts = {}
    for number in (1, 12):
        ids = import_many(tmp_path / str(number), f"segs-{number}", number)
        with CaptureQueriesContext(connection) as asked:
            assert copy_some(f"segs-{number}", ids).made == len(ids)
        with CaptureQueriesContext(connection) as again:
            assert copy_some(f"segs-{number}", ids).made == 0
        counts[number] = (len(statements(asked)), len(statements(again)))
    assert counts[1] == counts[12]
    assert counts[12][1] == 2
    ids = import_many(tmp_path / "single", "single", 12)
    for docid in ids:
        assert copy_some("single", [docid]).made == 1
    assert copies_of("single") == copies_of("segs-12")
    assert len(copies_of("single")) == len(ids) + 12


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_segment_is_opened_with_its_document_in_two_statements(
    tmp_path: Path, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Of which one finds both, and one the copies of both; as many where the document is not held, or is asked for itself."""
    ids = import_many(tmp_path, "segs", 2)
    copy_some("segs", ids)
    for docid in (*ids, "doc_0"):
        with django_assert_num_queries(2):
            opened = open_document("segs", docid)
        assert (
            (opened.page.cited >= 0)
            is (opened.around is not None)
            is (docid.startswith("doc_") and "#" in docid)
        )
        assert opened.around is None or opened.around.docid == docid.partition("#")[0]
