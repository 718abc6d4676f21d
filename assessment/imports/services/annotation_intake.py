"""Files of annotations as programs send them: a job checks them, and has another store them where nothing is wrong."""

from assessment.campaigns.services.intakes import Intake, Sent, Taken, register_intake, taken_by
from assessment.imports.services.annotations import request_check
from assessment.imports.services.kept import ANNOTATIONS_FILE
from assessment.people.selectors.access import Permission


def check(sent: Sent) -> Taken:
    """What the file would do; the job tells it."""
    return taken_by(request_check(campaign=sent.campaign, upload=sent.upload, by=sent.by))


def store(sent: Sent) -> Taken:
    """Have the file checked, then stored. The first job names the other."""
    job = request_check(
        campaign=sent.campaign,
        upload=sent.upload,
        by=sent.by,
        then_store=True,
        newcomers=sent.newcomers,
    )
    return taken_by(job)


register_intake(
    Intake(
        ANNOTATIONS_FILE,
        Permission.ASSIGN,
        check,
        store,
        frozenset({"newcomers"}),
        is_there=lambda access: access.campaign.track.marks_places,
    )
)
