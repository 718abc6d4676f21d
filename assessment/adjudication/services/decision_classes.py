"""The answer classes that an adjudications.csv settles: found by id or label, held against the pool, stored."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from uuid import uuid4

from assessment.campaigns.models import Campaign, Question
from assessment.jobs.services.handle import JobHandle
from assessment.judging.models import AnswerClass, Judgment
from assessment.judging.models.correct import called_correct
from assessment.judging.services.batches import in_batch
from assessment.judging.services.changes import ChangePlan, Save, lock_question, make_change
from assessment.judging.services.disputes import refuse_released
from assessment.judging.services.judgment_classes import check_choice, class_scene_of, settled_choice
from assessment.judging.services.parts.part import State, Subject
from assessment.shared.say import say, say_n
from assessment.submissions.models import PoolItem
from scoring import records
from scoring.formats.folding import fold_label
from scoring.formats.problems import Problems
from scoring.stages import CLASSES


class Settling(NamedTuple):
    """The class of one answer."""

    qid: str
    item: int
    uid: str
    label: str  # of a class that is to be made; "" where it exists
    named: str
    found: str  # "" where the file names the id


Rows = Iterable[tuple[int, records.Adjudication]]  # line and row


def settlings_of(
    campaign: Campaign, rows: Rows, questions: Mapping[str, Question], problems: Problems
) -> list[Settling]:
    """What the rows settle of classes; what is wrong is noted."""
    named = [
        (line, judgment)
        for line, judgment in rows
        if judgment.answer_class and judgment.item.qid in questions
    ]
    if not named:
        return []
    wanted = {questions[judgment.item.qid].pk for _, judgment in named}
    scene = class_scene_of(campaign, wanted)
    is_correct = called_correct(campaign.track, "grade", "item__question__type")
    correct = Judgment.objects.filter(is_correct, item__question__in=wanted)
    items = dict(
        PoolItem.objects.filter(pk__in=correct.values("item"), question__campaign=campaign).values_list(
            "key", "pk"
        )
    )
    uids = {
        pk: str(uid) for pk, uid in AnswerClass.objects.filter(question__in=wanted).values_list("pk", "uid")
    }
    made: dict[tuple[str, str], tuple[str, str]] = {}
    found = []
    for line, judgment in named:
        question, name = questions[judgment.item.qid], judgment.answer_class
        if not question.kind.form.asks(CLASSES):
            message = say(
                "Question {qid} is no list question, and its answers have no class.", qid=question.qid
            )
            problems.add(line, "class_of_no_list", message, say("Leave the column answer_class empty."))
        elif judgment.item.key not in items:
            message = say("Only answers that somebody judged correct have a class.")
            problems.add(line, "class_not_correct", message, say("Leave the column answer_class empty."))
        else:
            choice = settled_choice(scene, question.pk, name)
            check_choice(line, name, question.qid, choice, problems)
            new = made.setdefault((question.qid, fold_label(name)), (str(uuid4()), name))
            uid, label = (uids[choice.pk], "") if choice.pk else new
            joined = f"{choice.name}" if choice.how == "label" else ""
            found.append(Settling(question.qid, items[judgment.item.key], uid, label, name, joined))
    return found


def unsettled(settlings: Iterable[Settling]) -> list[Settling]:
    """Those that are not what stands already."""
    wanted = list(settlings)
    rows = AnswerClass.objects.filter(settled_items__item__in=[one.item for one in wanted])
    before = dict(rows.values_list("settled_items__item", "uid"))
    return [one for one in wanted if str(before.get(one.item)) != one.uid]


def settle(handle: JobHandle, settlings: Iterable[Settling], questions: Mapping[str, Question]) -> None:
    """Store the classes as the page would, a question in each step, with their history, or go on behind the last."""
    by_question: defaultdict[str, list[Settling]] = defaultdict(list)
    for one in settlings:
        by_question[one.qid].append(one)
    for qid in sorted(by_question, key=lambda qid: questions[qid].pk):
        pk = questions[qid].pk
        if pk <= handle.checkpoint["settled"]:
            continue
        save = Save(handle.by, uuid4(), batch=in_batch(handle))
        with handle.tallied() as tally:
            tally["classes"] += _settle_question(pk, by_question[qid], save)
            tally["settled"] = pk


def _settle_question(question: int, mine: Sequence[Settling], save: Save) -> int:
    subject = Subject(lock_question(question))
    refuse_released(subject.question.campaign, "answer classes")
    new = unsettled(mine)
    if not new:
        return 0
    after: State = {"classes": {str(one.item): one.uid for one in new}}
    if labels := {one.uid: one.label for one in new if one.label}:
        after = {"labels": labels, **after}
    plan = ChangePlan(settling_of(len(new)), after)
    make_change(subject, plan, save)
    return len(new)


def settling_of(answers: int) -> str:
    """What undoing says of it."""
    return say_n("settle the classes of {n} answer", "settle the classes of {n} answers", answers)


def sentences(settlings: Iterable[Settling]) -> list[str]:
    """Which classes were found by their label, and which are new."""
    done = list(settlings)
    joined = sorted({f"{one.qid} “{one.named}” → {one.found}" for one in done if one.found})
    new = sorted({f"{one.qid} “{one.label}”" for one in done if one.label})
    found = [say("Answer classes found by label: {listed}.", listed=", ".join(joined))] if joined else []
    return [*found, say("New answer classes: {listed}.", listed=", ".join(new))] if new else found
