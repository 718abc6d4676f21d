"""Bring people in from a table."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named, read_source
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.submissions.services.people_files import import_people
from assessment.submissions.services.people_plans import COLUMNS, Plan, plan_people


class Command(AssizeCommand):
    """Adds and invites everybody in a table, or nobody."""

    help = (
        "Add and invite the people of a CSV table: accounts that exist are added, everybody else gets an invitation. "
        f"Columns: {', '.join(COLUMNS)}; only name is needed beside roles or team. Prints the links to hand over."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="the CSV table")
        parser.add_argument("--check", action="store_true", help="say what would happen and store nothing")
        parser.add_argument(
            "--site", default="", metavar="URL", help="put before links, as https://assize.example"
        )

    def do(self, **options: Any) -> Outcome:
        campaign, file = campaign_named(options["campaign"]), read_source(options["file"])
        if options["check"]:
            plan = plan_people(campaign=campaign, file=file)
            return Outcome(f"{plan.sentence} Nothing was stored.", {"people": _people(plan)}, _lines(plan))
        plan, links = import_people(by=None, campaign=campaign, file=file)
        shown = [
            {
                "name": link.invitation.name,
                "email": link.invitation.email,
                "link": f"{options['site'].rstrip('/')}{link.path}",
            }
            for link in links
        ]
        lines = [*_lines(plan), *(f"{one['name']}: {one['link']}" for one in shown)]
        return Outcome(plan.sentence, {"people": _people(plan), "invitations": shown}, lines)


def _people(plan: Plan) -> list[dict[str, Any]]:
    return [
        {"line": one.row.line, "name": one.row.name or one.row.account, "what": one.sentence}
        for one in plan.people
    ]


def _lines(plan: Plan) -> list[str]:
    return [f"line {one['line']}: {one['name']} {one['what']}" for one in _people(plan)]
