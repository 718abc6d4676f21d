"""Figures of the page People. Rooms up the street draw them: this one knows of no work that people were given."""

from collections.abc import Callable

from assessment.campaigns.models import Campaign
from assessment.shared.figures import Figure
from assessment.shared.registered import Registered

FIGURES: Registered[Callable[[Campaign], Figure | None]] = Registered()


def people_figures(campaign: Campaign) -> list[Figure]:
    """Those that there is something for."""
    return [figure for draw in FIGURES.values() if (figure := draw(campaign))]
