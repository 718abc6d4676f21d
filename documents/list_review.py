"""What a list of ids would make of a collection: read whole, and held against the one there is; nothing is written."""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from documents.idlist import read_ids
from documents.models import Collection
from documents.progress import Progress
from documents.readers.xmltext import SUFFIX
from documents.scanning import CHUNK
from documents.selectors import docids_in
from documents.uses import used_docids


class ListReview(NamedTuple):
    """A list beside the collection of its name, and beside what is relied on."""

    ids: int  # different ones
    before: int | None  # that the collection has now; None where there is none of the name
    known: int  # ids of the list that it has
    relied_on: int  # documents that pools name
    missing: dict[
        str, str
    ]  # those that the list lacks -> an id of the list that differs in case or signs alone, or ""

    @property
    def is_new(self) -> bool:
        """Whether an import would change anything."""
        return self.before is None or not self.ids == self.before == self.known


def review_ids(file: Path, slug: str, progress: Progress | None = None) -> ListReview:
    """Hold a list against what there is. Raises CollectionRefused, as its import does, with every faulty line."""
    collection = Collection.visible.filter(slug=slug).first()
    relied_on = {docid.removesuffix(SUFFIX) for docid in used_docids(slug)}
    missing, seen, known = set(relied_on), set[int](), 0
    for some in _portions(docid.removesuffix(SUFFIX) for docid in read_ids(file, progress)):
        fresh = {docid for docid in some if hash(docid) not in seen}
        seen.update(map(hash, fresh))
        missing -= fresh
        known += len(docids_in(collection.pk, collection.edition, fresh)) if collection else 0
    before = collection.documents if collection else None
    return ListReview(len(seen), before, known, len(relied_on), _meant(file, missing))


def _portions(ids: Iterable[str]) -> Iterator[list[str]]:
    remaining = iter(ids)
    while some := list(islice(remaining, CHUNK)):
        yield some


def _meant(file: Path, missing: set[str]) -> dict[str, str]:
    """For each missing id one of the list that is the same but for case and signs, where there is one."""
    meant = dict.fromkeys(sorted(missing), "")
    wanted = {_letters(docid): docid for docid in meant}
    for docid in read_ids(file) if meant else ():
        if of := wanted.get(_letters(docid)):
            meant[of] = docid
    return meant


def _letters(docid: str) -> str:
    return "".join(filter(str.isalnum, docid.casefold()))
