"""python manage.py backup FOLDER [--check]"""

import signal
import sys
import time
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused
from assize.keeping.backing_up import back_up, check_backup
from assize.keeping.manifest import BackupManifest
from assize.versions import MADE_BEFORE, is_from_before, unknown_migrations


class Command(AssizeCommand):
    help = "Write database, waiting uploads, secret key and settings into a new folder, while people go on working."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="the folder to make; with --check that of a backup")
        parser.add_argument("--check", action="store_true", help="read a backup and write nothing")

    def do(self, **options: Any) -> str:
        """Back up or check."""
        folder = options["folder"].absolute()
        if options["check"]:
            manifest, checked = check_backup(folder=folder)
            return (
                f"{folder} is whole ({checked}). Made {manifest.made_at} by Assize {manifest.software} "
                f"from {manifest.kind} {manifest.server}: {manifest.summary}.{_warning(manifest)}"
            )
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what is unfinished is removed then
        began = time.monotonic()
        try:
            manifest = back_up(folder=folder, progress=self.progress)
        except OSError as error:
            raise Refused(
                f"The backup could not be written: {error}. Nothing was kept of it.",
                "cannot_write",
                "Correct that, and try again.",
            ) from error
        return f"Backed up to {folder}: {manifest.summary}, in {time.monotonic() - began:.1f} s."


def _warning(manifest: BackupManifest) -> str:
    """What whoever relies on a backup must know of it, though it is whole."""
    if is_from_before(unknown_migrations(manifest.migrations)):
        return f" It {MADE_BEFORE} Only that version restores it."
    return ""
