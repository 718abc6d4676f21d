"""Downloads of the exports page, and bundles that come in by page."""

import hashlib
import io
import re
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from assessment.campaigns.models import Campaign
from assessment.judging.models import Adjudication, Judgment
from assessment.people.models import Event
from assessment.people.services.accounts import ensure_member
from assessment.results.models import RunScore
from assessment.results.services.export import export_bundle
from assessment.results.services.scores import score
from assessment.shared.zips import write_zip
from tests.client import Client
from tests.factory import give, make_account, make_campaign, make_member
from tests.query_counts import QUERIES_AT_MOST, statements
from tests.results.golden import contents, golden, imported

pytestmark = pytest.mark.django_db
START = "/campaigns/trec8_small/exports/"


@pytest.fixture
def campaign() -> Campaign:
    return imported("trec8_small")


@pytest.fixture
def organizer(campaign: Campaign, client: Client) -> Client:
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


def body(response: Any) -> bytes:
    """The whole of a download."""
    assert response.status_code == 200
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Disposition"].startswith("attachment; ")
    return b"".join(response)


def test_the_bundle_comes_as_the_same_zip_file_every_time(
    organizer: Client, campaign: Campaign, tmp_path: Path
) -> None:
    first, second = body(organizer.get(f"{START}bundle.zip")), body(organizer.get(f"{START}bundle.zip"))
    assert first == second
    export_bundle(campaign=campaign, folder=tmp_path / "out", by=None)
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == contents(tmp_path / "out")


def test_a_campaign_without_questions_has_no_bundle(client: Client) -> None:
    campaign = make_campaign("bare")
    client.force_login(make_member(campaign, "olga", "organizer"))
    response = client.get("/campaigns/bare/exports/bundle.zip", follow=True)
    assert "The campaign has no questions, so there is nothing to export." in response.content.decode()
    assert body(client.get("/campaigns/bare/exports/tables/pool.csv")) == b""


def test_single_tables_are_those_of_the_bundle(organizer: Client, campaign: Campaign, tmp_path: Path) -> None:
    export_bundle(campaign=campaign, folder=tmp_path / "out", by=None)
    files = contents(tmp_path / "out")
    for name in (
        "questions.txt",
        "questions.csv",
        "runs.csv",
        "pool.csv",
        "assignments.csv",
        "judgments.csv",
        "adjudications.csv",
        "dropped.csv",
    ):
        assert body(organizer.get(f"{START}tables/{name}")) == files[name]
    assert body(organizer.get(f"{START}tables/classes.csv")) == b""
    for rule in ("adjudicated", "union", "intersection"):
        assert body(organizer.get(f"{START}qrels/{rule}.txt")) == files[f"qrels/{rule}.txt"]


def test_qrels_and_runs_for_trec_eval_name_the_same_documents(organizer: Client) -> None:
    qrels = [
        line.split() for line in body(organizer.get(f"{START}trec_eval/union.txt")).decode().splitlines()
    ]
    assert {len(line) for line in qrels} == {4}
    judged = {(qid, docid) for qid, _, docid, _ in qrels}
    with zipfile.ZipFile(io.BytesIO(body(organizer.get(f"{START}runs.zip")))) as archive:
        assert archive.namelist() == ["alpha1.txt", "beta1.txt", "late1.txt"]
        lines = [line.split() for line in archive.read("alpha1.txt").decode().splitlines()]
    assert {(line[0], line[2]) for line in lines if line[0] != "7"} <= judged
    assert {line[5] for line in lines} == {"alpha1"}


def test_qrels_that_cannot_be_derived_are_a_page_that_says_why(organizer: Client) -> None:
    response = organizer.get(f"{START}qrels/majority.txt")
    assert response.status_code == 422
    assert "no grade that more than half gave" in response.content.decode()
    assert not Event.objects.filter(verb="campaign:exported").exists()


