"""Whether judgments and decisions say what the newest changes of the history say of them."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Adjudication, Assignment, Change, ChangeKind, Judgment
from assessment.shared.consistent_read import consistent_read
from assessment.submissions.models import PoolItem

JUDGED, DECIDED = "judgments", "decisions"  # parts of a change
FIELDS = {
    JUDGED: ("changes", "grade", "later", "note", "judged_at"),
    DECIDED: ("changes", "grade", "ground", "overruled", "note", "member_id", "decided_at"),
}
AT_ONCE = 5  # questions, whose history is held together

Progress = Callable[[int, int], None]
Key = tuple[int | None, int]  # whose (None: decided) and of which item
Said = dict[str, Any]


class Compared(NamedTuple):
    """How many rows have a history, how many came with files and have none, and in words what is otherwise."""

    changed: int
    from_files: int
    mismatches: list[str]


def compare_with_history(progress: Progress = lambda *_: None) -> Compared:
    """Hold every judgment and decision against the history. Writes nothing.

    What came with a file and was not changed since has none: nothing but its number of changes, which is 0, is known.
    """
    changed, from_files, mismatches = 0, 0, list[str]()
    questions = list(
        Question.objects.filter(campaign__in=Campaign.visible.all())
        .order_by("campaign", "position", "pk")
        .values_list("pk", flat=True)
    )
    for start in range(0, len(questions), AT_ONCE):
        some = questions[start : start + AT_ONCE]
        with consistent_read():
            now, then = _as_stored(some), _as_changed(some)
        changed += len(then)
        from_files += len(now.keys() - then.keys())
        mismatches += _differences(now, then)
        progress(start + len(some), len(questions))
    return Compared(changed, from_files, mismatches)


def _as_changed(questions: list[int]) -> Mapping[Key, Said]:
    """What the changes of some questions come to, field by field."""
    rows = Change.objects.filter(question__in=questions, kind__in=(ChangeKind.GRADE, ChangeKind.DECISION))
    said: defaultdict[Key, Said] = defaultdict(dict)
    for assignment, after in rows.order_by("pk").values_list("assignment_id", "after").iterator(2_000):
        for part in FIELDS.keys() & after.keys():
            for item, record in after[part].items():
                said[assignment if part == JUDGED else None, int(item)] |= record
    return said


def _as_stored(questions: list[int]) -> Mapping[Key, Said]:
    """The judgments and decisions of some questions as they are."""
    judged = Judgment.ever.filter(assignment__question__in=questions)
    decided = Adjudication.objects.filter(item__question__in=questions)
    return {
        **{(row["assignment_id"], row["item_id"]): row for row in _rows(judged, JUDGED, "assignment_id")},
        **{(None, row["item_id"]): row for row in _rows(decided, DECIDED)},
    }


def _rows(rows: "QuerySet[Any]", part: str, *more: str) -> Iterator[Said]:
    yield from rows.values("item_id", *more, *FIELDS[part]).iterator(2_000)


def _differences(now: Mapping[Key, Said], then: Mapping[Key, Said]) -> Iterator[str]:
    found = {key: _difference(now.get(key), then.get(key)) for key in now.keys() | then.keys()}
    wrong = {key: words for key, words in found.items() if words}
    if not wrong:
        return
    items = PoolItem.ever.select_related("question__campaign").in_bulk({item for _, item in wrong})
    people = Assignment.objects.select_related("member").in_bulk({pk for pk, _ in wrong} - {None})
    for pk, item in sorted(wrong, key=lambda key: (key[1], key[0] or 0)):
        question = items[item].question
        who = people[pk].member.name if pk else "decision"
        yield f"{question.campaign.slug}: question {question.qid}, item {item}, {who}: {wrong[pk, item]}"


def _difference(now: Said | None, then: Said | None) -> str:
    """What is otherwise than the history says, in words; empty: nothing."""
    if now is None:
        return "is gone, though the history has it"
    if then is None:
        return f"was changed {now['changes']} times, and the history has none of it" if now["changes"] else ""
    wrong = [name for name in now.keys() & then.keys() if not _is_same(now[name], then[name])]
    return "; ".join(f"{name} says {now[name]}, the history {then[name]}" for name in sorted(wrong))


def _is_same(now: Any, then: Any) -> bool:
    is_date = isinstance(now, datetime) and isinstance(then, str)
    return bool(now == (datetime.fromisoformat(then) if is_date else then))
