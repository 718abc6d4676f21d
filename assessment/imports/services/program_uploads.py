"""A program's matches or drafts from the page: checked first, and stored when somebody has looked at what they would do."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from django.core.files.uploadedfile import UploadedFile

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile
from assessment.imports.services.draft_storing import DraftReview, StoredDrafts, review_drafts, store_drafts
from assessment.imports.services.drafts import read_draft_rows
from assessment.imports.services.machine_matches import read_match_rows
from assessment.imports.services.machines import refuse_other
from assessment.imports.services.match_storing import MatchReview, Stored, review_matches, store_matches
from assessment.jobs.models import Job, JobState
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.uploads import forget_upload, keep_upload
from assessment.people.models import Account
from assessment.shared.errors import Refused
from assessment.shared.say import say
from scoring.formats.problems import Problems
from scoring.records import MachineAssessor

CHECK_MATCHES = "judging.check_machine_matches"
CHECK_DRAFTS = "judging.check_machine_nuggets"


class Table(NamedTuple):
    """A kind of table that programs bring, besides judgments: how it is read, reviewed and stored."""

    read: Callable[[bytes, Problems], list[Any]]
    review: Callable[..., MatchReview | DraftReview]
    store: Callable[..., Stored | StoredDrafts]


TABLES: Mapping[str, Table] = {
    CHECK_MATCHES: Table(read_match_rows, review_matches, store_matches),
    CHECK_DRAFTS: Table(read_draft_rows, review_drafts, store_drafts),
}  # by the kind of the job that checks it


def request_check(
    *,
    kind: str,
    campaign: Campaign,
    upload: "UploadedFile[bytes]",
    facts: MachineAssessor,
    by: Account | None,
) -> Job:
    """Have an uploaded table held against the campaign. It is kept until it is stored or discarded."""
    refuse_other(campaign, facts)
    arguments = {"path": str(keep_upload(upload)), "facts": facts._asdict()}
    return enqueue(kind=kind, by=by, campaign=campaign, arguments=arguments)


def review_upload(
    kind: str, campaign: Campaign, path: Path, facts: MachineAssessor
) -> MatchReview | DraftReview:
    """What a kept table would do. Raises FileRefused with everything that is wrong."""
    table, problems = TABLES[kind], Problems(path.name)
    return table.review(campaign, facts, table.read(path.read_bytes(), problems), problems)


def store_checked(*, check: Job, by: Account | None) -> Stored | StoredDrafts:
    """Store a table as its preview showed. Refused where it is not kept any more."""
    if check.state != JobState.DONE or not is_kept(check) or check.campaign is None:
        raise Refused(
            say("The file of this preview is no longer kept. Nothing was stored."),
            "upload_gone",
            say("Choose it again."),
        )
    path, facts = Path(check.arguments["path"]), MachineAssessor(**check.arguments["facts"])
    table, file, problems = TABLES[check.kind], SourceFile(path.name, path.read_bytes()), Problems(path.name)
    rows = table.read(file.data, problems)
    stored = table.store(campaign=check.campaign, facts=facts, rows=rows, problems=problems, file=file, by=by)
    forget_upload(path)
    return stored


def discard(*, check: Job) -> None:
    """Delete an uploaded table that is not to be stored."""
    forget_upload(Path(check.arguments["path"]))


def is_kept(check: Job) -> bool:
    """Whether the table of a preview is still kept."""
    return Path(check.arguments["path"]).is_file()
