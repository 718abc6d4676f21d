"""The page that imports annotations: preview, new people, taking back; and an import that breaks off."""

import gzip
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign, FileImport, FileImportState
from assessment.imports.selectors import TAKE_BACK, refuse_half_stored
from assessment.imports.services import annotation_storing, annotations
from assessment.jobs.models import Job, JobState
from assessment.jobs.services.runner import run_job
from assessment.judging.models import Assignment, PageAnnotation
from assessment.people.models import Event
from assessment.shared.errors import Refused
from tests.client import Client, folded
from tests.factory import make_campaign, make_member
from tests.imports.pages import PAGE, example, file_of, make_corpus, said

pytestmark = pytest.mark.django_db
ADDRESS = "/campaigns/pages/annotations/import/"


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    return make_corpus(tmp_path, "5", "-6", "7")


@pytest.fixture
def organizer(campaign: Campaign) -> Client:
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


def send(client: Client, *lines: Any, name: str = "dev.jsonl.gz") -> Any:
    return client.post(ADDRESS, {"file": SimpleUploadedFile(name, gzip.compress(file_of(*lines)))})


def shown(client: Client, address: str) -> str:
    return folded(client.get(address).content.decode())


def test_the_corpus_is_previewed_stored_and_taken_back(campaign: Campaign, organizer: Client) -> None:
    page = send(
        organizer, PAGE.line(5, annotations=[said(0, (4, 6)), said()]), PAGE.line(7, annotations=[said(2)])
    )["Location"]
    text = shown(organizer, page)
    assert "Preview of 3 annotations" in text
    assert "The file has 2 examples; 3 of the annotations are complete." in text
    assert "<b>3</b> would be new" in text
    assert not PageAnnotation.objects.exists()
    check = Job.objects.latest("pk")
    kept = Path(check.arguments["path"])
    understood = kept.with_name(f"{kept.name}.checked")
    assert understood.stat().st_size < 2_000, "without the pages"
    refused = organizer.post(f"{ADDRESS}{check.pk}/", {})
    assert refused.status_code == 422
    assert "is not an assessor of this campaign" in refused.content.decode()
    answer = organizer.post(f"{ADDRESS}{check.pk}/", {"newcomers": "on"})
    text = shown(organizer, answer["Location"])
    assert "Stored 3 annotations." in text
    assert "People imported from files" in text
    source = FileImport.objects.of_judgments().get()
    assert Event.objects.get(verb="annotations:imported").account == source.made_by
    address = f"/campaigns/pages/judgments/imports/{source.number}/"
    assert "annotator-1" in shown(organizer, address)
    organizer.post(f"{address}take-back/", {"reason": "the wrong split"})
    source.refresh_from_db()
    assert source.state == FileImportState.UNDONE
    assert not PageAnnotation.objects.exclude(question="").exists()


@pytest.mark.parametrize("name", ["checked", "as-it-came"])
def test_a_file_may_be_called_as_it_likes(campaign: Campaign, organizer: Client, name: str) -> None:
    line = example(5, said(0, annotator="zed"))
    page = send(organizer, line, name=name)["Location"]
    assert "Preview of 1 annotation" in shown(organizer, page)
    organizer.post(f"{ADDRESS}{Job.objects.latest('pk').pk}/", {"newcomers": "on"})
    file = FileImport.objects.get().files.get()
    assert (file.name, file.is_kept) == (name, True)
    assert gzip.decompress(zlib.decompress(file.packed or b"")) == file_of(line)


def as_formerly(kept: Path) -> None:
    """Lay a checked upload as a former version did: what it had understood in its place, the upload beside."""
    kept.rename(kept.with_name("as-it-came"))
    kept.with_name(f"{kept.name}.checked").rename(kept)


def alone(kept: Path) -> None:
    """Leave a checked upload without what was understood of it."""
    kept.with_name(f"{kept.name}.checked").unlink()


@pytest.mark.parametrize("laid", [as_formerly, alone])
@pytest.mark.parametrize("again", [False, True])
def test_a_checked_upload_is_stored_however_it_lies_and_kept_as_it_came(
    campaign: Campaign, organizer: Client, laid: Callable[[Path], None], again: bool
) -> None:
    line = PAGE.line(5, annotations=[said(0, (4, 6))])
    send(organizer, line)
    check = Job.objects.latest("pk")
    laid(Path(check.arguments["path"]))
    if again:
        organizer.post(ADDRESS, {"again": check.pk})
        check = Job.objects.latest("pk")
    organizer.post(f"{ADDRESS}{check.pk}/", {"newcomers": "on"})
    assert PageAnnotation.objects.exclude(question="").count() == 1
    file = FileImport.objects.get().files.get()
    assert gzip.decompress(zlib.decompress(file.packed or b"")) == file_of(line)


def test_a_person_of_a_file_is_removed(campaign: Campaign, organizer: Client) -> None:
    send(organizer, example(5, said(0, annotator="zed"), said(1, annotator="yan")))
    check = Job.objects.latest("pk")
    organizer.post(f"{ADDRESS}{check.pk}/", {"newcomers": "on"})
    zed = Assignment.objects.get(member__name="zed").member
    organizer.post(f"/campaigns/pages/judgments/people/{zed.pk}/remove/", {"reason": "never was here"})
    left = PageAnnotation.objects.exclude(question="")
    assert list(left.values_list("assignment__member__name", flat=True)) == ["yan"]


def test_faults_are_listed_and_a_checked_file_can_be_discarded(campaign: Campaign, organizer: Client) -> None:
    answer = send(organizer, example(99, said(annotator="olga")))
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "Example 99 is no question of pages" in text
    assert "No annotation was stored." in text
    send(organizer, example(5, said(annotator="olga-2")))
    check = Job.objects.latest("pk")
    organizer.post(f"{ADDRESS}{check.pk}/discard/")
    assert not Path(check.arguments["path"]).exists()
    assert "File no longer available" in shown(organizer, f"{ADDRESS}?job={check.pk}")


def test_the_page_is_for_organizers_of_campaigns_with_pages(campaign: Campaign, organizer: Client) -> None:
    other = make_campaign("plain")
    account = make_member(other, "pia", "organizer")
    pia = Client()
    pia.force_login(account)
    assert pia.get("/campaigns/plain/annotations/import/").status_code == 404
    assert pia.get(ADDRESS).status_code == 404
    assert "Import annotations" in shown(organizer, "/campaigns/pages/assign/")


def test_an_import_that_breaks_off_counts_nowhere(
    campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "said.jsonl"
    file.write_bytes(file_of(*(example(qid, said(0, annotator="zed")) for qid in (5, -6, 7))))
    steps: list[int] = []

    def breaking(*arguments: Any) -> None:
        steps.append(len(steps))
        if len(steps) == 3:
            raise ZeroDivisionError
        annotation_storing.store_part(*arguments)

    monkeypatch.setattr(annotations, "ROWS", 1)
    monkeypatch.setattr(annotations, "store_part", breaking)
    with pytest.raises(CommandError):
        call_command("import_annotations", "pages", str(file), "--new")
    assert len(steps) == 3
    with pytest.raises(Refused, match="half-stored"):
        refuse_half_stored(campaign)
    run_job(Job.objects.get(kind=TAKE_BACK).pk, heartbeat=False)
    refuse_half_stored(campaign)
    assert not PageAnnotation.objects.exclude(question="").exists()
    assert FileImport.objects.of_judgments().get().state == FileImportState.UNDONE
    assert not Assignment.objects.filter(handed_over_at__isnull=True).exists()
    assert not Job.objects.exclude(state__in=[JobState.DONE, JobState.FAILED]).exists()
