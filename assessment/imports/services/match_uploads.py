"""Tables of a program's matches from the page: checked first, and stored when somebody has looked at what they would do."""

from pathlib import Path

from django.core.files.uploadedfile import UploadedFile

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile
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


def request_check(
    *, campaign: Campaign, upload: "UploadedFile[bytes]", facts: MachineAssessor, by: Account | None
) -> Job:
    """Have an uploaded table held against the campaign. It is kept until it is stored or discarded."""
    refuse_other(campaign, facts)
    arguments = {"path": str(keep_upload(upload)), "facts": facts._asdict()}
    return enqueue(kind=CHECK_MATCHES, by=by, campaign=campaign, arguments=arguments)


def review_upload(campaign: Campaign, path: Path, facts: MachineAssessor) -> MatchReview:
    """What a kept table would do. Raises FileRefused with everything that is wrong."""
    problems = Problems(path.name)
    return review_matches(campaign, facts, read_match_rows(path.read_bytes(), problems), problems)


def store_checked(*, check: Job, by: Account | None) -> Stored:
    """Store a table as its preview showed. Refused where it is not kept any more."""
    if check.state != JobState.DONE or not is_kept(check) or check.campaign is None:
        raise Refused(
            say("The file of this preview is no longer kept. Nothing was stored."),
            "upload_gone",
            say("Choose it again."),
        )
    path, facts = Path(check.arguments["path"]), MachineAssessor(**check.arguments["facts"])
    file, problems = SourceFile(path.name, path.read_bytes()), Problems(path.name)
    rows = read_match_rows(file.data, problems)
    stored = store_matches(
        campaign=check.campaign, facts=facts, rows=rows, problems=problems, file=file, by=by
    )
    forget_upload(path)
    return stored


def discard(*, check: Job) -> None:
    """Delete an uploaded table that is not to be stored."""
    forget_upload(Path(check.arguments["path"]))


def is_kept(check: Job) -> bool:
    """Whether the table of a preview is still kept."""
    return Path(check.arguments["path"]).is_file()
