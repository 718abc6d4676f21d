"""Try on what was judged in full how few judgments of people would have been enough beside a machine's."""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.studies.management.commands.study import write
from assessment.studies.services.machines import try_fewer_judgments
from scoring.studies.designs import DESIGNS, SIMPLE
from scoring.studies.fewer_judgments import TRIALS
from scoring.studies.numbers import text_of


class Command(AssizeCommand):
    """How often 95 % intervals from a sample of people's judgments and all of a machine's have the true score."""

    help = (
        "Draw random samples of the questions that people and a machine judged in full, estimate each run's score from "
        "people's judgments of the sample, alone and with the machine's of all, and say how often the 95 % intervals hold, "
        "and how much shorter the machine makes them."
    )
    json_file = "coverage, width and bias of every run"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("name", help="of the machine assessor, such as NAME@VERSION")
        parser.add_argument(
            "--questions",
            type=_sizes,
            default=[],
            metavar="N,…",
            help="how many questions people judge (default a quarter, a half, three quarters)",
        )
        parser.add_argument(
            "--trials", type=int, default=TRIALS, help=f"samples of each size (default {TRIALS})"
        )
        parser.add_argument("--seed", type=int, default=1, help="of the samples (default 1)")
        parser.add_argument(
            "--design", default=SIMPLE, choices=list(DESIGNS), help="how samples are drawn (default simple)"
        )

    def do(self, **options: Any) -> str | Outcome:
        found = try_fewer_judgments(
            campaign=campaign_named(options["campaign"]),
            name=options["name"],
            sizes=options["questions"],
            trials=options["trials"],
            seed=options["seed"],
            design=options["design"],
        )
        text = text_of(found.as_json())
        if options["json"] == "-":
            return text.rstrip("\n")
        *lines, last = found.sentences
        if isinstance(options["json"], str):
            write(Path(options["json"]), text, last)
        return Outcome(last, lines=lines)


def _sizes(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no list of numbers such as 20,40") from None
