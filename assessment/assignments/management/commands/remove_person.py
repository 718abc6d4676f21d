"""python manage.py remove_person CAMPAIGN NAME [--with-judgments] --reason TEXT | --put-back | --remove-name"""

from argparse import ArgumentParser
from typing import Any

from assessment.assignments.selectors.person import summary_of
from assessment.assignments.services.removing import put_back, remove_name, remove_person, removed_sentence
from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.management.rows import member_named
from assessment.jobs.models import Job
from assessment.jobs.services.runner import wait_for
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Removes somebody who came by mistake, puts them back, or takes their name out of the record."""

    help = (
        "Remove a person from a campaign. Whoever did nothing goes altogether; otherwise what they did is kept, and "
        "counts under their name unless --with-judgments. --put-back undoes it; --remove-name, afterwards, does not."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("name", help="of the person, as the page People shows it")
        parser.add_argument("--reason", default="", help="why; it is kept in the log")
        parser.add_argument(
            "--with-judgments", action="store_true", help="their judgments no longer count either"
        )
        parser.add_argument("--check", action="store_true", help="say what they have, and change nothing")
        parser.add_argument("--put-back", action="store_true", help="instead: undo the removal")
        parser.add_argument(
            "--remove-name",
            action="store_true",
            help="instead, of a removed person: a neutral name in their place, for good",
        )

    def do(self, **options: Any) -> str | Outcome:
        member = member_named(campaign_named(options["campaign"]), options["name"])
        name = member.name
        if options["check"]:
            found = summary_of(member)
            lines = [f"{words}: {number:,}" for words, number in found.lines]
            return Outcome(f"This is what {name} has. Nothing was changed.", found._asdict(), lines)
        if options["put_back"]:
            _wait(put_back(member=member, by=None))
            return f"{name} is back, with the same roles and work."
        if options["remove_name"]:
            return f"{name} is called {remove_name(member=member, by=None)} from now on."
        with_judgments = options["with_judgments"]
        job = remove_person(member=member, reason=options["reason"], with_judgments=with_judgments, by=None)
        return removed_sentence(member, name, _wait(job), with_judgments=with_judgments)


def _wait(job: Job | None) -> Job | None:
    return wait_for(job) if job else None
