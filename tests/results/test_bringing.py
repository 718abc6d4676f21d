"""Organizers whom site admins let create campaigns, import bundles and bring collections, and see nothing else."""

import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import IO, Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job
from assessment.jobs.services.lifecycle import cancel, enqueue
from assessment.jobs.services.runner import run_job
from assessment.people.models import Account, Member
from assessment.results.services import bundle_import
from assessment.shared import zips
from assessment.shared.zips import write_zip
from assessment.submissions.models import Response
from tests.client import Client
from tests.factory import make_account, make_campaign
from tests.results.golden import golden

ZIP_FILE = zipfile.ZipFile
pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]


def _client(username: str, **extra: bool) -> Client:
    client = Client()
    client.force_login(make_account(username, **extra))
    return client


def _bundle() -> SimpleUploadedFile:
    packed = BytesIO()
    write_zip(golden("trec8_small"), packed)
    return SimpleUploadedFile("small.zip", packed.getvalue())


def test_a_site_admin_lets_somebody_create_campaigns(capsys: pytest.CaptureFixture[str]) -> None:
    root, olga = _client("root", site_admin=True), _client("olga")
    assert olga.get("/campaigns/new/").status_code == 404
    account = Account.objects.get(username="olga")
    page = root.post(f"/accounts/{account.pk}/creates/", {"may": "1"}, follow=True).content.decode()
    assert "olga can create campaigns and import collections." in page
    sent = {"title": "Harbour", "slug": "harbour", "track": "trec8", "collection": ""}
    assert olga.post("/campaigns/new/", sent).status_code == 302
    member = Member.objects.get(campaign__slug="harbour")
    assert (member.account, member.role_names()) == (account, ["admin"])
    make_campaign("others")
    listed = olga.get("/campaigns/").content.decode()
    assert "Harbour" in listed
    assert "Others" not in listed
    call_command("let_create", "olga", no=True)
    assert "olga can no longer create campaigns" in capsys.readouterr().out
    assert olga.get("/campaigns/new/").status_code == 404
    assert olga.get("/campaigns/harbour/settings/").status_code == 200


def test_a_creator_imports_a_bundle_and_is_its_admin() -> None:
    olga = _client("olga", may_create=True)
    page = olga.post("/import/", {"bundle": _bundle(), "slug": "mine"}, follow=True)
    assert page.redirect_chain[-1][0] == "/campaigns/mine/"
    assert "Imported the campaign mine" in page.content.decode()
    assert Member.objects.get(campaign__slug="mine", account__username="olga").role_names() == ["admin"]
    refused = olga.post("/import/", {"bundle": _bundle(), "slug": "mine"})
    assert refused.status_code == 422
    assert "There is already a campaign mine. Nothing was imported." in refused.content.decode()
    assert Job.objects.count() == 1
    job = Job.objects.get()
    assert olga.get(job.get_absolute_url()).status_code == 200
    assert _client("ada").get(job.get_absolute_url()).status_code == 404
    assert _client("eve", may_create=True).get(job.get_absolute_url()).status_code == 404


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_bundle_packed_in_another_way_is_refused_in_words(method: int) -> None:
    olga, packed = _client("olga", may_create=True), BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for file in sorted(golden("trec8_small").rglob("*.*")):
            archive.write(file, file.relative_to(golden("trec8_small")).as_posix())
    for slug in ("", "mine"):
        sent = {"bundle": SimpleUploadedFile("small.zip", packed.getvalue()), "slug": slug}
        shown = olga.post("/import/", sent, follow=True).text
        assert "The entry &quot;campaign.json&quot; is packed in a way that is not read here." in shown
        assert "by deflate" in shown
    assert not Campaign.objects.exists()


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_bundle_whose_bytes_are_damaged_is_refused_in_words(method: int) -> None:
    """Its short name is looked for before the work, where nothing can be read yet."""
    olga, packed = _client("olga", may_create=True), BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        archive.writestr("campaign.json", bytes(range(256)) * 9)
    data = bytearray(packed.getvalue())
    data[60:90] = b"\xff" * 30
    sent = {"bundle": SimpleUploadedFile("small.zip", bytes(data)), "slug": ""}
    assert "Pack it anew" in olga.post("/import/", sent, follow=True).text
    assert not Campaign.objects.exists()


