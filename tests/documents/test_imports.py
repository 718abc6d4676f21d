"""The command import_collection: what it indexes, what it refuses, and that a refusal changes nothing."""

import gzip
import hashlib
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoAssertNumQueries

from documents import services
from documents.errors import CollectionRefused, Unreadable
from documents.models import Collection, DocumentEntry
from documents.selectors import describe_document, get_page, known_docids
from documents.snapshots import copy_some
from tests.documents.helpers import import_records, make_folder, record

pytestmark = pytest.mark.django_db

MANIFEST = 'slug = "wire"\ntitle = "The wire"\nformat = "newswire"\nlanguage = "de"\n'


def run(*arguments: object, **options: object) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("import_collection", *map(str, arguments), stdout=out, stderr=err, **options)
    return out.getvalue(), err.getvalue()


def refused(*arguments: object, **options: object) -> tuple[str, str]:
    err = StringIO()
    before = sorted(DocumentEntry.visible.values_list("collection__slug", "docid", "sha256"))
    with pytest.raises(CommandError) as caught:
        call_command("import_collection", *map(str, arguments), stdout=StringIO(), stderr=err, **options)
    assert sorted(DocumentEntry.visible.values_list("collection__slug", "docid", "sha256")) == before
    return str(caught.value), err.getvalue()


def test_a_folder_with_a_manifest(tmp_path: Path) -> None:
    sums = "\n".join(
        f'"documents/{name}" = "{hashlib.sha256(record(docid)).hexdigest()}"'
        for name, docid in (("a", "A-1"), ("b", "B-1"))
    )
    manifest = MANIFEST + f'documents = 2\n[sources]\nA = "Ape"\n"B-" = "Bee"\n[files]\n{sums}\n'
    make_folder(tmp_path, {"documents/a": record("A-1"), "documents/b": record("B-1")}, manifest)
    assert run(tmp_path) == ("Imported wire: 2 documents, from 2 files.\n", "")
    collection = Collection.visible.get()
    assert (collection.title, collection.language, collection.held) == ("The wire", "de", True)
    assert get_page("wire", "B-1").source == "Bee"
    assert get_page("wire", "B-1").paragraphs == ("Nothing happened.",)


def test_a_named_format_without_a_manifest_reads_everything_but_the_readme(tmp_path: Path) -> None:
    files = {
        "x/ap01": record("A-1"),
        "y.gz": gzip.compress(record("A-2") + record("A-3")),
        "README": b"hello",
    }
    out, err = run(make_folder(tmp_path, {**files, ".hidden": b"x"}), slug="wire", format="newswire")
    assert (out, err) == ("Imported wire: 3 documents, from 2 files.\n", "")
    assert get_page("wire", "A-3").paragraphs == ("Nothing happened.",)


def test_a_single_file(tmp_path: Path) -> None:
    make_folder(tmp_path, {"one.txt": b"Title\n\nText", "two.txt": b"x"})
    assert (
        run(tmp_path / "one.txt", slug="one", format="text")[0] == "Imported one: 1 document, from 1 file.\n"
    )
    assert get_page("one", "one").title == "Title"


def test_broken_records_are_warned_of_and_their_neighbours_indexed(tmp_path: Path) -> None:
    cut = record("A-2").replace(b"</DOC>\n", b"")
    make_folder(tmp_path, {"a": record("A-1") + cut + record("A-3")})
    out, err = run(tmp_path, slug="wire", format="newswire")
    assert out == "Imported wire: 2 documents, from 1 file, 1 warning.\n"
    assert err.startswith(
        f"warning: a:7 (byte {len(record('A-1'))}): unclosed_record: The record A-2 has no </DOC>"
    )


def test_a_repeated_id_is_warned_of_and_the_first_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("documents.scanning.CHUNK", 2)
    data = (
        record("A-1", "first")
        + record("A-1", "second")
        + record("A-2")
        + record("A-3")
        + record("A-1", "third")
    )
    report = services.import_collection(make_folder(tmp_path, {"a": data}), slug="wire", format="newswire")
    assert report.collection.documents == 3
    assert [warning.code for warning in report.warnings] == ["repeated_docid"] * 2
    assert get_page("wire", "A-1").paragraphs == ("first",)


