"""Uploaded bundles: one job says what a bundle would become, another imports it, and of a half import nothing stays."""

import json
import zipfile
from io import BytesIO
from pathlib import Path
from typing import IO

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.campaigns import check_slug
from assessment.campaigns.services.examples import FileExample, register_example
from assessment.campaigns.services.intakes import CHECKS
from assessment.campaigns.services.site_files import lock_looked_at, read_confirmed
from assessment.jobs.models import Job
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.uploads import forget_upload, found_upload, keep_upload
from assessment.people.models import Account
from assessment.results.services.bundle_import import import_zip, read_zip
from assessment.results.services.bundle_review import is_taken, review_of
from assessment.results.services.bundle_steps import JobSteps, remove_half
from assessment.shared.errors import AssizeError, Refused
from assessment.shared.say import say
from assessment.shared.zips import BROKEN, entry_error, refuse_many
from scoring.evaluations import TRACKS
from scoring.progress import listened

IMPORT = "results.import_bundle"
REMOVE = "results.remove_half_import"
CHECK = "results.check_bundle"
KIND = "bundle"
CHECKS.add(CHECK)
LARGEST_HEAD = 1_000_000  # bytes of campaign.json that are looked at before the work


def _example() -> SourceFile:
    """The smallest bundle: a campaign with its questions."""
    track = TRACKS["trec8"]
    campaign = {"slug": "example", "title": "An example", "track": track.slug, "settings": {}}
    files = {
        "campaign.json": json.dumps(campaign).encode(),
        track.questions_file: track.write_topics(track.sample.topics),
    }
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as folder:
        for name, data in files.items():
            folder.writestr(zipfile.ZipInfo(name), data)
    return SourceFile("bundle.zip", packed.getvalue())


register_example(FileExample(KIND, _example, "bundle#what-is-in-it"))


def request_bundle_check(*, by: Account, upload: "UploadedFile[bytes]") -> Job:
    """Have an uploaded bundle read. It is kept until it is imported or discarded."""
    refuse_many(upload, upload.name or KIND)
    upload.seek(0)
    arguments = {"kind": KIND, "path": str(keep_upload(upload)), "name": upload.name or KIND}
    return enqueue(kind=CHECK, by=by, arguments=arguments)


def check_bundle(job: JobHandle, path: str, name: str) -> str:
    """Keep what the bundle would become, for whoever looks; in a sentence. One with something wrong does not stay."""
    if kept := job.checkpoint.get("review"):  # an earlier attempt ended after its step
        return str(kept["sentence"])
    job.progress(0, 0, say("Reading the bundle"))
    place = found_upload(Path(path))
    try:
        with listened(job.progress), place.open("rb") as source:
            review = review_of(read_zip(source, name))
    except AssizeError:
        forget_upload(place)
        raise
    with job.step({"review": review}):
        return str(review["sentence"])


@transaction.atomic
def import_checked(*, check: Job, slug: str, by: Account) -> Job:
    """Have a bundle imported that was looked at. Refused where it is not kept any more, or somebody was faster."""
    lock_looked_at(check)
    check_slug(slug)
    _refuse_taken(slug)
    arguments = {"path": check.arguments["path"], "slug": slug, "name": check.arguments["name"]}
    return enqueue(kind=IMPORT, by=by, arguments=arguments)


def request_bundle_import(*, by: Account, upload: "UploadedFile[bytes]", slug: str = "") -> Job:
    """Have an uploaded bundle imported. Too many entries and a name that is taken are refused at once."""
    refuse_many(upload, upload.name or "bundle")
    _refuse_taken(slug or _slug_inside(upload))
    upload.seek(0)
    arguments = {"path": str(keep_upload(upload)), "slug": slug, "name": upload.name or "bundle"}
    return enqueue(kind=IMPORT, by=by, arguments=arguments)


def import_bundle(job: JobHandle, path: str, slug: str, name: str) -> tuple[str, str]:
    """Import it, once: the sentence, and the short name of the campaign. What an earlier attempt left goes first."""
    if sentence := job.checkpoint.get("sentence"):
        return str(sentence), Campaign.objects.values_list("slug", flat=True).get(
            pk=job.checkpoint["campaign"]
        )
    if half := job.checkpoint.get("campaign"):
        remove_half(int(half))
    job.progress(0, 0, say("Reading the bundle"))
    with read_confirmed(job, path) as file, file.open("rb") as source:
        made = import_zip(source=source, name=name, slug=slug, by=job.by, steps=JobSteps(job))
    return made.sentence, made.campaign.slug


def remove_half_of(of_job: int) -> str:
    """Remove what a cancelled import left."""
    job = Job.objects.get(pk=of_job)
    removed = remove_half(int(job.checkpoint.get("campaign") or 0))
    return say("The half import was removed.") if removed else say("The import had left nothing.")


def _refuse_taken(slug: str) -> None:
    if slug and is_taken(slug):
        raise Refused(
            say("There is already a campaign {campaign}. Nothing was imported.", campaign=slug),
            "slug_taken",
            say("Choose another short name."),
        )


def _slug_inside(source: IO[bytes]) -> str:
    """The short name that a packed bundle gives itself; empty where that cannot be told before the work."""
    try:
        with zipfile.ZipFile(source) as packed:
            found = [one for one in packed.infolist() if one.filename.rsplit("/", 1)[-1] == "campaign.json"]
            if len(found) != 1 or entry_error(found[0]) or found[0].file_size > LARGEST_HEAD:
                return ""
            content = json.loads(packed.read(found[0]))
    except (*BROKEN, ValueError, RuntimeError):
        return ""
    slug = content.get("slug") if isinstance(content, dict) else None
    return slug if isinstance(slug, str) and "\0" not in slug else ""
