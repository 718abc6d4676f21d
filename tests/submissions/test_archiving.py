"""Pictures and sheets of pooled pages are fetched once, and shown from the archive: by a job, and by a command."""

import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign, State
from assessment.jobs.models import Job, JobState
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.runner import run_job
from assessment.submissions import services
from documents.links import document_url
from documents.models import RemoteFile
from documents.services import import_collection
from tests.client import Client
from tests.documents.elsewhere import GIF, Elsewhere, elsewhere
from tests.documents.helpers import make_folder
from tests.factory import make_account, make_campaign, make_questions, make_reader
from tests.submissions import scene

__all__ = ["elsewhere"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def held(tmp_path: Path, elsewhere: str) -> Campaign:
    """A campaign over pages with the same picture and sheet, of which one names things that are not to be had."""
    page = f"<base href={elsewhere}/><img src=a.gif alt=Tide><link rel=stylesheet href=a.css><p>Halden"
    whole = dict.fromkeys(scene.DOCIDS, page.encode())
    whole[scene.DOCIDS[0]] += b"<img src=odd.gif alt=Odd><link rel=stylesheet href=none.css>"
    files = {f"{docid}.html": text for docid, text in whole.items()}
    import_collection(make_folder(tmp_path, files), slug="pages", format="html")
    campaign = make_campaign("trial", "trec8", collection_slug="pages", state=State.OPEN)
    Campaign.objects.filter(pk=campaign.pk).update(remote_resources="archived")
    campaign.refresh_from_db()
    make_questions(campaign, *scene.QIDS, type="factoid")
    scene.submit(campaign, scene.as_bytes(scene.whole_run("lkg1")))
    services.pool(by=None, campaign=campaign)
    return campaign


def run(campaign: Campaign, kind: str, **arguments: object) -> Job:
    job = enqueue(kind=f"submissions.{kind}", by=None, campaign=campaign, arguments=arguments)
    run_job(job.pk, heartbeat=False)
    job.refresh_from_db()
    return job


SENTENCE = "Archived 2 images and style sheets of 4 pooled documents. 2 could not be had; those are left out."


def test_copying_asks_for_the_archive_which_fetches_each_file_once(held: Campaign) -> None:
    run(held, "copy", pool_round=1)
    assert Job.objects.filter(kind="submissions.archive").count() == 1
    job = run(held, "archive")
    assert (job.state, job.result["sentence"]) == (JobState.DONE, SENTENCE)
    assert sorted(path for path, _ in Elsewhere.heard) == ["/a.css", "/a.gif", "/none.css", "/odd.gif"]
    assert [line.partition(".test")[2].partition("/")[2] for _, line in job.lines][:2] == [
        "odd.gif: it is no picture",
        "none.css: its server answered 404",
    ]


def test_readers_see_what_was_archived_and_nothing_is_asked_for(held: Campaign, client: Client) -> None:
    call_command("copy_documents", held.slug)
    call_command("archive_resources", held.slug)
    Elsewhere.heard.clear()
    ada, ben = make_reader("pages"), make_account("ben")
    address = document_url("pages", scene.DOCIDS[0], reader=ada.as_reader, remote="archived")
    page = client.get(address)
    html, policy = page.content.decode(), page["Content-Security-Policy"]
    pictures = re.findall(r' src="([^"]+)"', html)
    assert len(pictures) == 1
    assert "; img-src http://testserver/documents/pictures/; " in policy
    assert "<style>@layer page {\np { color: red }\n}</style>" in html
    assert "Images and style sheets are those kept in the archive" in html
    picture = client.get(pictures[0])
    assert (picture.content, picture["Content-Type"]) == (GIF, "image/gif")
    assert picture["Content-Security-Policy"].startswith("sandbox; default-src 'none'")
    assert client.get(pictures[0].partition("?")[0]).status_code == 404
    assert client.get(pictures[0].replace("key=", "key=9")).status_code == 404
    client.force_login(ben)
    assert client.get(pictures[0]).status_code == 404
    assert Elsewhere.heard == []


@pytest.mark.both_databases
def test_the_command_fetches_again_only_when_it_is_asked_to(
    held: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("copy_documents", held.slug)
    capsys.readouterr()
    call_command("archive_resources", held.slug)
    assert capsys.readouterr().out.splitlines()[-1] == SENTENCE
    call_command("archive_resources", held.slug)
    assert capsys.readouterr().out == "Archived 0 images and style sheets of 4 pooled documents.\n"
    Elsewhere.heard.clear()
    call_command("archive_resources", held.slug, "--retry")
    assert sorted(path for path, _ in Elsewhere.heard) == ["/none.css", "/odd.gif"]
    Campaign.objects.update(remote_resources="off")
    with pytest.raises(CommandError, match="not_archived"):
        call_command("archive_resources", held.slug)


@pytest.mark.both_databases
def test_an_archive_of_the_owners_choice_is_asked_instead(
    held: Campaign, elsewhere: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    call_command("copy_documents", held.slug)
    monkeypatch.setattr("django.conf.settings.ARCHIVE_URL", f"{elsewhere}/web/{{date}}im_/{{url}}")
    call_command("archive_resources", held.slug)
    assert f"/web/im_/{elsewhere}/a.gif" in [path for path, _ in Elsewhere.heard]
    assert set(RemoteFile.objects.exclude(type="").values_list("address", flat=True)) == {
        f"{elsewhere}/a.gif",
        f"{elsewhere}/a.css",
    }
