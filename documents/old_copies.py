"""Copies of documents in place of which a newer one is shown: which there are, and how they go."""

from collections.abc import Collection, Iterator
from datetime import timedelta
from typing import NamedTuple

from django.db.models import Exists, OuterRef
from django.db.models.functions import Length
from django.utils import timezone

from documents.links import LIFETIME
from documents.models import Snapshot
from documents.readers import READERS

_BATCH = 100  # so few that nobody waits for their removal
# Nobody has an older copy open any more: addresses of documents live shorter.
_QUIET = timedelta(seconds=2 * LIFETIME)
_ENDINGS = sorted({reader.suffix for reader in READERS.values()} - {""})
_PARTS = ("record", "html", "text", "nodes")


class OldCopy(NamedTuple):
    """A copy that is no longer shown."""

    pk: int
    collection: str
    docid: str
    revision: int
    size: int  # bytes, as they are stored

    @property
    def spellings(self) -> list[str]:
        """The ways in which runs may spell the id: with the ending of a format, and without."""
        return [self.docid, *(self.docid + ending for ending in _ENDINGS)]


def old_copies() -> Iterator[list[OldCopy]]:
    """Copies that were replaced more than two days ago, in batches of one collection each."""
    newer = Snapshot.objects.filter(
        collection=OuterRef("collection"),
        docid=OuterRef("docid"),
        revision__gt=OuterRef("revision"),
        made_at__lt=timezone.now() - _QUIET,
    )
    found = Snapshot.objects.filter(Exists(newer))
    for collection in sorted(set(found.values_list("collection__slug", flat=True))):
        rows = found.filter(collection__slug=collection).order_by("docid", "revision")
        pks = list(rows.values_list("pk", flat=True))
        for start in range(0, len(pks), _BATCH):
            yield _measured(pks[start : start + _BATCH])


def remove_copies(copies: Collection[OldCopy]) -> None:
    """Delete copies, with the second opinions on them."""
    Snapshot.objects.filter(pk__in=[copy.pk for copy in copies]).delete()


def _measured(pks: list[int]) -> list[OldCopy]:
    size = sum((Length(part) for part in _PARTS[1:]), start=Length(_PARTS[0]))
    rows = Snapshot.objects.filter(pk__in=pks).annotate(size=size).order_by("docid", "revision")
    return [OldCopy(*row) for row in rows.values_list("pk", "collection__slug", "docid", "revision", "size")]
