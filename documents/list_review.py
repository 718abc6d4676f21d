"""What a list of ids would make of a collection: read whole, and held against the one there is; nothing is written."""

from array import array
from collections.abc import Collection as Group
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from sys import byteorder
from tempfile import TemporaryFile
from typing import NamedTuple

from documents.idlist import read_ids
from documents.models import Collection
from documents.progress import Progress
from documents.readers.xmltext import SUFFIX
from documents.scanning import CHUNK
from documents.selectors import docids_in
from documents.uses import used_docids

FILES = 64  # that the ids of a long list are spread over


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
    missing = set(relied_on)
    with ExitStack() as stack:
        different = _Different(stack)
        for some in _portions(docid.removesuffix(SUFFIX) for docid in read_ids(file, progress)):
            missing.difference_update(some)
            there = docids_in(collection.pk, collection.edition, some) if collection else set[str]()
            different.add(some, there)
        ids, known = different.counted()
    before = collection.documents if collection else None
    return ListReview(ids, before, known, len(relied_on), _meant(file, missing, progress))


class _Different:
    """Counts the different ones of any number of ids in flat memory: a number of eight bytes stands for each of them.

    These lie in files, by what is left of a division; what is the same lies in the same file, of which one is read at a time.
    """

    def __init__(self, stack: ExitStack) -> None:
        self.files = [stack.enter_context(TemporaryFile()) for _ in range(FILES)]  # noqa: SIM115 - the stack closes it

    def add(self, ids: Iterable[str], known: Group[str]) -> None:
        """Note ids, and by an odd number those that the collection has."""
        for docid in ids:
            number = hash(docid) & ~1 | (docid in known)
            self.files[(number >> 1) % FILES].write(number.to_bytes(8, byteorder, signed=True))

    def counted(self) -> tuple[int, int]:
        """How many different ones there were, and how many of them the collection has."""
        ids = known = 0
        for file in self.files:
            file.seek(0)
            numbers = set(array("q", file.read()))
            ids, known = ids + len(numbers), known + sum(number & 1 for number in numbers)
        return ids, known


def _portions(ids: Iterable[str]) -> Iterator[list[str]]:
    remaining = iter(ids)
    while some := list(islice(remaining, CHUNK)):
        yield some


def _meant(file: Path, missing: set[str], progress: Progress | None) -> dict[str, str]:
    """For each missing id one of the list that is the same but for case and signs, where there is one."""
    meant = dict.fromkeys(sorted(missing), "")
    wanted = {_letters(docid): docid for docid in meant}
    for docid in read_ids(file, progress) if meant else ():
        if of := wanted.get(_letters(docid)):
            meant[of] = docid
    return meant


def _letters(docid: str) -> str:
    return "".join(filter(str.isalnum, docid.casefold()))
