"""Tables of judgments as programs send them: checked before the answer, and stored by a job, all of it or nothing.

A table that takes longer to read than a program waits is checked by the job alone, which tells what is wrong.
"""

from assessment.campaigns.services.intakes import Intake, Sent, Taken, register_intake, taken_by
from assessment.imports.selectors import IMPORT
from assessment.imports.services.files import JudgmentsFile, check_judgments, refuse_unasked
from assessment.imports.services.kept import JUDGMENTS
from assessment.imports.services.uploads import request_check
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.uploads import keep_upload
from assessment.judging.services.disputes import refuse_released
from assessment.people.selectors.access import Permission

CHECKED_AT_ONCE = 4 * 1024 * 1024  # bytes: some 40,000 judgments


def check(sent: Sent) -> Taken:
    """What the table would do; nothing is stored."""
    if (sent.upload.size or 0) > CHECKED_AT_ONCE:
        job = request_check(campaign=sent.campaign, upload=sent.upload, by=sent.by, machine=sent.machine)
        return taken_by(job)
    found = check_judgments(campaign=sent.campaign, table=_table(sent))
    return Taken(found.sentence, review=found.as_data())


def store(sent: Sent) -> Taken:
    """Have the table stored. Raises FileRefused with everything that is wrong, by line."""
    refuse_released(sent.campaign, "judgments")
    if (sent.upload.size or 0) <= CHECKED_AT_ONCE:
        table = _table(sent)
        refuse_unasked(table, check_judgments(campaign=sent.campaign, table=table))
        sent.upload.seek(0)
    arguments = {
        "path": str(keep_upload(sent.upload)),
        "machine": sent.machine,
        "newcomers": sent.newcomers,
        "replace": sent.replace,
    }
    job = enqueue(kind=IMPORT, by=sent.by, campaign=sent.campaign, arguments=arguments)
    return taken_by(job)


def _table(sent: Sent) -> JudgmentsFile:
    source = sent.source
    return JudgmentsFile(source.name, source.data, sent.machine, sent.newcomers, replace=sent.replace)


register_intake(
    Intake(JUDGMENTS, Permission.ASSIGN, check, store, frozenset({"machine", "newcomers", "replace"})),
)
