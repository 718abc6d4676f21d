"""Sample questions that a command line names."""

from assessment.campaigns.models import Campaign
from assessment.shared.errors import Refused
from assessment.training.models import TrainingQuestion


def sample_named(campaign: Campaign, name: str) -> TrainingQuestion:
    """The sample question that is offered under this name."""
    rows = campaign.training_questions.current()
    row = rows.select_related("campaign").filter(name=name).first()
    if row is None:
        known = ", ".join(one.name for one in rows) or "none"
        raise Refused(
            f"{campaign.slug} has no sample question {name}. Nothing was changed.",
            "sample_unknown",
            f"Sample questions there: {known}.",
        )
    return row
