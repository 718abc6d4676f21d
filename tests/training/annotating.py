"""What the tests of samples whose pages are annotated start from: a campaign of pages, and files of what is expected."""

import csv
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

from assessment.campaigns.models import Campaign
from assessment.training.models import TrainingAttempt, TrainingQuestion
from assessment.training.models.samples import Sample, SampleItem
from assessment.training.services.samples import write_sample
from documents.layouts import layout_of
from tests import factory
from tests.client import Client
from tests.judging.annotating import HTML, PARAGRAPH, QIDS, import_pages

COLUMNS = ("question", "type", "text", "docid", "grade", "long", "short", "reason")
TEXT = "when was the halden comet found"
PAGE = QIDS[0]
WHY = "The smallest box that says when."
SAMPLE = Sample("date-1", "question", "", TEXT, ())


def make_room(folder: Path, html: str = HTML) -> Campaign:
    """Where ada and ben annotate pages, and olga organizes."""
    import_pages(folder / "pages", html)
    campaign = factory.make_campaign("comets", "nq", collection_slug="pages")
    for name, role in (("olga", "organizer"), ("ada", "assessor"), ("ben", "assessor")):
        factory.make_member(campaign, name, role)
    return campaign


def words_of(box: int, first: int, last: int) -> str:
    """Words of a box, counted from 1 and the last included, as a file names their tokens."""
    layout = layout_of("pages", PAGE)
    tokens = layout.words_of(layout.candidates[box].start_token, layout.candidates[box].end_token)
    return f"{tokens[first - 1]}-{tokens[last - 1] + 1}"


def expected(grade: str = "good", long: str = "", short: str = "", reason: str = WHY) -> SampleItem:
    """One annotation that is expected of the page."""
    return SampleItem(PAGE, "", "", grade, reason, long=long, short=short)


def write_date_sample(
    campaign: Campaign, *more: SampleItem, box: int = PARAGRAPH, words: tuple[int, int] = (6, 8)
) -> TrainingQuestion:
    """A sample of which the date in a paragraph is expected, or more."""
    rows = (expected(long=str(box), short=words_of(box, *words)), *more)
    return write_sample(campaign=campaign, sample=SAMPLE._replace(items=rows), seen=0, by=None)


def table(*rows: Sequence[str], header: Sequence[str] = COLUMNS) -> bytes:
    """A file of samples."""
    buffer = StringIO()
    csv.writer(buffer).writerows([header, *rows])
    return buffer.getvalue().encode()


class Trial:
    """Somebody's try, by the forms of its page."""

    def __init__(self, client: Client, name: str = "date-1") -> None:
        self.client = client
        self.url = client.post(f"/campaigns/comets/training/samples/{name}/begin/").headers["Location"]

    @property
    def stored(self) -> TrainingAttempt:
        """The try as it is kept."""
        return TrainingAttempt.objects.get(pk=int(self.url.rstrip("/").rpartition("/")[2]))

    def say(self, step: str, *, scripts: bool = False, **fields: Any) -> Any:
        """The form of a step, from the plain page or from its scripts."""
        sent = {"client_id": str(uuid4()), "seen": self.stored.annotation.version, **fields}
        headers = {"X-Assize-Fetch": "1"} if scripts else {}
        return self.client.post(f"{self.url}annotation/{step}/", sent, headers=headers)

    def say_all(self, long: int = PARAGRAPH, words: str = "6-8") -> None:
        """A good question, a box, and words in it."""
        self.say("question", question="good")
        self.say("long", candidate=long)
        self.say("short", words=words)

    def finish(self) -> Any:
        """End it."""
        return self.client.post(f"{self.url}finish/")

    def review(self) -> str:
        """The page of the try."""
        return self.client.get(self.url).text
