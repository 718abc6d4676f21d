"""Files of document lists as programs send them: what one would do is found by storing it and taking that back at once."""

from django.db import transaction

from assessment.campaigns.services.document_lists import KIND, ListsImported, import_document_lists
from assessment.campaigns.services.intakes import Intake, Sent, Taken, register_intake
from assessment.people.selectors.access import Permission

COUNTS = ("lists", "documents", "unknown", "replaced")


def check(sent: Sent) -> Taken:
    """What the file would do; nothing is stored."""
    with transaction.atomic():
        found = _import(sent)
        transaction.set_rollback(True)
    counts = {name: getattr(found, name) for name in COUNTS}
    return Taken(f"Nothing was stored. An import would say: {found.sentence}", review=counts)


def store(sent: Sent) -> Taken:
    """Import the file in place of all lists there were."""
    imported = _import(sent)
    return Taken(imported.sentence, imported.number)


def _import(sent: Sent) -> ListsImported:
    return import_document_lists(campaign=sent.campaign, file=sent.source, by=sent.by)


register_intake(
    Intake(
        KIND,
        Permission.EDIT_CAMPAIGN,
        check,
        store,
        is_there=lambda access: access.campaign.track.document_lists,
    )
)