@pytest.mark.parametrize("slug", ["trec8_small", "series_small", "respubliqa_small"])
def test_a_refused_file_of_qrels_takes_no_more_statements_than_a_page(client: Client, slug: str) -> None:
    campaign = imported(slug)
    client.force_login(make_member(campaign, "olga", "organizer"))
    Adjudication.objects.all().delete()
    counting = Judgment.objects.filter(assignment__handed_over_at=None)
    said = counting.select_related("item").earliest("pk")
    scale = said.item.question.kind.scale_for(said.item.answer)
    assert scale
    other = ensure_member(campaign=campaign, name="dissenter", roles=[], by=None)
    sheet = give(said.item.question, other)
    grade = next(grade for grade in scale.grades if grade != said.grade)
    Judgment.objects.create(
        item=said.item, member=other, assignment=sheet, grade=grade, judged_at=said.judged_at
    )
    with CaptureQueriesContext(connection) as captured:
        response = client.get(f"/campaigns/{campaign.slug}/exports/qrels/adjudicated.txt")
    assert response.status_code == 422
    assert len(statements(captured)) <= QUERIES_AT_MOST


def test_who_took_what_is_logged(organizer: Client) -> None:
    for path in ("bundle.zip", "runs.zip", "tables/judgments.csv", "qrels/union.txt"):
        body(organizer.get(START + path))
    events = Event.objects.filter(verb="campaign:exported").order_by("pk")
    assert [(str(event.account), event.subject) for event in events] == [
        ("olga", "the bundle"),
        ("olga", "the runs for trec_eval"),
        ("olga", "judgments.csv"),
        ("olga", "qrels by the rule union"),
    ]


@pytest.fixture
def admin(client: Client) -> Client:
    client.force_login(make_account("root", site_admin=True))
    return client


def packed(folder: Path) -> SimpleUploadedFile:
    target = io.BytesIO()
    write_zip(folder, target)
    return SimpleUploadedFile("bundle.zip", target.getvalue())


def test_a_site_admin_imports_a_packed_bundle(admin: Client) -> None:
    checked = admin.post("/import/", {"bundle": packed(golden("series_small"))})
    response = admin.post(checked["Location"].replace("job", "import"), {"slug": "again"}, follow=True)
    assert response.redirect_chain == [("/campaigns/again/", 302)]
    assert "Imported the campaign again: 3 runs" in response.content.decode()
    assert Campaign.objects.get().slug == "again"
    assert str(Event.objects.get(verb="campaign:imported").account) == "root"


def test_a_bundle_with_faults_is_refused_on_the_page_with_all_of_them(admin: Client, tmp_path: Path) -> None:
    for name, data in contents(golden("trec8_small")).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data.replace(b",yes,", b",maybe,"))
    response = admin.post("/import/", {"bundle": packed(tmp_path)})
    page = response.content.decode()
    assert response.status_code == 422
    assert "judgments.csv:2" in page
    assert "is not a grade of this question" in page
    assert "The checksum of judgments.csv is another" in page
    assert not Campaign.objects.exists()


def test_a_dangerous_archive_is_refused_on_the_page(admin: Client) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("../../campaign.json", "{}")
    response = admin.post("/import/", {"bundle": SimpleUploadedFile("b.zip", target.getvalue())})
    assert response.status_code == 422
    assert "leads out of the archive" in response.content.decode()


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["a/" * 2_000 + "b"], "zip_deep"),
        (["a" * 300], "zip_deep"),
        (["a", "a/b"], "zip_unreadable"),
        (["a/b"], "unreadable"),
        ([], "unreadable"),
    ],
)
def test_an_archive_that_cannot_be_unpacked_or_read_is_refused_without_the_places_of_the_server(
    admin: Client, names: list[str], said: str
) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    response = admin.post("/import/", {"bundle": SimpleUploadedFile("b.zip", target.getvalue())})
    assert response.status_code == 422
    assert said in response.text
    assert tempfile.gettempdir() not in response.text
    assert "assize-import-" not in response.text


def test_a_missing_file_is_said_at_the_form(admin: Client) -> None:
    assert "This field is required" in admin.post("/import/").content.decode()


def test_a_frozen_snapshot_is_downloaded_as_it_was(organizer: Client) -> None:
    organizer.post("/campaigns/trec8_small/results/", {"form": "union", "seed": "1"})
    data = organizer.get("/campaigns/trec8_small/results/1/qrels.txt").content
    page = organizer.get("/campaigns/trec8_small/exports/").content.decode()
    assert hashlib.sha256(data).hexdigest() in page


