"""What the judges made of each answer of one run: its grade, class or nuggets in a version, and whether judges differed."""

import io
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator

from assessment.campaigns.models import Question
from assessment.results.models import QrelsSnapshot, QuestionKey, RunScore, ScoreSet
from assessment.results.selectors.formulas import own_measure
from assessment.results.selectors.lines import Gathered
from assessment.shared.grades import grade_title
from assessment.shared.spreadsheets import Table
from assessment.submissions.models import PoolItem, Response
from scoring.formats import qrels as qrels_format
from scoring.forms.keys import AnswerSet, Holder, Key
from scoring.records import NIL, Item
from scoring.tracks.base import Track

QUESTIONS_A_PAGE = 25
COLUMNS = (
    "qid",
    "question",
    "type",
    "score",
    "median",
    "best",
    "worst",
    "rank",
    "docid",
    "passage",
    "answer",
    "grade",
    "judged_differently",
    "class",
    "nuggets",
)


class AnswerLine(NamedTuple):
    """One response of the run."""

    rank: int
    docid: str
    passage: str
    answer: str
    grade: str  # "" where nobody judged it, or where the question is judged by nuggets
    disputed: bool  # whether judges gave it different grades
    label: str  # of its answer class
    nuggets: Sequence[str]  # texts of those it holds
    held_back: bool  # the system gave no answer, and this is what it had

    @property
    def is_nil(self) -> bool:
        """Whether the run says that there is no answer."""
        return self.docid == NIL and not self.answer


class QuestionAnswers(NamedTuple):
    """A question, what the run got beside what all runs got, and its responses."""

    question: Question
    score: float | None
    median: float | None
    best: float | None
    worst: float | None
    answers: Sequence[AnswerLine]


class RunAnswers(NamedTuple):
    """A page of them."""

    page: Page[Question]
    questions: Sequence[QuestionAnswers]
    has_grades: bool


def run_answers(
    score_set: ScoreSet, row: RunScore, number: str, left_out: Collection[str] = ()
) -> RunAnswers:
    """Some of the run's questions, a page of them (six queries)."""
    page = Paginator(asked(row), QUESTIONS_A_PAGE).get_page(number)
    questions = list(page.object_list)
    found = list(answered(score_set, row, questions, left_out))
    has_grades = any(line.grade for one in found for line in one.answers)
    return RunAnswers(page, found, has_grades)


def run_answers_table(score_set: ScoreSet, row: RunScore, left_out: Collection[str] = ()) -> bytes:
    """All of them as a table."""
    target = io.StringIO(newline="")
    writer = Table(target)
    writer.writerow(COLUMNS)
    for one in answered(score_set, row, asked(row), left_out):
        head = (one.question.qid, one.question.text, one.question.type)
        values = tuple(
            "" if value is None else value for value in (one.score, one.median, one.best, one.worst)
        )
        lines: list[AnswerLine | None] = [*one.answers] or [None]
        for line in lines:
            writer.writerow((*head, *values, *cells(line)))
    return target.getvalue().encode()


def cells(line: AnswerLine | None) -> tuple[Any, ...]:
    """A response's part of the table; empty where the run gave none."""
    if line is None:
        return ("",) * 8
    disputed = int(line.disputed) if line.grade else ""
    nuggets = " | ".join(line.nuggets)
    return (line.rank, line.docid, line.passage, line.answer, line.grade, disputed, line.label, nuggets)


def asked(row: RunScore) -> list[Question]:
    """The questions on which the run was scored, in their order."""
    questions = Question.objects.filter(campaign=row.run.campaign).select_related("campaign").in_order()
    return [question for question in questions if question.qid in row.questions]


def answered(
    score_set: ScoreSet, row: RunScore, questions: Sequence[Question], left_out: Collection[str]
) -> Iterator[QuestionAnswers]:
    """The questions with what the run answered."""
    kinds = score_set.track.question_types
    others = others_of(score_set, row, questions, left_out)
    lines = lines_of_run(score_set, row, questions)
    for question in questions:
        yield QuestionAnswers(
            question,
            row.questions[question.qid].get(own_measure(kinds[question.type])),
            *others.of(question.qid),
            lines.get(question.pk, ()),
        )


