"""Answer patterns written here, and the judged answers of a question that they are held against."""

from collections import defaultdict
from typing import NamedTuple

from django.db.models import Max
from django.http import Http404

from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.judging.models import Adjudication, QuestionPatterns
from assessment.judging.selectors.grades import grades_given
from assessment.people.selectors.access import Access, Permission, Visitor
from assessment.submissions.models import PoolItem
from scoring.scales import Scale


class JudgedAnswers(NamedTuple):
    """A question's answers as people judged them; what they dispute and nobody decided is left out."""

    right: dict[str, set[str]]  # answer -> the documents with which it is right
    wrong: set[str]  # answers that are right with no document
    disputed: int

    @property
    def by_string(self) -> dict[str, bool]:
        """Whether each string is right."""
        return dict.fromkeys(self.wrong, False) | dict.fromkeys(self.right, True)


def access_patterns(account: Visitor, slug: str, qid: str = "") -> tuple[Access, Question | None]:
    """The campaign, and a question of it, for those who decide disputes and so see all judgments."""
    access = access_campaign(account, slug, Permission.ADJUDICATE)
    if not qid:
        return access, None
    question = access.campaign.questions.filter(qid=qid).first()
    if question is None or qid not in judged_scales(access.campaign):
        raise Http404
    return access, question


def judged_scales(campaign: Campaign) -> dict[str, Scale]:
    """The scale of each question whose single answers are graded: patterns know no answer classes, nuggets or places."""
    kinds = campaign.track.question_types
    wanted = [name for name, kind in kinds.items() if kind.judged and kind.scale and kind.form.takes_patterns]
    found = campaign.questions.retained().filter(type__in=wanted).order_by("position", "pk")
    scales = ((qid, kinds[name].scale) for qid, name in found.values_list("qid", "type"))
    return {qid: scale for qid, scale in scales if scale}


def newest_patterns(campaign: Campaign) -> dict[str, QuestionPatterns]:
    """The newest patterns of each question that has any, by its id."""
    of_campaign = QuestionPatterns.objects.filter(question__campaign=campaign)
    newest = of_campaign.annotate(newest=Max("question__patterns__number"))
    rows = [row for row in newest.select_related("question", "made_by") if row.number == row.newest]
    return {row.question.qid: row for row in sorted(rows, key=lambda row: row.question.position)}


def judged_answers(question: Question) -> JudgedAnswers:
    """What people say of the answers to a question: the decision where there is one, else the common grade."""
    scale = question.kind.scale
    items = PoolItem.objects.filter(question=question).order_by("docid", "answer", "pk")
    given = grades_given(items)
    decided = dict(
        Adjudication.objects.filter(item__question=question).exclude(grade="").values_list("item_id", "grade")
    )
    right: defaultdict[str, set[str]] = defaultdict(set)
    wrong, disputed = set(), 0
    for pk, docid, answer in items.values_list("pk", "docid", "answer"):
        grades = {decided[pk]} if pk in decided else {one.grade for one in given.get(pk, ())}
        disputed += len(grades) > 1
        if len(grades) == 1 and scale:
            if grades.pop() in scale.correct:
                right[answer].add(docid)
            else:
                wrong.add(answer)
    return JudgedAnswers(dict(right), wrong - right.keys(), disputed)
