"""The site admins' pages of collections: imports as jobs, what they show afterwards, and what they refuse."""

import os
import time
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from assessment.jobs.models import Job
from assessment.jobs.services import lifecycle as jobs
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.runner import run_job
from assessment.people.models import Event
from documents import services
from documents.errors import CollectionRefused
from documents.models import Collection, DocumentEntry, Scan
from documents.scans import Chunk, Draft
from documents.selectors import known_docids
from documents.services import import_collection
from tests.client import Client
from tests.documents.helpers import make_folder, record
from tests.factory import make_account, make_campaign, make_items, make_questions
from tests.query_counts import QueryCount

pytestmark = pytest.mark.django_db

MANIFEST = """slug = "wire"
title = "The <wire>"
format = "newswire"
licence = "made up"
documents = 9
[sources]
W = "Weekly"
"""


@pytest.fixture
def root(tmp_path: Path, settings: Settings) -> Path:
    """A folder that collections may be imported from, and a data folder."""
    settings.COLLECTION_ROOTS = [tmp_path / "root"]
    settings.DATA_DIR = tmp_path / "data"
    make_folder(tmp_path / "root", {})
    (tmp_path / "root").mkdir()
    return tmp_path / "root"


@pytest.fixture
def admin(root: Path) -> Client:
    client = Client()
    client.force_login(make_account("root", site_admin=True))
    return client


def make_wire(root: Path, *docids: str) -> Path:
    """A collection with a broken record after the others."""
    broken = record("W-0").replace(b"</DOC>\n", b"")
    data = b"".join(record(docid) for docid in docids or ("W-1", "W-2")) + broken
    folder = make_folder(root / "wire", {"documents/a.sgm": data}, MANIFEST)
    hour_ago = time.time() - 3600
    os.utime(folder / "documents" / "a.sgm", (hour_ago, hour_ago))
    return folder


def ask_for(client: Client, folder: Path | str, **fields: str) -> Any:
    sent = {"what": "folder", "folder-folder": str(folder)}
    return client.post("/collections/", sent | {f"folder-{name}": fields[name] for name in fields})


def send_list(client: Client, content: bytes, slug: str = "ids", name: str = "my ids.txt") -> Any:
    sent = {"what": "list", "list-slug": slug, "list-file": SimpleUploadedFile(name, content)}
    return client.post("/collections/", sent)


def checked(client: Client, content: bytes, slug: str = "ids") -> int:
    """Send a list, and give the number of its check."""
    address: str = send_list(client, content, slug)["Location"]
    return int(address.removeprefix("/collections/?check="))


def bring_list(client: Client, content: bytes, slug: str = "ids") -> Any:
    """Send a list, look at what it would make, and have it imported."""
    return client.post(f"/collections/?import={checked(client, content, slug)}")


def text_of(answer: Any) -> str:
    text: str = answer.content.decode()
    return text


def test_a_folder_is_imported_and_shown(admin: Client, root: Path, query_count: QueryCount) -> None:
    folder = make_wire(root)
    make_campaign("trial", collection_slug="wire")
    answer = ask_for(admin, folder)
    assert (answer.status_code, answer["Location"]) == (302, "/collections/wire/")
    with query_count("collection"):
        page = text_of(admin.get("/collections/wire/"))
    for expected in (
        "The &lt;wire&gt;",
        "made up",
        "Weekly",
        "Trial",
        "unclosed_record",
        "documents/a.sgm",
        "2 were indexed",
        str(len(record("W-1") * 2)),
        "Imported wire: 2 documents, from 1 file, 2 warnings.",
    ):
        assert expected in page, expected
    with query_count("collections"):
        listed = text_of(admin.get("/collections/"))
    assert "texts held" in listed
    assert Event.objects.get(verb="collection:imported").subject == "wire"


