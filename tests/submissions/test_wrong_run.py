"""A run of another campaign's questions names that campaign on page, command and API, to those alone who see it."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign, State
from assessment.people.models import Account
from assessment.people.services.accounts import ensure_member
from tests.api import asking
from tests.factory import make_campaign, make_questions
from tests.submissions import scene

RUN = scene.as_bytes(f"{qid} Q0 {scene.DOCIDS[0]} 1 0.5 lkg1 x" for qid in ("201", "202"))
SAID = "The file seems to be a run of other questions: none of its 2 question ids"


@pytest.fixture
def former(campaign: Campaign) -> Campaign:
    """The campaign of the year before, in which ann takes part as well, and tom does not."""
    former = make_campaign("former", "trec8", state=State.OPEN)
    make_questions(former, "201", "202", "203", type="factoid")
    ensure_member(
        campaign=former,
        name="ann",
        roles=["participant"],
        by=None,
        account=Account.objects.get(username="ann"),
    )
    return former


def on_page(username: str, team: str) -> str:
    sent = scene.form(team=team, data=RUN, action="report")
    return scene.client_of(username).post("/campaigns/trial/submit/", sent).content.decode()


def by_api(username: str, team: str) -> str:
    sent = {
        "team": team,
        "check_only": "true",
        "length_limit": "250",
        "file": SimpleUploadedFile("run.txt", RUN),
    }
    program = asking.client_of(Account.objects.get(username=username))
    first = program.post("/api/v1/campaigns/trial/runs/", sent).json()["problems"][0]
    return f"{first['message']} {first['remedy']}"


def by_command(folder: Path) -> str:
    (folder / "run.txt").write_bytes(RUN)
    said, file = StringIO(), str(folder / "run.txt")
    with pytest.raises(CommandError):
        call_command("submit_run", "trial", file, team="lkg", length=250, check=True, stderr=said)
    return said.getvalue()


def test_it_names_the_campaign_to_whom_takes_part_there(former: Campaign, tmp_path: Path) -> None:
    for said in (on_page("ann", "lkg"), by_api("ann", "lkg"), by_command(tmp_path)):
        assert SAID in said
        assert "They are the questions of Former; submit it there." in said


def test_it_names_no_campaign_that_somebody_does_not_see(former: Campaign) -> None:
    for said in (on_page("tom", "tern"), by_api("tom", "tern")):
        assert SAID in said
        assert "Former" not in said


def test_nor_one_whose_questions_are_not_out(former: Campaign) -> None:
    Campaign.objects.filter(pk=former.pk).update(state=State.DRAFT)
    assert SAID in on_page("ann", "lkg")
    assert "Former" not in on_page("ann", "lkg")