@pytest.fixture
def in_series(client: Client) -> Client:
    """The organizer of a campaign of lists and nuggets."""
    client.force_login(make_member(imported("series_small"), "olga", "organizer"))
    return client


HANDOUTS = "/campaigns/series_small/exports/"


def unpacked(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_judged_runs_hold_distinct_marks_and_nuggets(in_series: Client) -> None:
    files = unpacked(body(in_series.get(f"{HANDOUTS}judged.zip?rule=adjudicated")))
    assert set(files) == {
        f"{folder}/{run_id}.{kind}"
        for folder, kind in (("list", "list_judged"), ("other", "otherjudged"))
        for run_id in ("ALFA1", "ALFA2", "Bravo1")
    }
    score(campaign=Campaign.objects.get(), rule="adjudicated", by=None)
    for row in RunScore.objects.select_related("run"):
        lines = [line.split(" ") for line in files[f"list/{row.run.run_id}.list_judged"].splitlines()]
        distinct = sum(int(line[4]) for line in lines if line[0] == "1.2")
        assert distinct == row.figures["1.2"]["D"]
        assert {line[1] for line in lines} == {row.run.run_id}
    assert "1.4 ALFA1 1 1\n" in files["other/ALFA1.otherjudged"]


def test_anonymous_tags_are_dealt_out_by_a_seed_that_only_the_log_knows(in_series: Client) -> None:
    address = f"{HANDOUTS}judged.zip?rule=adjudicated&anonymous=on&seed=48151623"
    response = in_series.get(address)
    assert "48151623" not in response["Content-Disposition"]
    files = unpacked(body(response))
    assert files == unpacked(body(in_series.get(address)))
    assert {name.split("/")[1].split(".")[0] for name in files} == {"RUN-1", "RUN-2", "RUN-3"}
    text = "".join(files) + "".join(files.values())
    assert not any(tag in text for tag in ("ALFA", "Bravo", "48151623"))
    assert "the seed 48151623" in Event.objects.filter(verb="campaign:exported").latest("pk").subject
    other = unpacked(body(in_series.get(address.replace("48151623", "48151624"))))
    assert sorted(map(len, other.values())) == sorted(map(len, files.values()))


def test_a_page_proposes_another_seed_each_time(in_series: Client) -> None:
    seeds = {
        re.search(r'name="seed" value="(\d+)"', in_series.get(HANDOUTS).content.decode()) for _ in range(2)
    }
    assert len({found[1] for found in seeds if found}) == 2


def test_a_seed_is_needed_for_other_tags(in_series: Client) -> None:
    response = in_series.get(f"{HANDOUTS}judged.zip?rule=adjudicated&anonymous=on")
    assert response.status_code == 422
    assert "Give the seed, a whole number." in response.content.decode()


def test_answers_and_pyramid_are_those_of_the_bundle(in_series: Client) -> None:
    files = contents(golden("series_small"))
    assert body(in_series.get(f"{HANDOUTS}answers/adjudicated.txt")) == files["nist/answers.txt"]
    assert body(in_series.get(f"{HANDOUTS}pyramid.txt")) == files["nist/pyramid.txt"]
    assert in_series.get(f"{HANDOUTS}answers/best.txt").status_code == 404


def test_unclassed_answers_are_named_where_answer_sets_are_asked_for(in_series: Client) -> None:
    Judgment.objects.filter(item__question__qid="1.2").update(answer_class=None)
    for path in ("answers/union.txt", "judged.zip?rule=union"):
        response = in_series.get(HANDOUTS + path)
        assert response.status_code == 422
        assert "have no answer class" in response.content.decode()
    assert not Event.objects.filter(verb="campaign:exported").exists()


def test_a_track_of_single_answers_gives_out_no_lists(organizer: Client) -> None:
    assert "NIST’s forms</h2>" not in organizer.get(START).content.decode()
    for path in ("judged.zip?rule=union", "pyramid.txt", "answers/union.txt"):
        assert organizer.get(START + path).status_code == 404
