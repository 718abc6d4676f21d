"""How far judging is, who waits for whom, and when it will be done."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import Max, Min, Q, QuerySet, Sum
from django.utils import timezone

from assessment.assignments.selectors.assign import AssignPage, Load
from assessment.assignments.selectors.forecast import LATELY, Forecast, Pace, forecast, together
from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment, WorkDay
from assessment.judging.selectors.before import before_of, is_left
from assessment.people.models import Member


class Worked(NamedTuple):
    """What somebody saved by themselves; imports are not among it."""

    pace: Pace
    last_at: datetime | None
    today: int = 0  # judgments
    seconds_today: int = 0


class AssessorProgress(NamedTuple):
    """One assessor's row."""

    load: Load
    finished: int  # questions
    worked: Worked
    forecast: Forecast | None

    @property
    def member(self) -> Member:
        return self.load.member

    @property
    def left(self) -> int:
        """Judgments to make."""
        return self.load.left

    @property
    def ready(self) -> int:
        """Questions whose answers are all judged and which nobody has finished."""
        return self.load.complete - self.finished

    @property
    def is_done(self) -> bool:
        return self.finished == self.load.questions

    @property
    def percent(self) -> int:
        """Of the judgments; 100 only when all are made."""
        return 100 * self.load.judged // self.load.items if self.load.items else 0

    @property
    def speed(self) -> float | None:
        """Judgments a minute of active time."""
        pace = self.worked.pace
        return 60 * pace.judged / pace.seconds if pace.seconds and pace.judged > 0 else None

    @property
    def minutes(self) -> int | None:
        """Active minutes so far."""
        return round(self.worked.pace.seconds / 60) if self.worked.pace.seconds else None


LIST, FINISH = "the list of nuggets", "the end"  # what somebody waits for, of questions


class Wait(NamedTuple):
    """Somebody who can go on only when somebody else is done."""

    who: str
    waits_for: str
    questions: Sequence[str]
    what: str

    @property
    def is_for_end(self) -> bool:
        """Whether it is for questions to be finished that come before one's own."""
        return self.what == FINISH


class Progress(NamedTuple):
    """Everybody's progress, and that of all together."""

    rows: Sequence[AssessorProgress]
    judged: int
    due: int
    questions: int  # assigned, counted once for each assessor
    finished: int
    forecast: Forecast | None
    waits: Sequence[Wait]

    @property
    def percent(self) -> int:
        """Of all judgments; 100 only when all are made."""
        return 100 * self.judged // self.due if self.due else 0

    @property
    def is_begun(self) -> bool:
        """Whether anybody did anything, though nothing of it need be judged yet: nuggets are written before."""
        return bool(self.judged or any(row.worked.last_at for row in self.rows))

    @property
    def is_done(self) -> bool:
        """Whether everything that was assigned is finished."""
        return bool(self.questions) and self.finished == self.questions

    @property
    def is_judged(self) -> bool:
        """Whether all is judged, though it need not be finished."""
        return bool(self.due) and self.judged >= self.due

    @property
    def ready(self) -> int:
        """What could be finished now."""
        return sum(row.ready for row in self.rows)


def progress_of(campaign: Campaign, matrix: AssignPage) -> Progress:
    """Everybody's progress by the matrix of who judges what (one query more)."""
    today = timezone.now().date()
    return progress_by(
        matrix, worked_by_member(WorkDay.objects.filter(member__campaign=campaign), today), today
    )


def progress_by(matrix: AssignPage, worked: Mapping[int, Worked], today: date) -> Progress:
    """Everybody's progress by the matrix and by what each of them worked."""
    common = _common_pace(worked.values())
    finished = _finished(matrix)
    rows = [
        _row(load, worked.get(load.member.pk, Worked(Pace(), None)), finished[load.member.pk], common, today)
        for load in matrix.loads
        if load.questions
    ]
    left_open = [row for row in rows if row.left]
    waits = any(row.forecast is None for row in left_open)
    return Progress(
        rows=rows,
        judged=sum(row.load.judged for row in rows),
        due=sum(row.load.items for row in rows),
        questions=sum(row.load.questions for row in rows),
        finished=sum(row.finished for row in rows),
        forecast=None if waits else together(row.forecast for row in left_open if row.forecast),
        waits=_waits(matrix),
    )


