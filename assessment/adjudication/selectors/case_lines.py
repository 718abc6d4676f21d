"""A question's pool before the adjudicator: each string with what everybody said of it."""

from collections.abc import Sequence
from typing import NamedTuple

from assessment.adjudication.selectors.agreement_records import evaluation_of
from assessment.adjudication.selectors.disputes import no_longer_fits
from assessment.adjudication.selectors.sentences import why
from assessment.campaigns.models import Question
from assessment.judging.models import Adjudication
from assessment.judging.selectors.grades import Given, grades_given
from assessment.judging.selectors.quoted import place_name, quoted_paragraphs
from assessment.submissions.models import PoolItem
from scoring import records
from scoring.rules import majority_of
from scoring.stages import THIRD


class CaseLine(NamedTuple):
    """A pool item with what everybody said of it."""

    pk: int
    docid: str
    passage: str
    answer: str
    disputed: bool
    given: Sequence[Given]
    decision: Adjudication | None
    quoted: str = ""  # what stands at its place, where that is the whole answer

    @property
    def text(self) -> str:
        """What people read of it: the string, else what stands at its place."""
        return self.answer or self.quoted

    @property
    def place(self) -> str:
        """The number of its paragraph, or long or short answer; empty where it has no place of its own."""
        return place_name(self.passage)

    @property
    def is_decided(self) -> bool:
        """Whether a decision stands."""
        return self.decision is not None and bool(self.decision.grade)

    @property
    def is_stale(self) -> bool:
        """Whether the judgments changed since, so that the decision no longer fits."""
        row = self.decision
        if row is None or not row.grade:
            return False
        return no_longer_fits(row.grade, row.overruled, self.given)

    @property
    def is_open(self) -> bool:
        """Whether it waits for a decision."""
        return self.disputed and (not self.is_decided or self.is_stale)

    @property
    def majority(self) -> str | None:
        """The grade of more than half, where there is one."""
        return majority_of([one.grade for one in self.given]) if self.given else None

    @property
    def final(self) -> str:
        """The grade that counts in the adjudicated set; empty while that is open."""
        if self.decision is not None and self.decision.grade:
            return self.decision.grade
        grades = {one.grade for one in self.given}
        return grades.pop() if len(grades) == 1 else ""

    @property
    def leaning(self) -> str:
        """The final grade or, while that is open, the majority's; empty where there is neither."""
        return self.final or self.majority or ""

    @property
    def why(self) -> str:
        """On which ground it was decided, and whether the majority was overruled, in words."""
        return why(self.decision.ground, overruled=self.decision.overruled) if self.decision else ""

    @property
    def seen(self) -> int:
        """How often the decision was changed."""
        return self.decision.changes if self.decision else 0


def pool_lines(question: Question) -> list[CaseLine]:
    """The question's whole pool with everybody's grades, by document, passage and string (three queries)."""
    pool = PoolItem.objects.filter(question=question)
    given = grades_given(pool)
    decisions = {
        row.item_id: row
        for row in Adjudication.objects.filter(item__question=question).select_related("member")
    }
    columns = ("pk", "docid", "passage", "answer", "disputed")
    rows = pool.order_by("docid", "passage", "answer", "pk").values_list(*columns)
    lines = [
        CaseLine(pk, docid, passage, answer, disputed, given.get(pk, ()), decisions.get(pk))
        for pk, docid, passage, answer, disputed in rows
    ]
    places = {(line.docid, line.passage) for line in lines if line.passage and not line.answer}
    texts = quoted_paragraphs(question.campaign.collection_slug, places) if places else {}
    return [line._replace(quoted=texts.get((line.docid, line.passage), "")) for line in lines]


def following(lines: Sequence[CaseLine], now: CaseLine) -> CaseLine | None:
    """The next open item after this one, from the top again at the end; None when nothing is open."""
    place = next((n for n, line in enumerate(lines) if line.pk == now.pk), 0)
    return next((line for line in (*lines[place + 1 :], *lines[:place]) if line.is_open), None)


def item_of(question: Question, line: CaseLine) -> records.Item:
    """A line as the scorer knows it."""
    return records.Item(question.qid, line.docid, line.passage, line.answer)


def judged_lines(question: Question, pool: Sequence[CaseLine]) -> records.Evaluation:
    """The judgments that count and the decisions on them: what the question's agreement is worked out from."""
    thirds = {one.name for line in pool for one in line.given if one.of_some}
    found = evaluation_of(
        question.campaign,
        [records.Question(question.qid, question.type, "")],
        (
            records.Judgment(item_of(question, line), one.name, one.grade)
            for line in pool
            for one in line.given
        ),
        (
            records.Adjudication(item_of(question, line), row.grade, row.ground, row.overruled)
            for line in pool
            if (row := line.decision) is not None and row.grade
        ),
    )
    return found._replace(
        assignments=tuple(records.Assignment(question.qid, name, THIRD) for name in sorted(thirds))
    )
