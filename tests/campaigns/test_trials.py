"""An evaluation tried with questions and a run before anything is made: read, judged and scored as in a campaign, and nothing is stored."""

import json
import re
from collections import Counter
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.source_files import SourceFile
from assessment.campaigns.services.trials import MOST, read_material
from scoring.evaluations.gallery import Entry, gallery
from scoring.records import Item
from tests.client import Client
from tests.commands import run
from tests.factory import make_account

NEW = "/campaigns/new/evaluation/"
GALLERY = {entry.name: entry for entry in gallery()}
GRADED = GALLERY["graded"]
RUN = "1 Q0 VELL-02 1 9 heron The lamp.\n1 Q0 VELL-05 2 8 heron On Sundays.\n2 Q0 CANAL-01 1 9 heron Stone.\n"

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    client = Client()
    client.force_login(make_account("ada", may_create=True))
    return client


def folder(entry: Entry) -> Path:
    return Path(str(entry.folder))


def files(entry: Entry, name: str = "heron") -> dict[str, str]:
    """The questions of an entry of the gallery, and a run of its."""
    (run_file,) = (folder(entry) / "runs").glob(f"{name}.*")
    questions = (folder(entry) / "questions.csv").read_text()
    return {"text": entry.text, "questions": questions, "run": run_file.read_text()}


def tried(client: Client, before: str = "", **fields: Any) -> str:
    """The part of the page that says what comes of it, after a page or from the beginning."""
    kept = hidden(before) if before else {}
    answer = client.post(NEW, {"do": "try", **kept, **fields}, headers={"X-Part": "answers"})
    assert answer.status_code == 200
    return answer.content.decode()


def hidden(page: str) -> dict[str, str]:
    found = re.findall(r'<input type="hidden" name="(said|now|asked)" value="([^"]*)"', page)
    return {name: unescape(value) for name, value in found}


def lines(page: str) -> dict[str, str]:
    """What the list says of each answer."""
    found = re.findall(r'<span class="s"[^>]*>(.*?)</span>.*?<span class="g">(.*?)</span>', page)
    return {unescape(answer): label for answer, label in found}


def measures(page: str) -> dict[str, str]:
    """What the run comes to."""
    rows = re.findall(r'<th scope="row">(.*?)</th><td class="r">(?:<b>)?(.*?)(?:</b>)?</td>', page)
    return dict(rows)


@pytest.mark.parametrize("entry", gallery(), ids=lambda entry: entry.name)
def test_each_entry_of_the_gallery_is_tried_with_its_own_files(client: Client, entry: Entry) -> None:
    page = tried(client, **files(entry))
    assert "trial-problems" not in page
    assert "Nothing you do here is saved" in page
    assert lines(page)
    kinds = entry.track.question_types.values()
    if all(kind.scale or kind.cell_scale for kind in kinds):
        page = tried(
            client, page, **files(entry), grade=re.findall(r'name="grade"[^>]*value="([^"]*)"', page)[0]
        )
        assert "1 of" in page
    assert len(measures(page)) == len(entry.track.measures)


def test_judgments_of_a_trial_come_to_what_the_same_come_to_in_a_campaign(
    client: Client, tmp_path: Path
) -> None:
    fields = files(GRADED)
    page = tried(client, **fields)
    page = tried(client, page, **fields, grade="3")
    page = tried(client, page, **fields, grade="1")
    assert list(lines(page).values()) == ["3 Perfect", "1 Fair"]
    assert "2 of 2 judged" in page
    made = campaign_of(fields, tmp_path, "3", "1")
    assert measures(page) == {
        "nDCG@5": shown(made["score"]),
        "P@5": shown(made["measures"]["P@5"]),
        "Mean grade": shown(made["measures"]["mean_grade"]),
        "Judged@5": shown(made["measures"]["Judged@5"]),
    }
    assert f"{shown(made['bounds']['low'])} to {shown(made['bounds']['high'])}" in page
    assert f"<dd>{made['unjudged']}</dd>" in page


