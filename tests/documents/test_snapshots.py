"""Copies of documents: what is read from them, when a further revision is made, and that files are not needed again."""

from pathlib import Path

import pytest

from assessment.people.models import Account
from documents import snapshots
from documents.errors import Unreadable
from documents.links import document_url
from documents.models import Collection, Snapshot
from documents.selectors import find_entry, open_document
from documents.services import import_collection
from tests.client import Client
from tests.documents.helpers import import_records, make_folder, record
from tests.factory import make_reader

pytestmark = pytest.mark.django_db
PAGE = b"<title>Tides</title><script>x()</script><p>Low water at <b>nine</b>, 10 &euro;.<p>More \x93text\x94"


def import_page(folder: Path, page: bytes = PAGE) -> None:
    import_collection(make_folder(folder, {"a.html": page}), slug="pages", format="html")


def get(client: Client, reader: Account, view: str = "") -> bytes:
    answer = client.get(document_url("pages", "a", reader=reader.as_reader, answer="nine") + view)
    assert answer.status_code == 200
    return bytes(answer.content)


def test_a_copy_holds_bytes_encoding_page_and_text(tmp_path: Path) -> None:
    import_page(tmp_path)
    copy = snapshots.snapshot_of(find_entry("pages", "a"))
    clean = snapshots.clean_of(copy)
    assert clean is not None
    assert snapshots.record_of(copy) == PAGE
    assert (copy.revision, copy.encoding, copy.encoding_reason) == (1, "windows-1252", "nothing says which")
    assert (clean.title, clean.removed) == ("Tides", {"script": 1})
    assert clean.text == "Low water at nine, 10 €.\nMore “text”"
    assert "<script" not in clean.html
    for start, end, place in zip(*[iter(clean.nodes)] * 3, strict=True):
        assert clean.html[place:].startswith(clean.text[start:end])


def test_assessors_read_the_copy_when_the_file_is_gone(client: Client, tmp_path: Path) -> None:
    ada = make_reader("pages")
    import_page(tmp_path)
    views = ("", "&view=text", "&view=source")
    before = [get(client, ada, view) for view in views]
    (tmp_path / "a.html").unlink()
    assert [get(client, ada, view) for view in views] == before
    assert b'<mark class="answer" id="hit-1">nine</mark>' in before[0]
    assert Snapshot.objects.count() == 1


def test_a_changed_document_gets_a_further_revision(tmp_path: Path) -> None:
    import_page(tmp_path)
    first = open_document("pages", "a").snapshot
    import_page(tmp_path, PAGE)
    assert open_document("pages", "a").snapshot == first
    import_page(tmp_path, b"<p>High water")
    opened = open_document("pages", "a")
    assert (opened.snapshot.revision, opened.clean and opened.clean.text) == (2, "High water")
    first.refresh_from_db()
    assert snapshots.record_of(first) == PAGE


def test_newer_code_makes_a_further_revision_of_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_page(tmp_path)
    open_document("pages", "a")
    (tmp_path / "a.html").unlink()
    monkeypatch.setattr(snapshots, "RENDERER_VERSION", snapshots.RENDERER_VERSION + 1)
    assert snapshots.copy_some("pages", ["a"])[1:3] == (1, 1)
    assert snapshots.copy_some("pages", ["a"])[1:3] == (1, 0)
    assert open_document("pages", "a").snapshot.revision == 2
    assert len({snapshots.record_of(copy) for copy in Snapshot.objects.all()}) == 1


@pytest.mark.both_databases
def test_two_who_copy_at_once_get_the_same_copy(tmp_path: Path) -> None:
    import_page(tmp_path)
    entry = find_entry("pages", "a")
    late = snapshots.made_of(entry)
    first = snapshots.snapshot_of(entry)
    assert snapshots._stored(late) == first
    assert Snapshot.objects.count() == 1


def test_copying_some_names_what_cannot_be_read_and_goes_on(tmp_path: Path) -> None:
    import_records(tmp_path / "one", record("A-1", "One."), record("A-2", "Two."))
    file = tmp_path / "one" / "a.sgm"
    file.write_bytes(file.read_bytes().replace(b"Two.", b"2222"))
    batch = snapshots.copy_some("wire", ["A-1", "A-2", "A-3"])
    assert (batch.last, batch.seen, batch.made, len(batch.errors)) == ("A-3", 3, 1, 1)
    assert batch.errors[0].startswith("A-2: The file")
    with pytest.raises(Unreadable):
        open_document("wire", "A-2")
    assert open_document("wire", "A-1").page.paragraphs == ("One.",)


@pytest.mark.both_databases
def test_copies_go_with_their_collection(tmp_path: Path) -> None:
    import_page(tmp_path)
    open_document("pages", "a")
    Collection.visible.get(slug="pages").delete()
    assert not Snapshot.objects.exists()


@pytest.mark.both_databases
def test_a_page_beyond_ascii_is_read_as_utf8_and_an_older_copy_stays_as_it_was_read(
    tmp_path: Path, client: Client
) -> None:
    reader = make_reader("pages")
    client.force_login(reader)
    import_page(tmp_path, "<p>Low water at nine, the café.".encode())
    assert "the café" in get(client, reader).decode()
    copy = Snapshot.objects.get()
    assert (copy.encoding, copy.encoding_reason) == ("utf-8", "valid UTF-8")
    Snapshot.objects.update(encoding="windows-1252", encoding_reason="nothing says which", html=b"", text=b"")
    assert "the cafÃ©" in snapshots.shown_text(Snapshot.objects.get())


@pytest.mark.parametrize("answer", ["E=mc2", "svg words", "alt words here"])
def test_answers_in_formulas_drawings_and_words_for_pictures_are_marked(
    tmp_path: Path, client: Client, answer: str
) -> None:
    reader = make_reader("pages")
    client.force_login(reader)
    formula = "<math><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math>"
    page = f"<p>A {formula} b <img alt='alt words here' src=x.png> c <svg><text>svg words</text></svg>"
    import_page(tmp_path, page.encode())
    shown = client.get(document_url("pages", "a", reader=reader.as_reader, answer=answer)).content.decode()
    assert f'id="hit-1">{answer}</mark>' in shown