def test_importing_again_replaces_the_index(tmp_path: Path) -> None:
    first = import_records(tmp_path, record("A-1"), record("A-2"))
    again = import_records(tmp_path, record("A-2", "new"), record("A-3"))
    assert again.collection.pk == first.collection.pk
    assert known_docids("wire", ["A-1", "A-2", "A-3"]) == {"A-2", "A-3"}
    assert get_page("wire", "A-2").paragraphs == ("new",)
    assert import_records(tmp_path, record("A-2", "new"), record("A-3")) == again


def test_a_wrong_checksum_refuses_everything(tmp_path: Path) -> None:
    import_records(tmp_path / "old", record("A-1"))
    manifest = MANIFEST + f'[files]\n"a" = "{"0" * 64}"\n"b" = "{"0" * 64}"\n'
    message, err = refused(make_folder(tmp_path / "new", {"a": record("A-2")}, manifest))
    assert "Nothing was imported" in message
    assert "a: checksum:" in err
    assert "b: file_missing:" in err


@pytest.mark.both_databases
def test_a_folder_without_documents_keeps_the_former_index(tmp_path: Path) -> None:
    import_records(tmp_path / "old", record("A-1"))
    message, err = refused(make_folder(tmp_path / "new", {"a": b"prose"}), slug="wire", format="newswire")
    assert message.startswith("no_documents:")
    assert "a: no_records:" in err
    assert known_docids("wire", ["A-1"]) == {"A-1"}


def test_a_path_that_is_not_there_is_what_is_told(tmp_path: Path) -> None:
    every: tuple[dict[str, object], ...] = ({}, {"slug": "x"}, {"slug": "x", "format": "text"})
    for options in every:
        assert refused(tmp_path / "nowhere", **options)[0].startswith("path_missing:"), options


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"slug": "x"}, "format_missing"),
        ({"slug": "x", "format": "blog"}, "format_unknown"),
        ({"format": "text"}, "bad_slug"),
        ({"slug": "a b", "format": "text"}, "bad_slug"),
        ({"slug": "x" * 65, "format": "text"}, "bad_slug"),
    ],
)
def test_what_must_be_said(tmp_path: Path, options: dict[str, object], code: str) -> None:
    assert refused(make_folder(tmp_path, {"a.txt": b"x"}), **options)[0].startswith(f"{code}:")


def test_paths_that_lead_nowhere(tmp_path: Path) -> None:
    assert refused(tmp_path / "none", slug="x", format="text")[0].startswith("path_missing:")
    assert refused()[0].startswith("Give either PATH, or --ids-only")
    assert refused(tmp_path, ids_only=tmp_path)[0].startswith("Give either PATH, or --ids-only")


@pytest.mark.parametrize(
    "manifest",
    [
        "slug = ",
        'slug = "x"\nformat = 3',
        'slug = "x"\nformat = "text"\nwhat = 1',
        'format = "text"\nencoding = "klingon"',
        '[files]\n"../secret" = "0"',
        "[files]\na = 1",
        "sources = 1",
        'documents = "many"',
    ],
)
def test_a_faulty_manifest_is_refused(tmp_path: Path, manifest: str) -> None:
    message, err = refused(make_folder(tmp_path, {"a.txt": b"x"}, manifest), slug="x", format="text")
    assert message.startswith("collection_refused: The manifest")
    assert err.startswith("manifest.toml:")
    assert ": bad_manifest:" in err


