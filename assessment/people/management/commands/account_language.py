"""Say in which language pages and mail speak to an account."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings

from assessment.people.management.rows import account_named
from assessment.people.services.accounts import set_page_language
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.errors import Refused

BROWSER = "browser"


class Command(AssizeCommand):
    """Shows or sets the language in which pages and mail speak to an account."""

    help = (
        "Set the language in which pages and mail speak to an account; without LANGUAGE, say which it is. "
        "Example: manage.py account_language ada fr"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="what the person signs in with")
        parser.add_argument(
            "language",
            nargs="?",
            help="one that the site offers (ASSIZE_LANGUAGES), or browser: what the browser asks for, "
            "which new accounts have",
        )

    def do(self, **options: Any) -> Outcome:
        account = account_named(options["username"])
        if options["language"] is not None:
            set_page_language(account=account, language=_language(options["language"]), by=None)
        language = account.page_language
        shown = (
            dict(settings.LANGUAGES).get(language, language) if language else "the language of the browser"
        )
        return Outcome(f"{account.username} sees pages in {shown}.", {"language": language})


def _language(written: str) -> str:
    languages = [language for language, _ in settings.LANGUAGES]
    if (wanted := written.strip().lower()) == BROWSER:
        return ""
    if wanted not in languages:
        raise Refused(
            f"{written} is not a language of this site. Nothing was changed.",
            "language",
            f"Write one of {', '.join([*languages, BROWSER])}.",
        )
    return wanted
