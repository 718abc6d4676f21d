"""A campaign in series whose questions are still being developed."""

import pytest

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile, create_campaign, import_questions
from tests.campaigns.conftest import SERIES, enter

__all__ = ["enter"]


@pytest.fixture
def comet(db: None) -> Campaign:
    """Two series of five questions in all, a draft."""
    campaign = create_campaign(slug="comet", title="Comet series", track="series2004", by=None)
    import_questions(campaign=campaign, topics=SourceFile("comet.xml", SERIES), by=None)
    return campaign
