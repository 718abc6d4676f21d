"""Files of questions as programs send them: what one would do is found by storing it and taking that back at once."""

from django.db import transaction

from assessment.campaigns.services.intakes import Intake, Sent, Taken, register_intake, source_of, taken_by
from assessment.campaigns.services.kept_questions import KIND
from assessment.campaigns.services.topic_files import is_for_a_job, refuse_too_large, request_questions
from assessment.campaigns.services.topics import TopicsImported, import_questions
from assessment.people.selectors.access import Permission
from assessment.shared.errors import Refused

COUNTS = ("questions", "series", "replaced", "kept", "untold", "by_place", "untyped", "alike")


def check(sent: Sent) -> Taken:
    """What the file would do; nothing is stored."""
    if is_for_a_job(sent.campaign, sent.upload):
        raise Refused(
            f"{sent.upload.name} is too large to be checked alone. Nothing was stored.",
            "file_too_large",
            "Import it: nothing of it is stored where anything is wrong, and an import can be undone.",
        )
    with transaction.atomic():
        found = _import(sent)
        transaction.set_rollback(True)
    counts = {name: getattr(found, name) for name in COUNTS}
    return Taken(f"Nothing was stored. An import would say: {found.sentence}", review=counts)


def store(sent: Sent) -> Taken:
    """Import the file; a job does it where it takes long."""
    if is_for_a_job(sent.campaign, sent.upload):
        job = request_questions(campaign=sent.campaign, upload=sent.upload, by=sent.by, replace=sent.replace)
        return taken_by(job)
    imported = _import(sent)
    return Taken(imported.sentence, imported.number)


def _import(sent: Sent) -> TopicsImported:
    refuse_too_large(sent.campaign, sent.upload)
    types = source_of(sent.types) if sent.types else None
    return import_questions(
        campaign=sent.campaign, topics=sent.source, types=types, by=sent.by, replace=sent.replace
    )


register_intake(Intake(KIND, Permission.EDIT_CAMPAIGN, check, store, frozenset({"types", "replace"})))
