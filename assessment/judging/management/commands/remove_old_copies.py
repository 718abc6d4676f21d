"""python manage.py remove_old_copies [--dry-run]"""

from typing import Any

from django.core.management.base import CommandParser

from assessment.judging.services.old_copies import remove_old_copies
from assessment.shared.commands import AssizeCommand
from documents.old_copies import OldCopy


class Command(AssizeCommand):
    help = (
        "Removes copies of documents in place of which a newer one has been shown for more than two days. Copies that "
        "stood beside a judgment stay, also where it was changed later."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="list what would go, and remove nothing")

    def do(self, **options: Any) -> str:
        dry = bool(options["dry_run"])
        return remove_old_copies(by=None, dry=dry, tell=self._tell if dry else _nothing).sentence(dry)

    def _tell(self, copy: OldCopy) -> None:
        self.stdout.write(f"{copy.collection} {copy.docid} revision {copy.revision}: {copy.size:,} bytes")


def _nothing(copy: OldCopy) -> None:
    """The sentence at the end is enough."""
