"""Annotations written out as the corpus has them: read by a reader of nobody here, and read back."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, PageAnnotation
from assessment.people.models import Event
from assessment.people.services.accounts import ensure_member
from assessment.results.selectors.annotations import load_annotations
from assessment.results.selectors.chosen import Chosen
from documents.snapshots import copy_some
from scoring.annotations import AnnotatedExample
from tests.client import Client
from tests.factory import give, make_campaign, make_member, make_questions
from tests.imports.pages import PAGE, SLUG, example, file_of, make_corpus, said

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    campaign = make_corpus(tmp_path, "5", "-6", "7", "8")
    (tmp_path / "in.jsonl").write_bytes(
        file_of(
            example(
                5, said(0, (4, 6), (8, 9)), said(1, yes_no="YES"), said(question="bad", reason="opinion")
            ),
            example(-6, said(), said(2), said(question="good", complete=False)),
            example(8, said()),
        )
    )
    call_command("import_annotations", "pages", str(tmp_path / "in.jsonl"), "--new")
    campaign.questions.filter(qid="8").update(drop_reason="unclear")
    return campaign


def as_the_scorer_reads(file: Path) -> dict[int, list[tuple[Any, ...]]]:
    """The annotations as the corpus's published scorer takes them from its files."""
    data = file.read_bytes()
    found = {}
    for line in (gzip.decompress(data) if file.suffix == ".gz" else data).splitlines():
        content = json.loads(line)
        annotations = []
        for annotation in content["annotations"]:
            long = annotation["long_answer"]
            places = [(long["start_byte"], long["end_byte"], long["start_token"], long["end_token"])]
            short = [
                (span["start_byte"], span["end_byte"], span["start_token"], span["end_token"])
                for span in annotation["short_answers"]
            ]
            assert isinstance(annotation["annotation_id"], int)
            assert (long["candidate_index"] == -1) == (long["start_byte"] == -1)
            assert annotation["yes_no_answer"] in ("YES", "NO", "NONE")
            annotations.append((*places, short, annotation["yes_no_answer"].lower()))
        found[content["example_id"]] = annotations
    return found


def all_of(campaign: Campaign) -> tuple[AnnotatedExample, ...]:
    return load_annotations(Chosen(campaign), dict(campaign.questions.values_list("pk", "qid")))


def place(number: int) -> tuple[int, ...]:
    return tuple(PAGE.long(number).values())[:4]


def test_the_corpus_reads_what_was_annotated_here(
    campaign: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "out.jsonl"
    call_command("export_annotations", "pages", str(file))
    assert "Exported 5 annotations of 2 examples." in capsys.readouterr().out
    nothing = (-1, -1, -1, -1)
    short = [tuple(PAGE.place(4, 6).values()), tuple(PAGE.place(8, 9).values())]
    assert as_the_scorer_reads(file) == {
        5: [(place(0), short, "none"), (place(1), [], "yes"), (nothing, [], "none")],
        -6: [(nothing, [], "none"), (place(2), [], "none")],
    }
    with pytest.raises(CommandError, match="file_exists"):
        call_command("export_annotations", "pages", str(file))
    assert not [one for one in tmp_path.iterdir() if one.name.startswith(".")]


def test_with_pages_all_stands_as_it_came_in(campaign: Campaign, tmp_path: Path) -> None:
    copy_some(SLUG, ["5"])  # of the others the file is read
    call_command("export_annotations", "pages", str(tmp_path / "whole.jsonl.gz"), "--with-pages")
    call_command("export_annotations", "pages", str(tmp_path / "bare.jsonl"))
    assert as_the_scorer_reads(tmp_path / "whole.jsonl.gz") == as_the_scorer_reads(tmp_path / "bare.jsonl")
    for line in gzip.decompress((tmp_path / "whole.jsonl.gz").read_bytes()).splitlines():
        content = json.loads(line)
        record = PAGE.line(content["example_id"])
        for name in record.keys() - {"annotations", "question_text"}:
            assert content[name] == record[name]
    campaign.collection_slug = "none"
    campaign.save()
    with pytest.raises(CommandError, match="page_missing: The page of example 5"):
        call_command("export_annotations", "pages", str(tmp_path / "more.jsonl"), "--with-pages")
    assert not (tmp_path / "more.jsonl").exists()


@pytest.mark.parametrize("pages", [[], ["--with-pages"]])
def test_reading_back_gives_the_same_annotations(
    campaign: Campaign, tmp_path: Path, pages: list[str]
) -> None:
    file = str(tmp_path / "out.jsonl.gz")
    call_command("export_annotations", "pages", file, *pages)
    again = make_campaign("again", "nq")
    make_questions(again, "5", "-6", "7", "8", type="question")
    call_command("import_annotations", "again", file, "--new")
    expected = [
        one._replace(annotations=tuple(each for each in one.annotations if each.complete))
        for one in all_of(campaign)
        if one.example_id != "8"
    ]
    assert list(all_of(again)) == expected
    other = str(tmp_path / "again.jsonl.gz")
    call_command("export_annotations", "again", other)
    assert as_the_scorer_reads(Path(other)) == as_the_scorer_reads(Path(file))


def test_what_does_not_count_is_left_out_and_ids_stay(campaign: Campaign, tmp_path: Path) -> None:
    ada = ensure_member(campaign=campaign, name="ada", roles=["assessor"], by=None)
    given = give(campaign.questions.get(qid="7"), ada)
    PageAnnotation.objects.create(assignment=given, question="good", candidate=-1, long=[])
    ids = []
    for name in ("one.jsonl", "two.jsonl"):
        call_command("export_annotations", "pages", str(tmp_path / name))
        lines = [json.loads(line) for line in (tmp_path / name).read_bytes().splitlines()]
        ids += [line["annotations"][0]["annotation_id"] for line in lines if line["example_id"] == 7]
    assert len(ids) == 2
    assert len(set(ids)) == 1
    assert 0 < ids[0] < 1 << 63
    Assignment.objects.filter(pk=given.pk).update(handed_over_at=timezone.now())
    call_command("export_annotations", "pages", str(tmp_path / "three.jsonl"))
    assert 7 not in as_the_scorer_reads(tmp_path / "three.jsonl")


def test_the_exports_page_gives_them(campaign: Campaign, tmp_path: Path) -> None:
    organizer = Client()
    organizer.force_login(make_member(campaign, "olga", "organizer"))
    address = "/campaigns/pages/exports/corpus/annotations.jsonl.gz"
    assert address in organizer.get("/campaigns/pages/exports/").content.decode()
    answer = organizer.get(address)
    (tmp_path / "sent.jsonl.gz").write_bytes(b"".join(answer.streaming_content))  # type: ignore[attr-defined]  # it streams
    assert set(as_the_scorer_reads(tmp_path / "sent.jsonl.gz")) == {5, -6}
    assert Event.objects.filter(verb="campaign:exported", subject="the annotations").count() == 1
    plain = make_campaign("plain")
    account = make_member(plain, "pia", "organizer")
    organizer.force_login(account)
    assert organizer.get("/campaigns/plain/exports/corpus/annotations.jsonl.gz").status_code == 404
    with pytest.raises(CommandError, match="not_annotated"):
        call_command("export_annotations", "plain", str(tmp_path / "no.jsonl"))
