"""Grouping correct answers of a list question into answer classes (TREC 2004 question series, section 2.2)."""

from collections.abc import Mapping, Sequence
from uuid import UUID, uuid5

from django.db.models import Q

from assessment.judging.models import AnswerClass, Entry, EntryKind, Judgment, Origin
from assessment.judging.selectors.alike import words_of
from assessment.judging.selectors.primary import is_primary
from assessment.judging.services.changes import ChangePlan, ChangeResult, change_as_assessor
from assessment.judging.services.parts.part import State, Subject
from assessment.judging.services.wording import one_line, short
from assessment.people.models import Account
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n
from assessment.submissions.models import in_pool
from scoring.scales import Scale
from scoring.stages import CLASSES

LONGEST_LABEL = 500
Seen = Mapping[int, str | None]  # item -> the class that the page showed it in


def put_into_class(
    *,
    by: Account | None,
    assignment_id: int,
    client_id: UUID,
    items: Seen,
    uid: UUID | None,
    label: str = "",
    seconds: int = 0,
) -> ChangeResult:
    """Put answers into a class; a uid that is not there yet makes a new class with that label, None takes them out."""
    return put_into_classes(
        by=by,
        assignment_id=assignment_id,
        client_id=client_id,
        places=dict.fromkeys(items, uid),
        labels={uid: label} if uid else {},
        seen=items,
        seconds=seconds,
    )


def put_into_classes(
    *,
    by: Account | None,
    assignment_id: int,
    client_id: UUID,
    places: Mapping[int, UUID | None],
    labels: Mapping[UUID, str],
    seen: Seen,
    seconds: int = 0,
) -> ChangeResult:
    """Put answers into classes, in one change: each item into the class of a uid, or with None out of its class.

    A uid that is not there yet makes a new class, with its label, else with its first answer as its label. `seen` holds
    the same items, each with the class that the page showed it in.
    """

    def plan(subject: Subject) -> ChangePlan:
        answers = _correct_answers(subject, seen)
        wanted: dict[UUID, str] = {}
        for uid, answer in zip(places.values(), answers, strict=True):
            if uid:
                wanted.setdefault(uid, labels.get(uid) or answer)
        after: State = {"classes": {str(pk): str(uid) if uid else None for pk, uid in places.items()}}
        if new := _new_labels(subject, wanted):
            after = {"labels": new, **after}
        return ChangePlan((_put if wanted else _taken_out)(answers), after, _seen(seen))

    return change_as_assessor(
        by=by, assignment_id=assignment_id, client_id=client_id, plan=plan, seconds=seconds
    )


def rename_class(
    *,
    by: Account | None,
    assignment_id: int,
    client_id: UUID,
    uid: UUID,
    label: str,
    seen: str | None = None,
    seconds: int = 0,
) -> ChangeResult:
    """Give a class another label. `seen` is the label that the page showed."""

    def plan(subject: Subject) -> ChangePlan:
        row = _class_to_change(subject, uid)
        return ChangePlan(
            say("call “{former}” “{label}”", former=short(row.text), label=short(label)),
            {"labels": {str(uid): _sound_label(label)}},
            {} if seen is None else {"labels": {str(uid): seen}},
        )

    return change_as_assessor(
        by=by, assignment_id=assignment_id, client_id=client_id, plan=plan, seconds=seconds
    )


def merge_classes(
    *,
    by: Account | None,
    assignment_id: int,
    client_id: UUID,
    uid: UUID,
    into: str,
    items: Seen | None = None,
    seconds: int = 0,
) -> ChangeResult:
    """Put all answers of one class into another, which `into` names by its uid or its label.

    A known answer that is merged is no known answer of its own any more. `items` are the answers that the page showed
    in the class. A class that lost its answers meanwhile, as by another merge, is refused.
    """

    def plan(subject: Subject) -> ChangePlan:
        row = _class_to_change(subject, uid)
        target = _class_called(subject, into, row)
        if row == target:
            raise Refused(
                say("A class cannot be merged into itself."),
                "merge_into_itself",
                say("Choose another class."),
            )
        rows = Judgment.objects.filter(assignment=subject.assignment, answer_class=row)
        after: State = {
            "classes": {str(pk): str(target.uid) for pk in rows.values_list("item_id", flat=True)}
        }
        if row.origin == Origin.DEVELOPMENT:
            after["removed_classes"] = {str(uid): True}
        elif not after["classes"]:
            raise Refused(
                say("“{label}” has no answers any more; they were moved meanwhile.", label=short(row.text)),
                "class_empty",
                say("Reload the page. Nothing was changed."),
            )
        return ChangePlan(
            say("merge “{merged}” into “{kept}”", merged=short(row.text), kept=short(target.text)),
            after,
            _seen(items or {}),
        )

    return change_as_assessor(
        by=by, assignment_id=assignment_id, client_id=client_id, plan=plan, seconds=seconds
    )


def group_the_rest(
    *, by: Account | None, assignment_id: int, client_id: UUID, seconds: int = 0
) -> ChangeResult:
    """Put each correct answer that has no class yet into one of its own, the same strings together."""

    def plan(subject: Subject) -> ChangePlan:
        groups: dict[tuple[str, ...], list[tuple[int, str]]] = {}
        for pk, answer in _ungrouped(subject):
            groups.setdefault(words_of(answer) or (answer,), []).append((pk, answer))
        after: State = {"labels": {}, "classes": {}}
        for number, members in enumerate(groups.values()):
            uid = str(uuid5(client_id, str(number)))
            after["labels"][uid] = _sound_label(members[0][1])
            after["classes"] |= {str(pk): uid for pk, _ in members}
        return ChangePlan(_own_classes(len(after["classes"])), after)

    return change_as_assessor(
        by=by, assignment_id=assignment_id, client_id=client_id, plan=plan, seconds=seconds
    )


