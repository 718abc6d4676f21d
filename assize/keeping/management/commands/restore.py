"""python manage.py restore FOLDER [--replace]"""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused
from assize.keeping.backing_up import VARIABLES
from assize.keeping.restoring import restore


class Command(AssizeCommand):
    help = "Put a backup into this installation, and compare every table with what the backup says of it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="a folder that `backup` made")
        parser.add_argument(
            "--replace", action="store_true", help="even if there is data here, which is kept beside"
        )

    def do(self, **options: Any) -> str:
        """Restore, and say what is left to do."""
        folder = options["folder"].absolute()
        try:
            done = restore(folder=folder, replace=options["replace"], progress=self.progress)
        except OSError as error:
            raise Refused(
                f"The backup could not be restored: {error}.",
                "cannot_write",
                "Correct that, and try again; what was there before was not deleted.",
            ) from error
        if done.kept:
            self.stdout.write(f"The former installation is kept: {', '.join(done.kept)}.")
        if done.missing:
            self.stdout.write(f"Not on this machine: the collections in {', '.join(done.missing)}.")
        if done.is_old:
            self.stdout.write(
                "It is of an older version: run `python -m assize.prepare` before you start the site."
            )
        return (
            f"Restored the backup of {done.manifest.made_at}: {done.manifest.summary}; every table is as it was. "
            f"Its settings are in {folder / VARIABLES}."
        )
