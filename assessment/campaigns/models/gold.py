"""The gold standard of a campaign: right answers that were known before any run came in."""

from django.db import models

from documents.fields import MAX_DOCID, CodePointCharField, CodePointTextField


class GoldAnswer(models.Model):
    """A right answer to a question: a paragraph, and the exact answer in it where that is known."""

    question = models.ForeignKey("campaigns.Question", models.CASCADE, related_name="gold")
    docid = CodePointCharField(max_length=MAX_DOCID)
    passage = CodePointCharField(max_length=64)
    answer = CodePointTextField(blank=True)

    def __str__(self) -> str:
        return self.answer or f"{self.docid} {self.passage}"
