"""Writes the runs that untrained baselines come to, and submits them where that is asked for."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.models import Campaign
from assessment.campaigns.services.source_files import SourceFile
from assessment.results.selectors.baselines import Baseline, WhyNot, baselines_of
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.errors import FileRefused, Refused
from assessment.shared.say import say, say_n
from assessment.submissions.services import check_alone, submit_run
from scoring.baselines import NAMES


class Command(AssizeCommand):
    """`baselines CAMPAIGN FOLDER [--train OTHER] [--only NAME …] [--submit]`."""

    help = (
        "Write the runs that untrained baselines come to, with which systems are compared: the first passage that the search "
        "finds (of a page: its first paragraph), the most frequent annotation of the page, and the answer of the closest "
        "question, both learnt from another campaign. Example: manage.py baselines main runs/ --train last-year"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("folder", type=Path, help="the new folder of the runs")
        parser.add_argument("--train", metavar="OTHER", help="the campaign whose right answers are known")
        parser.add_argument("--only", nargs="+", choices=NAMES, default=NAMES, help="these baselines alone")
        parser.add_argument("--submit", action="store_true", help="hand them in, too, each as its own team")

    def do(self, **options: Any) -> Outcome:
        campaign, folder = campaign_named(options["campaign"]), options["folder"]
        train = campaign_named(options["train"]) if options["train"] else None
        if folder.exists():
            raise Refused(
                say("{folder} is there already. Nothing was written.", folder=str(folder)),
                "folder_exists",
                say("Name a new folder."),
            )
        made = [checked(campaign, one) for one in baselines_of(campaign, train, options["only"])]
        runs = [one for one in made if isinstance(one, Baseline)]
        if runs:
            folder.mkdir(parents=True)
        for run in runs:
            (folder / run.file).write_bytes(run.data)
            if options["submit"]:
                file = SourceFile(run.file, run.data)
                submit_run(by=None, campaign=campaign, declaration=run.declaration, file=file, organizer=True)
        return _outcome(made, len(runs), submitted=options["submit"])


def checked(campaign: Campaign, one: Baseline | WhyNot) -> Baseline | WhyNot:
    """A run that could be handed in; else what keeps it from that."""
    if isinstance(one, WhyNot):
        return one
    file = SourceFile(one.file, one.data)
    report = check_alone(by=None, campaign=campaign, declaration=one.declaration, file=file, organizer=True)
    try:
        report.raise_problems()
    except FileRefused as refused:
        return WhyNot(one.name, str(refused.problems[0].message))
    return one


def _outcome(made: list[Baseline | WhyNot], runs: int, *, submitted: bool) -> Outcome:
    """What was written, a line for each run and each baseline without one."""
    lines = [_line(one) for one in made]
    written = say_n("Wrote {n} run.", "Wrote {n} runs.", runs)
    done = say("{written} They were handed in.", written=written) if submitted and runs else written
    rows = [
        {"baseline": one.name, "reason": one.reason}
        if isinstance(one, WhyNot)
        else {"baseline": one.name, "file": one.file, "answered": one.answered, "questions": one.questions}
        for one in made
    ]
    return Outcome(done, {"runs": rows}, lines)


def _line(one: Baseline | WhyNot) -> str:
    if isinstance(one, WhyNot):
        return say("{baseline}: no run. {reason}", baseline=one.name, reason=one.reason)
    return say(
        "{file}: {answered} of {questions} questions answered.",
        file=one.file,
        answered=f"{one.answered:,}",
        questions=f"{one.questions:,}",
    )
