"""Removes copies of documents that are no longer shown, but for those that stood beside a judgment."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from assessment.judging.models import Change
from assessment.people.models import Account
from assessment.people.services.events import record_event
from documents.old_copies import OldCopy, old_copies, remove_copies
from documents.steps import Pace


class Cleaned(NamedTuple):
    """What went, and what stays for the sake of judgments."""

    removed: int = 0
    size: int = 0  # bytes
    kept: int = 0

    def sentence(self, dry: bool) -> str:
        """The same in a sentence."""
        removed = "1 old copy" if self.removed == 1 else f"{self.removed:,} old copies"
        size = f"{self.size / 1e6:,.1f} MB" if self.size >= 100_000 else f"{self.size:,} bytes"
        note = f" {self.kept:,} more stood beside judgments and stay." if self.kept else ""
        return f"{'Would remove' if dry else 'Removed'} {removed} of documents, {size}.{note}"


def remove_old_copies(
    *, by: Account | None, dry: bool = False, tell: Callable[[OldCopy], object] = lambda copy: None
) -> Cleaned:
    """Remove copies that a newer one replaced more than two days ago and to which no judgment, past or present, refers.

    With `dry` nothing is removed; each copy that would go is listed either way.
    """
    cleaned = Cleaned()
    for copies in old_copies():
        with Pace().step():
            going = _unreferred(copies)
            if not dry:
                remove_copies(going)
        for copy in going:
            tell(copy)
        kept = cleaned.kept + len(copies) - len(going)
        size = cleaned.size + sum(copy.size for copy in going)
        cleaned = Cleaned(cleaned.removed + len(going), size, kept)
    if cleaned.removed and not dry:
        record_event(by=by, campaign=None, verb="documents:old_copies_removed", count=cleaned.removed)
    return cleaned


def _unreferred(copies: Sequence[OldCopy]) -> list[OldCopy]:
    """Those of a collection's copies that stood beside no judgment."""
    spellings = {spelling: copy.docid for copy in copies for spelling in copy.spellings}
    changes = Change.objects.filter(
        document_revision__isnull=False, question__campaign__collection_slug=copies[0].collection
    )
    of_items = changes.filter(item__docid__in=list(spellings)).values_list("item__docid", "document_revision")
    of_pages = changes.filter(item=None, question__qid__in=list(spellings))  # annotated as a whole
    rows = [*of_items.distinct(), *of_pages.values_list("question__qid", "document_revision").distinct()]
    referred = {(spellings[docid], revision) for docid, revision in rows if docid}
    return [copy for copy in copies if (copy.docid, copy.revision) not in referred]
