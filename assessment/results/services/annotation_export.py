"""Writing annotations out in the corpus's very layout."""

import gzip
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO, NamedTuple

from assessment.campaigns.models import Campaign
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.results.selectors.consistent_campaign import consistent_campaign
from assessment.results.selectors.corpus_lines import corpus_lines
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n

Progress = Callable[[int, int, str], None]


class AnnotationsExported(NamedTuple):
    """What was written."""

    examples: int
    annotations: int

    @property
    def sentence(self) -> str:
        """It in words."""
        return say(
            "Exported {annotations} of {examples}.",
            annotations=say_n("{n} annotation", "{n} annotations", self.annotations),
            examples=say_n("{n} example", "{n} examples", self.examples),
        )


def export_annotations(
    *,
    campaign: Campaign,
    file: Path,
    by: Account | None,
    with_pages: bool = False,
    progress: Progress | None = None,
) -> AnnotationsExported:
    """Write a new file, packed if its name ends with .gz; a failure leaves nothing behind."""
    if file.exists():
        raise Refused(
            say("{file} exists. Nothing was written.", file=file), "file_exists", say("Name a new file.")
        )
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name[:100]}-")
    except OSError as error:
        message = say("{file} cannot be written: {why}.", file=file, why=error.strerror)
        raise Refused(message, "file_unwritable", say("Name another place.")) from None
    try:
        with os.fdopen(handle, "wb") as out:
            done = write_annotations(campaign, out, file.suffix == ".gz", with_pages, progress)
        made = Path(name)
        made.chmod(0o644)
        made.replace(file)
    finally:
        Path(name).unlink(missing_ok=True)
    record_event(by=by, campaign=campaign, verb="campaign:exported", subject="the annotations")
    return done


def write_annotations(
    campaign: Campaign,
    out: IO[bytes],
    packed: bool,
    with_pages: bool = False,
    progress: Progress | None = None,
) -> AnnotationsExported:
    """Write the lines of all annotations that count; the same bytes for the same state."""
    if not campaign.track.marks_places:
        raise Refused(
            say("Nobody annotates pages in {campaign}. Nothing was written.", campaign=campaign.slug),
            "not_annotated",
            say("Export the bundle."),
        )
    if not packed:
        return _write(campaign, out, with_pages, progress)
    with gzip.GzipFile(filename="", fileobj=out, mode="wb", compresslevel=6, mtime=0) as target:
        return _write(campaign, target, with_pages, progress)


def _write(
    campaign: Campaign, out: IO[bytes] | gzip.GzipFile, with_pages: bool, progress: Progress | None
) -> AnnotationsExported:
    examples = annotations = 0
    total = campaign.questions.count()
    with consistent_campaign(campaign):
        for line in corpus_lines(campaign, with_pages):
            out.write(line.data)
            examples, annotations = examples + 1, annotations + line.annotations
            if progress:
                progress(examples, total, "examples")
    return AnnotationsExported(examples, annotations)
