"""python manage.py pool CAMPAIGN [--priorities 1,2] [--depth 5] [--again]"""

from functools import partial
from typing import Any

from django.core.management.base import CommandParser

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.errors import Refused
from assessment.submissions.selectors.doubts import of_pooling, of_runs_out
from assessment.submissions.services import pool
from assessment.submissions.services.copying import copy_all, holds_texts


class Command(AssizeCommand):
    help = "Pools the responses of a campaign's runs; again after late runs, adds only what is new."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign")
        parser.add_argument("--priorities", default="", help="only runs of these priorities, as in 1,2")
        parser.add_argument("--depth", type=int, help="only responses down to this rank")

        parser.add_argument(
            "--again", action="store_true", help="also runs that were taken out of the pool (unpool)"
        )

    def do(self, **options: Any) -> Outcome:
        campaign = campaign_named(options["campaign"])
        priorities = parse_priorities(options["priorities"])
        doubts = of_pooling(campaign, "Pooled")
        if not options["again"]:
            doubts += of_runs_out(campaign, priorities)
        made = pool(
            by=None,
            campaign=campaign,
            priorities=priorities,
            depth=options["depth"],
            again=options["again"],
            progress=partial(self.progress, what="Questions pooled:"),
        )
        sentence = made.sentence
        if made.added and holds_texts(campaign):
            sentence = f"{sentence} {copy_all(campaign, self.progress).sentence}"
        for doubt in doubts:
            self.stderr.write(f"warning: {doubt}")
        return Outcome(sentence, {"doubts": doubts})


def parse_priorities(text: str) -> list[int]:
    """The numbers of a list such as 1,2."""
    try:
        return [int(part) for part in text.split(",") if part.strip()]
    except ValueError:
        raise Refused(
            f'Priorities are numbers; "{text}" is not.', "priorities_invalid", "Write them as 1,2."
        ) from None
