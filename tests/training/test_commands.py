"""The training by commands."""

from assessment.campaigns.models import Campaign
from assessment.training.models import TrainingQuestion
from assessment.training.services.samples import write_sample
from tests.commands import refusal, run
from tests.training.conftest import SAMPLE, Enter


def test_training_is_required_and_no_longer(campaign: Campaign, enter: Enter) -> None:
    said = run("require_training", "facts").strip()
    assert said == "Assessors are now reminded that training comes before judging."
    assert "no longer reminded" in run("require_training", "facts", "--off")
    page = enter("olga").post("/campaigns/facts/training/required/", {"required": "on"}, follow=True)
    assert said in page.content.decode()


def test_samples_are_moved_and_removed(campaign: Campaign, sample: TrainingQuestion) -> None:
    write_sample(campaign=campaign, sample=SAMPLE._replace(name="names-2"), seen=0, by=None)
    run("move_sample", "facts", "names-2")
    assert [row.name for row in campaign.training_questions.current()] == ["names-2", "names-1"]
    assert run("remove_sample", "facts", "names-2") == (
        "names-2 is no longer offered. All attempts at it are kept.\n"
    )
    assert refusal("remove_sample", "facts", "names-2").startswith("sample_unknown: ")
    assert [row.name for row in campaign.training_questions.current()] == ["names-1"]
