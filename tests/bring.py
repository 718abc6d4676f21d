"""Files brought in by tests as commands bring them."""

from typing import Any

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.checked_files import import_here
from assessment.campaigns.services.intakes import Sent


def bring(kind: str, campaign: Campaign, data: bytes, file: str = "table.csv", **said: Any) -> str:
    """Store a file of a kind; what was done, in a sentence."""
    return import_here(kind, Sent(campaign, SourceFile(file, data), None, **said))
