"""How far the assessors of a campaign agree: the records that it is worked out from, and the page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import QuerySet

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Adjudication, Judgment
from assessment.judging.selectors.grades import counting_judgments
from assessment.people.models import Member
from assessment.submissions.models import PoolItem
from scoring import agreement, records
from scoring.agreement import Coefficient, Means, QuestionAgreement
from scoring.index import Index

COLUMNS = ("qid", "J", "D", "O", "OL")


class AgreementPage(NamedTuple):
    """The table of TREC-8's appendix C, its means, and the coefficients."""

    rows: Sequence[QuestionAgreement]
    means: Means
    judged: int
    disputed: int
    decided: int
    overruled: int
    pairs: Mapping[tuple[str, str], Coefficient]
    fleiss: Coefficient
    krippendorff: Coefficient

    @property
    def disputed_percent(self) -> float:
        """Share of the judged items that were judged differently."""
        return 100 * self.disputed / self.judged

    @property
    def overruled_percent(self) -> float:
        """Share of the decisions that overruled the majority."""
        return 100 * self.overruled / self.decided


def judged_part(campaign: Campaign, questions: QuerySet[Question]) -> records.Evaluation:
    """The judgments that count on some questions, and the decisions on them: all that agreement depends on."""
    chosen = questions.values("pk")
    asked = list(questions.order_by("position", "pk").values_list("pk", "qid", "type"))
    qids = {pk: qid for pk, qid, _ in asked}
    names = dict(Member.objects.filter(campaign=campaign).values_list("pk", "name"))
    pool = PoolItem.objects.filter(question__in=chosen)
    items = {
        pk: records.Item(qids[question], *content)
        for pk, question, *content in _rows(pool, "pk", "question_id", "docid", "passage", "answer")
    }
    given = counting_judgments(Judgment.objects.filter(item__question__in=chosen))
    decided = Adjudication.objects.filter(item__question__in=chosen).exclude(grade="")
    return evaluation_of(
        campaign,
        [records.Question(qid, kind, "") for _, qid, kind in asked],
        (
            records.Judgment(items[item], names[member], grade)
            for item, member, grade in _rows(given, "item_id", "member_id", "grade")
        ),
        (
            records.Adjudication(items[item], grade, ground, overruled)
            for item, grade, ground, overruled in _rows(decided, "item_id", "grade", "ground", "overruled")
        ),
    )


def evaluation_of(
    campaign: Campaign,
    questions: Iterable[records.Question],
    judgments: Iterable[records.Judgment],
    decisions: Iterable[records.Adjudication],
) -> records.Evaluation:
    """All that agreement depends on, as the scorer's records."""
    return records.Evaluation(
        campaign=campaign.slug,
        title=campaign.title,
        track=campaign.track_slug,
        settings={},
        topics=records.Topics(tuple(questions)),
        runs=(),
        responses={},
        pool=(),
        judgments=tuple(judgments),
        adjudications=tuple(decisions),
    )


def _rows(queryset: QuerySet[Any], *columns: str) -> Iterator[tuple[Any, ...]]:
    """Rows as the database sends them, in no order: nothing about agreement depends on one."""
    return queryset.order_by().values_list(*columns).iterator(chunk_size=5_000)


def agreement_page(campaign: Campaign, sort: str = "", *, falling: bool = False) -> AgreementPage:
    """Work out everything about agreement, the table sorted by one of its columns."""
    index = Index(judged_part(campaign, Question.objects.filter(campaign=campaign).retained()))
    rows = agreement.table(index)
    decisions = [index.decisions[item] for item in index.disputed if item in index.decisions]
    return AgreementPage(
        rows=in_order_of(rows, sort, falling=falling),
        means=agreement.means(rows),
        judged=len(index.votes),
        disputed=len(index.disputed),
        decided=len(decisions),
        overruled=sum(decision.overruled for decision in decisions),
        pairs=agreement.cohen(index),
        fleiss=agreement.fleiss(index),
        krippendorff=agreement.krippendorff(index),
    )


def in_order_of(
    rows: Sequence[QuestionAgreement], column: str, *, falling: bool
) -> Sequence[QuestionAgreement]:
    """The rows by one column, ties in the order of the questions; without a known column as they are."""
    if column not in COLUMNS[1:]:
        return rows[::-1] if falling else rows
    known = [(value, row) for row in rows if (value := _value(row, column)) is not None]
    unknown = [row for row in rows if _value(row, column) is None]
    known.sort(key=lambda pair: pair[0], reverse=falling)
    return [*(row for _, row in known), *unknown]


def _value(row: QuestionAgreement, column: str) -> Fraction | int | None:
    return {"J": row.judged, "D": row.disputed, "O": row.overruled, "OL": row.overlap}[column]
