"""Topics files that are too large to be read while a page waits: a job reads them from the data folder."""

from typing import TYPE_CHECKING

from django.conf import settings

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.uploads import keep_upload
from assessment.people.models import Account
from assessment.shared.errors import Refused
from assessment.shared.say import say

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

IMPORT = "campaigns.import_questions"
READ_AT_ONCE = 4 * 1024 * 1024  # bytes


def is_for_a_job(campaign: Campaign, upload: "UploadedFile[bytes]") -> bool:
    """Whether a file takes longer to read than somebody waits for a page."""
    return campaign.track.streams_topics and (upload.size or 0) > READ_AT_ONCE


def refuse_too_large(campaign: Campaign, upload: "UploadedFile[bytes]") -> None:
    """Refuse what only a track that streams its topics may bring."""
    if not campaign.track.streams_topics and (upload.size or 0) > settings.MAX_RUN_BYTES:
        limit = settings.MAX_RUN_BYTES // (1024 * 1024)
        raise Refused(
            say("{file} is larger than {limit} MB. Nothing was stored.", file=upload.name, limit=limit),
            "file_too_large",
            say("Choose a smaller one."),
        )


def request_questions(
    *, campaign: Campaign, upload: "UploadedFile[bytes]", by: Account | None, replace: bool = False
) -> Job:
    """Have the questions of an uploaded file imported. It is kept until it has been read."""
    arguments = {"path": str(keep_upload(upload)), "replace": replace}
    return enqueue(kind=IMPORT, by=by, campaign=campaign, arguments=arguments)
