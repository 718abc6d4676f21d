"""Files of annotations: a job checks them, and another stores them where nothing is wrong."""

from collections.abc import Mapping
from typing import Any

from assessment.campaigns.models import Campaign
from assessment.campaigns.models.imports import ANNOTATIONS
from assessment.campaigns.services.examples import ids_of_questions
from assessment.campaigns.services.intakes import Intake, Sent, Taken, register_intake, store_by_job
from assessment.campaigns.services.source_files import SourceFile
from assessment.imports.selectors import IMPORT_ANNOTATIONS
from assessment.imports.services.annotations import check_file, held, refuse_not_annotated
from assessment.imports.services.review import people_of, refuse_unknown
from assessment.judging.selectors.example_rows import SOMEBODY
from assessment.judging.services.disputes import refuse_released
from assessment.people.selectors.access import Permission
from assessment.shared.say import say
from scoring.annotations import AnnotatedExample, Annotation, Label
from scoring.spans.annotations_file import write


def check(sent: Sent) -> Taken:
    """What a kept file would do; what was understood of it takes its place."""
    found = check_file(sent.campaign, sent.file.kept())
    review = found.as_data()
    return Taken(" ".join([say("Nothing was stored."), held(review)]), review=review)


def store(sent: Sent) -> Taken:
    """Have a checked file stored."""
    refuse_not_annotated(sent.campaign)
    refuse_released(sent.campaign, "judgments")
    return store_by_job(sent, IMPORT_ANNOTATIONS, newcomers=sent.newcomers)


def refuse(sent: Sent, review: Mapping[str, Any]) -> None:
    """Refuse people whom the campaign does not know, unless they are meant to join."""
    if not sent.newcomers:
        refuse_unknown(sent.file.name, people_of(review), of_annotations=True)


def example(campaign: Campaign) -> SourceFile:
    """Somebody who found no answer, in the layout of the corpus."""
    said = Annotation("1", Label(), annotator=SOMEBODY, question="good")
    examples = (AnnotatedExample(qid, (said,)) for qid in ids_of_questions(campaign))
    return SourceFile("annotations.jsonl", b"".join(write(examples)))


register_intake(
    Intake(
        ANNOTATIONS,
        Permission.ASSIGN,
        check,
        store,
        example,
        "natural-questions#annotations-from-files",
        frozenset({"newcomers"}),
        is_there=lambda access: access.campaign.track.marks_places,
        page="judging:annotations",
        by_job=True,
        checked_at_once=-1,
        refuse=refuse,
    )
)
