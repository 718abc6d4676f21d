"""Tables of decisions, nugget matches and nugget votes as programs send them: checked, then stored by a job."""

from dataclasses import asdict

from assessment.adjudication.selectors.nuggets import has_nuggets
from assessment.adjudication.services import decisions, nugget_files  # noqa: F401  # register their tables
from assessment.adjudication.services.table_files import KINDS, STORE
from assessment.campaigns.services.intakes import Intake, Sent, Taken, register_intake, taken_by
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.uploads import keep_upload
from assessment.judging.models import BatchKind
from assessment.judging.services.batches import refuse_half_done
from assessment.judging.services.disputes import refuse_released
from assessment.people.selectors.access import Permission


def _register(kind: str) -> None:
    def check(sent: Sent) -> Taken:
        file = sent.source
        found = KINDS[kind].check(sent.campaign, file.name, file.data)
        said = f"{found.changes} of {found.rows} rows say something new. Nothing was stored."
        return Taken(said, review=asdict(found))

    def store(sent: Sent) -> Taken:
        file = sent.source
        refuse_released(sent.campaign, "decisions")
        KINDS[kind].check(sent.campaign, file.name, file.data)
        refuse_half_done(sent.campaign)
        sent.upload.seek(0)
        arguments = {"kind": kind, "path": str(keep_upload(sent.upload))}
        job = enqueue(kind=STORE, by=sent.by, campaign=sent.campaign, arguments=arguments)
        return taken_by(job)

    is_there = has_nuggets if kind != BatchKind.DECISIONS else lambda access: True
    register_intake(Intake(kind, Permission.ADJUDICATE, check, store, is_there=is_there))


for _kind in KINDS:
    _register(_kind)
