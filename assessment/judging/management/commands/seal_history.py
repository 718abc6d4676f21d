"""Seal the days of the history that are over."""

from typing import Any

from assessment.judging.models import DaySeal
from assessment.judging.services.sealing import seal_history
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Seals what workers have not sealed yet, and prints the head of the chain."""

    help = (
        "Seal every day of the history (changes and events) that is over, as workers do, and print the head of the chain. "
        "Note it elsewhere: `verify --head` then says whether all up to that day is as it was."
    )

    def do(self, **options: Any) -> Outcome:
        made = seal_history(progress=lambda rows: self.progress(rows, rows + 1, "rows read:"))
        head = DaySeal.objects.order_by("-day").first()
        if head is None:
            return Outcome("There is no day to seal yet.", {"sealed": 0, "day": None, "head": None})
        many = "1 day" if len(made) == 1 else f"{len(made)} days"
        return Outcome(
            f"Sealed {many}. The head of the history on {head.day} is {head.head}.",
            {"sealed": len(made), "day": head.day, "head": head.head},
        )
