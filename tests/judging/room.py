"""What the tests of judging start from: a question of three answers and two assessors."""

from typing import Any
from uuid import uuid4

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment, Judgment
from assessment.judging.services.judgments import Saved, record_judgment, undo
from assessment.people.models import Account
from assessment.submissions.models import PoolItem
from tests import factory
from tests.client import Client

ANSWERS = (("A-1", "Halden"), ("A-1", "the comet"), ("B-1", "Rehn"))


class Room:
    """A question of three answers and two assessors."""

    def __init__(self, *answers: tuple[str, str], type: str = "FACTOID", **campaign: Any) -> None:
        self.campaign: Campaign = factory.make_campaign(**{"track": "series2004", **campaign})
        self.question: Question = factory.make_questions(self.campaign, "1.1", type=type, series="1")[0]
        self.items: list[PoolItem] = factory.make_items(self.question, *(answers or ANSWERS))
        self.ada, self.ben = factory.make_account("ada"), factory.make_account("ben")
        self.mine = factory.make_assignment(self.question, self.ada)
        self.theirs = factory.make_assignment(self.question, self.ben)
        self.url = f"/judge/{self.mine.pk}/"

    def judge(self, number: int, grade: str | None, seen: int = 0, by: str = "ada", **more: Any) -> Saved:
        """Save one judgment."""
        who: dict[str, tuple[Account, Assignment]] = {
            "ada": (self.ada, self.mine),
            "ben": (self.ben, self.theirs),
        }
        account, assignment = who[by]
        more.setdefault("client_id", uuid4())
        return record_judgment(
            by=account,
            assignment_id=assignment.pk,
            item_id=self.items[number].pk,
            grade=grade,
            seen=seen,
            **more,
        )

    def undo(self, **more: Any) -> Saved:
        """Take back ada's newest change."""
        return undo(by=self.ada, assignment_id=self.mine.pk, client_id=uuid4(), **more)

    def counters(self) -> tuple[int, int]:
        """Ada's counters as they are stored."""
        self.mine.refresh_from_db()
        return self.mine.judged, self.mine.later

    def client(self, account: Account | None = None) -> Client:
        """A browser in which somebody is signed in: ada, unless another account is named."""
        client = Client()
        client.force_login(account or self.ada)
        return client

    def form(self, number: int, **more: Any) -> dict[str, Any]:
        """The fields that the judging page sends for one of the answers."""
        own = Judgment.objects.filter(item=self.items[number], member=self.mine.member).first()
        fields = {"item": self.items[number].pk, "seen": own.changes if own else 0, "client_id": str(uuid4())}
        return {**fields, **more}
