"""Samples whose pages are annotated: trainees mark long and short answers as in judging, and hear of each step."""

import html
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, Change, PageAnnotation, WorkDay
from assessment.people.models import Account, Event
from assessment.privacy.selectors.own_data import own_data
from assessment.training.models import TrainingAnswer, TrainingAttempt, TrainingItem, TrainingQuestion
from assessment.training.services.samples import write_sample
from tests.api.asking import client_of, send_json
from tests.client import Client
from tests.factory import make_questions
from tests.judging.annotating import ITEM, PARAGRAPH, QIDS, ROW
from tests.query_counts import QueryCount
from tests.training.annotating import (
    COLUMNS,
    PAGE,
    SAMPLE,
    TEXT,
    WHY,
    Trial,
    expected,
    make_room,
    table,
    words_of,
    write_date_sample,
)
from tests.training.conftest import Enter

pytestmark = pytest.mark.django_db

URL = "/campaigns/comets/training/"
GOOD = ("date-1", "question", TEXT, PAGE, "good", str(PARAGRAPH))


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    return make_room(tmp_path)


@pytest.fixture
def ada(campaign: Campaign, enter: Enter) -> Client:
    return enter("ada")


def test_a_page_is_annotated_and_each_step_is_told(ada: Client, campaign: Campaign) -> None:
    write_date_sample(campaign)
    trial = Trial(ada)
    trial.say_all(words="6-9")
    assert trial.finish().headers["Location"] == trial.url
    review = html.unescape(trial.review())
    assert "2 of 3 agree with the key" in review
    assert review.count("<b>differs</b>") == 1
    assert review.index("“9 April 1926 by”") < review.index("“9 April 1926”")
    assert WHY in review
    assert 'name="expected"' in review  # the page itself, with what is expected marked
    assert "passage=long" in review
    stored = trial.stored
    assert (stored.agreed, stored.items) == (2, 3)
    done = Event.objects.get(verb="training:finished")
    assert (done.subject, done.data) == ("date-1", {"agreed": 2, "items": 3})
    assert "1 of 1 sample question done" in ada.get("/").text


def test_the_page_is_that_of_judging_and_tells_nothing_of_the_key(ada: Client, campaign: Campaign) -> None:
    write_date_sample(campaign)
    trial = Trial(ada)
    begun = ada.get(trial.url)
    assert "view=boxes" in begun.text
    assert (
        f'data-assignment="training-{trial.stored.pk}"' in begun.text
    )  # what waits there is of no assignment
    pages = [ada.get(URL), ada.get("/"), begun]
    pages += [trial.say("question", question="good", scripts=True), ada.get(trial.url), trial.finish()]
    pages += [trial.say("long", candidate=ROW), ada.get(trial.url)]
    assert not any(WHY in page.text for page in pages)
    assert TrainingAttempt.objects.get().finished_at is None


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (("bad", None, ""), "0 of 3"),
        (("good", -1, ""), "1 of 3"),
        (("good", ROW, "1"), "1 of 3"),
        (("good", PARAGRAPH, "6-8"), "3 of 3"),
    ],
)
def test_steps_that_are_left_out_agree_with_nothing(
    ada: Client, campaign: Campaign, said: tuple[str, int | None, str], told: str
) -> None:
    write_date_sample(campaign)
    trial = Trial(ada)
    question, box, words = said
    trial.say("question", question=question)
    if box is not None:
        trial.say("long", candidate=box)
    if words:
        trial.say("short", words=words)
    trial.finish()
    assert f"{told} agree with the key" in trial.review()


def test_any_of_several_expected_ones_counts(ada: Client, campaign: Campaign) -> None:
    others = (expected("bad"), expected(long=str(ITEM), short="yes"), expected(long="none"))
    write_date_sample(campaign, *others)
    for said in ("bad", "none", "yes"):
        trial = Trial(ada)
        trial.say("question", question="bad" if said == "bad" else "good")
        if said == "none":
            trial.say("long", candidate=-1)
        if said == "yes":
            trial.say("long", candidate=ITEM)
            trial.say("short", yes_no="YES")
        trial.finish()
        assert "3 of 3 agree with the key" in trial.review(), said


def test_saves_are_repeated_undone_and_held_against_other_windows(ada: Client, campaign: Campaign) -> None:
    write_date_sample(campaign)
    trial = Trial(ada)
    name = str(uuid4())
    first = trial.say("question", question="good", scripts=True, client_id=name).json()
    assert (first["step"], first["version"], first["undo"]) == ("long", 1, "good question")
    again = trial.say("question", question="good", scripts=True, client_id=name, seen=0).json()
    assert (again["repeated"], again["version"]) == (True, 1)
    late = trial.say("long", candidate=ROW, scripts=True, seen=0)
    assert (late.status_code, late.json()["stored"]["version"]) == (409, 1)
    trial.say("long", candidate=PARAGRAPH)
    trial.say("short", yes_no="YES")
    assert trial.say("undo", scripts=True).json()["step"] == "short"
    undone = trial.say("undo", scripts=True).json()
    assert (undone["step"], undone["record"]["long"], undone["undo"]) == ("long", None, "good question")
    trial.say("undo")
    nothing = trial.say("undo", scripts=True)
    assert (nothing.status_code, nothing.json()["code"]) == (422, "nothing_to_undo")
    assert trial.stored.annotation.question == ""