@pytest.mark.both_databases
def test_all_faults_of_a_manifest_are_told_at_once_with_their_lines(tmp_path: Path) -> None:
    manifest = """title = 7
what = 1
slug = "x"
format = "papyrus"
encoding = "klingon"

[sources]
A = 1
"B-" = 2

[files]
"../secret" = "0"
'a' = 3

[acquis]
colour = "red"
"""
    _, err = refused(make_folder(tmp_path, {"a.txt": b"x"}, manifest))
    result = [line.split(": ", 2) for line in err.splitlines()]
    assert [place for place, _, _ in result] == [f"manifest.toml:{n}" for n in (1, 2, 4, 5, 8, 9, 12, 13, 16)]
    assert {code for _, code, _ in result} == {"bad_manifest"}
    assert "papyrus" in err
    message, err = refused(make_folder(tmp_path, {"a.txt": b"x"}, 'slug = "x"\ntitle = "no end'))
    assert "cannot be read" in message
    assert err.startswith("manifest.toml:2: bad_manifest:")
    (tmp_path / "manifest.toml").write_bytes(b'slug = "x"\nyear = ' + b"9" * 5_000)
    assert refused(tmp_path)[1].startswith("manifest.toml:2: bad_manifest: It cannot be read: a number has")
    (tmp_path / "manifest.toml").write_bytes(b"slug = " + b"[" * 5_000)
    assert "brackets are nested too deeply" in refused(tmp_path)[1]
    (tmp_path / "manifest.toml").write_bytes(b'slug = "x"\n\ntitle = "\xe4"\n')
    assert refused(tmp_path)[1].startswith("manifest.toml:3: bad_manifest:")


@pytest.mark.parametrize(
    "damage", ["cut off", "one bit in the middle", "its checksum", "no gz at all", "more after it"]
)
def test_a_damaged_gz_file_is_refused(tmp_path: Path, damage: str) -> None:
    whole = gzip.compress(b"".join(record(f"A-{number}", f"{number}" * 99) for number in range(500)))
    middle = len(whole) // 2
    packed = {
        "cut off": whole[:-20],
        "one bit in the middle": whole[:middle] + bytes([whole[middle] ^ 16]) + whole[middle + 1 :],
        "its checksum": whole[:-8] + bytes([whole[-8] ^ 1]) + whole[-7:],
        "no gz at all": record("A-1"),
        "more after it": whole + b"and more",
    }[damage]
    _, err = refused(make_folder(tmp_path, {"a.gz": packed}), slug="x", format="newswire")
    assert "a.gz: unreadable:" in err
    assert "cannot be read" in refused(ids_only=tmp_path / "a.gz", slug="x")[0]


def test_a_wrong_number_of_documents_is_warned_of(tmp_path: Path) -> None:
    make_folder(tmp_path, {"a": record("A-1")}, MANIFEST + "documents = 2\n")
    assert (
        "warning: manifest.toml: count: The manifest gives 2 documents; 1 were indexed." in run(tmp_path)[1]
    )


def test_a_changed_or_missing_file_is_an_error_not_another_text(tmp_path: Path) -> None:
    import_records(tmp_path, record("A-1"), record("A-2"))
    file = tmp_path / "a.sgm"
    file.write_bytes(b"\n" + file.read_bytes())
    with pytest.raises(Unreadable) as caught:
        get_page("wire", "A-2")
    assert caught.value.code == "document_changed"
    file.unlink()
    with pytest.raises(Unreadable, match="cannot be read"):
        get_page("wire", "A-2")
    assert describe_document("wire", "A-2").state == "unreadable"


def test_a_list_of_ids_plain_or_packed(tmp_path: Path) -> None:
    plain, packed = tmp_path / "ids.txt", tmp_path / "ids.gz"
    plain.write_bytes(b"A-1\r\n\n A-2 \nA-1\n")
    packed.write_bytes(gzip.compress(b"A-3\n"))
    out, err = run(ids_only=plain, slug="ids")
    assert out == "Imported ids: 2 ids, no texts, from 1 file, 1 warning.\n"
    assert "repeated_docid: The id A-1" in err
    assert known_docids("ids", ["A-1", "A-2", "A-3"]) == {"A-1", "A-2"}
    run(ids_only=packed, slug="ids", replace=True)
    assert known_docids("ids", ["A-1", "A-2", "A-3"]) == {"A-3"}
    assert not Collection.visible.get().held
    assert describe_document("ids", "A-3").state == "ids_only"
    assert describe_document("ids", "A-9").state == "unknown"