def test_its_documents_can_be_opened(admin: Client, root: Path) -> None:
    ask_for(admin, make_wire(root))
    page = text_of(admin.get("/collections/wire/"))
    assert 'href="?open=W-1"' in page
    opened = admin.get("/collections/wire/", {"open": " W-2 "})
    assert opened["Location"].startswith("/documents/wire/W-2/?key=")
    assert 'href="?open=W-1&amp;view=source"' in page
    source = admin.get("/collections/wire/", {"open": "W-2", "view": "source"})
    assert source["Location"].endswith("&view=source")
    assert "&lt;DOCNO&gt;" in admin.get(source["Location"]).content.decode()
    assert admin.get(opened["Location"]).status_code == 200
    lacking = admin.get("/collections/wire/", {"open": "<W-9>"})
    assert lacking.status_code == 404
    assert "has no document &lt;W-9&gt;" in text_of(lacking)
    bring_list(admin, b"W-1\n")
    assert "See how a document is shown" not in text_of(admin.get("/collections/ids/"))
    stranger = Client()
    stranger.force_login(make_account("ada"))
    assert stranger.get("/collections/wire/", {"open": "W-2"}).status_code == 404


def test_what_the_manifest_lacks_is_given_on_the_page(admin: Client, root: Path) -> None:
    folder = make_folder(root / "notes", {"a.txt": b"x"})
    refused = ask_for(admin, folder, slug="notes")
    assert refused.status_code == 422
    assert "The format of the files" in text_of(refused)
    assert "--format" not in text_of(refused)
    assert ask_for(admin, folder, slug="notes", format="text").status_code == 302
    assert known_docids("notes", ["a"]) == {"a"}


def test_a_refused_import_lists_its_problems_and_changes_nothing(admin: Client, root: Path) -> None:
    manifest = MANIFEST + f'[files]\n"a" = "{"0" * 64}"\n"b" = "{"0" * 64}"\n'
    folder = make_folder(root / "wire", {"a": record("W-1")}, manifest)
    answer = ask_for(admin, folder)
    assert answer.status_code == 422
    assert all(code in text_of(answer) for code in ("checksum", "file_missing", "Nothing was imported"))
    assert not Collection.objects.exists()
    assert Job.objects.get().state == "failed"


def test_only_folders_below_the_roots_are_imported(admin: Client, root: Path, tmp_path: Path) -> None:
    outside = make_wire(tmp_path / "elsewhere")
    (root / "link").symlink_to(outside)
    (root / "disguised").mkdir()
    (root / "disguised" / "documents").symlink_to(outside / "documents")
    for folder in (outside, root / "link", f"{root}/../elsewhere/wire", "/", "\0"):
        assert ask_for(admin, folder).status_code == 422, folder
    answer = ask_for(admin, root / "disguised", slug="sly", format="newswire")
    assert "not in a folder that collections may be imported from" in text_of(answer)
    assert not DocumentEntry.objects.exists()


def test_folders_are_offered_as_far_as_they_make_sense(admin: Client, root: Path) -> None:
    make_wire(root)
    make_folder(root / "years" / "y2006", {"a": b"x"}, 'slug = "y"\ntitle = "The year"\n')
    make_folder(root / "faulty", {"a": b"x"}, "slug = ")
    make_folder(root / ".hidden", {"a": b"x"}, MANIFEST)
    page = text_of(admin.get("/collections/"))
    for expected in (
        "wire: The &lt;wire&gt;",
        "y2006: The year",
        "faulty: its manifest has errors",
        "years: no",
    ):
        assert expected in page, expected
    assert ".hidden" not in page
    assert "wire/documents" not in page


