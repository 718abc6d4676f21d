"""How far the campaigns of the demo are while they are being made, for the pages that people see first."""

from typing import NamedTuple

from django.conf import settings

from assessment.campaigns.models import Campaign
from assize.demo.campaigns import CAMPAIGNS
from assize.demo.making import is_under_way
from assize.first_start import read_note


class Progress(NamedTuple):
    """So many campaigns of the demo are there, of so many."""

    made: int
    total: int


def progress() -> Progress | None:
    """How far they are, or nothing where nobody makes them. Costs the reading of a small file on every other site."""
    if not read_note(settings.DATA_DIR).demo_wanted or not is_under_way():
        return None
    return Progress(Campaign.visible.filter(slug__in=CAMPAIGNS).count(), len(CAMPAIGNS))
