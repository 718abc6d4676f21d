"""Invite somebody, or renew or withdraw invitations."""

from argparse import ArgumentParser
from typing import Any

from django.db import transaction

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.models import Campaign
from assessment.people.models import RoleName
from assessment.people.selectors.accounts import expired_invitations, invitations_of
from assessment.people.selectors.sentences import invitation_withdrawn
from assessment.people.services.accounts import invite, withdraw_invitation
from assessment.people.services.invitations import renew_invitations
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.errors import Refused


class Command(AssizeCommand):
    """Makes the link of an invitation, or new links in place of those that ran out; or ends one."""

    help = (
        "Invite somebody by a link, which is printed for handing over; or renew invitations, or withdraw one. "
        "Example: manage.py invite facts dora --withdraw"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("name", nargs="?", help="name of the person")
        parser.add_argument("--role", action="append", choices=RoleName.values, help="may be repeated")
        parser.add_argument("--email", default="", help="kept with the invitation and the account")
        parser.add_argument("--renew", action="store_true", help="a new link for the invitation of that name")
        parser.add_argument(
            "--renew-expired", action="store_true", help="new links for all that have expired"
        )
        parser.add_argument(
            "--withdraw",
            action="store_true",
            help="end the invitation of that name: its link no longer works",
        )
        parser.add_argument(
            "--site", default="", metavar="URL", help="put before links, as https://assize.example"
        )

    @transaction.atomic
    def do(self, **options: Any) -> Outcome:
        campaign, name = campaign_named(options["campaign"]), options["name"]
        if options["withdraw"]:
            return _withdrawn(campaign, name)
        if options["renew_expired"] or options["renew"]:
            found = _renew(campaign, None if options["renew_expired"] else name)
        else:
            found = [(name, _invite(campaign, options))]
        site = options["site"].rstrip("/")
        links = [{"name": who, "link": f"{site}{path}"} for who, path in found]
        count = "1 link" if len(links) == 1 else f"{len(links):,} links"
        lines = [f"{one['name']}: {one['link']}" for one in links]
        return Outcome(
            f"Made {count} for {campaign.slug}; hand over what is above.", {"invitations": links}, lines
        )


def _invite(campaign: Campaign, options: dict[str, Any]) -> str:
    if not options["name"] or not options["role"]:
        raise Refused(
            "An invitation needs a name and a role.", "usage", "Write invite CAMPAIGN NAME --role ROLE."
        )
    return invite(
        campaign=campaign, name=options["name"], roles=options["role"], by=None, email=options["email"]
    )


def _withdrawn(campaign: Campaign, name: str | None) -> Outcome:
    """End the invitation of that name that is open; the newest one where there are several."""
    row = next((one for one in invitations_of(campaign.pk).filter(name=name or "") if one.is_open), None)
    if row is None:
        raise Refused(
            f'No invitation for "{name or ""}" is open. Nothing was changed.',
            "invitation_unknown",
            f"List them: manage.py people {campaign.slug}",
        )
    withdraw_invitation(invitation=row, by=None)
    return Outcome(invitation_withdrawn(row))


def _renew(campaign: Campaign, name: str | None) -> list[tuple[str, str]]:
    """New links for the one invitation of that name that nobody accepted, or for all that have expired."""
    rows = expired_invitations(campaign.pk) if name is None else invitations_of(campaign.pk).filter(name=name)
    wanted = [row for row in rows if row.can_be_renewed]
    if name is not None and not wanted:
        raise Refused(
            f'No invitation for "{name}" can be renewed. Nothing was changed.',
            "invitation_unknown",
            "Invite anew.",
        )
    links = renew_invitations(campaign=campaign, invitations=wanted, by=None)
    return [(link.invitation.name, link.path) for link in links]
