"""Lists of ids of collections: one is looked at before it is imported, and may replace the list there is."""

from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.collections import FROM_LIST, as_refusal, enqueue_about, refuse_others
from assessment.campaigns.services.intakes import CHECKS
from assessment.campaigns.services.site_files import lock_looked_at
from assessment.jobs.models import Job
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.uploads import forget_upload, found_upload, keep_upload
from assessment.people.models import Account
from assessment.shared.errors import Conflict
from assessment.shared.say import say, say_n
from documents.errors import CollectionRefused
from documents.list_review import ListReview, review_ids
from documents.models import Collection
from documents.progress import Progress
from documents.services import refuse_held

CHECK = "campaigns.check_ids"
CHECKS.add(CHECK)
NAMED = 20  # documents that a note names


def request_list_check(*, by: Account, upload: "UploadedFile[bytes]", slug: str) -> Job:
    """Have an uploaded list held against what there is. It is kept until it is imported or discarded."""
    try:
        refuse_held(slug)
    except CollectionRefused as error:
        raise as_refusal(error) from error
    refuse_others(by, slug)
    arguments = {"kind": "ids", "path": str(keep_upload(upload)), "slug": slug}
    return enqueue(kind=CHECK, by=by, arguments=arguments)


def check_list(job: JobHandle, path: str, slug: str, progress: Progress) -> str:
    """Keep what the list would make of its collection, for whoever looks; in a sentence."""
    if kept := job.checkpoint.get("review"):  # an earlier attempt ended after its step
        return str(kept["sentence"])
    place, seen = found_upload(Path(path)), _mark(slug)
    try:
        review = _review(slug, review_ids(place, slug, progress))
    except CollectionRefused as error:
        forget_upload(place)
        raise as_refusal(error) from error
    with job.step({"review": {**review, "seen": seen}}):
        return str(review["sentence"])


@transaction.atomic
def import_checked(*, check: Job, by: Account) -> Job:
    """Have a list imported that was looked at, in place of the one there is; Conflict where that is another by now."""
    lock_looked_at(check)
    if _mark(slug := check.arguments["slug"]) != check.checkpoint["review"]["seen"]:
        raise Conflict(
            say(
                "The collection {name} was imported since this list was looked at. Nothing was changed.",
                name=slug,
            ),
            "changed_meanwhile",
            say("Choose the list again, to see what it would change now."),
        )
    given = {name: check.arguments[name] for name in ("path", "slug")}
    return enqueue_about(FROM_LIST, by, {**given, "replace": True})


def _mark(slug: str) -> str:
    """What tells whether the collection of a name is still the one that was looked at."""
    return str(Collection.visible.filter(slug=slug).values_list("pk", "edition").first())


def _review(slug: str, found: ListReview) -> dict[str, Any]:
    """The same in sentences and numbers."""
    used = Campaign.visible.filter(collection_slug=slug).count()
    if found.before is None:
        said = say_n(
            "A new collection {name} of {n} id.", "A new collection {name} of {n} ids.", found.ids, name=slug
        )
    else:
        said = say(
            "{collection} lists {n} ids; this file adds {added} and lacks {lacked} of them.",
            collection=slug,
            n=found.before,
            added=found.ids - found.known,
            lacked=found.before - found.known,
        )
    facts = [
        (say("Ids in the file"), found.ids),
        (say("Campaigns that use it"), used),
        (say("Documents in their pools"), found.relied_on),
    ]
    notes = [_note(found.missing)] if found.missing else []
    return {"sentence": said, "facts": facts, "notes": notes, "is_new": found.is_new}


def _note(missing: dict[str, str]) -> str:
    """Which documents of pools the file lacks, with what it may mean by another id."""
    said = [
        say("{id} (did you mean {other}?)", id=one, other=other) if other else one
        for one, other in list(missing.items())[:NAMED]
    ]
    return say_n(
        "{n} document of the pools is not in the file: {named}.",
        "{n} documents of the pools are not in the file: {named}.",
        len(missing),
        named=", ".join([*said, *(["…"] if len(missing) > NAMED else [])]),
    )
