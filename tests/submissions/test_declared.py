"""What an evaluation asks of a run: on page, command and API; where it is shown; changed until the deadline."""

import csv
import io
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.utils import timezone

from assessment.campaigns.models import Campaign, Series
from assessment.people.models import Account
from assessment.submissions.models import Run
from scoring import evaluations
from scoring.tracks.asked import Asked, answer_errors
from tests.api import asking
from tests.submissions import scene

RUN = b"".join(b"%s lkg1 LA010190-0001 x\n" % qid.encode() for qid in scene.QIDS)
ANSWERS = {"later_questions": "no", "independent": "yes"}


@pytest.fixture
def comet(series: Campaign) -> Campaign:
    """Of the series track, with ann of lkg."""
    scene.team_of(series, "lkg", "ann")
    series.questions.update(
        series=Series.objects.create(campaign=series, key="0", position=1, target="Comet")
    )
    return series


def send(username: str = "ann", data: bytes = RUN, **fields: str) -> Any:
    sent = scene.form(data=data, **fields)
    return scene.client_of(username).post("/campaigns/comet/submit/", sent)


def by_api(declare: list[str]) -> Any:
    program = asking.client_of(Account.objects.get(username="ann"))
    sent = {"team": "lkg", "declare": declare, "file": SimpleUploadedFile("run.txt", RUN)}
    return program.post("/api/v1/campaigns/comet/runs/", sent)


def by_command(folder: Path, *options: str) -> str:
    (folder / "run.txt").write_bytes(RUN)
    said = StringIO()
    call_command(
        "submit_run", "comet", str(folder / "run.txt"), "--team", "lkg", *options, stdout=said, stderr=said
    )
    return said.getvalue()


def test_the_page_asks_and_keeps_what_was_answered(comet: Campaign) -> None:
    page = scene.client_of("ann").get("/campaigns/comet/submit/").content.decode()
    assert "Did the system look at later questions of a series before it answered one?" in page
    assert send().status_code == 302
    assert Run.objects.get().declared == ANSWERS


def test_a_team_cannot_leave_it_out_and_an_organizer_can(comet: Campaign) -> None:
    refused = send(declared_independent="")
    assert refused.status_code == 422
    assert set(refused.context["form"].errors) == {"declared_independent"}
    assert send("olga", declared_independent="", declared_later_questions="").status_code == 302
    assert Run.objects.get().declared == {}


def test_the_api_takes_and_tells_it(comet: Campaign) -> None:
    missing = by_api(["later_questions=no"]).json()
    assert [one["code"] for one in missing["problems"]] == ["declared_missing"]
    unfit = by_api(["later_questions=maybe", "independent=yes", "mood=good"]).json()
    assert {one["code"] for one in unfit["problems"]} == {"declared_value", "declared_unknown"}
    assert by_api(["later_questions"]).json()["code"] == "declared_form"
    made = by_api([f"{name}={value}" for name, value in ANSWERS.items()])
    assert (made.status_code, made.json()["declared"]) == (201, ANSWERS)
    program = asking.client_of(Account.objects.get(username="ann"))
    asked = program.get("/api/v1/campaigns/comet/").json()["asked"]
    assert [(one["name"], one["values"], one["expected"]) for one in asked] == [
        ("later_questions", ["yes", "no"], "no"),
        ("independent", ["yes", "no"], "yes"),
    ]


