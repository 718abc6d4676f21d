"""Reads of the gold standard."""

from collections.abc import Collection

from assessment.campaigns.models import GoldAnswer
from scoring import records


def gold_of(questions: Collection[int]) -> list[records.GoldAnswer]:
    """The gold answers of some questions of a campaign (by pk), by question and place."""
    rows = GoldAnswer.objects.filter(question__in=questions)
    ordered = rows.order_by("question__position", "docid", "passage", "answer", "pk")
    columns = ("question__qid", "docid", "passage", "answer")
    return [records.GoldAnswer(*row) for row in ordered.values_list(*columns)]
