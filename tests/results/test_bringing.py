"""Organizers whom site admins let create campaigns, import bundles and bring collections, and see nothing else."""

import zipfile
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import IO, Any

import pytest
from bs4 import BeautifulSoup
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.checked_files import discard, forget_old, has_file
from assessment.jobs.models import Job
from assessment.jobs.services.lifecycle import cancel, enqueue
from assessment.jobs.services.runner import run_job
from assessment.people.models import Account, Member
from assessment.results.services import bundle_import
from assessment.results.services.bundle_jobs import import_checked, request_bundle_import
from assessment.shared import zips
from assessment.shared.errors import Refused
from assessment.shared.zips import write_zip
from assessment.submissions.models import Response
from tests.client import Client
from tests.factory import make_account, make_campaign
from tests.judging.scene import at_once
from tests.results.golden import golden

ZIP_FILE = zipfile.ZipFile
pytestmark = pytest.mark.django_db(transaction=True)


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


def _checked(client: Client) -> int:
    """Send a bundle, and give the number of its check."""
    page = client.post("/import/", {"bundle": _bundle()}, follow=True)
    check = Job.objects.get(pk=page.redirect_chain[-1][0].partition("job=")[2])
    assert check.kind == "results.check_bundle"
    return check.pk


def test_a_creator_imports_a_bundle_and_is_its_admin() -> None:
    olga = _client("olga", may_create=True)
    check = _checked(olga)
    page = olga.post(f"/import/?import={check}", {"slug": "mine"}, follow=True)
    assert page.redirect_chain[-1][0] == "/campaigns/mine/"
    assert "Imported the campaign mine" in page.content.decode()
    assert Member.objects.get(campaign__slug="mine", account__username="olga").role_names() == ["admin"]
    job = Job.objects.get(kind="results.import_bundle")
    assert olga.get(job.get_absolute_url()).status_code == 200
    assert _client("ada").get(job.get_absolute_url()).status_code == 404
    assert _client("eve", may_create=True).get(job.get_absolute_url()).status_code == 404


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_bundle_packed_in_another_way_is_refused_in_words(method: int) -> None:
    olga, packed = _client("olga", may_create=True), BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for file in sorted(golden("trec8_small").rglob("*.*")):
            archive.write(file, file.relative_to(golden("trec8_small")).as_posix())
    sent = {"bundle": SimpleUploadedFile("small.zip", packed.getvalue())}
    shown = olga.post("/import/", sent, follow=True).text
    assert "The entry &quot;campaign.json&quot; is packed in a way that is not read here." in shown
    assert "by deflate" in shown
    assert not Campaign.objects.exists()


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_bundle_whose_bytes_are_damaged_is_refused_in_words(method: int) -> None:
    olga, packed = _client("olga", may_create=True), BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        archive.writestr("campaign.json", bytes(range(256)) * 9)
    data = bytearray(packed.getvalue())
    data[60:90] = b"\xff" * 30
    sent = {"bundle": SimpleUploadedFile("small.zip", bytes(data))}
    assert "Pack it anew" in olga.post("/import/", sent, follow=True).text
    assert not Campaign.objects.exists()


def test_a_bundle_is_looked_at_before_anything_is_stored() -> None:
    """What it holds and what it would be called; it is found again, by whoever sent it and site admins alone."""
    olga, eve, root = (
        _client("olga", may_create=True),
        _client("eve", may_create=True),
        _client("root", site_admin=True),
    )
    check = _checked(olga)
    page = BeautifulSoup(olga.get(f"/import/?job={check}").text, "lxml")
    facts = page.select_one("#preview dl")
    assert facts
    told = dict(zip(facts.select("dt"), facts.select("dd"), strict=True))
    assert {what.text: count.text for what, count in told.items()} == {
        "Questions": "7",
        "Teams": "3",
        "Runs": "3",
        "Responses": "52",
        "Documents named": "15",
        "Items in the pool": "40",
        "Judgments": "121",
        "Decisions": "7",
        "People, without accounts": "5",
    }
    assert "evaluated as TREC" in page.text
    assert "Its short name would be trec8_small." in page.text
    assert [field["value"] for field in page.select("input[name=slug]")] == ["trec8_small"]
    assert not Campaign.objects.exists()
    found = f"/import/?job={check}"
    assert found in olga.get("/import/").text
    assert found in root.get("/import/").text
    assert found not in eve.get("/import/").text
    assert eve.get(found).status_code == 404
    for act in ("import", "discard"):
        assert eve.post(f"/import/?{act}={check}", {"slug": "hers"}).status_code == 404
        assert (
            olga.get(f"/import/?{act}={check}").status_code == 200
        )  # an address that is only opened does nothing
    assert olga.post(f"/import/?discard={check}").status_code == 302
    assert found not in olga.get("/import/").text
    assert "File no longer available" in olga.get(found).text
    gone = olga.post(f"/import/?import={check}", {"slug": "mine"})
    assert gone.status_code == 422
    assert "File no longer available" in gone.text
    assert not Campaign.objects.exists()