def worked_by_member(work_days: QuerySet[WorkDay], today: date) -> Mapping[int, Worked]:
    """What everybody worked so far (one query)."""
    begin = today - timedelta(days=LATELY - 1)
    lately = Q(day__gte=begin)
    found = (
        work_days.order_by()
        .values("member")
        .annotate(
            seconds_in_all=Sum("seconds"),
            judged_in_all=Sum("judged"),
            lately=Sum("seconds", filter=lately, default=0),
            first=Min("day"),
            last=Max("last_at"),
            today=Sum("judged", filter=Q(day=today), default=0),
            seconds_today=Sum("seconds", filter=Q(day=today), default=0),
        )
    )
    return {
        row["member"]: Worked(
            Pace(
                row["seconds_in_all"],
                max(row["judged_in_all"], 0),
                (today - max(row["first"], begin)).days + 1,
                row["lately"],
            ),
            row["last"],
            max(row["today"], 0),
            row["seconds_today"],
        )
        for row in found
    }


def _common_pace(worked: Iterable[Worked]) -> Pace:
    """The mean pace of those who have one, for those who have not begun."""
    known = [one.pace for one in worked if one.pace.is_known]
    if not known:
        return Pace()
    days = max(pace.days for pace in known)
    a_day = sum(pace.lately / pace.days for pace in known) / len(known)
    seconds, judged = sum(pace.seconds for pace in known), sum(pace.judged for pace in known)
    return Pace(seconds, judged, days, round(a_day * days))


def _finished(matrix: AssignPage) -> Mapping[int, int]:
    """Finished questions by assessor."""
    shown = {question.pk: question for question in matrix.questions}
    found: defaultdict[int, int] = defaultdict(int)
    for row in matrix.assigned:
        question = shown[row.question_id]
        if counts(row, question) and row.is_done_of(row.due(question)):
            found[row.member_id] += 1
    return found


def counts(row: Assignment, question: Question) -> bool:
    """Whether it is work that somebody has: not handed over, of a question in the evaluation that has something to judge."""
    return not row.handed_over_at and not question.left_because and question.to_judge > 0


def _row(load: Load, worked: Worked, finished: int, common: Pace, today: date) -> AssessorProgress:
    borrowed = not worked.pace.is_known
    ahead = forecast(load.left, common if borrowed else worked.pace, today, borrowed)
    return AssessorProgress(load, finished, worked, ahead)


def _waits(matrix: AssignPage) -> list[Wait]:
    """Who waits for whom: voters for the list of nuggets, and those whose questions come after others for these."""
    shown = {question.pk: question for question in matrix.questions}
    counting = [row for row in matrix.assigned if counts(row, shown[row.question_id])]
    found = defaultdict[tuple[str, str, str], dict[str, None]](dict)  # questions in order, each once
    for row, other, what in (*_for_lists(counting, shown), *_for_questions(counting, shown)):
        if other.member_id != row.member_id:
            found[row.member.name, other.member.name, what][shown[other.question_id].qid] = None
    return [Wait(*key[:2], list(qids), key[2]) for key, qids in sorted(found.items())]


def _for_lists(
    counting: Sequence[Assignment], shown: Mapping[int, Question]
) -> Iterator[tuple[Assignment, Assignment, str]]:
    """Voters, whose stage is about another's outcome, wait for its primary assessor's list of nuggets."""
    primaries = {row.question_id: row for row in counting if row.primary}
    for row in counting:
        primary, question = primaries.get(row.question_id), shown[row.question_id]
        if primary is None or not row.only_votes:
            continue
        if question.kind.form.stage(row.stage).after == primary.stage and is_left(primary, question):
            yield row, primary, LIST


def _for_questions(
    counting: Sequence[Assignment], shown: Mapping[int, Question]
) -> Iterator[tuple[Assignment, Assignment, str]]:
    """Whoever has begun nothing of a question waits for all who are not done with those that come before it."""
    left = defaultdict[tuple[int, str], list[Assignment]](list)
    for row in counting:
        question = shown[row.question_id]
        if question.series_id and is_left(row, question):
            left[question.series_id, question.type].append(row)
    for row in counting:
        question = shown[row.question_id]
        if question.series_id and not row.is_begun:
            for name in before_of(question):
                yield from ((row, other, FINISH) for other in left[question.series_id, name])
