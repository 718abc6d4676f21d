"""Give questions to assessors."""

from argparse import ArgumentParser
from typing import Any

from assessment.assignments.selectors.units import assessors_of
from assessment.assignments.services.assign import assign
from assessment.assignments.services.experts import ask_experts
from assessment.assignments.services.thirds import ask_thirds, keep_as_thirds
from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Adds what is missing: a second call with nothing new pooled adds nothing."""

    help = "Assign assessors to all pooled questions, balanced by pool items; to whole series where there are series."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument(
            "--assessors",
            metavar="A,B,C",
            help="who gets new questions; all assessors by default. Names join a campaign that has no assessors yet",
        )
        parser.add_argument(
            "--new",
            action="store_true",
            help="let unknown names of --assessors join as people without an account, beside those there are",
        )
        parser.add_argument(
            "--judges",
            type=int,
            metavar="K",
            help="assessors per question; the campaign's setting by default",
        )
        parser.add_argument(
            "--experts",
            metavar="A,B,C",
            help="instead: who judges the answers of annotators, each of them all (Natural Questions)",
        )
        parser.add_argument(
            "--third",
            action="store_true",
            help="instead: give the answers on which those who judged a question differ to somebody who did not judge it",
        )
        parser.add_argument(
            "--from-files",
            metavar="A,B",
            help="instead: count these people, whose judgments came from a file, as third assessors where two others judge",
        )
        parser.add_argument(
            "--questions",
            metavar="Q,R",
            help="for --third: only these questions; by default all that everybody who judges them has finished",
        )
        parser.add_argument(
            "--sample",
            type=int,
            metavar="N",
            help="for experts: all answers to N questions that have any, drawn by the seed; to all by default",
        )
        parser.add_argument(
            "--seed",
            type=int,
            default=1,
            help="decides between equal loads, and draws the sample (default 1)",
        )

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        if options["experts"] is not None:
            experts = split_names(options["experts"])
            sample, seed = options["sample"], options["seed"]
            return str(ask_experts(campaign=campaign, by=None, experts=experts, sample=sample, seed=seed))
        if options["from_files"] is not None:
            kept = split_names(options["from_files"])
            return str(keep_as_thirds(campaign=campaign, names=kept, by=None))
        names = None if options["assessors"] is None else split_names(options["assessors"])
        if options["third"]:
            qids = None if options["questions"] is None else split_names(options["questions"])
            seed = options["seed"]
            return str(ask_thirds(campaign=campaign, by=None, questions=qids, assessors=names, seed=seed))
        done = assign(
            campaign=campaign,
            by=None,
            assessors=names,
            judges=options["judges"],
            seed=options["seed"],
            newcomers=options["new"] or not assessors_of(campaign),
        )
        return str(done)


def split_names(text: str) -> list[str]:
    """The names of a list such as a,b."""
    return [name.strip() for name in text.split(",") if name.strip()]