def test_finishing_waits_for_every_step_and_ends_the_try(ada: Client, campaign: Campaign) -> None:
    write_date_sample(campaign)
    trial = Trial(ada)
    trial.say("question", question="good")
    assert "Say whether there is a long answer" in ada.post(f"{trial.url}finish/", follow=True).text
    outside = trial.say("short", ranges="[[1, 2]]", scripts=True)
    assert (outside.status_code, outside.json()["code"]) == (422, "no_long_answer")
    trial.say("long", candidate=-1)
    trial.finish()
    late = trial.say("question", question="bad", scripts=True)
    assert (late.status_code, late.json()["code"]) == (422, "training_finished")
    assert trial.stored.annotation.question == "good"


def test_a_try_is_its_own_assessors(ada: Client, campaign: Campaign, enter: Enter) -> None:
    write_date_sample(campaign)
    trial = Trial(ada)
    ben, olga = enter("ben"), enter("olga")
    assert ben.get(trial.url).status_code == 404
    for client in (ben, olga):
        sent = {"client_id": str(uuid4()), "seen": 0, "question": "bad"}
        assert client.post(f"{trial.url}annotation/question/", sent).status_code == 404
    assert not trial.stored.steps
    trial.say("question", question="good")
    page = olga.get(trial.url).text  # of one that is not finished, what was said so far
    assert "Not finished" in page
    assert "Good question" in page


def test_nothing_of_it_reaches_judging(ada: Client, campaign: Campaign, tmp_path: Path) -> None:
    make_questions(campaign, QIDS[1], type="question")
    write_date_sample(campaign)
    trial = Trial(ada)
    trial.say("question", question="good", seconds=50)
    trial.say_all()
    trial.finish()
    assert TrainingAttempt.objects.get().finished_at
    for model in (PageAnnotation, Assignment, Change, WorkDay, TrainingAnswer):
        assert not model.objects.exists(), model
    assert trial.stored.annotation.seconds_question == 0
    call_command("export", "comets", str(tmp_path / "bundle"))
    assert not any(
        b"date-1" in file.read_bytes() for file in (tmp_path / "bundle").rglob("*") if file.is_file()
    )


def test_people_get_what_they_said(ada: Client, campaign: Campaign) -> None:
    write_date_sample(campaign)
    trial = Trial(ada)
    trial.say_all()
    files = dict(own_data(Account.objects.get(username="ada")))
    assert f'"candidate": {PARAGRAPH}' in files["campaigns/comets/training_pages.json"].decode()


def test_a_page_that_is_missing_is_told(ada: Client, campaign: Campaign) -> None:
    write_date_sample(campaign)
    Campaign.objects.update(collection_slug="gone")
    trial = Trial(ada)
    assert "The page of this question cannot be shown" in ada.get(trial.url).text
    trial.say("question", question="bad")
    trial.finish()
    assert "The page is not shown" in trial.review()


