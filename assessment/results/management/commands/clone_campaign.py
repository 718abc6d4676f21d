"""Make a new campaign of one that there is."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.jobs.services.runner import do_here
from assessment.results.services.cloning import CLONE, PARTS, refuse_uncloneable
from assessment.results.services.splits import share_of
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Copies the settings and what is named beside them into a new draft; never runs, judgments or scores."""

    help = (
        "Make a new campaign with the settings of another one, a draft without a deadline, and with what is named of its "
        "guidelines, people and questions. Example: manage.py clone_campaign facts facts-2027 --people --guidelines"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign to copy")
        parser.add_argument("slug", help="short name of the new one")
        parser.add_argument("--title", default="", help="its title; the same where none is given")
        for name, words in PARTS.items():
            parser.add_argument(f"--{name}", action="store_true", help=words)
        parser.add_argument(
            "--split",
            default="",
            metavar="SIZES",
            help="take a part of the questions alone: sizes of the parts, such as 80:10:10 for training, development, test",
        )
        parser.add_argument("--part", type=int, help="which of the parts of --split, from 1 on")
        parser.add_argument("--seed", type=int, default=1, help="of the draw of the parts (default 1)")
        parser.add_argument("--all", action="store_true", help="all of these")

    def do(self, **options: Any) -> str:
        origin = campaign_named(options["campaign"])
        parts = sorted(name for name in PARTS if options[name] or options["all"])
        share = share_of(options["split"], options["part"], options["seed"])
        refuse_uncloneable(options["slug"], parts, share)
        arguments = {
            "pk": origin.pk,
            "slug": options["slug"],
            "title": options["title"],
            "parts": parts,
            "share": share,
        }
        job = do_here(kind=CLONE, campaign=None, arguments=arguments, listener=self.progress)
        return str(job.result["sentence"])