def test_a_short_name_that_is_taken_is_told_with_one_that_is_free() -> None:
    olga = _client("olga", may_create=True)
    first, second = _checked(olga), _checked(olga)
    assert olga.post(f"/import/?import={first}", {"slug": "trec8_small"}).status_code == 302
    refused = olga.post(f"/import/?import={second}", {"slug": "trec8_small"})
    assert refused.status_code == 422
    assert "There is already a campaign trec8_small. Nothing was imported." in refused.text
    assert "Preview" in refused.text
    assert olga.post(f"/import/?import={second}", {"slug": ""}).status_code == 422
    third = olga.get(f"/import/?job={_checked(olga)}").text
    assert "There is already a campaign trec8_small; trec8_small-2 is free." in third
    assert 'value="trec8_small-2"' in third
    assert Campaign.objects.count() == 1


@pytest.mark.both_databases
def test_a_bundle_is_imported_once_by_two_windows() -> None:
    olga = _client("olga", may_create=True)
    check = _checked(olga)
    assert olga.post(f"/import/?import={check}", {"slug": "one"}).status_code == 302
    again = olga.post(f"/import/?import={check}", {"slug": "two"})
    assert again.status_code == 422
    assert "File no longer available" in again.text
    assert Campaign.objects.get().slug == "one"


def test_a_name_that_no_campaign_may_have_is_said_at_the_form_and_the_bundle_stays() -> None:
    olga = _client("olga", may_create=True)
    check = _checked(olga)
    refused = olga.post(f"/import/?import={check}", {"slug": "new"})
    assert refused.status_code == 422
    assert "cannot be the short name of a campaign" in refused.text
    assert olga.post(f"/import/?import={check}", {"slug": "old"}).status_code == 302
    assert Campaign.objects.get().slug == "old"


def test_an_import_that_fails_says_why_and_can_be_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise Refused("The lake is frozen.", "frozen", "Wait for spring.")

    olga = _client("olga", may_create=True)
    check = _checked(olga)
    with monkeypatch.context() as patched:
        patched.setattr(bundle_import, "recount", fail)
        page = olga.post(f"/import/?import={check}", {"slug": "mine"})
    assert page.status_code == 422
    assert page.text.count("The lake is frozen.") == 1
    assert not Campaign.objects.exists()
    failed = Job.objects.get(kind="results.import_bundle")
    assert "The file is still kept" in failed.log[-1][1]
    assert f"/import/?job={check}" in olga.get("/import/").text
    assert "File no longer available" not in olga.get(f"/import/?job={check}").text
    assert olga.post(f"/import/?import={check}", {"slug": "mine"}).status_code == 302
    assert Campaign.objects.get().slug == "mine"
    assert not has_file(Job.objects.get(pk=check))