def test_the_name_inside_a_bundle_is_known_before_the_work() -> None:
    olga = _client("olga", may_create=True)
    assert olga.post("/import/", {"bundle": _bundle(), "slug": ""}).status_code == 302
    refused = olga.post("/import/", {"bundle": _bundle(), "slug": ""})
    assert "There is already a campaign" in refused.content.decode()
    assert Job.objects.count() == 1


def _asked(tmp_path: Path) -> Job:
    file = tmp_path / "small.zip"
    file.write_bytes(_bundle().read())
    return enqueue(
        kind="results.import_bundle",
        by=None,
        arguments={"path": str(file), "slug": "half", "name": "small.zip"},
    )


def test_an_import_that_was_cut_off_begins_anew_and_one_that_is_cancelled_vanishes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    class KilledError(BaseException):
        """The process is gone."""

    def die(*_: object) -> None:
        raise KilledError

    job = _asked(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(bundle_import, "recount", die)
        with pytest.raises(KilledError):
            run_job(job.pk, heartbeat=False)
    assert not Campaign.visible.exists()
    assert Response.objects.exists()
    Job.objects.update(lease_until=None)
    assert run_job(job.pk, heartbeat=False)
    assert Campaign.objects.get() == Campaign.visible.get(slug="half")
    job.refresh_from_db()
    assert (job.state, "Imported the campaign half" in job.result["sentence"]) == ("done", True)


def test_a_cancelled_import_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class KilledError(BaseException):
        """The process is gone."""

    def die(*_: object) -> None:
        raise KilledError

    job = _asked(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(bundle_import, "recount", die)
        with pytest.raises(KilledError):
            run_job(job.pk, heartbeat=False)
    Job.objects.update(lease_until=None)
    assert cancel(job=Job.objects.get(pk=job.pk), by=None)
    undo = Job.objects.get(kind="results.remove_half_import")
    assert run_job(undo.pk, heartbeat=False)
    assert not Campaign.objects.exists()
    assert not Response.objects.exists()


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Callable[[str], Path]:
    """A folder of documents in a place from which collections are imported."""
    settings.COLLECTION_ROOTS = [tmp_path]

    def make(name: str) -> Path:
        place = tmp_path / name
        place.mkdir()
        (place / "a.sgm").write_bytes(b"<DOC>\n<DOCNO> W1 </DOCNO>\n<TEXT>\nSow Rock.\n</TEXT>\n</DOC>\n")
        return place

    return make


def test_a_creator_brings_a_collection_and_replaces_nobody_elses(folder: Callable[[str], Path]) -> None:
    olga, eve = _client("olga", may_create=True), _client("eve", may_create=True)
    sent = {
        "what": "folder",
        "folder-folder": str(folder("wire")),
        "folder-slug": "wire",
        "folder-format": "newswire",
    }
    assert olga.post("/collections/", sent).status_code == 302
    assert olga.get("/collections/wire/").status_code == 200
    assert olga.post("/collections/", sent | {"folder-anew": "on"}).status_code == 302
    refused = eve.post("/collections/", sent | {"folder-anew": "on"})
    assert refused.status_code == 422
    assert "There is already a collection wire, which somebody else imported." in refused.content.decode()
    assert eve.get("/collections/wire/").status_code == 404
    assert "/collections/wire/" not in eve.get("/collections/").content.decode()
    assert _client("ada").get("/collections/").status_code == 404


def _only_written(file: IO[bytes], mode: str = "r") -> zipfile.ZipFile:
    """The page makes an example; what was sent is not opened."""
    assert mode == "w"
    return ZIP_FILE(file, "w")


def test_a_bundle_of_too_many_entries_is_refused_before_they_are_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent = {"bundle": _bundle(), "slug": ""}
    monkeypatch.setattr(zips, "MAX_ENTRIES", 2)
    monkeypatch.setattr(zipfile, "ZipFile", _only_written)
    refused = _client("olga", may_create=True).post("/import/", sent)
    assert refused.status_code == 422
    assert "The archive has more than 2 entries." in refused.content.decode()
