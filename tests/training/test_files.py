"""Sample questions come in from a table, whole or not at all, and with every error listed."""

import csv
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from hypothesis import given
from hypothesis import strategies as st

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile
from assessment.people.models import Event
from assessment.training.models import TrainingItem, TrainingQuestion
from assessment.training.services.sample_files import COLUMNS, read_samples
from scoring import evaluations
from tests.factory import make_campaign

TREC8 = evaluations.get("trec8")
PLAIN = tuple(column for column in COLUMNS.names if column not in ("nugget", "long", "short"))
ROWS = (
    (
        "names-1",
        "factoid",
        "",
        "Who was the coach?",
        "AP-2",
        "Lou Vasquez coached.",
        "Vasquez",
        "yes",
        "Enough.",
    ),
    ("names-1", "", "", "", "AP-2", "", "coached", "no", "No name."),
    ("time-1", "factoid", "", "Who is mayor?", "AP-9", "Mayor Ruben\nVasquez.", "Ruben", "no", "First name."),
)


def table(*rows: Sequence[str], header: Sequence[str] = PLAIN) -> bytes:
    buffer = StringIO()
    csv.writer(buffer).writerows([header, *rows])
    return buffer.getvalue().encode()


def codes(*rows: Sequence[str], track: str = "trec8") -> list[tuple[int, str]]:
    _, problems = read_samples(SourceFile("s.csv", table(*rows)), evaluations.get(track))
    return [(problem.line, problem.code) for problem in problems]