def others_of(
    score_set: ScoreSet, row: RunScore, questions: Sequence[Question], left_out: Collection[str]
) -> Gathered:
    """What all runs that do the same task got, by question."""
    track = score_set.track
    released = RunScore.objects.filter(score_set=score_set).exclude(run__run_id__in=left_out)
    rows = released.values_list("run__run_id", "questions")
    task = track.run_kind_of(row.run.run_id)
    found = Gathered({one.qid: own_measure(track.question_types[one.type]) for one in questions})
    for run_id, parts in rows:
        if track.run_kind_of(run_id) == task:
            found.add(parts)
    return found


def lines_of_run(
    score_set: ScoreSet, row: RunScore, questions: Sequence[Question]
) -> Mapping[int, list[AnswerLine]]:
    """The responses by question, with what the version makes of them."""
    by_pk = {question.pk: question for question in questions}
    grades = grades_of(score_set.qrels, questions)
    keys = keys_of(score_set, by_pk)
    disputed = disputed_items(questions)
    found: defaultdict[int, list[AnswerLine]] = defaultdict(list)
    given = Response.objects.filter(run=row.run, question__in=by_pk).order_by("question_id", "rank", "line")
    for one in given.defer("prediction"):
        qid = by_pk[one.question_id].qid
        item = Item(qid, one.docid, one.passage, one.answer)
        label, nuggets = in_key(keys.get(one.question_id, {}), item)
        found[one.question_id].append(
            AnswerLine(
                one.rank,
                one.docid,
                one.passage,
                one.answer,
                grades.get(item, ""),
                (one.question_id, one.key) in disputed,
                label,
                nuggets,
                one.noa,
            )
        )
    return found


def grades_of(snapshot: QrelsSnapshot, questions: Sequence[Question]) -> Mapping[Item, str]:
    """The grades that a snapshot has for some questions."""
    scales = {one.qid: scale for one in questions if (scale := one.kind.scale)}
    starts = tuple(f"{qid} ".encode() for qid in scales)
    wanted = b"".join(line + b"\n" for line in snapshot.text.split(b"\n") if line.startswith(starts))
    grades, _ = qrels_format.read(wanted, "qrels", scales)
    return grades


def keys_of(score_set: ScoreSet, questions: Mapping[int, Question]) -> Mapping[int, Mapping[Item, Any]]:
    """By question and item, the label of its class or the texts of its nuggets."""
    rows = QuestionKey.objects.filter(score_set=score_set, question__in=questions)
    return {
        row.question_id: words_of(row.key(questions[row.question_id].qid), score_set.track) for row in rows
    }


def words_of(key: Key, track: Track) -> dict[Item, str | tuple[str, ...]]:
    """What a question's key says of each item, in words."""
    if isinstance(key, AnswerSet):
        labels = {answer.name: answer.label for answer in key.answers}
        return {item: labels.get(name, name) for item, name in key.items}
    texts = {nugget.name: nugget.text for nugget in key.nuggets}
    return {one.item: tuple(_held(one, texts, track)) for one in key.items}


def _held(one: Holder, texts: Mapping[str, str], track: Track) -> Iterator[str]:
    """The texts of what an item holds, each with how far where cells have labels."""
    for name, label in zip_longest(one.nuggets, one.labels, fillvalue=""):
        if name in texts:
            yield f"{texts[name]} ({grade_title(label, track)})" if label else texts[name]


def in_key(words: Mapping[Item, Any], item: Item) -> tuple[str, Sequence[str]]:
    """The label of an item's class, or the nuggets that it holds."""
    found = words.get(item, "")
    return (found, ()) if isinstance(found, str) else ("", found)


def disputed_items(questions: Sequence[Question]) -> set[tuple[int, str]]:
    """The items, by question and key, to which judges gave different grades."""
    rows = PoolItem.objects.filter(question__in=questions, disputed=True)
    return set(rows.values_list("question_id", "key"))
