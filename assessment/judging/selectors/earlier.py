"""The earlier questions of a series with what is known of them: no nugget may repeat it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from assessment.campaigns.models import Question
from assessment.judging.models import AnswerClass, Judgment, Nugget
from assessment.judging.models.correct import called_correct
from assessment.judging.selectors.alike import words_of
from assessment.judging.selectors.background import questions_before
from assessment.shared.say import say
from assessment.submissions.models import in_pool
from scoring.tracks.base import Track


class Earlier(NamedTuple):
    """An earlier question of the series, and the answers known to it."""

    question: Question
    known: Sequence[str]

    @property
    def qid(self) -> str:
        return self.question.qid

    @property
    def text(self) -> str:
        return self.question.text


def earlier_in_series(question: Question, member: int | None) -> list[Earlier]:
    """The questions before this one in its series, with the answers that an assessor may know (three queries).

    Those are what question development found, and what the assessor judged correct: never another's judgments.
    """
    questions = questions_before(question)
    if not questions:
        return []
    known = defaultdict[int, dict[tuple[str, ...], str]](dict)
    for asked, answer in [*_developed(questions), *_judged(questions, member, question.campaign.track)]:
        known[asked].setdefault(words_of(answer) or (answer,), answer)
    return [Earlier(other, list(known[other.pk].values())) for other in questions]


def _developed(questions: Iterable[Question]) -> list[tuple[int, str]]:
    suggested = [(row.pk, row.suggested_answer) for row in questions if row.suggested_answer]
    rows = AnswerClass.objects.filter(question__in=questions).known().in_order()
    return [*rows.values_list("question_id", "text"), *suggested]


def _judged(questions: Iterable[Question], member: int | None, track: Track) -> list[tuple[int, str]]:
    """What somebody judged correct: the label of its class, or the string itself."""
    correct = called_correct(track, "grade", "item__question__type")
    rows = Judgment.objects.filter(in_pool("item"), correct, item__question__in=questions, member=member)
    found = rows.filter(assignment__handed_over_at=None).order_by("item__answer", "pk")
    columns = found.values_list("item__question_id", "answer_class__text", "item__answer")
    return [(asked, label or answer) for asked, label, answer in columns]


def repeats(question: Question, text: str, member: int | None, but: Nugget | None = None) -> Iterator[str]:
    """Warn where a nugget says what another one says, or what an earlier question of the series asked for."""
    others = Nugget.objects.filter(question=question).current()
    if but:
        others = others.exclude(pk=but.pk)
    yield from same_nuggets(text, others.values_list("text", flat=True))
    yield from known_before(text, earlier_in_series(question, member))


def same_nuggets(text: str, others: Iterable[str]) -> Iterator[str]:
    """Warn of nuggets of the same words."""
    words = words_of(text)
    for other in others:
        if words and words == words_of(other):
            yield say("Already in the list: “{nugget}”.", nugget=other)


def known_before(text: str, earlier: Sequence[Earlier]) -> Iterator[str]:
    """Warn of answers to earlier questions that a nugget holds as whole words."""
    words = f" {' '.join(words_of(text))} "
    for asked in earlier:
        for label in asked.known:
            known = " ".join(words_of(label))
            if known and f" {known} " in words:
                yield say("Question {qid} asked for this: “{answer}”.", qid=asked.question.qid, answer=label)