def changed(row: Sequence[str], **cells: str) -> list[str]:
    return [cells.get(column, cell) for column, cell in zip(PLAIN, row, strict=True)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "samples.csv"
    path.write_bytes(table(*ROWS))
    return path


@pytest.mark.django_db
def test_samples_come_in_with_their_pools(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    campaign = make_campaign("facts")
    call_command("import_training", "facts", str(file))
    assert capsys.readouterr().out.splitlines() == [
        "line 2: names-1: new",
        "line 4: time-1: new",
        "Read 2 sample questions with 3 answers: 2 new, 0 changed, 0 as they were.",
    ]
    first, second = campaign.training_questions.current()
    assert (first.name, first.text, first.scale_name, second.name) == (
        "names-1",
        "Who was the coach?",
        "yes-no",
        "time-1",
    )
    stored = first.items.order_by("pk").values_list(
        "docid", "supporting_text", "answer", "right_grade", "reason"
    )
    assert list(stored) == [
        ("AP-2", "Lou Vasquez coached.", "Vasquez", "yes", "Enough."),
        ("AP-2", "Lou Vasquez coached.", "coached", "no", "No name."),
    ]
    assert second.items.get().supporting_text == "Mayor Ruben\nVasquez."
    assert Event.objects.get(verb="training:imported").data == {
        "new": 2,
        "changed": 0,
        "same": 0,
        "answers": 3,
    }


@pytest.mark.django_db
def test_importing_again_changes_what_differs(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    campaign = make_campaign("facts")
    call_command("import_training", "facts", str(file))
    file.write_bytes(table(changed(ROWS[0], reason="Clearly enough."), *ROWS[1:]))
    call_command("import_training", "facts", str(file))
    assert "0 new, 1 changed, 1 as they were" in capsys.readouterr().out
    names = [(row.name, row.version) for row in campaign.training_questions.current()]
    assert names == [("names-1", 2), ("time-1", 1)]
    assert TrainingQuestion.objects.count() == 3


@pytest.mark.django_db
def test_a_faulty_file_changes_nothing_and_lists_all(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_campaign("facts")
    file.write_bytes(table(changed(ROWS[0], grade="maybe", reason=""), ROWS[1], changed(ROWS[2], text="")))
    with pytest.raises(CommandError):
        call_command("import_training", "facts", str(file))
    said = capsys.readouterr().err
    for place in (
        "samples.csv:2: grade_unknown",
        "samples.csv:2: reason_missing",
        "samples.csv:4: text_missing",
    ):
        assert place in said
    assert not TrainingQuestion.objects.exists()
    assert not TrainingItem.objects.exists()


@pytest.mark.django_db
def test_an_unknown_campaign_is_named(file: Path) -> None:
    Campaign.objects.all().delete()
    with pytest.raises(CommandError, match="There is no campaign"):
        call_command("import_training", "nowhere", str(file))


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([changed(ROWS[0], question="a b")], [(2, "name")]),
        ([changed(ROWS[0], type="OTHER")], [(2, "type_unknown")]),
        ([changed(ROWS[0], type="list")], [(2, "type_without_grades")]),
        ([changed(ROWS[0], docid="")], [(2, "docid_missing")]),
        ([changed(ROWS[0], supporting_text=" ")], [(2, "supporting_text_missing")]),
        ([changed(ROWS[0], answer="")], [(2, "answer_missing")]),
        ([changed(ROWS[0], grade="correct")], [(2, "grade_unknown")]),
        ([changed(ROWS[0], reason="x" * 2001)], [(2, "too_long")]),
        ([ROWS[0], ROWS[0]], [(3, "answer_repeated")]),
        ([ROWS[0], changed(ROWS[1], supporting_text="Otherwise.")], [(3, "text_differs")]),
        ([ROWS[0], changed(ROWS[1], text="Who else?")], [(3, "question_differs")]),
        ([ROWS[0], ROWS[1][:-1]], [(3, "columns")]),
        ([], [(0, "no_rows")]),
    ],
)
def test_each_fault_has_its_place_and_code(
    rows: list[Sequence[str]], expected: list[tuple[int, str]]
) -> None:
    assert codes(*rows) == expected


@pytest.mark.parametrize(
    ("type", "nugget", "grade", "expected"),
    [
        ("OTHER", "coached runners", "yes", []),
        ("OTHER", "", "yes", ["nugget_missing"]),
        ("OTHER", "coached runners", "correct", ["grade_unknown"]),
        ("FACTOID", "coached runners", "correct", ["nugget_useless"]),
    ],
)
def test_of_a_nugget_it_is_said_whether_an_answer_holds_it(
    type: str, nugget: str, grade: str, expected: list[str]
) -> None:
    row = [*changed(ROWS[0], type=type, grade=grade), nugget]
    data = table(row, header=(*PLAIN, "nugget"))
    samples, problems = read_samples(SourceFile("s.csv", data), evaluations.get("series2004"))
    assert [problem.code for problem in problems] == expected
    assert samples[0].sample.items[0].nugget == nugget


def test_an_answer_stands_there_once_for_each_nugget() -> None:
    rows = [[*changed(ROWS[0], type="OTHER", question="n"), nugget] for nugget in ("one", "two", "two")]
    _, problems = read_samples(
        SourceFile("s.csv", table(*rows, header=(*PLAIN, "nugget"))), evaluations.get("series2004")
    )
    assert [(problem.line, problem.code) for problem in problems] == [(4, "answer_repeated")]


def test_a_fifth_grade_is_known_where_the_settings_give_it() -> None:
    row = changed(ROWS[0], type="FACTOID", grade="locally_correct")
    assert codes(row, track="series2004") == [(2, "grade_unknown")]
    five = evaluations.get("series2004").under({"grades": 5})
    assert read_samples(SourceFile("s.csv", table(row)), five)[1] == []


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_file"),
        (b"question,type\na,b\n", "header"),
        (table(*ROWS) + b"\xff", "encoding"),
        (table(*ROWS).replace(b"Enough", b"En\0ugh"), "nul_byte"),
        (table(*ROWS) + b'x,"', "csv"),
    ],
)
def test_files_that_are_no_table_are_refused(data: bytes, code: str) -> None:
    _, problems = read_samples(SourceFile("s.csv", data), TREC8)
    assert code in {problem.code for problem in problems}


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    read_samples(SourceFile("s.csv", data), TREC8)
    read_samples(SourceFile("s.csv", table()[:-2] + b"\r\n" + data), TREC8)


@given(st.lists(st.lists(st.text(max_size=8), min_size=9, max_size=9), max_size=5))
def test_what_is_read_is_sound_or_refused(rows: list[list[str]]) -> None:
    samples, problems = read_samples(SourceFile("s.csv", table(*rows)), TREC8)
    assert problems or all(read.sample.items and read.sample.text for read in samples)
