"""What the tests of annotating start from: questions with their pages, and the people who annotate them."""

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

from assessment.campaigns.models import Question
from assessment.judging.models import Assignment, PageAnnotation
from assessment.judging.services.annotation_answers import Step, StepAnswer
from assessment.judging.services.annotations import annotate
from assessment.judging.services.changes import ChangeResult
from assessment.people.models import Account
from documents.corpus import example_of
from documents.layouts import layout_of
from documents.services import import_collection
from tests import factory
from tests.client import Client
from tests.documents.helpers import make_folder

HTML = """<!DOCTYPE html><html><head><title>Halden comet</title></head><body>
<h1>Halden comet</h1>
<table><tr><th>Discovered by</th><td>Edda Rehn</td></tr></table>
<p>The comet was found on <b>9 April</b> 1926 by Edda Rehn.</p>
<ul><li>It was seen again in 1997.</li><li>It will be back in 2068.</li></ul>
</body></html>"""
TABLE, ROW, PARAGRAPH, LIST, ITEM = range(5)  # the boxes of it
QIDS = ("-71", "72", "73")
FOUND = "The comet was found on 9 April 1926 by Edda Rehn."


def import_pages(folder: Path, html: str = HTML, qids: tuple[str, ...] = QIDS) -> None:
    """A collection with the same page for each question."""
    lines = [
        json.dumps(example_of(html.encode(), int(qid), "what", "Halden", "http://wiki.test/H"))
        for qid in qids
    ]
    files = {"a.jsonl": "\n".join([*lines, ""]).encode()}
    import_collection(make_folder(folder, files), slug="pages", format="nq")


class AnnotationRoom:
    """Three questions with their pages, annotated by ada and ben."""

    def __init__(self, folder: Path, html: str = HTML) -> None:
        import_pages(folder / "pages", html)
        self.campaign = factory.make_campaign("comets", "nq", collection_slug="pages")
        self.questions: list[Question] = factory.make_questions(self.campaign, *QIDS, type="question")
        self.ada, self.ben = factory.make_account("ada"), factory.make_account("ben")
        self.mine = factory.make_assignment(self.questions[0], self.ada)
        self.theirs = factory.make_assignment(self.questions[0], self.ben)
        self.url = f"/judge/{self.mine.pk}/"

    def client(self, account: Account | None = None) -> Client:
        """A browser in which somebody is signed in: ada, unless another account is named."""
        client = Client()
        client.force_login(account or self.ada)
        return client

    def say(self, step: Step, seen: int | None = None, **answer: Any) -> ChangeResult:
        """One step of ada's, as her page would send it."""
        return annotate(
            by=self.ada,
            assignment_id=self.mine.pk,
            client_id=answer.pop("client_id", uuid4()),
            seen=self.record.version if seen is None else seen,
            step=step,
            seconds=answer.pop("seconds", 0),
            answer=StepAnswer(**answer),
        )

    def say_all(self, candidate: int = PARAGRAPH, words: tuple[int, int] = (6, 8)) -> None:
        """A good question, a box, and words in it."""
        self.say("question", question="good")
        self.say("long", candidate=candidate)
        self.say("short", words=(words,))

    def send(self, client: Client, step: str, *, scripts: bool = False, **fields: Any) -> Any:
        """The form of a step, from the plain page or from its scripts."""
        sent = {"client_id": str(uuid4()), "seen": self.record.version, **fields}
        headers = {"X-Assize-Fetch": "1"} if scripts else {}
        return client.post(f"{self.url}annotation/{step}/", sent, headers=headers)

    @property
    def record(self) -> PageAnnotation:
        """What is stored of ada's."""
        return PageAnnotation.objects.filter(assignment=self.mine).first() or PageAnnotation()

    @property
    def judged(self) -> int:
        """Ada's counter."""
        return Assignment.objects.get(pk=self.mine.pk).judged

    @property
    def texts(self) -> list[str]:
        """The bytes of the short answers that are stored of ada's."""
        return [text_of(place) for place in self.record.short or ()]

    def tokens(self, candidate: int) -> list[int]:
        """The words of a box."""
        layout = layout_of("pages", QIDS[0])
        box = layout.candidates[candidate]
        return layout.words_of(box.start_token, box.end_token)


def text_of(place: list[int], html: str = HTML) -> str:
    """The bytes of a place."""
    return html.encode()[place[0] : place[1]].decode()
