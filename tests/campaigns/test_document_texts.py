"""The texts of listed documents go to members who accepted the licence, with the documents' own bytes."""

import csv
import hashlib
import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command

from assessment.campaigns.models import Campaign, LicenceAcceptance
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.document_lists import import_document_lists
from assessment.people.models import Account, Event
from documents.models import Collection
from documents.store import read_bytes
from tests.bring import bring_by_page
from tests.campaigns.conftest import upload
from tests.client import Client
from tests.documents.helpers import import_records, make_folder, record
from tests.query_counts import QueryCount

NAME, CLAUSES = "Agreement of 1926", "For research alone.\n\nGive the texts to nobody else.\n"
LICENCE = f"{NAME}\n\n{CLAUSES.strip()}"
LISTS = b"1 1 AP-1 12.5\n1 2 AP/../2 3\n1 3 AP-404 2\n1 4 AP-4 1\n2 1 AP-4 9.25\n"
HERE = {"AP-1": "Halden saw it.", "AP/../2": "<script>alert(1)</script>", "AP-4": "Rehn saw it."}

Enter = Callable[[Campaign | None, str], Client]


@pytest.fixture
def listed(series: Campaign, tmp_path: Path) -> Campaign:
    """An open campaign with two lists and a collection that has all of their documents but one."""
    import_records(tmp_path / "wire", *(record(docid, text) for docid, text in HERE.items()))
    Collection.visible.update(licence=NAME, licence_text=CLAUSES)
    Campaign.objects.update(collection_slug="wire")
    series.refresh_from_db()
    import_document_lists(campaign=series, file=SourceFile("lists.txt", LISTS), by=None)
    return series


def page(client: Client, where: str = "", status: int = 200) -> str:
    answer = client.get(f"/campaigns/comet/lists/{where}")
    assert answer.status_code == status
    return answer.content.decode()


def accept(client: Client, text: str = LICENCE, target: str = "1") -> str:
    seen = hashlib.sha256(text.encode()).hexdigest()
    answer = client.post("/campaigns/comet/accept-licence/", {"seen": seen, "target": target}, follow=True)
    return answer.content.decode()


