"""Judgments of several assessors side by side in one table: whose columns, which questions and answers, what grades mean."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError

from assessment.campaigns.models import Campaign, ImportedFile
from assessment.campaigns.services.checked_files import CHECK
from assessment.jobs.models import Job
from assessment.jobs.services.runner import run_job
from assessment.judging.models import Judgment
from tests import factory
from tests.alone import GRADED, alone
from tests.api.asking import client_of
from tests.client import Client
from tests.commands import outcome, run
from tests.judging.scene import assessors

pytestmark = pytest.mark.django_db
PAGE = "/campaigns/alone/judgments/"
ANSWERS = {"1": ("Joyce", "JOYCE", "Homer"), "2": ("at the quay",)}
TABLE = """id\tQuestion\tModel answer\tannotator1\tannotator2\tannotator3
1\tWho?\tJoyce\tYes\tYes\t
1\tWho?\tHomer\tNo\tYes\tNo
2\tWhere?\tat the quay\tYes\t\t
2\tWhere?\tnowhere\tNo\tNo\t
"""
MAP = "assessor:anna=annotator1,assessor:ben=annotator2,assessor:cleo=annotator3"


def fill(campaign: Campaign) -> Campaign:
    questions = factory.make_questions(campaign, *ANSWERS, type="question")
    for question, text in zip(questions, ("Who?", "Where?"), strict=True):
        question.text = text
        question.save()
        factory.make_items(question, *(("", answer) for answer in ANSWERS[question.qid]))
    assessors(campaign, "anna", "ben", "cleo")
    return campaign


@pytest.fixture
def campaign(db: None, tmp_path: Path) -> Campaign:
    return fill(alone(tmp_path))


@pytest.fixture
def organizer(campaign: Campaign) -> Client:
    client = Client()
    client.force_login(factory.make_member(campaign, "olga", "organizer"))
    return client


def written(folder: Path, text: str) -> str:
    file = folder / "said.tsv"
    file.write_text(text)
    return str(file)


def take(folder: Path, text: str = TABLE, columns: str = MAP, *more: str) -> Any:
    said = ("--columns", columns) if columns else ()
    return outcome("import_judgments", "alone", written(folder, text), *said, *more)


def refused(folder: Path, text: str, columns: str = MAP) -> str:
    with pytest.raises(CommandError) as error:
        run("import_judgments", "alone", written(folder, text), "--columns", columns)
    return "\n".join([str(error.value), *error.value.__notes__])


def stored() -> dict[str, dict[str, str]]:
    """The grades by person and answer."""
    rows = Judgment.objects.exclude(grade="").values_list("member__name", "item__answer", "grade")
    found: dict[str, dict[str, str]] = {}
    for name, answer, grade in rows:
        found.setdefault(name, {})[answer] = grade
    return found


ALL = {
    "anna": {"Joyce": "yes", "JOYCE": "yes", "Homer": "no", "at the quay": "yes"},
    "ben": {"Joyce": "yes", "JOYCE": "yes", "Homer": "yes"},
    "cleo": {"Homer": "no"},
}


def send(client: Client, text: str) -> Any:
    return client.post(PAGE, {"file": SimpleUploadedFile("said.tsv", text.encode())}, follow=True)


def again(client: Client, **said: str) -> Any:
    check = Job.objects.filter(kind=CHECK).latest("pk")
    return client.post(PAGE, {"again": check.pk, **said}, follow=True)


def confirm(client: Client) -> None:
    check = Job.objects.filter(kind=CHECK).latest("pk")
    client.post(f"{PAGE}{check.pk}/import/", {"newcomers": "on"})


def test_each_column_is_one_person_and_empty_cells_say_nothing(campaign: Campaign, tmp_path: Path) -> None:
    checked = take(tmp_path, TABLE, MAP, "--check")
    assert checked["missed"] == 1
    assert {one["name"]: one["items"] for one in checked["people"]} == {"anna": 4, "ben": 3, "cleo": 1}
    assert "“Yes” was read as yes, 4 times." in checked["lines"]
    assert (
        "1 row names a question or an answer that is not in the pool, and is left out (line 5)."
        in checked["lines"]
    )
    assert stored() == {}
    assert "1 row names a question or an answer" in take(tmp_path)["sentence"]
    assert stored() == ALL


def test_the_same_file_again_changes_nothing_and_an_undo_takes_all_of_it(
    campaign: Campaign, tmp_path: Path
) -> None:
    take(tmp_path)
    assert "Nothing changed" in take(tmp_path)["sentence"]
    run("undo_import", "alone", "1", "--reason", "the wrong file")
    assert stored() == {}


def test_columns_called_annotator1_and_so_on_are_people_of_these_names(
    campaign: Campaign, tmp_path: Path
) -> None:
    take(tmp_path, TABLE, "", "--new")
    assert stored() == {f"annotator{number}": said for number, said in enumerate(ALL.values(), 1)}


def test_a_question_is_found_by_its_text(campaign: Campaign, tmp_path: Path) -> None:
    by_text = "\n".join(
        line.partition("\t")[2]
        for line in TABLE.replace("Who?", "WHO  ?").replace("WHO  ?", "who?").splitlines()
    )
    take(tmp_path, by_text)
    assert stored() == ALL


def test_on_the_page_each_column_is_given_a_person(organizer: Client) -> None:
    page = send(organizer, TABLE.replace("annotator", "A")).text
    assert "Which column is which?" in page
    assert "Grades of several assessors" in page
    assert '<option value="anna">' in page
    people = {"person-A1": "anna", "person-A2": "ben", "person-A3": "cleo"}
    which = {"column-qid": "id", "column-answer": "Model answer"}
    page = again(organizer, **which, **people).text
    assert "Preview of 8 judgments" in page
    assert "anna ← A1" in page
    assert "1 row names a question or an answer" in page
    confirm(organizer)
    assert stored() == ALL
    assert ImportedFile.objects.get().columns["assessor:ben"] == "A2"
    assert "anna ← A1" in send(organizer, TABLE.replace("annotator", "A")).text  # as the last such file


def test_a_column_that_the_last_file_had_not_is_read_and_not_left_out_unseen(
    organizer: Client, tmp_path: Path
) -> None:
    two = "\n".join(line.rpartition("\t")[0] for line in TABLE.splitlines())
    take(tmp_path, two, "assessor:anna=annotator1,assessor:ben=annotator2")
    page = send(organizer, TABLE).text
    assert "anna ← annotator1" in page
    assert "annotator3 ← annotator3" in page
    assert "Preview of 8 judgments" in page
    confirm(organizer)
    assert stored() == {"anna": ALL["anna"], "ben": ALL["ben"], "annotator3": ALL["cleo"]}


def test_two_columns_of_one_person_are_refused(organizer: Client) -> None:
    send(organizer, TABLE)
    people = {"person-annotator1": "anna", "person-annotator2": "anna"}
    page = again(organizer, **{"column-qid": "id", "column-answer": "Model answer"}, **people).text
    assert "Two columns hold the grades of anna: annotator1 and annotator2." in page


def test_by_program_and_in_json(campaign: Campaign) -> None:
    rows = [
        {"question": "where?", "prediction": "at the  QUAY", "said": {"a": True, "b": None}},
        {"question": "Who?", "prediction": "Homer", "said": {"a": False, "b": 1}},
    ]
    program = client_of(factory.make_member(campaign, "olga", "organizer"))
    sent = {
        "kind": "judgments",
        "file": SimpleUploadedFile("said.json", json.dumps(rows).encode()),
        "columns": json.dumps({"assessor:anna": "said.a", "assessor:ben": "said.b"}),
    }
    answer = program.post("/api/v1/campaigns/alone/imports/", sent)
    assert answer.status_code == 202, answer.content
    run_job(Job.objects.latest("pk").pk, heartbeat=False)
    assert stored() == {"anna": {"at the quay": "yes", "Homer": "no"}, "ben": {"Homer": "yes"}}


@pytest.mark.parametrize(
    ("text", "columns", "code"),
    [
        (TABLE, "assessor:anna=nobody", "column_unknown"),
        (TABLE, "assessor:=annotator1", "columns"),
        (TABLE, f"{MAP},assessor:dora=annotator1", "assessor_unknown"),
        (TABLE.replace("Yes", "perhaps"), MAP, "grade_not_on_scale"),
        (TABLE + TABLE.splitlines()[1] + "\n", MAP, "duplicate_judgment"),
        ("id\tModel answer\tannotator1\n1\tnobody\tYes\n", "assessor:anna=annotator1", "item_unknown"),
        ("<html><table></table></html>", MAP, "file_kind"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_stored(
    campaign: Campaign, tmp_path: Path, text: str, columns: str, code: str
) -> None:
    assert f"{code}:" in refused(tmp_path, text, columns)
    assert stored() == {}


def test_two_rows_that_contradict_each_other_say_nothing_of_what_they_only_resemble(
    campaign: Campaign, tmp_path: Path
) -> None:
    text = "id\tModel answer\tannotator1\n1\tjoyce\tYes\n1\tjoycE\tNo\n1\tHomer\tNo\n"
    take(tmp_path, text, "assessor:anna=annotator1")
    assert stored() == {"anna": {"Homer": "no"}}


def test_grades_that_nobody_knows_are_asked_about(tmp_path: Path) -> None:
    words = GRADED.replace('label = "partly",', 'label = "partly", title = "Partly so",')
    campaign = fill(alone(tmp_path, definition=words))
    client = Client()
    client.force_login(factory.make_member(campaign, "olga", "organizer"))
    page = send(client, TABLE).text
    assert "What do these grades mean?" in page
    assert '<option value="partly">Partly so</option>' in page
    people = {f"person-annotator{number}": name for number, name in enumerate(ALL, 1)}
    which = {"column-qid": "id", "column-answer": "Model answer"}
    page = again(client, **which, **people, **{"column-grade:Yes": "right", "column-grade:No": "wrong"}).text
    assert "“Yes” was read as right, 4 times." in page
    confirm(client)
    assert stored()["cleo"] == {"Homer": "wrong"}
    assert "What do these grades mean?" not in send(client, TABLE).text  # what was said is kept


def test_grades_are_known_by_their_titles_and_by_what_was_said(campaign: Campaign, tmp_path: Path) -> None:
    text = TABLE.replace("Yes", "ACCEPTABLE").replace("No\t", "nay\t").replace("\tNo\n", "\tnay\n")
    take(tmp_path, text, f"{MAP},grade:nay=no")
    assert stored() == ALL


def test_an_ordinary_table_may_name_questions_by_text_and_leave_documents_out(
    campaign: Campaign, tmp_path: Path
) -> None:
    text = "question,answer,assessor,grade\nwho?,Homer,anna,No\n"
    take(tmp_path, text, "")
    assert stored() == {"anna": {"Homer": "no"}}
    unknown = "question,answer,assessor,grade\nwhen?,Homer,anna,No\n"
    assert "unknown_question:" in refused(tmp_path, unknown, "")


def test_what_is_exported_comes_back(campaign: Campaign, tmp_path: Path) -> None:
    take(tmp_path)
    run("export", "alone", str(tmp_path / "bundle"))
    said = names(tmp_path / "bundle" / "judgments.csv")
    assert ("1", "", "", "Joyce", "anna", "yes") in said
    assert "Nothing changed" in run("import_judgments", "alone", str(tmp_path / "bundle" / "judgments.csv"))


def names(file: Path) -> list[Sequence[str]]:
    return [tuple(line.split(",")[:6]) for line in file.read_text().splitlines()]


def test_rows_of_json_in_one_line_are_told_apart(campaign: Campaign, tmp_path: Path) -> None:
    row = {"id": "1", "answer": "Homer", "a": "No"}
    rows = [row, {**row, "answer": "nobody"}, {**row, "answer": "no one"}]
    assert take(tmp_path, json.dumps(rows), "assessor:anna=a", "--check")["missed"] == 2
    assert "duplicate_judgment:" in refused(tmp_path, json.dumps([row, row]), "assessor:anna=a")


def test_a_program_judges_answers_without_documents(campaign: Campaign, tmp_path: Path) -> None:
    table = written(tmp_path, "qid,answer,grade\n1,Homer,no\n1,Joyce,yes\n")
    run("import_machine", "alone", table, "--name", "reader", "--of-version", "1", "--model", "reader-1")
    rows = Judgment.programs.values_list("item__answer", "grade")
    assert set(rows) == {("Homer", "no"), ("Joyce", "yes")}
