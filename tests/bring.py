"""Files brought in by tests as commands and pages bring them."""

from typing import Any

from django.test import Client

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.checked_files import import_here
from assessment.campaigns.services.intakes import Sent


def bring(kind: str, campaign: Campaign, data: bytes, file: str = "table.csv", **said: Any) -> str:
    """Store a file of a kind; what was done, in a sentence."""
    return import_here(kind, Sent(campaign, SourceFile(file, data), None, **said)).sentence


def bring_by_page(client: Client, address: str, /, **sent: Any) -> Any:
    """Have a file checked on the page of its kind, and stored as its preview shows; the answer it ends on."""
    checked = client.post(address, sent)
    assert checked.status_code == 302, checked.content.decode()
    check = checked["Location"].partition("?job=")[2]
    return client.post(f"{address}{check}/import/", follow=True)