def unpack(client: Client, where: str = "1/texts.zip", **query: int) -> dict[str, bytes]:
    answer = client.get(f"/campaigns/comet/lists/{where}", query)
    assert answer.headers["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.getvalue())) as packed:
        assert packed.testzip() is None
        return {name: packed.read(name) for name in packed.namelist()}


def manifest(files: dict[str, bytes]) -> list[dict[str, str]]:
    (name,) = [name for name in files if name.endswith("/manifest.csv")]
    return list(csv.DictReader(io.StringIO(files[name].decode(), newline="")))


@pytest.mark.parametrize("role", ["participant", "assessor", "adjudicator", "organizer", "site admin"])
def test_members_see_the_lists_and_get_the_texts(listed: Campaign, enter: Enter, role: str) -> None:
    client = enter(listed, role)
    everything = page(client)
    assert "Halden comet" in everything
    assert "texts.zip" not in everything
    found = page(client, "1/")
    assert found.index("AP-1<") < found.index("AP-404") < found.index("AP-4<")
    assert found.count("not in the collection") == 1
    assert "Give the texts to nobody else." in found
    assert "You accepted the licence." in accept(client)
    assert "texts.zip" in page(client)
    assert len(unpack(client)) == 5


def test_the_archive_has_the_bytes_of_each_document_and_says_which_are_missing(
    listed: Campaign, enter: Enter
) -> None:
    client = enter(listed, "participant")
    accept(client)
    files = unpack(client)
    assert list(files) == [
        "comet-1-top50/LICENCE.txt",
        "comet-1-top50/0001-AP-1.txt",
        "comet-1-top50/0002-AP_.._2.txt",
        "comet-1-top50/0004-AP-4.txt",
        "comet-1-top50/manifest.csv",
    ]
    assert files["comet-1-top50/LICENCE.txt"].decode() == LICENCE
    rows = manifest(files)
    assert [(row["rank"], row["docid"], row["score"]) for row in rows] == [
        ("1", "AP-1", "12.5"),
        ("2", "AP/../2", "3.0"),
        ("3", "AP-404", "2.0"),
        ("4", "AP-4", "1.0"),
    ]
    for row in rows:
        if row["docid"] == "AP-404":
            assert (row["file"], row["sha256"], row["missing"]) == ("", "", "unknown_document")
            continue
        data = files[f"comet-1-top50/{row['file']}"]
        entry = Collection.visible.get().entries.get(docid=row["docid"])
        assert data == read_bytes(entry)
        assert (row["bytes"], row["sha256"]) == (str(len(data)), hashlib.sha256(data).hexdigest())
    assert unpack(client) == files


def test_fewer_texts_can_be_asked_for(listed: Campaign, enter: Enter) -> None:
    client = enter(listed, "assessor")
    accept(client)
    files = unpack(client, top=1)
    assert [row["docid"] for row in manifest(files)] == ["AP-1"]
    assert "comet-1-top1/0001-AP-1.txt" in files
    for wrong in ("0", "51", "many"):
        answer = client.get("/campaigns/comet/lists/1/texts.zip", {"top": wrong})
        assert answer.status_code == 422
        assert "field-error" in answer.content.decode()


def test_a_file_that_changed_or_is_gone_costs_only_its_documents(
    listed: Campaign, enter: Enter, tmp_path: Path
) -> None:
    client = enter(listed, "participant")
    accept(client)
    file = tmp_path / "wire" / "a.sgm"
    file.write_bytes(file.read_bytes().replace(b"Halden", b"HALDEN"))
    missing = {row["docid"]: row["missing"] for row in manifest(unpack(client))}
    assert missing == {
        "AP-1": "document_changed",
        "AP/../2": "",
        "AP-404": "unknown_document",
        "AP-4": "",
    }
    file.unlink()
    missing = {row["docid"]: row["missing"] for row in manifest(unpack(client))}
    assert missing["AP-4"] == "document_unreadable"
    assert str(tmp_path) not in str(unpack(client))


def test_the_text_of_the_licence_comes_from_the_manifest(
    listed: Campaign, enter: Enter, tmp_path: Path
) -> None:
    entries = f'slug = "wire"\nformat = "newswire"\nlicence = "{NAME}"\n'
    folder = tmp_path / "wire2"
    make_folder(folder, {"a.sgm": record("AP-1")}, entries + f"licence_text = '''\n{CLAUSES}'''\n")
    call_command("import_collection", str(folder))
    client = enter(listed, "participant")
    accept(client)
    assert unpack(client)["comet-1-top50/LICENCE.txt"].decode() == LICENCE


def test_without_the_licence_nothing_is_sent(listed: Campaign, enter: Enter) -> None:
    client = enter(listed, "participant")
    answer = client.get("/campaigns/comet/lists/1/texts.zip", follow=True)
    assert answer.redirect_chain == [("/campaigns/comet/lists/1/", 302)]
    assert "for people who accepted their licence. Nothing was sent." in answer.content.decode()
    assert not LicenceAcceptance.objects.exists()


def test_an_acceptance_is_recorded_once_with_its_text(listed: Campaign, enter: Enter) -> None:
    client = enter(listed, "participant")
    accept(client)
    accept(client)
    row = LicenceAcceptance.objects.get()
    assert (row.account.username, row.collection_slug, row.text) == ("participant", "wire", LICENCE)
    event = Event.objects.get(verb="licence:accepted")
    assert (event.account, event.campaign, event.data["sha256"]) == (row.account, listed, row.sha256)
    assert "You accepted the licence of wire on" in page(client, "1/")
    assert "participant" in page(enter(listed, "organizer"))
    assert "Accepted the licence" not in page(client)


def test_another_text_is_asked_about_again(listed: Campaign, enter: Enter) -> None:
    client = enter(listed, "participant")
    accept(client)
    Collection.visible.update(licence="For nobody.", licence_text="")
    assert "I accept this licence" in page(client, "1/")
    assert client.get("/campaigns/comet/lists/1/texts.zip").status_code == 302
    assert "has changed. Nothing was recorded." in accept(client, LICENCE)
    assert LicenceAcceptance.objects.count() == 1
    accept(client, "For nobody.")
    assert unpack(client)["comet-1-top50/LICENCE.txt"] == b"For nobody."
    assert LicenceAcceptance.objects.count() == 2


@pytest.mark.parametrize("change", [{"licence": " ", "licence_text": ""}, {"held": False}])
def test_texts_without_a_licence_or_not_held_are_not_given_out(
    listed: Campaign, enter: Enter, change: dict[str, object]
) -> None:
    client = enter(listed, "organizer")
    accept(client)
    Collection.visible.update(**change)
    assert "I accept" not in page(client, "1/")
    assert client.get("/campaigns/comet/lists/1/texts.zip").status_code == 302
    accept(client, " ")
    assert LicenceAcceptance.objects.count() == 1


def test_a_campaign_without_its_collection_shows_the_lists(listed: Campaign, enter: Enter) -> None:
    Campaign.objects.update(collection_slug="elsewhere")
    found = page(enter(listed, "participant"), "1/")
    assert "AP-404" in found
    assert "not in the collection" not in found
    assert "is not on this site" in found


@pytest.mark.parametrize("role", ["participant", "assessor"])
def test_a_draft_shows_no_target(listed: Campaign, enter: Enter, role: str) -> None:
    Campaign.objects.update(state="draft")
    client = enter(listed, role)
    everything = page(client)
    assert "not out yet" in everything
    assert "Halden" not in everything
    assert "Halden" not in page(client, "1/", 404)
    page(client, "1/texts.zip", 404)
    seen = hashlib.sha256(LICENCE.encode()).hexdigest()
    assert client.post("/campaigns/comet/accept-licence/", {"seen": seen}).status_code == 404
    assert "Halden comet" in page(enter(listed, "organizer"))


def test_strangers_and_unknown_targets_find_nothing(listed: Campaign, enter: Enter) -> None:
    stranger = enter(listed, "stranger")
    for where in ("", "1/", "1/texts.zip"):
        page(stranger, where, 404)
    page(enter(listed, "organizer"), "9/", 404)
    assert Account.objects.count() == 2


def test_a_long_list_is_shown_by_the_hundred(listed: Campaign, enter: Enter) -> None:
    lines = b"".join(b"2 %d AP-%d 1\n" % (rank, rank) for rank in range(1, 251))
    import_document_lists(campaign=listed, file=SourceFile("long.txt", lines), by=None)
    client = enter(listed, "participant")
    first = page(client, "2/")
    assert ">AP-100 <" in first
    assert ">AP-101" not in first
    last = page(client, "2/?from=201")
    assert ">AP-250 <" in last
    assert "Ranks 201 to 250" in last
    assert 'href="?from=101"' in last
    for wrong in ("0", "900", "-1", "x", "٣"):
        assert "Ranks 1 to 100" in page(client, f"2/?from={wrong}")


def test_lists_are_uploaded_on_their_page(listed: Campaign, enter: Enter) -> None:
    client = enter(listed, "organizer")
    where = "/campaigns/comet/import-document-lists/"
    answer = bring_by_page(client, where, file=upload("lists.txt", LISTS.replace(b"9.25", b"9.5")))
    assert "Imported 2 lists of 5 documents in all, in place of 2." in answer.content.decode()
    answer = client.post(where, {"file": upload("lists.txt", b"9 1 AP-1 1\n")})
    assert answer.status_code == 422
    assert "unknown_target" in answer.content.decode()
    assert client.post(where, {}).status_code == 422
    assert listed.document_lists.count() == 2


def test_pages_and_archives_take_few_queries(listed: Campaign, enter: Enter, query_count: QueryCount) -> None:
    client = enter(listed, "participant")
    accept(client)
    with query_count("document lists"):
        page(client)
    with query_count("document list of a target"):
        page(client, "1/")
    with query_count("texts of a target"):
        unpack(client)