def test_a_list_of_ids_is_imported_and_not_kept(
    admin: Client, tmp_path: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        assert bring_list(admin, b"A-1\nA-2\n").status_code == 302
    assert known_docids("ids", ["A-1", "A-3"]) == {"A-1"}
    assert "the texts are not held here" in text_of(admin.get("/collections/ids/"))
    assert [path for path in (tmp_path / "data").rglob("*") if path.is_file()] == []


def test_a_faulty_list_is_refused_line_by_line(admin: Client, tmp_path: Path) -> None:
    answer = send_list(admin, b"A-1\nA 2\n\xff\n", name="../../mine.txt")
    assert answer.status_code == 422
    assert "mine.txt:2" in text_of(answer)
    assert "mine.txt:3" in text_of(answer)
    assert send_list(admin, b"A-1\n", slug="a b").status_code == 422
    assert not Collection.objects.exists()
    assert [path for path in (tmp_path / "data").rglob("*") if path.is_file()] == []


def test_an_import_goes_on_after_its_worker_vanished(
    admin: Client, root: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.JOBS_INLINE = False
    monkeypatch.setattr("assessment.jobs.views.waiting.WAIT_SECONDS", 0)
    monkeypatch.setattr("documents.scanning.CHUNK", 2)
    folder = make_wire(root, *(f"W-{number}" for number in range(1, 8)))
    assert ask_for(admin, folder)["Location"] == f"/collections/?job={Job.objects.get().pk}"
    keep, kept = Draft.keep, list[Chunk]()

    class VanishedError(BaseException):
        """As if the process were gone."""

    def keep_two(draft: Draft, chunk: Chunk, *arguments: Any) -> None:
        if len(kept) == 2:
            raise VanishedError
        kept.append(chunk)
        keep(draft, chunk, *arguments)

    job = Job.objects.get()
    with monkeypatch.context() as patch:
        patch.setattr(Draft, "keep", keep_two)
        with pytest.raises(VanishedError):
            run_job(job.pk, heartbeat=False)
    page = text_of(admin.get("/collections/wire/"))
    assert "the first import has not finished" in page
    assert "first import" in text_of(admin.get("/collections/"))
    Job.objects.update(lease_until=None)
    assert run_job(job.pk, heartbeat=False)
    assert Scan.objects.get().documents == 7
    done = Job.objects.get()
    assert (done.state, done.attempts) == ("done", 1)
    assert done.result["sentence"].startswith("Imported wire: 7 documents")
    assert any("unclosed_record" in line for _, line in done.lines)


def test_a_cancelled_import_can_be_gone_on_with_or_given_up(
    admin: Client, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("documents.scanning.CHUNK", 1)
    monkeypatch.setattr("documents.progress._SECONDS", 0)
    folder = make_wire(root, "W-1", "W-2", "W-3")
    progress = JobHandle.progress

    def cancel_midway(handle: JobHandle, done: int, total: int = 0, message: str = "") -> None:
        handle.cancelled = DocumentEntry.objects.count() == 2
        progress(handle, done, total, message)

    with monkeypatch.context() as patch:
        patch.setattr(JobHandle, "progress", cancel_midway)
        ask_for(admin, folder)
    assert Job.objects.get().state == "cancelled"
    page = text_of(admin.get("/collections/wire/"))
    assert "An import was interrupted" in page
    assert "read 2 documents" in page
    assert admin.post("/collections/wire/", {"what": "give-up"}).status_code == 302
    assert not DocumentEntry.objects.exists()
    assert admin.get("/collections/wire/").status_code == 404


@pytest.mark.both_databases
def test_going_on_and_importing_again(admin: Client, root: Path) -> None:
    ask_for(admin, make_wire(root))
    admin.post("/collections/wire/", {"what": "again"})
    admin.post("/collections/wire/", {"what": "anew"})
    sentences = [job.result["sentence"].partition(":")[0] for job in Job.objects.order_by("pk")]
    assert sentences == ["Imported wire", "Nothing has changed in wire", "Imported wire"]


def test_of_one_collection_one_job_is_active(admin: Client, root: Path, settings: Settings) -> None:
    settings.JOBS_INLINE = False
    folder = make_wire(root)
    ask_for(admin, folder)
    assert ask_for(admin, folder).status_code == 302  # the same wish finds the same job
    refused = ask_for(admin, folder, anew="on")
    assert refused.status_code == 422
    assert "is already working on the collection wire" in text_of(refused)
    settings.JOBS_INLINE = True
    number = checked(admin, b"W-1\n", "wire")
    settings.JOBS_INLINE = False
    busy = admin.post(f"/collections/?import={number}")
    assert (busy.status_code, "is already working on the collection wire" in text_of(busy)) == (422, True)
    assert admin.post(f"/collections/?discard={number}").status_code == 302
    assert Job.objects.exclude(pk=number).count() == 1
    assert [path for path in (root.parent / "data").rglob("*") if path.is_file()] == []
    jobs.cancel(job=Job.objects.exclude(pk=number).get(), by=None)


@pytest.mark.both_databases
def test_an_import_by_command_can_be_repeated_only_inside_of_the_roots(
    admin: Client, root: Path, tmp_path: Path
) -> None:
    import_collection(make_wire(tmp_path / "elsewhere"))
    answer = admin.post("/collections/wire/", {"what": "again"})
    assert answer.status_code == 422
    assert "ASSIZE_COLLECTION_ROOTS" in text_of(answer)


def test_broken_records_and_files_are_paged(
    admin: Client, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assessment.campaigns.views.collections.PROBLEMS_A_PAGE", 2)
    monkeypatch.setattr("assessment.campaigns.views.collections.FILES_A_PAGE", 1)
    ask_for(admin, make_wire(root, *["W-1"] * 6))
    first, third = (text_of(admin.get(f"/collections/wire/?problems={number}")) for number in (1, 3))
    assert (first.count("repeated_docid"), third.count("unclosed_record")) == (2, 1)
    assert "page 3 of 3" in third


def test_others_see_nothing(root: Path) -> None:
    make_wire(root)
    import_collection(root / "wire")
    client = Client()
    assert client.get("/collections/").status_code == 302
    client.force_login(make_account("ada"))
    for address in ("/collections/", "/collections/wire/", "/collections/none/"):
        assert client.get(address).status_code == client.post(address).status_code == 404


def preview(client: Client, number: int) -> dict[str, str]:
    """What a preview counts."""
    page = BeautifulSoup(text_of(client.get(f"/collections/?check={number}")), "lxml")
    facts = page.select("#preview dl > *")
    return dict(zip((one.text for one in facts[::2]), (one.text for one in facts[1::2]), strict=True))


def test_a_list_is_looked_at_before_anything_is_written(admin: Client, tmp_path: Path) -> None:
    """It tells what is new, what goes, and which documents of pools it lacks, with what may be meant."""
    number = checked(admin, b"A-1\nA-2\nA-3\nA-3\n")
    page = text_of(admin.get(f"/collections/?check={number}"))
    assert "A new collection ids of 3 ids." in page
    assert not Collection.objects.exists()
    assert admin.post(f"/collections/?import={number}").status_code == 302
    campaign = make_campaign("trial", collection_slug="ids")
    (question,) = make_questions(campaign, "1", type="factoid")
    make_items(question, ("A-1", "a"), ("A-2", "b"), ("A-3", "c"))
    number = checked(admin, b"A-1\na_2\nA-7\nA-8\n")
    page = text_of(admin.get(f"/collections/?check={number}"))
    assert "ids lists 3 ids; this file adds 3 and lacks 2 of them." in page
    assert "2 documents of the pools are not in the file: A-2 (did you mean a_2?), A-3." in page
    assert preview(admin, number) == {
        "Ids in the file": "4",
        "Campaigns that use it": "1",
        "Documents in their pools": "3",
    }
    assert known_docids("ids", ["A-3", "A-7"]) == {"A-3"}
    assert admin.post(f"/collections/?import={number}").status_code == 302
    assert known_docids("ids", ["A-3", "A-7"]) == {"A-7"}
    again = text_of(
        admin.get(f"/collections/?check={checked(admin, b'A-8 A-7 a_2 A-1'.replace(b' ', bytes([10])))}")
    )
    assert "Nothing new" in again


def test_an_import_of_a_list_that_fails_can_be_tried_again(
    admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise CollectionRefused("The lake is frozen.")

    number = checked(admin, b"A-1\n")
    with monkeypatch.context() as patched:
        patched.setattr(services, "import_ids", fail)
        failed = admin.post(f"/collections/?import={number}")
    assert failed.status_code == 422
    assert text_of(failed).count("The lake is frozen.") == 1
    assert "File no longer available" not in text_of(failed)
    assert not Collection.objects.exists()
    assert admin.post(f"/collections/?import={number}").status_code == 302
    assert known_docids("ids", ["A-1"]) == {"A-1"}


def test_a_list_whose_file_is_gone_is_not_said_to_be_kept(admin: Client, tmp_path: Path) -> None:
    number = checked(admin, b"A-1\n")
    arguments = Job.objects.get(pk=number).arguments
    (file,) = (path for path in (tmp_path / "data").rglob("*") if path.is_file())
    file.unlink()
    given = {name: arguments[name] for name in ("path", "slug")}
    job = jobs.enqueue(kind="campaigns.import_ids", by=None, arguments={**given, "replace": True})
    assert run_job(job.pk, heartbeat=False)
    job.refresh_from_db()
    assert (job.state, [line for _, line in job.lines if "still kept" in line]) == ("failed", [])


def test_a_list_that_is_stored_when_cancel_comes_is_done(
    admin: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """Clearing the former list away may take long; readers have the new one by then."""
    handles, begin = list[JobHandle](), JobHandle.__init__
    complete = Draft.complete

    def known(handle: JobHandle, job: Job) -> None:
        begin(handle, job)
        handles.append(handle)

    def cancel_late(draft: Draft) -> Collection:
        completed = complete(draft)
        handles[-1].cancelled = True
        return completed

    number = checked(admin, b"A-1\n")
    monkeypatch.setattr(JobHandle, "__init__", known)
    monkeypatch.setattr(Draft, "complete", cancel_late)
    with django_capture_on_commit_callbacks(execute=True):
        admin.post(f"/collections/?import={number}")
    assert known_docids("ids", ["A-1"]) == {"A-1"}
    assert Job.objects.get(kind="campaigns.import_ids").state == "done"
    assert Event.objects.filter(verb="collection:imported").count() == 1
    assert "File no longer available" in text_of(admin.get(f"/collections/?check={number}"))


@pytest.mark.both_databases
def test_a_list_that_was_looked_at_is_found_again_by_whoever_sent_it(admin: Client, tmp_path: Path) -> None:
    number = checked(admin, b"A-1\n")
    found = f"/collections/?check={number}"
    assert found in text_of(admin.get("/collections/"))
    eve = Client()
    eve.force_login(make_account("eve", may_create=True))
    assert found not in text_of(eve.get("/collections/"))
    assert eve.get(found).status_code == 404
    for act in ("import", "discard"):
        assert eve.post(f"/collections/?{act}={number}").status_code == 404
    assert admin.post(f"/collections/?discard={number}").status_code == 302
    assert found not in text_of(admin.get("/collections/"))
    gone = admin.post(f"/collections/?import={number}")
    assert gone.status_code == 422
    assert "The file of this preview is no longer kept. Nothing was stored." in text_of(gone)
    assert not Collection.objects.exists()


def test_a_list_is_not_imported_once_the_collection_is_another_than_was_looked_at(admin: Client) -> None:
    first, second = checked(admin, b"A-1\n"), checked(admin, b"B-1\nB-2\n")
    assert admin.post(f"/collections/?import={first}").status_code == 302
    late = admin.post(f"/collections/?import={second}")
    assert late.status_code == 422
    assert "The collection ids was imported since this list was looked at. Nothing was changed." in text_of(
        late
    )
    assert known_docids("ids", ["A-1", "B-1"]) == {"A-1"}
    assert admin.post(f"/collections/?discard={second}").status_code == 302
    assert bring_list(admin, b"B-1\nB-2\n").status_code == 302
    assert known_docids("ids", ["A-1", "B-1"]) == {"B-1"}


@pytest.mark.both_databases
def test_a_list_is_not_imported_before_it_was_looked_at(admin: Client, settings: Settings) -> None:
    settings.JOBS_INLINE = False
    number = checked(admin, b"A-1\n")
    early = admin.post(f"/collections/?import={number}")
    assert (early.status_code, "The file is not checked yet." in text_of(early)) == (422, True)
    assert Job.objects.count() == 1
    jobs.cancel(job=Job.objects.get(), by=None)
