"""Write all that the site keeps of a person into a file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from assessment.people.management.rows import account_named
from assessment.privacy.services.taking import take_own_data
from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused


class Command(AssizeCommand):
    """Writes a ZIP file with everything of a person, to give to them."""

    help = (
        "Write all that the site keeps of a person into a new ZIP file, to give to them. "
        "Example: manage.py personal_data ada ada.zip"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="what the person signs in with")
        parser.add_argument("file", help="a new ZIP file")

    def do(self, **options: Any) -> str:
        account = account_named(options["username"])
        path = Path(options["file"])
        try:
            with path.open("xb") as file:
                file.writelines(take_own_data(account=account, by=None))
        except FileExistsError:
            raise Refused(
                f"{path} is there already. Nothing was written.", "file_there", "Name a new file."
            ) from None
        path.chmod(0o600)
        return f"Wrote the data of {account.username} to {path}."
