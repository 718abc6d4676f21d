"""A campaign into which two teams submit, with ann of lkg and tom of tern."""

from pathlib import Path

import pytest

from assessment.campaigns.models import Campaign
from tests.submissions import scene
from tests.submissions.tongues import tongues

__all__ = ["tongues"]


@pytest.fixture
def campaign(db: None, tmp_path: Path) -> Campaign:
    campaign = scene.campaign_with_ids(tmp_path)
    scene.team_of(campaign, "lkg", "ann")
    scene.team_of(campaign, "tern", "tom")
    return campaign


@pytest.fixture
def series(db: None, tmp_path: Path) -> Campaign:
    """A campaign of the series track."""
    return scene.campaign_with_ids(tmp_path, "series2004", "comet")