def test_the_command_takes_it_and_lists_what_is_wrong(comet: Campaign, tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        by_command(tmp_path, "--declare", "independent=partly")
    with pytest.raises(CommandError, match="NAME=VALUE"):
        by_command(tmp_path, "--declare", "independent")
    by_command(tmp_path, "--declare", "independent=yes")
    assert Run.objects.get().declared == {"independent": "yes"}


def test_an_answer_against_the_guidelines_is_warned_of(comet: Campaign) -> None:
    send(declared_later_questions="yes")
    [warned] = [one for one in Run.objects.get().warnings if one["code"] == "declared_otherwise"]
    assert warned["message"].endswith("before it answered one? Yes")


def test_it_stands_on_the_run_s_page_and_receipt(comet: Campaign) -> None:
    send()
    ann = scene.client_of("ann")
    for address in ("", "receipt/"):
        page = ann.get(f"/campaigns/comet/runs/lkg1/{address}").content.decode()
        assert "Looked at later questions" in page
        assert "Series independent" in page


def test_the_same_file_with_other_answers_replaces_the_run_until_the_deadline(comet: Campaign) -> None:
    send()
    assert send().status_code == 409
    assert send(declared_later_questions="yes").status_code == 302
    assert Run.objects.current().get().declared["later_questions"] == "yes"
    assert Run.objects.count() == 2
    Campaign.objects.filter(pk=comet.pk).update(deadline=timezone.now() - timedelta(days=1))
    assert send().status_code == 422
    assert Run.objects.current().get().declared["later_questions"] == "yes"


def test_another_team_cannot_take_over_a_file_by_declaring_something_else(comet: Campaign) -> None:
    send()
    scene.team_of(comet, "lkg1x", "tom")
    assert send("tom", team="lkg1x", run_id="lkg1", declared_later_questions="yes").status_code != 302
    assert Run.objects.count() == 1


def exported(folder: Path, name: str) -> list[dict[str, str]]:
    call_command("export", "comet", str(folder / name), stdout=StringIO())
    return list(csv.DictReader(io.StringIO((folder / name / "runs.csv").read_text(encoding="utf-8"))))


def test_a_bundle_has_it_and_comes_in_with_it_and_has_no_column_without(
    comet: Campaign, tmp_path: Path
) -> None:
    scene.submit(comet, RUN)
    [row] = exported(tmp_path, "silent")
    assert "declared" not in row
    send("olga")
    [row] = exported(tmp_path, "told")
    assert row["declared"] == '{"independent": "yes", "later_questions": "no"}'
    call_command("import_bundle", str(tmp_path / "told"), "--slug", "again", stdout=StringIO())
    assert Run.objects.get(campaign__slug="again").declared == ANSWERS


@pytest.mark.parametrize("cell", ["[]", '{"a": 1}', "{", '{"a": "\\u0000"}'])
def test_a_bundle_with_another_cell_is_refused_with_its_line(
    comet: Campaign, tmp_path: Path, cell: str
) -> None:
    send()
    [row] = exported(tmp_path, "told")
    row["declared"] = cell
    with (tmp_path / "told" / "runs.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, row)
        writer.writeheader()
        writer.writerow(row)
    said = StringIO()
    with pytest.raises(CommandError):
        call_command("import_bundle", str(tmp_path / "told"), "--slug", "again", stderr=said)
    assert "declared is a JSON object of texts" in said.getvalue()


def test_an_answer_in_words_and_a_choice_are_checked() -> None:
    asked = (
        Asked("tools", "text", "Which tools?", "Tools"),
        Asked("model", "choice", "Which model?", "Model", choices=(("small", "Small"), ("large", "Large"))),
    )

    def wrong(**answers: str) -> list[tuple[str, str]]:
        return [(one.name, one.code) for one in answer_errors(asked, answers, may_be_silent=False)]

    assert wrong(tools="Lucene", model="small") == []
    assert wrong(tools="x" * 1001, model="Small") == [
        ("tools", "declared_value"),
        ("model", "declared_value"),
    ]
    assert wrong(tools="\0", model="") == [
        ("tools", "declared_value"),
        ("model", "declared_value"),
        ("model", "declared_missing"),
    ]


@pytest.mark.parametrize("track", evaluations.TRACKS)
def test_what_tracks_ask_is_plain_data(track: str) -> None:
    for one in evaluations.get(track).asked:
        assert one.kind in ("yes_no", "choice", "text")
        assert not one.expected or one.expected in dict(one.options)
        assert one.title
        assert one.short
