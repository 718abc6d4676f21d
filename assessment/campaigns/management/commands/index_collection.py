"""Makes the index by which a collection is searched."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.meter import Meter
from assessment.campaigns.selectors.searching import refused
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.say import say_n
from documents.errors import DocumentsError
from documents.models import Collection
from documents.search.indexes import build
from documents.selectors import get_collection


class Command(AssizeCommand):
    """`index_collection [SLUG …] [--anew]`."""

    help = (
        "Make the index by which collections are searched: of those named, else of all whose texts are held here. "
        "One that was cut off goes on where it was; until it is whole, that of the edition before is searched."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="slug", help="short name of a collection")
        parser.add_argument("--anew", action="store_true", help="make it again, though it is there")

    def do(self, **options: Any) -> Outcome:
        try:
            collections = [get_collection(slug) for slug in options["slugs"]]
            built = {
                collection.slug: build(collection, Meter(self.stderr), anew=options["anew"])
                for collection in collections or Collection.visible.filter(held=True)
            }
        except DocumentsError as error:
            raise refused(error) from error
        lines = [
            f"{slug}: {one.documents:,} documents"
            + (f", {one.unread:,} by their ids alone" if one.unread else "")
            for slug, one in built.items()
        ]
        sentence = say_n("Indexed {n} collection.", "Indexed {n} collections.", len(built))
        return Outcome(sentence, {"collections": {slug: one._asdict() for slug, one in built.items()}}, lines)
