"""After copying, pages in which an answer does not stand are read a second time: by a job, and by a command."""

from pathlib import Path

import pytest
from django.core.management import call_command

from assessment.campaigns.models import Campaign, State
from assessment.jobs.models import Job, JobState
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.runner import run_job
from assessment.submissions import services
from documents import second_opinion, snapshots
from documents.models import SecondOpinion
from documents.services import import_collection
from tests.documents.helpers import make_folder, spoil_pages
from tests.factory import make_campaign, make_questions
from tests.jobs.work import vanish
from tests.submissions import scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """A campaign over pages of which one lacks its answer, and one loses its end when it is copied."""
    whole = {docid: f"<p>Here is Halden {qid}." for qid, docid in zip(scene.QIDS, scene.DOCIDS, strict=False)}
    whole[scene.DOCIDS[0]] = "<p>Another town."
    whole[scene.DOCIDS[1]] = "<p>Here is <i>Halden 2."
    pages = {f"{docid}.html": page.encode() for docid, page in whole.items()}
    import_collection(make_folder(tmp_path, pages), slug="pages", format="html")
    spoil_pages(monkeypatch, lambda html: html.partition("<i>")[0])
    monkeypatch.setattr(second_opinion, "SAMPLE", 2**256)
    campaign = make_campaign("trial", "trec8", collection_slug="pages", state=State.OPEN)
    make_questions(campaign, *scene.QIDS, type="factoid")
    scene.submit(campaign, scene.as_bytes(scene.whole_run("lkg1")))
    services.pool(by=None, campaign=campaign)
    return campaign


def run(campaign: Campaign, kind: str) -> Job:
    job = enqueue(kind=f"submissions.{kind}", by=None, campaign=campaign, arguments={"pool_round": 1})
    run_job(job.pk, heartbeat=False)
    job.refresh_from_db()
    return job


def opinions() -> dict[str, str]:
    return dict(SecondOpinion.objects.values_list("snapshot__docid", "outcome"))


EXPECTED = {scene.DOCIDS[0]: "same", scene.DOCIDS[1]: "differs"}
SENTENCE = "Read 2 of 4 pooled documents a second time; different: 1."


def test_copying_asks_for_opinions_and_the_organizer_sees_them_in_the_log(held: Campaign) -> None:
    run(held, "copy")
    job = run(held, "opinions")
    assert (job.state, Job.objects.filter(kind="submissions.opinions").count()) == (JobState.DONE, 1)
    assert opinions() == EXPECTED
    assert job.result["sentence"].startswith(SENTENCE)
    assert [line for _, line in job.lines][:-1] == [
        f"{scene.DOCIDS[1]}: Another program reads this page differently: “Halden 2.” where this text has nothing "
        "more. Compare its source."
    ]


@pytest.mark.both_databases
def test_reading_goes_on_where_a_killed_worker_ended(held: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    run(held, "copy")
    monkeypatch.setattr(snapshots, "BATCH", 1)
    real, calls = second_opinion.opinions_on, list[str]()

    def die_at_the_third(
        collection: str, answers: dict[str, set[str]], *, seed: str
    ) -> second_opinion.Opinions:
        calls.extend(answers)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return real(collection, answers, seed=seed)

    monkeypatch.setattr(second_opinion, "opinions_on", die_at_the_third)
    with pytest.raises(KeyboardInterrupt):
        run(held, "opinions")
    job = Job.objects.get(kind="submissions.opinions")
    vanish(job)
    run_job(job.pk, heartbeat=False)
    job.refresh_from_db()
    assert (job.state, opinions()) == (JobState.DONE, EXPECTED)
    assert (calls[2], len(calls)) == (calls[3], 5)
    assert job.result["sentence"].startswith(SENTENCE)


@pytest.mark.both_databases
def test_the_command_lists_what_differs(held: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("copy_documents", held.slug)
    capsys.readouterr()
    call_command("second_opinions", held.slug)
    listed, sentence, *_ = capsys.readouterr().out.splitlines()
    assert listed.startswith(f"{scene.DOCIDS[1]}: Another program")
    assert sentence.startswith(SENTENCE)
    call_command("second_opinions", held.slug)
    assert capsys.readouterr().out == "Of 4 pooled documents none needs a second reading.\n"
