"""Runs that declare the top 50 are held to the lists of their campaign, on pages, by command and through the API."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.document_lists import import_document_lists
from assessment.submissions.models import Run
from tests.submissions import scene

LISTS = b"1 1 LA010190-0001 3\n1 2 AP-9 2\n2 1 FT911-3 1\n3 1 FT911-30 1\n10 1 FBIS3-1 1\n"


@pytest.fixture
def campaign(db: None, tmp_path: Path) -> Campaign:
    made = scene.campaign_with_ids(tmp_path)
    scene.team_of(made, "lkg", "ann")
    return made


def hand_in(campaign: Campaign, lines: list[str], scope: str = "top50", action: str = "submit") -> str:
    form = scene.form(data=scene.as_bytes(lines), scope=scope, action=action)
    answer = scene.client_of("ann").post(f"/campaigns/{campaign.slug}/submit/", form, follow=True)
    return answer.content.decode()


def import_lists(campaign: Campaign) -> None:
    import_document_lists(campaign=campaign, file=SourceFile("lists.txt", LISTS), by=None)


def test_a_run_that_keeps_to_the_lists_is_taken(campaign: Campaign) -> None:
    import_lists(campaign)
    hand_in(campaign, scene.whole_run())
    run = Run.objects.get()
    assert (run.scope, run.warnings) == ("top50", [])


def test_a_document_outside_its_list_refuses_the_run(campaign: Campaign, tmp_path: Path) -> None:
    import_lists(campaign)
    lines = [line.replace("FT911-3 ", "AP-9 ") for line in scene.whole_run()]
    said = hand_in(campaign, lines)
    assert "outside_top50" in said
    assert "is not among the top documents given out for question 2." in said
    assert not Run.objects.exists()
    (tmp_path / "run.txt").write_bytes(scene.as_bytes(lines))
    command = ["submit_run", campaign.slug, str(tmp_path / "run.txt"), "--team", "lkg", "--length", "250"]
    with pytest.raises(CommandError, match="outside_top50"):
        call_command(*command, "--top50")
    call_command(*command)
    assert Run.objects.get().scope == "all"


def test_without_lists_a_run_comes_in_with_a_warning(campaign: Campaign) -> None:
    hand_in(campaign, scene.whole_run())
    assert [warning["code"] for warning in Run.objects.get().warnings] == ["lists_unchecked"]
