"""Make a campaign from a bundle."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from assessment.results.services.bundle_import import import_folder, read_folder
from assessment.results.services.bundle_review import review_of
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Reads a bundle: all of it or, where anything is wrong, nothing."""

    help = "Import a bundle as a new campaign. Its people get no accounts; the scores are equal to those of its origin."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", help="the bundle")
        parser.add_argument(
            "--slug", default="", help="short name of the new campaign; else the bundle's own"
        )

        parser.add_argument("--check", action="store_true", help="tell what it holds; nothing is imported")

    def do(self, **options: Any) -> str:
        folder = Path(options["folder"])
        if not options["check"]:
            return import_folder(folder=folder, slug=options["slug"], by=None).sentence
        found = review_of(read_folder(folder))
        facts = [f"{what}: {count:,}" for what, count in found["facts"] if count]
        return "\n".join([found["sentence"], *facts, *found["notes"]])
