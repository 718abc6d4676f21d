"""What the tests of the search share."""

from pathlib import Path

from documents.models import Collection
from documents.search.finding import search
from tests.documents.helpers import import_records, record


def wire(folder: Path, texts: dict[str, str]) -> Collection:
    """A newswire collection of these texts, imported; a later one takes the place of the former."""
    import_records(folder, *(record(docid, text) for docid, text in texts.items()))
    return Collection.visible.get(slug="wire")


def found(collection: Collection, typed: str) -> list[str]:
    """The ids of the first page of what is found."""
    return [hit.docid for hit in search(collection, typed, shown=False).hits]


def folders(data: Path) -> list[Path]:
    """The indexes of the collection on the disk, the newest last."""
    return sorted((data / "search" / "wire").iterdir())
