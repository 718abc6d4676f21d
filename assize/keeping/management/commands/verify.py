"""python manage.py verify [--head HEX]"""

import re
from typing import Any

from django.core.management.base import CommandParser

from assessment.judging.models import DaySeal
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.errors import Refused
from assize.keeping.verifying import NOT_HELD, verify


class Command(AssizeCommand):
    help = (
        "Prove that what is stored is whole: the database, foreign keys, counters, kept files, judgments, and the history against "
        "its daily seals. Changes nothing; fails with a line for each mismatch."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--head",
            default="",
            help="a head that was noted elsewhere, or its beginning: 8 characters or more",
        )

    def do(self, **options: Any) -> Outcome:
        """Examine everything and print the head of the history."""
        head = options["head"].strip().lower()
        if head and not re.fullmatch("[0-9a-f]{8,64}", head):
            raise Refused(
                f"{head} is no head of a history. Nothing was examined.",
                "no_head",
                "Give the 64 digits that seal_history and verify print, or the first of them, 8 at least.",
            )
        found = verify(head=head, progress=self.progress)
        lines = [line for checked in found for line in (checked.sentence, *checked.notes)]
        newest = DaySeal.objects.order_by("-day").first()
        fields = {"day": newest.day if newest else None, "head": newest.head if newest else None}
        return Outcome("What was examined is as it was stored.", fields, [*lines, NOT_HELD])
