"""What one assessor has to do, on every judging page; made anew for each run of the model, beside the earlier ones."""

from itertools import count
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from django.contrib.auth.hashers import Argon2PasswordHasher

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment, Nugget
from assessment.judging.services.judgments import record_judgment
from assessment.people.models import Account
from assessment.people.services.accounts import ensure_member
from assessment.submissions.models import PoolItem
from assessment.submissions.services.rounds import recount
from tests import factory
from tests.browser.annotating import HTML
from tests.documents.helpers import import_records, record
from tests.judging.annotating import QIDS, import_pages
from tests.judging.scene import assessors, give, judge

PASSWORD = "correct horse"
FACTS = (("A-1", "9 April"), ("A-1", "Halden"), ("B-1", "Halden"), ("C-1", "halden"), ("C-1", "nobody"))
SHIPS = (("A-1", "Aster"), ("B-1", "the Aster"), ("B-1", "Gull"), ("C-1", "Tolm"))
LAMPS = (("A-1", "its lamp burned oil"), ("B-1", "nothing of it"), ("C-1", "a lamp of brass"))
NUGGETS = ("its lamp", "whale oil", "made of brass")
OPINIONS = {"x": ("no", "yes", "yes"), "y": ("yes", "no", "no"), "z": ("no", "yes", "no")}
_numbers = count(1)


class Desk(NamedTuple):
    """A page where something is decided, and of which kind it is."""

    kind: str
    path: str


def import_documents(folder: Path) -> None:
    """The collections that all desks share."""
    texts = {"A-1": "Halden saw it on 9 April.", "B-1": "Halden saw the Aster.", "C-1": "A lamp of brass."}
    import_records(folder / "wire", *(record(docid, f"<P>\n{text}\n") for docid, text in texts.items()))
    import_pages(folder / "pages", HTML)


class Desks:
    """The campaigns of one assessor, who adjudicates one of them, and the addresses of her pages."""

    def __init__(self) -> None:
        self.number = next(_numbers)
        self.name = f"ada{self.number}"
        self.ada: Account = factory.make_account(self.name)
        self.ada.password = Argon2PasswordHasher().encode(PASSWORD, Argon2PasswordHasher().salt())
        self.ada.save(update_fields=["password"])
        self.campaigns: list[Campaign] = []
        self.assignments: list[Assignment] = []
        self.all = [*self._facts(), *self._series(), *self._paragraphs(), *self._pages(), self._disputes()]

    def of(self, kind: str) -> list[Desk]:
        """The desks of a kind."""
        return [desk for desk in self.all if desk.kind == kind]

    def _campaign(self, name: str, track: str, collection: str) -> Campaign:
        made = factory.make_campaign(f"{name}{self.number}", track, collection_slug=collection)
        self.campaigns.append(made)
        return made

    def _give(self, question: Question) -> Assignment:
        made = factory.make_assignment(question, self.ada)
        self.assignments.append(made)
        return made

    def _facts(self) -> list[Desk]:
        """Yes and no, with strings that are alike."""
        questions = factory.make_questions(self._campaign("facts", "trec8", "wire"), "1", "2", type="factoid")
        for question in questions:
            factory.make_items(question, *FACTS)
        return [Desk("answers", f"/judge/{self._give(question).pk}/") for question in questions]

    def _series(self) -> list[Desk]:
        """Four grades, classes of a list, a list of nuggets, and votes on another one."""
        campaign = self._campaign("series", "series2004", "wire")
        (fact,) = factory.make_questions(campaign, "1.1", series="1")
        (listed,) = factory.make_questions(campaign, "2.1", type="LIST", series="2")
        written, voted = factory.make_questions(campaign, "3.1", "3.2", type="OTHER", series="3")
        factory.make_items(fact, *FACTS)
        classes = self._judged(listed)
        for question in (written, voted):
            factory.make_items(question, *LAMPS)
            for place, text in enumerate(NUGGETS, 1):
                Nugget.objects.create(question=question, name=str(place), text=text, position=place)
        votes = self._give(voted)
        Assignment.objects.filter(pk=votes.pk).update(stage="votes", asked=len(NUGGETS))
        return [
            Desk("answers", f"/judge/{self._give(fact).pk}/"),
            Desk("classes", f"/judge/{classes.pk}/classes/"),
            Desk("nuggets", f"/judge/{self._give(written).pk}/"),
            Desk("votes", f"/judge/{votes.pk}/"),
        ]

    def _judged(self, question: Question) -> Assignment:
        """A list question whose answers are judged, so that they can be put into classes."""
        row = self._give(question)
        for item in factory.make_items(question, *SHIPS):
            record_judgment(
                by=self.ada, assignment_id=row.pk, item_id=item.pk, seen=0, client_id=uuid4(), grade="correct"
            )
        return row

    def _paragraphs(self) -> list[Desk]:
        """Paragraphs and exact answers: R, X, M, W and U."""
        campaign = self._campaign("acts", "respubliqa2010", "")
        (question,) = factory.make_questions(campaign, "0001", type="Factoid")
        Question.objects.filter(pk=question.pk).update(source_lang="EN", target_lang="EN")
        documents = (
            ("jrc31931R0007-en.xml", answer) for answer in ("first", "second", "24 months", "2 years")
        )
        given = zip(factory.make_items(question, *documents), ("", "", "24 months", "2 years"), strict=True)
        for place, (item, answer) in enumerate(given, 7):
            PoolItem.objects.filter(pk=item.pk).update(passage=str(place), answer=answer)
        recount(campaign)
        return [Desk("answers", f"/judge/{self._give(question).pk}/")]

    def _pages(self) -> list[Desk]:
        """Pages to annotate with long and short answers."""
        campaign = self._campaign("pages", "nq", "pages")
        questions = factory.make_questions(campaign, *QIDS, type="question")
        return [Desk("pages", f"/judge/{self._give(question).pk}/") for question in questions]

    def _disputes(self) -> Desk:
        """Items on which three others disagree; ada decides."""
        campaign = self._campaign("disputes", "trec8", "wire")
        (question,) = factory.make_questions(campaign, "1", type="factoid")
        items = factory.make_items(question, *FACTS[:3])
        for member in assessors(campaign, *OPINIONS):
            row = give(question, member)
            for item, grade in zip(items, OPINIONS[member.name], strict=True):
                judge(row, item, grade)
        roles = ("organizer", "adjudicator")
        ensure_member(campaign=campaign, name=self.name, roles=roles, by=None, account=self.ada)
        self.disputed = question
        return Desk("disputes", f"/campaigns/{campaign.slug}/adjudicate/1/")
