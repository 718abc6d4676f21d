"""Files of annotations: read as a stream, held against pages, and kept as they were understood.

What was understood of a file is kept beside it: one line for each that was read, at the same number, without pages, every
annotation with the name of its annotator and all offsets of its places.
"""

import os
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from typing import BinaryIO, NamedTuple

from assessment.campaigns.models import Campaign
from assessment.imports.services.annotation_places import PageOfFile
from assessment.shared.say import say
from documents.errors import DocumentsError
from documents.glances import places_of
from documents.models import Collection
from documents.store import Reading
from scoring.annotations import AnnotatedExample, Annotation
from scoring.formats.problems import Problems
from scoring.progress import tell
from scoring.records import Problem
from scoring.spans.annotations_file import as_text
from scoring.spans.examples import ReadExample, stream_examples
from scoring.spans.labels import Error

LONGEST_NAME = 150  # characters, as the table has it
_KILOBYTE = 1_000


class FileEntry(NamedTuple):
    """An annotation of a file."""

    line: int
    qid: str
    annotation: Annotation

    @property
    def annotator(self) -> str:
        """Who annotated."""
        return self.annotation.annotator


def write_checked(campaign: Campaign, path: Path, problems: Problems) -> Path:
    """Read a file and write what was understood of it; note what is wrong with it by itself and by its pages."""
    spool, written = path.with_name(f"{path.name}.part"), 0
    with path.open("rb") as file, spool.open("wb") as out, Reading() as reading:
        pages = _Pages(campaign, reading)
        lines: dict[str, int] = {}
        for example in _examples(file, problems):
            if _is_first(example, lines, problems):
                text = as_text(pages.fitted(example, problems))
                out.write(b"\n" * (example.line - written - 1) + f"{text}\n".encode())
                written = example.line
    if not lines and not problems:
        hint = say("Write one example a line, in the layout of the corpus.")
        problems.add(0, "no_examples", say("The file holds no example."), hint)
    return spool


def checked_of(path: Path) -> Path:
    """Where it is kept what was understood of a file."""
    return path.with_name(f"{path.name}.checked")


def put_back(path: Path) -> None:
    """Put an upload back that a former version checked: what it had understood took the place, the upload lay beside."""
    came, place = path.with_name("as-it-came"), checked_of(path)
    if came == path or not came.exists():
        return
    if not place.exists():
        place.hardlink_to(path)
    came.replace(path)


def checked_entries(path: Path) -> Iterator[FileEntry]:
    """The annotations of a checked file, in its order."""
    with path.open("rb") as file:
        for found in stream_examples(file, path.name):
            if isinstance(found, Problem):
                raise ValueError(str(found))  # nobody but `write_checked` writes it
            example = found.example
            for annotation in example.annotations:
                yield FileEntry(example.line, example.example_id, annotation)


def _examples(file: BinaryIO, problems: Problems) -> Iterator[AnnotatedExample]:
    """The examples in which nothing is wrong by themselves, everybody with a name."""
    size = ceil(os.fstat(file.fileno()).st_size / _KILOBYTE)
    for found in stream_examples(file, problems.file):
        tell(min(ceil(file.tell() / _KILOBYTE), size), size, say("kB of the file checked"))
        errors = found.problems if isinstance(found, ReadExample) else [found]
        for error in errors:
            problems.add(*error[1:])
        if isinstance(found, ReadExample) and not errors:
            yield _named(found.example, problems)


def _named(example: AnnotatedExample, problems: Problems) -> AnnotatedExample:
    """The example with a name for everybody whom the file does not name: the corpus names nobody."""
    annotations = tuple(
        one if one.annotator else one._replace(annotator=f"annotator-{number}")
        for number, one in enumerate(example.annotations, 1)
        if one.question or one.complete or one.label.has_long  # else it was opened, and nothing was said
    )
    names = set[str]()
    for one in annotations:
        if one.annotator in names:
            message = say(
                "Example {example}: {name} annotated it twice.",
                example=str(example.example_id),
                name=one.annotator[:80],
            )
            problems.add(example.line, "twice", message, say("Keep one of the two."))
        elif not one.annotator.strip() or len(one.annotator) > LONGEST_NAME:
            message = say(
                "Example {example}: an annotator's name has 1 to {most} characters.",
                example=str(example.example_id),
                most=LONGEST_NAME,
            )
            problems.add(example.line, "assessor_name", message, say("Give another name."))
        names.add(one.annotator)
    return example._replace(annotations=annotations)


def _is_first(example: AnnotatedExample, lines: dict[str, int], problems: Problems) -> bool:
    first = lines.setdefault(example.example_id, example.line)
    if first != example.line:
        message = say(
            "Example {example} is in line {line} already.",
            example=str(example.example_id),
            line=str(first),
        )
        problems.add(example.line, "twice", message, say("Keep one of the two."))
    return first == example.line


class _Pages:
    """The pages of a campaign's questions, where they are held."""

    def __init__(self, campaign: Campaign, reading: Reading) -> None:
        slug = campaign.collection_slug
        self._collection = Collection.visible.filter(slug=slug, held=True).first() if slug else None
        self._qids = set(campaign.questions.values_list("qid", flat=True))
        self._reading = reading

    def fitted(self, example: AnnotatedExample, problems: Problems) -> AnnotatedExample:
        """The example with its places as the page has them. What is no question here needs no page."""
        qid, has_places = example.example_id, any(one.label.has_long for one in example.annotations)
        if self._collection is None or not has_places or qid not in self._qids:
            return example
        try:
            page = PageOfFile(places_of(self._collection.slug, qid, self._reading))
        except DocumentsError as error:
            problems.add(
                example.line,
                "page_missing",
                say("Example {example}: {message}", example=str(qid), message=error.message),
                error.hint,
            )
            return example
        fitted = tuple(_fitted(page, one, example, problems) for one in example.annotations)
        return example._replace(annotations=fitted)


def _fitted(page: PageOfFile, one: Annotation, example: AnnotatedExample, problems: Problems) -> Annotation:
    errors: list[Error] = []
    fitted = page.fitted(one, errors)
    for code, message, hint in errors:
        what = say(
            "Example {example}, {name}: {message}",
            example=str(example.example_id),
            name=one.annotator,
            message=message,
        )
        problems.add(example.line, code, what, hint)
    return fitted