def test_a_file_brings_what_is_expected(
    campaign: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short = words_of(PARAGRAPH, 6, 8)
    file = tmp_path / "samples.csv"
    file.write_bytes(
        table(
            (*GOOD, short, "It says when."),
            ("date-1", "", "", PAGE, "good", "none", "", "Nothing says it."),
            ("bad-1", "question", "is it good", QIDS[1], "bad", "", "", "An opinion."),
        )
    )
    call_command("import_training", "comets", str(file))
    assert "Read 2 sample questions with 3 answers: 2 new" in capsys.readouterr().out
    call_command("import_training", "comets", str(file))
    assert "0 changed, 2 as they were" in capsys.readouterr().out
    rows = [(row.right_grade, row.long, row.short) for row in TrainingItem.objects.order_by("pk")]
    assert rows == [("good", str(PARAGRAPH), short), ("good", "none", ""), ("bad", "", "")]


@pytest.mark.parametrize(
    ("cells", "code", "said"),
    [
        ({"docid": "99"}, "page_missing", "Give the id of a page of the campaign’s collection."),
        ({"docid": ""}, "docid_missing", "The row names no page."),
        ({"long": "77"}, "candidate_unknown", "There is no such box on the page."),
        ({"long": "first"}, "long_unknown", "Give the number of a box of the page, from 0, or none."),
        ({"long": ""}, "long_unknown", "No long answer is given."),
        ({"long": "none"}, "no_long_answer", "Without a long answer there is no short one."),
        ({"short": "900-902"}, "not_on_page", "900-902 lies outside of the page"),
        ({"short": "0-1"}, "place_outside", "A place lies outside of the long answer."),
        ({"short": "5-3"}, "place_outside", "the end exclusive"),
        ({"short": "yes, {short}"}, "short_twice", "words and places at once"),
        ({"short": "{short}, {short}"}, "places_overlap", "Two places overlap."),
        ({"short": ""}, "short_unknown", "No short answer is given."),
        ({"short": "perhaps"}, "short_unknown", "is no short answer."),
        ({"grade": "bad"}, "bad_with_answer", "A bad question has no answers."),
        ({"grade": "fine"}, "grade_unknown", "Grades: good, bad."),
        ({"reason": ""}, "reason_missing", "Say why this is expected"),
        ({"long": "9" * 21}, "too_long", "Shorten it to 20."),
    ],
)
def test_each_fault_of_a_row_has_its_place_and_remedy_and_nothing_is_stored(
    campaign: Campaign,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    cells: dict[str, str],
    code: str,
    said: str,
) -> None:
    short = words_of(PARAGRAPH, 6, 8)
    right = dict(zip(COLUMNS, (*GOOD, short, WHY), strict=True))
    wrong = right | {"question": "date-2"} | {name: cell.format(short=short) for name, cell in cells.items()}
    file = tmp_path / "samples.csv"
    file.write_bytes(table(tuple(right.values()), tuple(wrong.values())))
    with pytest.raises(CommandError):
        call_command("import_training", "comets", str(file))
    told = capsys.readouterr().err
    assert f"samples.csv:3: {code}" in told
    assert said in told
    assert not TrainingQuestion.objects.exists()


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ({"docid": QIDS[1]}, "page_differs"),
        ({}, "answer_repeated"),
        ({"answer": "1926"}, "text_useless"),
    ],
)
def test_rows_of_one_sample_fit_together(
    campaign: Campaign,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    cells: dict[str, str],
    code: str,
) -> None:
    right = dict(zip(COLUMNS, (*GOOD, "yes", WHY), strict=True)) | {"answer": ""}
    file = tmp_path / "samples.csv"
    rows = (tuple(right.values()), tuple((right | cells).values()))
    file.write_bytes(table(*rows, header=tuple(right)))
    with pytest.raises(CommandError):
        call_command("import_training", "comets", str(file))
    assert f"samples.csv:3: {code}" in capsys.readouterr().err


def test_answers_of_experts_are_samples_there_as_before(campaign: Campaign) -> None:
    item = expected("Cd")._replace(answer="1926", supporting_text="Found in 1926.")
    sample = write_sample(campaign=campaign, sample=SAMPLE._replace(items=(item,)), seen=0, by=None)
    assert (sample.scale_name, sample.is_annotation) == ("expert", False)


def test_the_api_writes_and_shows_what_is_expected(campaign: Campaign) -> None:
    olga = client_of(Account.objects.get(username="olga"))
    at = "/api/v1/campaigns/comets/training/samples/date-1/"
    item = {"docid": PAGE, "right_grade": "good", "long": str(PARAGRAPH), "short": "no", "reason": WHY}
    body = {"type": "question", "text": TEXT, "items": [item]}
    wrong = send_json(olga, at, body | {"items": [item | {"long": "99"}]}, "put")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "candidate_unknown")
    assert send_json(olga, at, body, "put").status_code == 200
    shown = olga.get(at).json()["items"][0]
    assert (shown["right_grade"], shown["long"], shown["short"], shown["answer"]) == (
        "good",
        str(PARAGRAPH),
        "no",
        "",
    )


def test_organizers_write_samples_beside_the_boxes_of_the_page(campaign: Campaign, enter: Enter) -> None:
    olga = enter("olga")
    sent = {"name": "date-1", "type": "question", "text": TEXT, "seen": 0}
    sent |= {"items-TOTAL_FORMS": 1, "items-INITIAL_FORMS": 0}
    row = {"docid": PAGE, "right_grade": "good", "long": str(PARAGRAPH), "short": "1-2", "reason": WHY}
    sent |= {f"items-0-{column}": value for column, value in row.items()}
    assert "Long and short answer: good, bad, C, Cd, W" in olga.get(f"{URL}new/").text
    boxes = html.unescape(olga.post(f"{URL}new/", sent | {"more": "boxes"}).text)
    first, _, _ = words_of(PARAGRAPH, 6, 8).partition("-")
    assert f"9<sub>{first}</sub>" in boxes
    assert "It was seen again in 1997." in boxes
    refused = olga.post(f"{URL}new/", sent)
    assert refused.status_code == 422
    assert "A place lies outside of the long answer." in refused.text
    sent["items-0-short"] = words_of(PARAGRAPH, 6, 8)
    assert olga.post(f"{URL}new/", sent).status_code == 302
    page = olga.get(f"{URL}samples/date-1/").text
    assert f'value="{words_of(PARAGRAPH, 6, 8)}"' in page
    assert "annotation" in olga.get(URL).text


def test_the_pages_take_few_queries(ada: Client, campaign: Campaign, query_count: QueryCount) -> None:
    write_date_sample(campaign, expected("bad"), expected(long=str(ITEM), short="yes"), expected(long="none"))
    trial = Trial(ada)
    trial.say_all()
    for name in ("training: a page to annotate", "training: a review of a page"):
        ada.get(trial.url)
        with query_count(name):
            ada.get(trial.url)
        trial.finish()
