"""How far the assessors of a campaign agree: the records that it is worked out from, and the page."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.db.models import QuerySet

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Adjudication, Judgment
from assessment.judging.selectors.grades import counting_judgments
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
    topics = tuple(
        records.Question(qid, kind, "")
        for qid, kind in questions.in_order().values_list("qid", "type")  # type: ignore[attr-defined]
    )
    items = {
        pk: records.Item(*content)
        for pk, *content in PoolItem.objects.filter(question__in=chosen)
        .values_list("pk", "question__qid", "docid", "passage", "answer")
        .iterator()
    }
    given = counting_judgments(Judgment.objects.filter(item__question__in=chosen)).order_by("item_id", "pk")
    decided = Adjudication.objects.filter(item__question__in=chosen).exclude(grade="").order_by("item_id")
    return records.Evaluation(
        campaign=campaign.slug,
        title=campaign.title,
        track=campaign.track_slug,
        settings={},
        topics=records.Topics(topics),
        runs=(),
        responses={},
        pool=(),
        judgments=tuple(
            records.Judgment(items[item], name, grade)
            for item, name, grade in given.values_list("item_id", "member__name", "grade").iterator()
        ),
        adjudications=tuple(
            records.Adjudication(items[item], grade, ground, overruled)
            for item, grade, ground, overruled in decided.values_list(
                "item_id", "grade", "ground", "overruled"
            )
        ),
    )


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
