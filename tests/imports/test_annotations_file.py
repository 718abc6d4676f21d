"""Annotations out of files: checked as a whole, held against pages, stored once, never over what stands."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from assessment.assignments.services.handover import hand_over
from assessment.campaigns.models import Campaign, FileImport
from assessment.imports.services.annotations import check_file
from assessment.jobs.models import Job
from assessment.judging.models import Assignment, Change, PageAnnotation
from assessment.people.models import Member
from assessment.people.services.accounts import ensure_member
from assessment.results.selectors.annotations import load_annotations
from assessment.results.selectors.chosen import Chosen
from assessment.shared.errors import FileRefused
from documents.layouts import layout_of
from scoring.annotations import Annotation
from tests.factory import give
from tests.imports.pages import PAGE, SLUG, example, file_of, make_corpus, said

pytestmark = pytest.mark.django_db
Write = Callable[..., str]


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    campaign = make_corpus(tmp_path, "5", "-6", "7")
    for name in ("ada", "bo"):
        ensure_member(campaign=campaign, name=name, roles=["assessor"], by=None)
    return campaign


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(*lines: dict[str, Any] | str, name: str = "said.jsonl") -> str:
        data = file_of(*lines)
        (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return str(tmp_path / name)

    return write


def take(capsys: pytest.CaptureFixture[str], *arguments: str, **options: Any) -> str:
    call_command("import_annotations", "pages", *arguments, **options)
    return capsys.readouterr().out


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str, **options: Any) -> str:
    with pytest.raises(CommandError) as caught:
        call_command("import_annotations", "pages", *arguments, **options)
    return capsys.readouterr().err + str(caught.value)


def stored(campaign: Campaign) -> dict[tuple[str, str], Annotation]:
    qids = dict(campaign.questions.values_list("pk", "qid"))
    found = load_annotations(Chosen(campaign), qids)
    return {(one.example_id, each.annotator): each for one in found for each in one.annotations}


def test_annotations_are_stored_with_steps_and_times_and_repeats_change_nothing(
    campaign: Campaign, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    seconds = {"question": 3, "long": 40, "short": 9}
    file = write(
        example(
            5,
            said(0, (4, 6), annotator="ada", question="good", seconds=seconds),
            said(annotator="bo", question="bad", reason="opinion"),
        ),
        "",
        example(
            "-6",
            said(1, yes_no="YES", annotator="ada"),
            said(annotator="bo", question="good", complete=False),
        ),
        name="said.jsonl.gz",
    )
    assert (
        "Nothing was stored. The file holds 4 annotations (3 complete) of 2 examples by 2 annotators."
        in take(capsys, file, "--check")
    )
    assert not Assignment.objects.exists()
    assert "Stored 4 annotations." in take(capsys, file)
    found = stored(campaign)
    whole = found["5", "ada"]
    assert (whole.candidate, whole.kind, whole.complete, whole.seconds) == (0, "paragraph", True, (3, 40, 9))
    assert [span[2:] for span in whole.label.short] == [(4, 6)]
    assert (found["5", "bo"].question, found["5", "bo"].reason) == ("bad", "opinion")
    assert found["-6", "ada"].label.yes_no == "YES"
    assert not found["-6", "bo"].complete
    rows = {(row.question.qid, row.member.name): row for row in Assignment.objects.all()}
    assert {row.role for row in rows.values()} == {"judge"}
    assert rows["5", "ada"].judged == 1
    assert rows["5", "ada"].is_done
    assert rows["5", "ada"].seconds == 52
    assert (rows["-6", "bo"].judged, rows["-6", "bo"].finished_at) == (0, None)
    assert "Stored 0 annotations. 4 were there already." in take(capsys, file)
    assert campaign.imports.count() == 1
    assert Change.objects.count() == 4
    assert not any((settings.DATA_DIR / "uploads").glob("*/said.jsonl.gz"))
    assert Path(file).exists()


@pytest.mark.both_databases
def test_the_corpus_names_nobody_and_its_annotators_are_new(
    campaign: Campaign, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(
        PAGE.line(5, annotations=[said(0, (4, 5), annotation_id=2**63 + 5), said()]),
        PAGE.line(7, annotations=[said(2)]),
    )
    output = refusal(capsys, file)
    assert "said.jsonl:1: assessor_unknown: annotator-1 (2 annotations) is not an assessor" in output
    assert "annotator-2 (1 annotation)" in output
    assert not Member.objects.filter(name__startswith="annotator").exists()
    assert "New, without an account and given no work: annotator-1, annotator-2." in take(
        capsys, file, "--new"
    )
    found = stored(campaign)
    assert found["5", "annotator-1"].annotation_id == str(2**63 + 5)
    assert found["5", "annotator-1"].question == "good"
    assert found["7", "annotator-1"].kind == "table"
    assert (found["5", "annotator-2"].complete, found["5", "annotator-2"].candidate) == (True, -1)
    assert Member.objects.get(name="annotator-1").account is None
    assert "3 were there already" in take(capsys, file)  # they are known by now


@pytest.mark.both_databases
def test_every_fault_is_listed_at_once_with_line_and_example(
    campaign: Campaign, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    outside = {**PAGE.place(4, 5), "start_token": 4, "end_token": 6}
    other = {**PAGE.long(0), "start_byte": 1, "candidate_index": 0}
    file = write(
        "{",
        example(99, said(annotator="ada")),
        example(5, said(annotator="ada"), said(annotator="ada")),
        example("5", said(annotator="bo")),
        example(
            -6,
            said(0, annotator="ada") | {"short_answers": [outside]},
            said(annotator="bo") | {"long_answer": other},
        ),
        example(7, said(0, (14, 15), annotator="ada"), said(annotator="zed")),
        example(2**64, said()),
    )
    output = refusal(capsys, file)
    for part in (
        "said.jsonl:1: bad_json",
        "said.jsonl:2: unknown_example: Example 99 is no question of pages",
        "said.jsonl:3: twice: Example 5: ada annotated it twice",
        "said.jsonl:4: twice: Example 5 is in line 3 already",
        "said.jsonl:5: not_on_page: Example -6, ada: The short answer at bytes",
        "said.jsonl:5: not_on_page: Example -6, bo: Candidate 0 of the page is not at bytes 1",
        "said.jsonl:6: short_outside: Example 7",
        "said.jsonl:7: bad_id",
        "No annotation was stored.",
    ):
        assert part in output, output
    assert not Assignment.objects.exists()
    assert not FileImport.objects.of_judgments().exists()
    assert "no_examples" in refusal(capsys, write(""))
    assert "assessor_unknown: zed" in refusal(capsys, write(example(7, said(annotator="zed"))))


@pytest.mark.parametrize("is_kept", [False, True])
def test_what_the_file_leaves_out_of_a_place_comes_from_the_page(
    campaign: Campaign, write: Write, capsys: pytest.CaptureFixture[str], is_kept: bool
) -> None:
    """The simplified form of the corpus has tokens alone, and predictions may have bytes alone."""
    if is_kept:
        layout_of(SLUG, "5")
    none = {"start_byte": -1, "end_byte": -1}
    long, short = PAGE.long(1), PAGE.place(15, 16)
    tokens = said(annotator="ada") | {"long_answer": long | none, "short_answers": [short | none]}
    by_bytes = said(annotator="bo") | {
        "long_answer": {"start_byte": long["start_byte"], "end_byte": long["end_byte"]},
        "short_answers": [{"start_byte": short["start_byte"], "end_byte": short["end_byte"]}],
    }
    take(capsys, write(example(5, tokens, by_bytes)))
    found = stored(campaign)
    assert found["5", "ada"].label == found["5", "bo"].label
    assert found["5", "ada"].label.short[0] == tuple(short.values())
    assert (found["5", "bo"].candidate, found["5", "bo"].kind) == (1, "paragraph")


def test_nothing_that_stands_is_overwritten(
    campaign: Campaign, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    take(capsys, write(example(5, said(0, annotator="ada", question="good"))))
    output = refusal(capsys, write(example(5, said(1, annotator="ada")), example(7, said(annotator="bo"))))
    assert "said.jsonl:1: annotation_contradicts: Example 5: ada annotated it otherwise here." in output
    assert set(stored(campaign)) == {("5", "ada")}
    assert "1 was there already" in take(capsys, write(example(5, said(0, annotator="ada"))))


def test_whoever_handed_over_or_has_another_role_is_named(
    campaign: Campaign, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, bo = (Member.objects.get(name=name) for name in ("ada", "bo"))
    question = campaign.questions.get(qid="5")
    given = give(question, ada)
    hand_over(assignment=given, to=bo, by=None)
    expert = ensure_member(campaign=campaign, name="eva", roles=["assessor"], by=None)
    give(question, expert, stage="experts")
    ensure_member(campaign=campaign, name="olga", roles=["organizer"], by=None)
    people = [said(annotator=name) for name in ("ada", "eva", "olga")]
    output = refusal(capsys, write(example(5, *people)), "--new")
    assert "assignment_handed_over: Example 5: ada" in output
    assert "assignment_role: Example 5: eva is expert" in output


@pytest.mark.both_databases
def test_what_somebody_changed_since_stays_when_the_import_is_taken_back(
    campaign: Campaign, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    take(capsys, write(example(5, said(0, annotator="ada"), said(1, annotator="bo"))))
    row = PageAnnotation.objects.get(assignment__member__name="ada")
    Change.objects.create(
        question=row.assignment.question,
        assignment=row.assignment,
        kind="parts",
        client_id="00000000-0000-0000-0000-000000000001",
        before={},
        after={},
    )
    call_command(
        "take_back_judgments",
        "pages",
        "--import",
        str(FileImport.objects.of_judgments().get().number),
        "--reason",
        "wrong",
    )
    assert set(stored(campaign)) == {("5", "ada")}
    job = FileImport.objects.of_judgments().get().job
    assert job
    assert "1 changed since then was left alone" in job.result["sentence"]


def test_campaigns_without_annotations_refuse_the_file(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.factory import make_campaign

    make_campaign("pages")
    assert "not_annotated" in refusal(capsys, write(example(5, said())))
    assert not Job.objects.exists()


def test_a_refused_file_stays_whole_for_another_attempt(campaign: Campaign, write: Write) -> None:
    """A check that dies after it read the file begins anew: what was right in it is not the file."""
    path = Path(write(example(5, said(annotator="ada")), "{", example(7, said(annotator="nobody"))))
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(FileRefused) as refused:
            check_file(campaign, path)
        assert {"bad_json", "assessor_unknown"} <= {problem.code for problem in refused.value.problems}
        assert path.read_bytes() == before
