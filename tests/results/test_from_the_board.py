"""Where the board leads when something is missing: to the form that brings it, after which the board comes again."""

import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from assessment.campaigns.models import Campaign, Question
from assessment.jobs.models import Job
from assessment.submissions.models import Run
from tests.client import Client
from tests.factory import make_account, make_campaign, make_member
from tests.submissions import scene

pytestmark = pytest.mark.django_db
BOARD = "/campaigns/trial/"
QUESTIONS, RUNS = f"{BOARD}import-questions/", f"{BOARD}import/run-files/"
NEXT = "?next=board"
STEP = re.compile(r'<li class="\w+"(?: aria-current="step")?>(?:<a href="([^"]*)">)?<b>([^<]+)</b>')
FORM = re.compile(r'<form [^>]*action="([^"]+)"')


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    return scene.campaign_with_ids(tmp_path)


@pytest.fixture
def olga(campaign: Campaign) -> Client:
    scene.organizer(campaign)
    return scene.client_of("olga")


def steps(client: Client) -> dict[str, str]:
    """The addresses of the board's steps, by their names."""
    return {name: address for address, name in STEP.findall(client.get(BOARD).text)}


def run(name: str = "heron.txt", tag: str = "heron1") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, scene.as_bytes(scene.whole_run(tag)))


def store(client: Client, page: str, behind: str = NEXT) -> str:
    """Store the file that was checked last; the address that one comes to."""
    answer = client.post(f"{page}{Job.objects.latest('pk').pk}/import/{behind}")
    assert answer.status_code == 302
    return str(answer["Location"])


def test_steps_that_have_nothing_yet_lead_to_the_forms_that_bring_it(
    campaign: Campaign, olga: Client
) -> None:
    assert steps(olga)["Questions"] == f"{BOARD}questions/"
    assert steps(olga)["Runs"] == f"{RUNS}{NEXT}"
    olga.post(RUNS, {"file": run()})
    store(olga, RUNS)
    assert steps(olga)["Runs"] == f"{BOARD}runs/"


def test_a_campaign_without_questions_leads_to_their_file_and_back() -> None:
    make_member(make_campaign("trial"), "olga", "organizer")
    olga = scene.client_of("olga")
    assert steps(olga)["Questions"] == f"{QUESTIONS}{NEXT}"
    assert f'href="{QUESTIONS}{NEXT}">Import questions' in olga.get(BOARD).text
    file = SimpleUploadedFile("questions.tsv", b"qid\ttext\ttype\n1\tWhat is it?\tfactoid\n")
    sent = olga.post(f"{QUESTIONS}{NEXT}", {"file": file}, follow=True)
    assert "Preview" in sent.text
    assert store(olga, QUESTIONS) == BOARD
    assert Question.objects.exists()


def test_who_only_decides_is_led_to_no_form(campaign: Campaign) -> None:
    make_member(campaign, "jude", "adjudicator")
    assert NEXT not in scene.client_of("jude").get(BOARD).text


def test_runs_are_loaded_from_the_board_and_it_tells_so(campaign: Campaign, olga: Client) -> None:
    page = olga.get(f"{RUNS}{NEXT}").text
    assert f'href="{BOARD}">Back' in page
    checked = olga.post(f"{RUNS}{NEXT}", {"file": run()})
    assert checked["Location"].startswith(f"{RUNS}?job=")
    assert "&next=board" in checked["Location"]
    assert all(
        NEXT in address for address in FORM.findall(olga.get(checked["Location"]).text) if RUNS in address
    )
    assert store(olga, RUNS) == BOARD
    assert "1 run was loaded." in olga.get(BOARD).text
    assert Run.objects.count() == 1


def test_a_refused_or_discarded_file_keeps_that_the_board_comes_next(
    campaign: Campaign, olga: Client
) -> None:
    refused = olga.post(f"{RUNS}{NEXT}", {"file": SimpleUploadedFile("none.txt", b"")})
    assert refused.status_code == 422
    assert f'action="{RUNS}{NEXT}"' in refused.text
    olga.post(f"{RUNS}{NEXT}", {"file": run()})
    discarded = olga.post(f"{RUNS}{Job.objects.latest('pk').pk}/discard/{NEXT}")
    assert discarded["Location"] == f"{RUNS}{NEXT}"


@pytest.mark.parametrize("behind", ["", "?next=", "?next=//elsewhere.example/", "?next=/people/"])
def test_nothing_but_the_board_can_come_next(campaign: Campaign, olga: Client, behind: str) -> None:
    olga.post(RUNS, {"file": run()})
    assert store(olga, RUNS, behind) == f"{BOARD}runs/"


def test_an_empty_site_leads_to_both_kinds_of_campaign() -> None:
    make_account("root", site_admin=True)
    page = scene.client_of("root").get("/").text
    assert 'href="/campaigns/new/">Create the first one' in page
    assert 'href="/campaigns/new/evaluation/">New evaluation' in page
    make_campaign("trial")
    assert "New evaluation" not in scene.client_of("root").get("/").text
