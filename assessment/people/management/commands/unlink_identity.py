"""Let an identity of the provider no longer sign an account in: it is somebody else's by now, or was linked by mistake."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings

from assessment.people.management.rows import account_named
from assessment.people.services.provider.identities import unlink_identity
from assessment.people.services.sessions import end_sessions
from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused


class Command(AssizeCommand):
    """Ends the link of an account to its identity at the provider."""

    help = (
        "End the link between an account and its identity at the provider that people sign in at (OpenID Connect), and "
        "sign the account out everywhere. Example: manage.py unlink_identity ada"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="the name of the account")

    def do(self, **options: Any) -> str:
        if settings.OIDC is None:
            raise Refused(
                "This site has no provider to sign in at. Nothing was changed.",
                "provider_none",
                "Set ASSIZE_OIDC_ISSUER and ASSIZE_OIDC_CLIENT_ID first.",
            )
        account = account_named(options["username"])
        unlink_identity(account=account, by=None)
        end_sessions(account=account, by=None)
        return f"{account.username} is no longer linked, and signed out everywhere."
