"""The gold standard of a campaign: right answers that were known before any run came in."""

from collections.abc import Collection

from django.db import models

from assessment.shared.fields import CodePointCharField, CodePointTextField
from scoring import records


class GoldAnswer(models.Model):
    """A right answer to a question: a paragraph, and the exact answer in it where that is known."""

    question = models.ForeignKey("campaigns.Question", models.CASCADE, related_name="gold")
    docid = CodePointCharField(max_length=255)
    passage = CodePointCharField(max_length=64)
    answer = CodePointTextField(blank=True)

    def __str__(self) -> str:
        return self.answer or f"{self.docid} {self.passage}"


def gold_of(questions: Collection[int]) -> list[records.GoldAnswer]:
    """The gold answers of some questions of a campaign (by pk), by question and place."""
    rows = GoldAnswer.objects.filter(question__in=questions)
    ordered = rows.order_by("question__position", "docid", "passage", "answer", "pk")
    columns = ("question__qid", "docid", "passage", "answer")
    return [records.GoldAnswer(*row) for row in ordered.values_list(*columns)]