def test_a_bundle_that_nobody_looked_at_is_gone_when_its_import_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As programs send it: there is no preview from which somebody could try again."""

    def fail(*_: object) -> None:
        raise Refused("The lake is frozen.", "frozen", "Wait for spring.")

    monkeypatch.setattr(bundle_import, "recount", fail)
    job = request_bundle_import(by=make_account("olga", may_create=True), upload=_bundle())
    assert run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, has_file(job)) == ("failed", False)


@pytest.mark.both_databases
def test_remains_of_an_import_that_was_cut_off_do_not_hold_its_name() -> None:
    olga = _client("olga", may_create=True)
    half = make_campaign("trec8_small")
    Campaign.objects.filter(pk=half.pk).update(importing=timezone.now())
    check = _checked(olga)
    assert "trec8_small-2 is free" in olga.get(f"/import/?job={check}").text
    refused = olga.post(f"/import/?import={check}", {"slug": "trec8_small"})
    assert (refused.status_code, "Nothing was imported." in refused.text) == (422, True)
    Campaign.objects.filter(pk=half.pk).update(importing=timezone.now() - timedelta(minutes=6))
    assert "Its short name would be trec8_small." in olga.get(f"/import/?job={_checked(olga)}").text
    assert olga.post(f"/import/?import={check}", {"slug": "trec8_small"}).status_code == 302
    assert Campaign.objects.get().slug == "trec8_small"
    assert Campaign.objects.get().pk != half.pk


def test_a_bundle_is_not_imported_before_it_was_looked_at(settings: Any) -> None:
    settings.JOBS_INLINE = False
    olga = _client("olga", may_create=True)
    check = Job.objects.get(pk=olga.post("/import/", {"bundle": _bundle()})["Location"].partition("=")[2])
    with pytest.raises(Refused, match="not checked yet"):
        import_checked(check=check, slug="mine", by=Account.objects.get())
    assert olga.post(f"/import/?import={check.pk}", {"slug": "mine"}).status_code == 422
    assert Job.objects.count() == 1
    cancel(job=check, by=None)


@pytest.mark.both_databases
def test_a_bundle_that_is_discarded_while_it_is_confirmed_is_imported_or_refused() -> None:
    olga = _client("olga", may_create=True)
    check = _checked(olga)
    mine, theirs = (Job.objects.get(pk=check) for _ in range(2))
    by = Account.objects.get()
    acts = (lambda: import_checked(check=mine, slug="mine", by=by), lambda: discard(check=theirs))
    asked, discarded = at_once(lambda n: acts[n](), times=2)
    assert discarded is None
    if isinstance(asked, Job):
        assert run_job(asked.pk)
        assert Campaign.visible.get().slug == "mine"
    else:
        assert isinstance(asked, Refused), asked
        assert asked.code == "upload_gone"
    assert not has_file(mine)


@pytest.mark.both_databases
def test_a_bundle_that_nobody_stored_is_forgotten_after_a_week(settings: Any) -> None:
    olga = _client("olga", may_create=True)
    check = Job.objects.get(pk=_checked(olga))
    forget_old()
    assert has_file(check)
    Job.objects.update(asked_at=timezone.now() - timedelta(days=8))
    forget_old()
    assert not has_file(check)


def test_a_bundle_whose_import_failed_is_kept_no_longer_than_any(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its page shows it for a week after it was looked at, however late somebody tried."""

    def fail(*_: object) -> None:
        raise Refused("The lake is frozen.", "frozen", "Wait for spring.")

    olga = _client("olga", may_create=True)
    check = Job.objects.get(pk=_checked(olga))
    monkeypatch.setattr(bundle_import, "recount", fail)
    assert olga.post(f"/import/?import={check.pk}", {"slug": "mine"}).status_code == 422
    forget_old()
    assert has_file(check)
    Job.objects.filter(pk=check.pk).update(asked_at=timezone.now() - timedelta(days=8))
    forget_old()
    assert not has_file(check)


def test_a_command_tells_what_a_bundle_holds(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("import_bundle", str(golden("trec8_small")), "--check")
    told = capsys.readouterr().out
    assert "Its short name would be trec8_small." in told
    assert "Questions: 7" in told
    assert not Campaign.objects.exists()


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


@pytest.mark.both_databases
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
    sent = {"bundle": _bundle()}
    monkeypatch.setattr(zips, "MAX_ENTRIES", 2)
    monkeypatch.setattr(zipfile, "ZipFile", _only_written)
    refused = _client("olga", may_create=True).post("/import/", sent)
    assert refused.status_code == 422
    assert "The archive has more than 2 entries." in refused.content.decode()