def _own_classes(count: int) -> str:
    return say_n("give {n} answer a class of its own", "give {n} answers a class of their own", count)


def _scale(subject: Subject) -> Scale:
    kind, own = subject.question.kind, subject.assignment
    puts_into_classes = own.work.does(CLASSES) if own else kind.form.asks(CLASSES)
    if not puts_into_classes or kind.scale is None:
        raise Refused(
            say("Question {qid} is not a list question.", qid=subject.question.qid),
            "not_a_list",
            say("Choose another question."),
        )
    return kind.scale


class NotCorrect(Refused):
    """Answers among others that can have no class: `items`."""

    def __init__(self, items: Sequence[int]) -> None:
        super().__init__(
            say("Only answers that you judged correct can have a class; you did not judge this one correct."),
            "not_correct",
            say("Judge it correct first, or deselect it. Nothing was changed."),
        )
        self.items = items


def _correct_answers(subject: Subject, items: Seen) -> list[str]:
    """The strings of some items that the assessor judged correct; refused where one is not."""
    correct = _scale(subject).correct
    rows = Judgment.objects.filter(assignment=subject.assignment, item__in=items, grade__in=correct)
    found = dict(rows.values_list("item_id", "item__answer"))
    missing = [pk for pk in items if pk not in found]
    if missing or not found:
        raise NotCorrect(missing)
    return [found[pk] for pk in items]


def _ungrouped(subject: Subject) -> list[tuple[int, str]]:
    rows = Judgment.objects.filter(
        in_pool("item"),
        assignment=subject.assignment,
        grade__in=_scale(subject).correct,
        answer_class=None,
    )
    return list(
        rows.order_by("item__docid", "item__answer", "item_id").values_list("item_id", "item__answer")
    )


def _new_labels(subject: Subject, wanted: Mapping[UUID, str]) -> dict[str, str]:
    """The labels of those classes that are to be made; refused where one that is there cannot take answers."""
    there = Entry._base_manager.filter(uid__in=wanted)  # a uid is that of one entry, whatever its kind is
    known = {row.uid: row for row in there}
    if not all(_may_take(subject, row) for row in known.values()):
        raise _class_gone()
    return {str(uid): _sound_label(label) for uid, label in wanted.items() if uid not in known}


def _class_of(subject: Subject, uid: UUID) -> AnswerClass:
    """A class that the assessor may put answers into: an own one, or one that is settled or known."""
    row = AnswerClass.objects.filter(uid=uid, question=subject.question).first()
    if row is None or not _may_take(subject, row):
        raise _class_gone()
    return row


def _may_take(subject: Subject, row: Entry) -> bool:
    """Whether the assessor may put answers into an entry: a class."""
    is_theirs = row.member_id in (None, _member(subject))
    is_class = row.kind == EntryKind.CLASS and row.question_id == subject.question.pk
    return is_class and not row.removed and is_theirs


def _class_gone() -> Refused:
    return Refused(
        say("This class no longer exists."), "class_unknown", say("Reload the page. Nothing was changed.")
    )


def _class_called(subject: Subject, name: str, but: AnswerClass) -> AnswerClass:
    """The class of a uid, or the one other class of a label."""
    try:
        return _class_of(subject, UUID(name))
    except ValueError:
        mine = Q(member=subject.member) | Q(member=None)
        called = AnswerClass.objects.filter(mine, question=subject.question, text=one_line(name))
        labelled = called.in_use(subject.question.campaign.track)
    rows = [row for row in labelled if row != but]
    if len(rows) == 1:
        return rows[0]
    if rows:
        raise Refused(
            say("Several classes are called “{label}”. Nothing was changed.", label=short(name)),
            "label_ambiguous",
            say("Give one of them another label first."),
        )
    raise Refused(
        say("There is no other class “{label}”. Nothing was changed.", label=short(name)),
        "class_unknown",
        say("Choose one from the list."),
    )


def _class_to_change(subject: Subject, uid: UUID) -> AnswerClass:
    """A class that is the assessor's to rename or merge: an own one; a known one for the primary assessor."""
    row = _class_of(subject, uid)
    if row.member_id is None and not is_primary(subject.assignment):
        raise Refused(
            say(
                "“{label}” is known from question development and shared by all assessors.",
                label=short(row.text),
            ),
            "class_known",
            say("Put answers into it, or ask the primary assessor to merge it."),
        )
    return row


def _member(subject: Subject) -> int | None:
    return subject.member.pk if subject.member else None


def _sound_label(label: str) -> str:
    label = one_line(label)
    if not label:
        raise Refused(say("A class needs a label."), "label_missing", say("Write one."))
    return label[:LONGEST_LABEL]


def _seen(items: Seen) -> State:
    return {"classes": {str(pk): uid for pk, uid in items.items()}}


def _put(answers: Sequence[str]) -> str:
    if len(answers) == 1:
        return say("put “{answer}” into a class", answer=short(answers[0]))
    return say_n("put {n} answer into a class", "put {n} answers into a class", len(answers))


def _taken_out(answers: Sequence[str]) -> str:
    if len(answers) == 1:
        return say("take “{answer}” out of its class", answer=short(answers[0]))
    return say_n("take {n} answer out of its class", "take {n} answers out of its class", len(answers))