def campaign_of(fields: dict[str, str], tmp_path: Path, *grades: str) -> dict[str, Any]:
    """The scores of a campaign with the same questions, run and judgments of its first answers."""
    for name, text in fields.items():
        (tmp_path / name).write_text(text)
    run("create_campaign", "made", "--evaluation", str(tmp_path / "text"))
    run("settings", "made", "unknown_docids=true")
    run("import_questions", "made", str(tmp_path / "questions"))
    run("open_campaign", "made")
    run("submit_run", "made", str(tmp_path / "run"), "--team", "heron", "--run-id", "heron")
    run("close_campaign", "made")
    run("pool", "made")
    items = Campaign.objects.get().questions.get(qid="1").pool_items.order_by("docid", "answer")
    rows = [f'1,{item.docid},"{item.answer}",ann,{grade}' for item, grade in zip(items, grades, strict=True)]
    (tmp_path / "judgments").write_text("\n".join(["qid,docid,answer,assessor,grade", *rows]))
    run("import_judgments", "made", str(tmp_path / "judgments"), "--new")
    run("score", "made", "--json", str(tmp_path / "scores.json"))
    scores: dict[str, Any] = json.loads((tmp_path / "scores.json").read_text())["runs"]["heron"]
    return scores


def shown(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def rows_there_are() -> dict[str, int]:
    return {model._meta.label: model._default_manager.count() for model in apps.get_models()}


def test_nothing_is_stored_and_nothing_stays_in_the_session(client: Client) -> None:
    before, session = rows_there_are(), dict(client.session)
    page = tried(client, **files(GRADED))
    page = tried(client, page, **files(GRADED), grade="3")
    client.post(NEW, {"do": "try", **files(GRADED), **hidden(page), "grade": "2"})
    tried(client, questions="broken", run="broken", text=GRADED.text)
    assert rows_there_are() == before
    assert dict(client.session) == session


def test_without_scripts_the_whole_page_comes_back_with_what_was_typed_and_said(client: Client) -> None:
    page = client.post(NEW, {**files(GRADED), "title": "Ours"}).content.decode()
    page = client.post(NEW, {**files(GRADED), **hidden(page), "grade": "2", "title": "Ours"}).content.decode()
    assert "<html" in page
    assert list(lines(page).values()) == ["2 Good", "—"]
    assert "What should a visitor see in Vell on one day?" in page
    assert 'value="Ours"' in page
    upload = SimpleUploadedFile("ours.csv", b"qid,text\r\n1,Where is it?\r\n")
    page = client.post(NEW, {"do": "try", "text": GRADED.text, "questions_file": upload}).content.decode()
    assert "1,Where is it?" in page
    assert "1 question was read." in page
    assert "Give a run" in page


def test_what_was_said_is_taken_back_and_other_answers_and_questions_are_shown(client: Client) -> None:
    fields = files(GRADED)
    page = tried(client, **fields)
    first = hidden(page)["now"]
    page = tried(client, page, **fields, grade="3")
    second = hidden(page)["now"]
    assert second != first
    page = tried(client, page, **fields, take_back="1")
    assert (hidden(page)["now"], hidden(page)["said"]) == (first, "{}")
    page = tried(client, page, **fields, go=second)
    assert hidden(page)["now"] == second
    page = tried(client, page, **fields, asked="2", grade="0")  # of the question that is shown no more
    assert list(lines(page).values()) == ["—", "—"]
    page = tried(client, page, **fields, asked="2", grade="0")
    assert list(lines(page).values()) == ["0 Off topic", "—"]


def test_that_an_answer_cannot_be_judged_wants_a_reason_and_is_no_judgment(client: Client) -> None:
    fields = files(GALLERY["answers-alone"], "plover")
    page = tried(client, **fields)
    page = tried(client, page, **fields, grade="cannot_judge", reason=" ")
    assert "needs a reason" in page
    assert "0 of 1 judged" in page
    page = tried(client, page, **fields, grade="cannot_judge", reason="cut off")
    assert list(lines(page).values()) == ["cannot be judged"]
    assert "1 answer that nobody could judge counts as unjudged" in page
    assert measures(page) == {"Accuracy": ".000"}


def test_nuggets_with_labels_are_judged_one_by_one(client: Client) -> None:
    fields = files(GALLERY["labels"])
    page = tried(client, **fields)
    assert "first lit in 1871" in page
    page = tried(client, page, **fields, grade="support")
    assert "tended by the Marden family" in page
    page = tried(client, page, **fields, grade="not_support")
    assert list(lines(page).values()) == ["2/2", "0/2"]
    assert measures(page)["V strict"] == "1.000"
    assert measures(page)["A strict"] == ".500"


def test_criteria_are_judged_one_by_one_each_by_its_own_labels(client: Client) -> None:
    fields = files(GALLERY["criteria"])
    page = tried(client, **fields)
    for label in ("3", "2", "yes", "harmful"):
        assert "Criterion" in page
        assert f'value="{label}"' in page
        page = tried(client, page, **fields, grade=label)
    assert list(lines(page).values()) == ["4/4"]
    shown = measures(page)
    # By hand, of the first question: (3 · 1 + 2 · 2/3 + 1 - 4) / 6 = 2/9; one of which nobody said anything has no value.
    assert shown["Criteria"] == ".222"
    page = tried(client, page, **fields, take_back="1")
    assert 'value="harmful"' in page
    assert 'value="yes"' not in page
    assert list(lines(page).values()) == ["3/4"]


def test_rubrics_are_judged_by_the_weights_that_come_with_the_questions(client: Client) -> None:
    fields = files(GALLERY["rubrics"])
    page = tried(client, **fields)
    for label in ("satisfied", "partially", "satisfied", "not"):
        page = tried(client, page, **fields, grade=label)
    assert list(lines(page).values()) == ["4/4"]
    assert measures(page)["Criteria"] == ".853"  # (5 + 2.5 · 0.5 + 1) / 8.5


def many(answers: int, nuggets: int) -> dict[str, str]:
    """A question with so many nuggets, and a run with so many answers to it."""
    checklist = "\n".join(f"nugget {number}" for number in range(nuggets))
    return {
        "text": GALLERY["labels"].text,
        "questions": f'qid,text,checklist\n1,What?,"{checklist}"\n',
        "run": "".join(f"1 heron D{number} answer {number}\n" for number in range(answers)),
    }


def test_as_many_labels_as_a_trial_takes_cost_no_more_than_they_are(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Counter[str]()
    equal = Item.__eq__
    monkeypatch.setattr(
        Item, "__eq__", lambda one, other: asked.update(["item"]) or equal(one, other), raising=False
    )
    page = tried(client, **many(70, 70))
    assert "0 of 4900 judged" in page.replace(",", "")
    assert asked["item"] < 10_000


@pytest.mark.parametrize(
    ("answers", "nuggets", "sentence"),
    [
        (300, 300, "Answers times nuggets or criteria are 90,000; at most 5,000 can be tried here."),
        (1_001, 1, "A question has 1,001 answers; at most 1,000 can be tried here."),
    ],
)
def test_more_than_a_page_shows_and_scores_at_once_is_told(
    client: Client, answers: int, nuggets: int, sentence: str
) -> None:
    page = tried(client, **many(answers, nuggets))
    assert sentence in page
    assert 'id="trial"' not in page


def test_all_labels_that_a_trial_takes_come_along(client: Client) -> None:
    fields = many(25, 60)
    page = tried(client, **fields)
    material = read_material(
        GALLERY["labels"].track,
        fields["text"],
        SourceFile("questions", fields["questions"].encode()),
        SourceFile("run", fields["run"].encode()),
    )
    said = json.dumps(dict.fromkeys(material.by_key, "partial_support"))
    page = tried(client, **fields, said=said)
    assert "1500 of 1500 judged" in page.replace(",", "")


def test_questions_that_cannot_be_chosen_are_told(client: Client) -> None:
    questions = "qid,text\n" + "".join(f"{number},What is {number}?\n" for number in range(1, 103))
    answers = "".join(f"{number} Q0 D1 1 9 heron yes\n" for number in range(1, 103))
    page = tried(client, text=GRADED.text, questions=questions, run=answers)
    assert "2 more questions are scored and cannot be chosen here." in page


def test_what_is_said_stays_while_the_evaluation_or_a_file_is_broken_and_goes_with_its_grade(
    client: Client,
) -> None:
    fields = files(GRADED)
    page = tried(client, **fields)
    judged = tried(client, page, **fields, grade="3")
    broken = tried(client, judged, **fields | {"text": GRADED.text.replace("value = 1", "value = ")})
    assert "No problems" not in broken
    assert list(lines(tried(client, broken, **fields)).values()) == ["3 Perfect", "—"]
    broken = tried(client, judged, **fields | {"run": "1 heron"})
    assert "trial-problems" in broken
    assert list(lines(tried(client, broken, **fields)).values()) == ["3 Perfect", "—"]
    other = re.sub(r'  \{ label = "3".*\n', "", GRADED.text).replace('right = ["3", "2"]', 'right = ["2"]')
    assert list(lines(tried(client, judged, **fields | {"text": other})).values()) == ["—", "—"]


@pytest.mark.parametrize(
    "said",
    ["", "[", "[]", "null", '{"a": 1}', '{"a": "3"}', '{"' + "x" * 200_000 + '": "3"}', "[" * 20_000],
)
def test_what_comes_back_otherwise_than_it_was_written_is_nothing(client: Client, said: str) -> None:
    page = tried(client, **files(GRADED), said=said, now="none", grade="seven", asked="none")
    assert set(lines(page).values()) == {"—"}
    assert hidden(page)["said"] == "{}"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"run": ""}, "Give a run"),
        ({"questions": ""}, "Give the questions"),
        ({"questions": "qid,text\n1,\n"}, "1 problem with what is tried"),
        ({"questions": 'qid,text\n1,"never closed\n'}, "what is tried"),
        ({"run": RUN.replace("2 Q0", "7 Q0")}, "7"),
        ({"run": "qid,answer\n1,The lamp\n"}, "what is tried"),
        ({"run": RUN + RUN}, "what is tried"),
        ({"run": "x" * (MOST + 1)}, "larger than the 300,000 bytes"),
        ({"questions": "é" * (MOST // 2 + 1)}, "larger than the 300,000 bytes"),
        ({"run": "1 Q0 NIL 1 9 heron\n\0"}, "what is tried"),
        ({"run": "\u202e" * 10_000}, "what is tried"),
        ({"run": "1 2 3\n" * 20_000}, "more"),
    ],
)
def test_bad_files_are_told_with_their_lines_as_those_of_a_campaign(
    client: Client, fields: dict[str, str], sentence: str
) -> None:
    page = tried(client, **files(GRADED) | fields)
    assert sentence in page
    assert 'id="trial"' not in page
    assert len(page) < 200_000


def workbook() -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    return buffer.getvalue()


@pytest.mark.parametrize(
    "data", [workbook(), "qid,text\n1,Was ist grün?".encode("utf-16"), b"\xff\xfe\x00", b"%PDF-1.7"]
)
def test_files_that_are_no_text_are_told_so_and_fill_no_field(client: Client, data: bytes) -> None:
    upload = SimpleUploadedFile("ours.csv", data)
    page = client.post(NEW, {"text": GRADED.text, "run": RUN, "questions_file": upload}).content.decode()
    assert "what is tried" in page
    assert "ours.csv" in page


def test_hostile_questions_and_answers_stay_texts(client: Client) -> None:
    questions = 'qid,text\n1,"<img src=x onerror=alert(1)>"\n'
    answers = "1 Q0 <b>D</b> 1 9 heron <script>alert(2)</script>\n"
    page = tried(client, text=GRADED.text, questions=questions, run=answers, said='"><script>3')
    assert "<img" not in page
    assert "<script>" not in page
    assert "<b>D" not in page


def test_who_may_not_create_campaigns_tries_nothing() -> None:
    client = Client()
    client.force_login(make_account("eve"))
    assert client.post(NEW, {"do": "try", **files(GRADED)}).status_code == 404


def test_a_campaign_is_made_with_the_questions_that_were_tried_or_not_at_all(client: Client) -> None:
    sent = {**files(GRADED), "do": "create", "title": "Ours", "slug": "ours", "with_questions": "on"}
    page = client.post(NEW, sent | {"questions": "qid,text\n1,\n"})
    assert page.status_code == 422
    assert "trial-problems" in page.content.decode()
    assert not Campaign.objects.exists()
    assert client.post(NEW, sent).status_code == 302
    assert list(Campaign.objects.get().questions.in_order().values_list("qid", flat=True)) == ["1", "2"]
    assert client.post(NEW, sent | {"slug": "other", "with_questions": ""}).status_code == 302
    assert not Campaign.objects.get(slug="other").questions.exists()
