"""python manage.py submit_run CAMPAIGN FILE --team T [--run-id R] [--priority N] [--manual TEXT] [--top50] [--columns …] …"""

from typing import Any

from django.core.management.base import CommandParser

from assessment.campaigns.management.files import campaign_named, read_source
from assessment.shared.commands import AssizeCommand
from assessment.submissions.selectors.doubts import beside
from assessment.submissions.selectors.sentences import run_stored
from assessment.submissions.services import check_alone, submit_run
from assessment.submissions.services.checking import answers_given
from scoring.tracks.base import Declaration
from scoring.tracks.table_runs import MAP

COLUMNS = "where runs are tables: which column of the file is which, as qid=id,answer=prediction"


class Command(AssizeCommand):
    help = "Checks a run and stores it whole, also after the deadline, or lists everything that is wrong with it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign")
        parser.add_argument("file")
        parser.add_argument("--team", required=True, help="made where the campaign has no team of this name")
        parser.add_argument("--run-id", help="otherwise the run tag in the file")
        parser.add_argument("--priority", type=int, default=1)
        parser.add_argument("--manual", metavar="TEXT", help="people took part; the text says how")
        parser.add_argument("--top50", action="store_true", help="only the top 50 documents were searched")
        parser.add_argument("--length", type=int, help="bytes that an answer string may have")
        parser.add_argument(
            "--declare",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="an answer to what the evaluation asks of runs besides; may be given several times",
        )
        parser.add_argument("--columns", default="", metavar="OURS=THEIRS,…", help=COLUMNS)
        parser.add_argument("--encoding", default="utf-8")
        parser.add_argument("--check", action="store_true", help="print the report and store nothing")

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        file = read_source(options["file"])
        declaration = _declaration(options)
        if options["check"]:
            report = check_alone(
                by=None, campaign=campaign, declaration=declaration, file=file, organizer=True
            )
            self.warn(report.warnings)
            report.raise_problems()
            return f"{file.name}: nothing is wrong; {len(report.responses):,} responses. Nothing was stored."
        is_new = not campaign.teams.filter(name=options["team"]).exists()
        run = submit_run(by=None, campaign=campaign, declaration=declaration, file=file, organizer=True)
        for doubt in beside(run):
            self.stderr.write(f"warning: {doubt}")
        return f"{run_stored(run)} New team: {run.team.name}." if is_new else run_stored(run)


def _declaration(options: dict[str, Any]) -> Declaration:
    return Declaration(
        team=options["team"],
        run_id=options["run_id"],
        length_limit=options["length"],
        encoding=options["encoding"],
        priority=options["priority"],
        automatic=options["manual"] is None,
        description=options["manual"] or "",
        scope="top50" if options["top50"] else "all",
        declared=answers_given(options["declare"])
        | ({MAP: columns} if (columns := options["columns"]) else {}),
    )
