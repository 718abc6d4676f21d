"""Fetches the pictures and style sheets of the pooled pages once, for campaigns that show archived ones."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from assessment.campaigns.models import Campaign
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n
from assessment.submissions.services.copying import pooled_documents, steps
from documents.models import Collection, RemoteFile
from documents.remote import archive
from documents.snapshots import newest_of_some
from documents.steps import Pace, delete_in_steps

FILES_AT_A_TIME = 5


class Archived(NamedTuple):
    """How far archiving is: the last id, and how many documents were looked at, files had, and not to be had."""

    last: str = ""
    seen: int = 0
    had: int = 0
    missed: int = 0

    @property
    def sentence(self) -> str:
        """Result."""
        done = say_n(
            "Archived {n} image or style sheet of {documents}.",
            "Archived {n} images and style sheets of {documents}.",
            self.had,
            documents=say_n("{n} pooled document", "{n} pooled documents", self.seen),
        )
        missed = say("{n} could not be had; those are left out.", n=self.missed)
        return f"{done} {missed}" if self.missed else done


def refuse_unarchived(campaign: Campaign) -> None:
    """Refuse to fetch for a campaign that would not show it."""
    if campaign.remote_resources != "archived":
        raise Refused(
            say("The campaign does not show archived images and styles. Nothing was fetched."),
            "not_archived",
            say("Set “Images and styles of documents” to archived first."),
        )


def archive_step(
    campaign: Campaign, ids: Sequence[str], before: Archived
) -> tuple[Archived, list[RemoteFile]]:
    """Fetch what these documents name and the archive lacks; nothing is stored yet."""
    collection = Collection.visible.get(slug=campaign.collection_slug)
    copies = newest_of_some(collection.slug, ids).values()
    named = [one for copy in copies for one in archive.named_by(copy)]
    files = archive.fetch_all(collection, archive.not_archived(collection, named))
    had = sum(bool(file.type) for file in files)
    after = Archived(ids[-1], before.seen + len(ids), before.had + had, before.missed + len(files) - had)
    return after, files


def store(files: Sequence[RemoteFile]) -> None:
    """Store files, a few at a time, since a picture may be large; of two at the same address the earlier stays."""
    for start in range(0, len(files), FILES_AT_A_TIME):
        with Pace().step():
            RemoteFile.objects.bulk_create(files[start : start + FILES_AT_A_TIME], ignore_conflicts=True)


def archive_all(
    campaign: Campaign, progress: Callable[[int, int, str], None], tell: Callable[[str], object], retry: bool
) -> Archived:
    """Fetch all that the pooled pages name; what cannot be had is listed. With `retry`, also what could not be had before."""
    refuse_unarchived(campaign)
    if retry:
        delete_in_steps(RemoteFile.objects.filter(collection__slug=campaign.collection_slug, type=""))
    archived, total = Archived(), pooled_documents(campaign)
    for ids in steps(campaign):
        archived, files = archive_step(campaign, ids, archived)
        store(files)
        for line in fetch_errors(files):
            tell(line)
        progress(archived.seen, total, "documents")
    return archived


def fetch_errors(files: Sequence[RemoteFile]) -> list[str]:
    """What could not be had, and why, a line each."""
    return [f"{file.address}: {file.error}" for file in files if not file.type]
