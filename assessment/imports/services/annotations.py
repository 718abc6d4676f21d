"""Annotations that come as a file in the corpus's layout: all are stored, or none and every problem is listed.

One job reads and checks the whole file and keeps what it understood; another stores that in steps.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from assessment.assignments.services.assign import lock_assignments
from assessment.campaigns.models import Campaign
from assessment.campaigns.models.imports import ANNOTATIONS
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.examples import ids_of_questions
from assessment.campaigns.services.intakes import Taken
from assessment.imports.selectors import IMPORT_ANNOTATIONS
from assessment.imports.services.annotation_files import (
    FileEntry,
    checked_entries,
    checked_of,
    put_back,
    write_checked,
)
from assessment.imports.services.annotation_review import annotated_questions, review
from assessment.imports.services.annotation_storing import AnnotationPlan, store_part
from assessment.imports.services.files import FileOfJudgments
from assessment.imports.services.review import Review
from assessment.imports.services.words import newcomers_said, not_stored
from assessment.judging.selectors.example_rows import SOMEBODY
from assessment.judging.services.file_steps import already_there
from assessment.people.models import Member
from assessment.people.selectors.access import Access
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n, sentence
from documents.steps import Pace
from scoring.annotations import AnnotatedExample, Annotation, Label
from scoring.formats.problems import Problems
from scoring.spans.annotations_file import write

ROWS = 300  # of a part at most


def check_file(campaign: Campaign, path: Path) -> Review:
    """Keep what was understood of a file beside it, and say what it would do. Raises FileRefused."""
    refuse_not_annotated(campaign)
    problems = Problems(path.name)
    written = write_checked(campaign, path, problems)
    result = review(campaign, checked_entries(written), problems)
    written.replace(checked_of(path))  # only now: what was right in a file with faults is no file
    return result


def refuse_not_annotated(campaign: Campaign) -> None:
    """Refuse annotations where nobody marks places on pages."""
    if not campaign.track.marks_places:
        raise Refused(
            say("Nobody annotates pages in {campaign}. Nothing was stored.", campaign=campaign.slug),
            "not_annotated",
            say("Import judgments there."),
        )


class AnnotationsFile(FileOfJudgments[FileEntry]):
    """A file of annotations: its job stores what was understood of it when it was checked."""

    kind, verb, things = ANNOTATIONS, "annotations:imported", "annotations"
    storing = sentence("annotations stored")
    news, there = ("added",), "unchanged"
    job, page, manual = IMPORT_ANNOTATIONS, "judging:annotations", "natural-questions#annotations-from-files"
    options = frozenset({"newcomers"})
    checked_at_once = -1

    plan: AnnotationPlan

    @classmethod
    def is_there(cls, access: Access) -> bool:
        return access.campaign.track.marks_places

    @classmethod
    def example(cls, campaign: Campaign) -> SourceFile:
        """Somebody who found no answer, in the layout of the corpus."""
        said = Annotation("1", Label(), annotator=SOMEBODY, question="good")
        examples = (AnnotatedExample(qid, (said,)) for qid in ids_of_questions(campaign))
        return SourceFile("annotations.jsonl", b"".join(write(examples)))

    def looked_at(self) -> Taken:
        """What a kept file would do; what was understood of it is kept."""
        put_back(path := self.file.kept())
        review = check_file(self.campaign, path).as_data()
        return Taken(" ".join([say("Nothing was stored."), held(review)]), review=review)

    def refuse_now(self) -> None:
        refuse_not_annotated(self.campaign)
        super().refuse_now()

    @property
    def checked(self) -> Path:
        """What was understood of it; once more where the file alone came back from a backup."""
        assert self.file.path
        put_back(self.file.path)
        if not (place := checked_of(self.file.path)).exists():
            check_file(self.campaign, self.file.path)
        return place

    def check(self) -> Review:
        self.handle.progress(0, 0, say("Comparing with the campaign"))
        return review(self.campaign, checked_entries(self.checked), Problems(self.file.name))

    def prepare(self) -> None:
        names = [person["name"] for person in self.source.report["people"]]
        people = Member.objects.filter(campaign=self.campaign, name__in=names)
        members = dict(people.values_list("name", "pk"))
        questions = annotated_questions(self.campaign)
        self.plan = AnnotationPlan(self.source, questions, members, self.handle.by)

    def rows(self, start: int) -> Iterator[FileEntry]:
        return islice(checked_entries(self.checked), start, None)

    def pace(self) -> Pace:
        return Pace(ROWS, most=ROWS)

    def store_some(self, some: Sequence[FileEntry], tally: dict[str, Any]) -> None:
        lock_assignments(self.campaign)
        store_part(self.plan, some, tally)

    def sentence(self, report: Mapping[str, Any]) -> str:
        return sentence_of(report)


def sentence_of(report: Mapping[str, Any]) -> str:
    """What an import did."""
    parts = [say_n("Stored {n} annotation.", "Stored {n} annotations.", report["added"])]
    if report["unchanged"]:
        parts.append(already_there(report["unchanged"]))
    if report["skipped"]:
        parts.append(not_stored(report))
    return " ".join([*parts, held(report)])


def held(report: Mapping[str, Any]) -> str:
    """What a file holds."""
    people = report["people"]
    new = [person["name"] for person in people if not person["is_known"]]
    annotations = say_n("{n} annotation", "{n} annotations", report["rows"])
    examples = say_n("{n} example", "{n} examples", report["examples"])
    annotators = say_n("{n} annotator", "{n} annotators", len(people))
    holds = say(
        "The file holds {annotations} ({complete} complete) of {examples} by {annotators}.",
        annotations=annotations,
        complete=report["complete"],
        examples=examples,
        annotators=annotators,
    )
    return f"{holds} {newcomers_said(new)}" if new else holds


AnnotationsFile.register()
