"""What a registered team may hand in, and until when: by the page, the API and the command."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.deadlines import move_deadline
from assessment.shared.datetimes import ZonedDatetime
from assessment.submissions.models import Registration, Run
from assessment.submissions.services import create_team
from tests.client import Client
from tests.submissions import scene
from tests.submissions.tongues import register, sent

SUBMIT = "/campaigns/tongues/submit/"
API = "/api/v1/campaigns/tongues/runs/"


def silent(run_id: str) -> bytes:
    """A run that answers neither of its two questions."""
    answers = "".join(
        f'<a q_id="000{n}" run_id="{run_id}" answered="NO"><passage_string></passage_string></a>\n'
        for n in (1, 2)
    )
    task = run_id[7:9]
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return f"{head}<output>\n<task_{task}>\n{answers}</task_{task}>\n</output>\n".encode()


def form(run_id: str, **fields: Any) -> dict[str, Any]:
    filled = scene.form("clct", silent(run_id), f"{run_id}.xml", **fields)
    del filled["length_limit"]
    return filled


@pytest.fixture
def ann(tongues: Campaign) -> Client:
    """A member of clct: PS in EN:EN (active) and EN:IT (not)."""
    register(tongues, "uned", "EN:EN", "DE:DE")
    client = scene.client_of("ann")
    client.post("/campaigns/tongues/register/", sent(pairs=["EN:EN", "EN:IT"]))
    return client


def test_a_run_of_a_registered_task_and_an_active_pair_is_stored(ann: Client) -> None:
    answer = ann.post(SUBMIT, form("clct101PSenen"), follow=True)
    assert "Stored clct101PSenen of clct" in answer.text
    run = Run.objects.get()
    assert (run.run_id, run.responses_count) == ("clct101PSenen", 2)


@pytest.mark.parametrize(
    ("run_id", "result"),
    [
        ("clct101ASenen", "a run of the task AS; clct registered for PS"),
        ("clct101PSdede", "answers the questions of DE:DE; clct registered for EN:EN, EN:IT"),
        ("clct101PSenit", "which does not run yet: one more team is needed"),
    ],
)
def test_what_a_team_did_not_register_for_is_refused_kindly(ann: Client, run_id: str, result: str) -> None:
    answer = ann.post(SUBMIT, form(run_id))
    assert answer.status_code == 422
    assert result in answer.text
    assert "Nothing was stored." in answer.text
    file = SimpleUploadedFile(f"{run_id}.xml", silent(run_id))
    refused = ann.post(API, {"team": "clct", "file": file})
    assert refused.status_code == 422
    assert result in refused.json()["message"]
    assert Run.objects.count() == 0


def test_a_team_that_did_not_register_hands_in_nothing(ann: Client, tongues: Campaign) -> None:
    create_team(
        by=scene.organizer(tongues), campaign=tongues, name="iles", members=tongues.members.filter(name="tom")
    )
    tom = scene.client_of("tom")
    assert "Register your team" in tom.get(SUBMIT).text
    answer = tom.post(SUBMIT, form("iles101PSenen") | {"team": "iles"})
    assert "The team iles is not registered" in answer.text
    assert Run.objects.count() == 0


def test_organizers_load_what_a_team_did_not_register_for(ann: Client, tmp_path: Path) -> None:
    path = tmp_path / "iles101ASdede.xml"
    path.write_bytes(silent("iles101ASdede"))
    call_command("submit_run", "tongues", str(path), "--team", "iles")
    assert Run.objects.get().run_id == "iles101ASdede"


def _begin(team: str, days_ago: float) -> None:
    started = timezone.now() - timedelta(days=days_ago)
    Registration.objects.filter(team__name=team).update(started_at=started)


def test_late_is_refused_kindly_and_organizers_load_it_or_move_the_deadline(
    ann: Client, tongues: Campaign, tmp_path: Path
) -> None:
    _begin("clct", 5.01)
    for answer in (ann.get(SUBMIT), ann.post(SUBMIT, form("clct101PSenen"))):
        assert "5 days after your team&#x27;s first download of questions" in answer.text
        assert "Write to the organizers" in answer.text
    assert Run.objects.count() == 0
    path = tmp_path / "clct101PSenen.xml"
    path.write_bytes(silent("clct101PSenen"))
    call_command("submit_run", "tongues", str(path), "--team", "clct")
    later = ZonedDatetime(timezone.now() + timedelta(hours=1), "Europe/Rome")
    move_deadline(campaign=tongues, deadline=later, reason="flood", by=None, team_name="clct")
    assert "Stored clct102PSenen" in ann.post(SUBMIT, form("clct102PSenen"), follow=True).text
    assert Run.objects.count() == 2


def test_the_page_explains_run_ids_and_shows_which_are_free(ann: Client) -> None:
    shown = ann.get(SUBMIT).text
    assert "clct101PSenen.xml" in shown
    assert "2 runs left" in shown
    assert "clct101PSenit" not in shown
    ann.post(SUBMIT, form("clct101PSenen"))
    shown = ann.get(SUBMIT).text
    assert "1 run left" in shown
    assert 'used">clct101PSenen' in shown
    ann.post(SUBMIT, form("clct102PSenen"))
    assert "has as many runs as a team may have" in ann.get(SUBMIT).text


def test_clocks_stand_on_the_board_too(ann: Client) -> None:
    _begin("clct", 1)
    olga = scene.client_of("olga")
    board = olga.get("/campaigns/tongues/").text
    assert "1 of 2" in board
    assert board.count('role="timer"') == 2
    runs = ann.get("/campaigns/tongues/runs/").text
    assert "3 d 23:59:" in runs