@pytest.mark.both_databases
def test_faulty_lists_are_refused_with_every_line(tmp_path: Path) -> None:
    file = tmp_path / "ids"
    file.write_bytes(b"A-1\nA 2\nA-3\n\xff\nnul\0\n")
    _, err = refused(ids_only=file, slug="ids")
    assert [line.split(" ")[0] for line in err.splitlines()] == ["ids:2", "ids:4", "ids:5"]
    assert not Collection.visible.exists()
    file.write_bytes(b"\n\n")
    assert refused(ids_only=file, slug="ids")[0].startswith("no_documents:")
    file.write_bytes(b"x" * 5000)
    assert refused(ids_only=file, slug="ids")[0].startswith("list_too_big:")
    assert "cannot be read" in refused(ids_only=tmp_path / "none", slug="ids")[0]


def test_a_bomb_of_a_list_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("documents.idlist.MAX_BYTES", 10_000)
    file = tmp_path / "ids.gz"
    file.write_bytes(gzip.compress(b"\n" * 1_000_000))
    assert refused(ids_only=file, slug="ids")[0].startswith("list_too_big:")


def test_held_texts_are_not_given_up_for_a_list(tmp_path: Path) -> None:
    import_records(tmp_path, record("A-1"))
    (tmp_path / "ids").write_bytes(b"A-1\n")
    assert refused(ids_only=tmp_path / "ids", slug="wire")[0].startswith("collection_held:")
    assert get_page("wire", "A-1").paragraphs


def test_a_held_collection_can_take_the_place_of_a_list(tmp_path: Path) -> None:
    (tmp_path / "ids").write_bytes(b"A-1\n")
    services.import_ids(tmp_path / "ids", slug="wire")
    import_records(tmp_path / "texts", record("A-1"))
    assert describe_document("wire", "A-1").state == "held"


def test_known_ids_are_looked_up_in_batches(
    tmp_path: Path, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    file = tmp_path / "ids"
    file.write_text("".join(f"A-{n}\n" for n in range(2000)))
    services.import_ids(file, slug="ids")
    with django_assert_num_queries(1 + 4):
        known = known_docids("ids", (f"A-{n}" for n in range(1000, 4000)))
    assert known == {f"A-{n}" for n in range(1000, 2000)}


def test_an_unknown_collection_is_named() -> None:
    with pytest.raises(Exception, match="There is no collection 'none' here"):
        known_docids("none", ["A-1"])


@pytest.mark.both_databases
def test_ids_are_told_apart_by_case_and_sorted_by_code_point(tmp_path: Path) -> None:
    import_records(tmp_path, record("b-1"), record("B-1"), record("a-1"), record("Z-1"))
    docids = DocumentEntry.visible.order_by("docid").values_list("docid", flat=True)
    assert list(docids) == ["B-1", "Z-1", "a-1", "b-1"]


def test_a_refused_import_tells_its_problems() -> None:
    with pytest.raises(CollectionRefused) as caught:
        services.import_collection(Path("/nowhere/at/all"), slug="x", format="text")
    assert caught.value.problems == ()
    assert caught.value.hint


def test_an_id_with_and_without_xml_is_one(tmp_path: Path) -> None:
    (tmp_path / "ids").write_text("jrc-1-en.xml\njrc-1-en\njrc-2-en\n")
    report = services.import_ids(tmp_path / "ids", slug="ids")
    assert report.collection.documents == 2
    assert [warning.code for warning in report.warnings] == ["repeated_docid"]
    cited = ["jrc-1-en", "jrc-1-en.xml", "jrc-2-en.xml", "jrc-3-en.xml"]
    assert known_docids("ids", cited) == set(cited[:3])
    assert describe_document("ids", "jrc-2-en.xml").state == "ids_only"
    act = b'<TEI.2><text><body><p n="1">One.</p></body></text></TEI.2>'
    folder = make_folder(
        tmp_path / "acts", {"jrc31999R0001-en.xml": act, "more/jrc31999R0001-en.xml.gz": gzip.compress(act)}
    )
    report = services.import_collection(folder, slug="acts", format="acquis")
    assert [warning.code for warning in report.warnings] == ["repeated_docid"]
    assert copy_some("acts", ["jrc31999R0001-en.xml"]).made == 1
    assert copy_some("acts", ["jrc31999R0001-en"]).made == 0
