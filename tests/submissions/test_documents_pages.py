"""Documents at which an organizer should look: their list, one in both readings, and asking for a second one."""

from pathlib import Path

import pytest

from assessment.campaigns.models import Campaign, State
from assessment.jobs.models import Job
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.runner import run_job
from assessment.submissions import services
from assessment.submissions.models import DocumentFlag
from documents import second_opinion
from documents.comparison import Stretch, compare
from documents.models import SecondOpinion
from documents.services import import_collection
from tests.documents.helpers import make_folder, spoil_pages
from tests.factory import make_campaign, make_questions
from tests.query_counts import QueryCount
from tests.submissions import scene

pytestmark = pytest.mark.django_db
LONG = " ".join(f"w{number}" for number in range(60))
ABSENT, SHORTENED, SOUND, OTHER = scene.DOCIDS[:4]


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """A campaign over pages of which one lacks its answer, and one loses a word when it is copied."""
    whole = {docid: f"<p>Here is Halden {qid}." for qid, docid in zip(scene.QIDS, scene.DOCIDS, strict=False)}
    whole[ABSENT] = "<p>Another town."
    whole[SHORTENED] = f"<p>{LONG} <i>low</i> water {LONG}"
    pages = {f"{docid}.html": page.encode() for docid, page in whole.items()}
    import_collection(make_folder(tmp_path, pages), slug="pages", format="html")
    spoil_pages(monkeypatch, lambda html: html.replace("<i>low</i>", ""))
    monkeypatch.setattr(second_opinion, "SAMPLE", 2**256)
    campaign = make_campaign("trial", "trec8", collection_slug="pages", state=State.OPEN)
    make_questions(campaign, *scene.QIDS, type="factoid")
    scene.submit(campaign, scene.as_bytes(scene.whole_run("lkg1")))
    scene.organizer(campaign)
    services.pool(by=None, campaign=campaign)
    for kind in ("copy", "opinions"):
        work(campaign, kind)
    return campaign


def work(campaign: Campaign, kind: str) -> None:
    job = enqueue(kind=f"submissions.{kind}", by=None, campaign=campaign, arguments={"pool_round": 1})
    run_job(job.pk, heartbeat=False)


def flags() -> dict[str, tuple[str, int]]:
    return {flag.docid: (flag.outcome, flag.missing) for flag in DocumentFlag.objects.all()}


def page(path: str = "", username: str = "olga") -> str:
    answer = scene.client_of(username).get(f"/campaigns/trial/documents/{path}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_documents_in_doubt_are_listed(held: Campaign, query_count: QueryCount) -> None:
    assert flags() == {ABSENT: ("same", 1), SHORTENED: ("differs", 1)}
    client = scene.client_of("olga")
    with query_count("documents to look at"):
        text = client.get("/campaigns/trial/documents/").content.decode()
    assert f'<a href="/campaigns/trial/documents/{ABSENT}/">' in text
    assert "reads a different text" in text
    assert text.index("reads a different text") < text.index("reads the same")
    assert SOUND not in text
    assert "Documents to look at" in client.get("/campaigns/trial/pool/").content.decode()


def test_a_list_of_many_has_pages(held: Campaign) -> None:
    made = [DocumentFlag(campaign=held, docid=f"D-{number:03}", missing=1) for number in range(60)]
    DocumentFlag.objects.bulk_create(made)
    assert "page 1 of 2" in page()
    assert "D-059" in page("?page=2")


def test_both_texts_stand_side_by_side(held: Campaign, query_count: QueryCount) -> None:
    client = scene.client_of("olga")
    with query_count("document in two readings"):
        text = client.get(f"/campaigns/trial/documents/{SHORTENED}/").content.decode()
    assert "1 difference<" in text
    sides = '<td lang="en" dir="ltr"><span class="muted">nothing</span></td><td lang="en" dir="ltr"><ins>low</ins></td>'
    assert sides in text.replace(" >", ">")
    assert "[… 48 equal words …]" in text
    assert "Another program reads this page differently" in text
    assert "Halden 2" in text
    assert "<b>no</b>" in text


def test_a_second_reading_is_made_when_it_is_asked_for(
    held: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "No other program has read this page yet." in page(f"{SOUND}/")
    client = scene.client_of("olga")
    client.post(f"/campaigns/trial/documents/{SOUND}/")
    work_waiting()
    assert SecondOpinion.objects.get(snapshot__docid=SOUND).outcome == "same"
    assert "Another program reads the same text." in page(f"{SOUND}/")
    monkeypatch.setattr(second_opinion, "_second_words", lambda html: ["Here", "it", "stands"])
    client.post(f"/campaigns/trial/documents/{SOUND}/")
    work_waiting()
    assert flags()[SOUND] == ("differs", 0)
    assert SecondOpinion.objects.filter(snapshot__docid=SOUND).count() == 1
    assert "<ins>it stands</ins>" in page(f"{SOUND}/")


def work_waiting() -> None:
    for job in Job.objects.active():
        run_job(job.pk, heartbeat=False)


def test_a_document_outside_the_pool_is_not_there(held: Campaign) -> None:
    assert scene.client_of("olga").get(f"/campaigns/trial/documents/{scene.DOCIDS[4]}/").status_code == 404


@pytest.mark.parametrize(
    ("ours", "theirs", "stretches"),
    [
        ("a b", "a b", [(True, "a b", "a b")]),
        ("a b", "a c", [(True, "a", "a"), (False, "b", "c")]),
        ("b a", "c a", [(False, "b", "c"), (True, "a", "a")]),
        ("a a", "a a a", [(True, "a a", "a a"), (False, "", "a")]),
        ("", "a", [(False, "", "a")]),
        (
            "a x b y c",
            "a b c",
            [(True, "a", "a"), (False, "x", ""), (True, "b", "b"), (False, "y", ""), (True, "c", "c")],
        ),
        ("", "", []),
    ],
)
def test_what_differs(ours: str, theirs: str, stretches: list[tuple[bool, str, str]]) -> None:
    assert compare(ours.split(), theirs.split()) == [Stretch(*stretch) for stretch in stretches]


def test_long_differences_are_cut() -> None:
    stretch = compare(["a"] * 5000, ["b"] * 5000)[0]
    assert stretch.ours.endswith("a … and 4,600 words more")
