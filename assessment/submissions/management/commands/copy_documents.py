"""python manage.py copy_documents CAMPAIGN"""

from typing import Any

from django.core.management.base import CommandParser

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused
from assessment.submissions.services.copying import copy_all, holds_texts


class Command(AssizeCommand):
    help = "Copies the pooled documents for assessors: those not copied yet, changed, or copied by an older version."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign")

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        if not holds_texts(campaign):
            raise Refused(
                f"The texts of the collection of {campaign.slug} are not held here. Nothing was copied.",
                "collection_not_held",
                "Import the collection with import_collection, or set another one for the campaign.",
            )
        return copy_all(campaign, self.progress).sentence
