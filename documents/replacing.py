"""What an import would change of a collection that readers see: said and refused, unless it is wanted."""

from typing import NamedTuple

from django.db.models import Exists, OuterRef

from documents.errors import CollectionRefused
from documents.models import Collection, DocumentEntry, Scan
from documents.readers.xmltext import SUFFIX
from documents.say import say, sentence
from documents.selectors import docids_in
from documents.uses import used_docids

HINT = sentence(
    "Check that this is the right collection. To replace it all the same: --replace, or the tick on the page."
)


class Changes(NamedTuple):
    """How a list of ids differs from the one that readers see."""

    before: int
    added: int
    gone: int


def refuse_other_list(scan: Scan) -> None:
    """Refuse a list of ids that differs from the one there is."""
    collection = Collection.objects.get(pk=scan.collection_id)
    if not collection.edition:
        return
    changes = changes_of(collection, scan.edition)
    if not changes.added and not changes.gone:
        return
    raise CollectionRefused(
        _joined(
            say(
                "{collection} lists {n} ids; this file adds {added} and lacks {lacked} of them.",
                collection=collection.slug,
                n=changes.before,
                added=changes.added,
                lacked=changes.gone,
            ),
            _lost_sentence(collection, scan.edition),
        ),
        hint=say(HINT),
        code="list_differs",
    )


def refuse_losing(scan: Scan) -> None:
    """Refuse an import after which documents that are relied on are not in the collection any more."""
    collection = Collection.objects.get(pk=scan.collection_id)
    if collection.edition and (lost := _lost_sentence(collection, scan.edition)):
        raise CollectionRefused(_joined(lost), hint=say(HINT), code="documents_lost")


def changes_of(collection: Collection, edition: int) -> Changes:
    """What another edition adds and lacks."""
    before = DocumentEntry.objects.filter(collection=collection, edition=collection.edition)
    after = DocumentEntry.objects.filter(collection=collection, edition=edition)
    stays = before.filter(Exists(after.filter(docid=OuterRef("docid")))).count()
    count = before.count()
    return Changes(count, after.count() - stays, count - stays)


def _lost_sentence(collection: Collection, edition: int) -> str:
    used = {docid.removesuffix(SUFFIX) for docid in used_docids(collection.slug)}
    known = docids_in(collection.pk, collection.edition or 0, used)
    lost = len(known) - len(docids_in(collection.pk, edition, known))
    if not lost:
        return ""
    return say(
        "{n} of {all} pooled documents of {collection} are not in it.",
        n=lost,
        all=len(used),
        collection=collection.slug,
    )


def _joined(*sentences: str) -> str:
    return " ".join([*filter(None, sentences), say("Nothing was changed.")])
