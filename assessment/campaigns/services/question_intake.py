"""Files of questions: what one would do is found by storing it and taking that back at once; large ones a job reads."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.conf import settings

from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.selectors.similar import asked_in
from assessment.campaigns.services.examples import FileExample, register_example, table_example
from assessment.campaigns.services.intakes import SEEN, Intake, Sent, Taken, register_intake, store_by_job
from assessment.campaigns.services.kept_questions import KIND
from assessment.campaigns.services.planned import seen_in
from assessment.campaigns.services.question_losses import would_go
from assessment.campaigns.services.rehearsals import rehearsed
from assessment.campaigns.services.source_files import SourceFile
from assessment.campaigns.services.topics import mark_of_questions, store_read
from assessment.campaigns.services.topics_files import ReadTopics, read_topics_file
from assessment.people.selectors.access import Permission
from assessment.shared.errors import Refused
from assessment.shared.say import say, sentence
from scoring.formats.columns import Columns
from scoring.formats.topics_table import COLUMNS

IMPORT = "campaigns.import_questions"
TYPES = "target-types"  # the kind of a file of what topics do not tell
READ_AT_ONCE = 4 * 1024 * 1024  # bytes
COUNTS = ("questions", "series", "replaced", "kept", "untold", "by_place", "untyped", "known", "alike")


def check(sent: Sent) -> Taken:
    """What the file would do; nothing is stored. Questions that would go are told, and asked for when it is stored."""
    read, seen = _read(sent), mark_of_questions(asked_in(sent.campaign))
    looked_at = sent._replace(replace=True, review={"seen": seen})
    return rehearsed(looked_at, partial(_store, read), Question)


def refuse(sent: Sent, review: Mapping[str, Any]) -> None:
    """Refuse to let questions go of which nobody said that they may."""
    if review.get("loss") and not sent.replace:
        raise would_go(review["loss"])


def store(sent: Sent) -> Taken:
    """Import the file; a job does it where that takes longer than somebody waits for a page."""
    if _is_for_a_job(sent):
        return store_by_job(sent, IMPORT, replace=sent.replace, seen=seen_in(sent))
    return _store(_read(sent), sent)._replace(review=None)


def _store(read: ReadTopics, sent: Sent) -> Taken:
    seen = seen_in(sent)
    found = store_read(campaign=sent.campaign, read=read, by=sent.by, replace=sent.replace, seen=seen)
    counts = {name: getattr(found, name) for name in COUNTS}
    notes = [found.loss] if found.loss else []
    review = {**counts, "seen": seen, "loss": found.loss, "notes": notes}
    return Taken(found.sentence, found.number, review=review)


def _is_for_a_job(sent: Sent) -> bool:
    return sent.campaign.track.streams_topics and sent.file.size > READ_AT_ONCE


def _read(sent: Sent) -> ReadTopics:
    _refuse_too_large(sent)
    return read_topics_file(sent.campaign, sent.file, sent.types.read() if sent.types else None)


def _refuse_too_large(sent: Sent) -> None:
    """Refuse what only a track that streams its topics may bring."""
    if not sent.campaign.track.streams_topics and sent.file.size > settings.MAX_RUN_BYTES:
        limit = settings.MAX_RUN_BYTES // (1024 * 1024)
        raise Refused(
            say("{file} is larger than {limit} MB. Nothing was stored.", file=sent.file.name, limit=limit),
            "file_too_large",
            say("Choose a smaller one."),
        )


def _columns(sent: Sent) -> Columns | None:
    """Of a table of questions, where the file is one."""
    track = sent.campaign.track
    is_table = track.takes_topics_tables and track.is_topics_table(sent.source.data, sent.file.columns)
    return COLUMNS if is_table else None


def example(campaign: Campaign) -> SourceFile:
    """The made-up questions that teams are shown, too."""
    track = campaign.track.under(campaign.rules)
    return SourceFile(f"example-{track.questions_file}", track.write_topics(track.sample.topics))


def example_of_types(campaign: Campaign) -> SourceFile:
    """What may come in a file of its own, of the same questions."""
    asked = campaign.track.sample.topics.questions[:2]
    return table_example("example-sources.csv", [{"qid": one.qid, "source": "assessor"} for one in asked])


register_example(FileExample(TYPES, example_of_types, "question-development", Permission.EDIT_CAMPAIGN))
register_intake(
    Intake(
        KIND,
        Permission.EDIT_CAMPAIGN,
        check,
        store,
        example,
        "imports#questions-from-a-spreadsheet",
        frozenset({"types", "replace", SEEN}),
        page="campaigns:import-questions",
        heading=sentence("Import questions"),
        says=(
            sentence(
                "The file is checked first, and you see what it would add. Nothing is stored until you confirm; errors are "
                "listed with their lines."
            ),
            sentence(
                "Questions with the same id are replaced, as long as no runs, pools or assignments refer to them."
            ),
        ),
        columns=_columns,
        checked_at_once=READ_AT_ONCE,
        refuse=refuse,
    )
)
