"""Say in which time zone an account sees dates and times."""

from argparse import ArgumentParser
from typing import Any

from assessment.people.management.rows import account_named
from assessment.people.services.accounts import set_zone
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.datetimes import zone_name
from assessment.shared.errors import Refused


class Command(AssizeCommand):
    """Shows or sets the zone in which an account sees dates and times."""

    help = (
        "Set the time zone in which an account sees dates and times; without ZONE, say which it is. "
        "Example: manage.py account_zone ada Europe/Paris"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="what the person signs in with")
        parser.add_argument("zone", nargs="?", help="a zone of the IANA list; UTC is what new accounts have")

    def do(self, **options: Any) -> Outcome:
        account = account_named(options["username"])
        if options["zone"] is not None:
            set_zone(account=account, zone=_zone(options["zone"]), by=None)
        zone = account.zone or "UTC"
        return Outcome(f"{account.username} sees dates and times in {zone}.", {"zone": zone})


def _zone(written: str) -> str:
    try:
        return zone_name(written.strip())
    except ValueError as expected:
        raise Refused(
            f"{written} is not a zone. Nothing was changed.", "zone", f"Write {expected}."
        ) from None
