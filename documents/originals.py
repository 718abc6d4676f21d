"""Documents as their collection's own files hold them, many at once."""

from collections.abc import Iterable

from documents.models import Collection, DocumentEntry
from documents.readers import READERS


def find_originals(collection: Collection, docids: Iterable[str]) -> dict[str, DocumentEntry]:
    """The rows of some documents by the ids asked for, an ending such as `.xml` there or not; unknown ids are left out.

    `store.read_bytes` gives the bytes of each without a further query. For some hundred ids, not for thousands.
    """
    suffix = READERS[collection.format].suffix if collection.format in READERS else ""
    stored_names = {docid: docid.removesuffix(suffix) for docid in docids}
    rows = DocumentEntry.visible.filter(collection=collection, docid__in=set(stored_names.values()))
    entries = {row.docid: row for row in rows}
    for entry in entries.values():
        entry.collection = collection
    return {docid: entries[name] for docid, name in stored_names.items() if name in entries}
