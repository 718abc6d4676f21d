"""Writes of the gold standard."""

from collections.abc import Collection, Mapping

from assessment.campaigns.models import Question
from assessment.campaigns.models.gold import GoldAnswer
from scoring import records


def store_gold(questions: Mapping[str, Question], gold: Collection[records.GoldAnswer]) -> int:
    """Make these the gold answers of the questions they speak of, in place of former ones; how many were new."""
    rows = {
        (questions[one.qid].pk, one.docid, one.passage, one.answer): GoldAnswer(
            question=questions[one.qid], docid=one.docid, passage=one.passage, answer=one.answer
        )
        for one in gold
    }
    former = GoldAnswer.objects.filter(question__in={question for question, *_ in rows})
    known = {
        (question, *rest): pk
        for pk, question, *rest in former.values_list("pk", "question_id", "docid", "passage", "answer")
    }
    GoldAnswer.objects.filter(pk__in=[pk for content, pk in known.items() if content not in rows]).delete()
    new = [row for content, row in rows.items() if content not in known]
    GoldAnswer.objects.bulk_create(new)
    return len(new)
