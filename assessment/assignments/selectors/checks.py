"""What is unusual in how assessors judge: order effects, somebody far off the others, time unlike the others'."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby
from statistics import median
from typing import NamedTuple

from assessment.assignments.selectors.units import assignments_of
from assessment.campaigns.models import Campaign
from assessment.judging.models import Judgment
from assessment.shared.say import say, say_n, sentence
from scoring.agreement.watch import Shares, apart, order_effect
from scoring.evaluations import OF_SOME

FAR = 3.0  # standard deviations; one honest assessor in some 400 is farther off by chance
ENOUGH = 50  # judgments or comparisons, fewer say nothing
QUESTIONS = 3  # that somebody shares with others, for times to be compared
TIMES = 3.0  # as long, or as short, as the others take
HALF_AS_MUCH_AGAIN = 1.5


class Alarm(NamedTuple):
    """Something unusual about one assessor."""

    kind: str  # order, apart, time
    assessor: str
    sentence: str


class Grade(NamedTuple):
    """A grade as the checks read it."""

    question: int
    item: int
    assessor: str
    is_right: bool
    grade: str


def alarms_in(campaign: Campaign) -> list[Alarm]:
    """Read all judgments that people made in the campaign, and say what is unusual."""
    return [*_by_grades(_grades(campaign)), *_by_time(campaign)]


def _grades(campaign: Campaign) -> Iterator[Grade]:
    """The counting grades in the order in which they were given, question by question; imports have no order.

    Those of third assessors are left out: they were asked only where others differ, and differ from half of them.
    """
    kinds = campaign.track.question_types
    right = {
        name: frozenset(kind.scale.correct) if kind.scale else frozenset() for name, kind in kinds.items()
    }
    rows = Judgment.objects.filter(assignment__question__campaign=campaign, source=None).counting()
    rows = rows.exclude(assignment__stage__in=OF_SOME)
    ordered = rows.order_by("assignment__question_id", "judged_at", "pk")
    values = ordered.values_list(
        "assignment__question_id", "assignment__question__type", "item_id", "member__name", "grade"
    )
    for question, type_, item, assessor, grade in values.iterator(5_000):
        yield Grade(question, item, assessor, grade in right[type_], grade)


def _by_grades(grades: Iterable[Grade]) -> Iterator[Alarm]:
    orders: defaultdict[str, list[list[bool]]] = defaultdict(list)
    pairs: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for _, of_question in groupby(grades, key=lambda grade: grade.question):
        given = list(of_question)
        for assessor, order in _orders(given).items():
            orders[assessor].append(order)
        _count_pairs(given, pairs)
    for assessor in sorted(orders):
        yield from _order_alarm(assessor, orders[assessor])
    for assessor in sorted(orders):
        yield from _apart_alarm(assessor, pairs)


def _orders(given: Sequence[Grade]) -> Mapping[str, list[bool]]:
    found: defaultdict[str, list[bool]] = defaultdict(list)
    for grade in given:
        found[grade.assessor].append(grade.is_right)
    return found


def _count_pairs(given: Sequence[Grade], pairs: dict[tuple[str, str], list[int]]) -> None:
    by_item: defaultdict[int, dict[str, str]] = defaultdict(dict)
    for grade in given:
        by_item[grade.item][grade.assessor] = grade.grade
    for said in by_item.values():
        for one, other in combinations(sorted(said), 2):
            counts = pairs[one, other]
            counts[0] += 1
            counts[1] += said[one] != said[other]


def _order_alarm(assessor: str, orders: Sequence[Sequence[bool]]) -> Iterator[Alarm]:
    z = order_effect(orders)
    if z is not None and abs(z) >= FAR and sum(map(len, orders)) >= ENOUGH:
        questions = say_n("{n} question", "{n} questions", len(orders))
        values = {"assessor": assessor, "questions": questions, "z_score": f"{z:.1f}"}
        sentence = (
            say(
                "{assessor} judges later answers of a question right more often than earlier ones ({questions}, z = {z_score}).",
                **values,
            )
            if z > 0
            else say(
                "{assessor} judges later answers of a question right less often than earlier ones ({questions}, z = {z_score}).",
                **values,
            )
        )
        yield Alarm("order", assessor, sentence)


def _apart_alarm(assessor: str, pairs: Mapping[tuple[str, str], Sequence[int]]) -> Iterator[Alarm]:
    mine = _sum(counts for pair, counts in pairs.items() if assessor in pair)
    others = _sum(counts for pair, counts in pairs.items() if assessor not in pair)
    z = apart(mine, others)
    if z is None or z < FAR or min(mine.compared, others.compared) < ENOUGH:
        return
    own, rest = mine.share or 0.0, others.share or 0.0
    if own >= HALF_AS_MUCH_AGAIN * rest:
        sentence = say(
            "{assessor} differs from the others in {own} % of {compared} comparisons;"
            " they differ among themselves in {rest} %.",
            assessor=assessor,
            own=f"{own * 100:.0f}",
            compared=mine.compared,
            rest=f"{rest * 100:.0f}",
        )
        yield Alarm("apart", assessor, sentence)


def _sum(counts: Iterable[Sequence[int]]) -> Shares:
    compared = differ = 0
    for one in counts:
        compared, differ = compared + one[0], differ + one[1]
    return Shares(compared, differ)


def _by_time(campaign: Campaign) -> Iterator[Alarm]:
    """Compare seconds a judgment with what others took on the same questions; those of imports have no time."""
    times: defaultdict[int, dict[str, float]] = defaultdict(dict)
    rows = assignments_of(campaign).exclude(stage__in=OF_SOME)
    for row in rows.filter(handed_over_at=None, source=None, judged__gt=0, seconds__gt=0):
        times[row.question_id][row.member.name] = row.seconds / row.judged
    ratios: defaultdict[str, list[float]] = defaultdict(list)
    for by_name in times.values():
        for name, seconds in by_name.items():
            others = [time for other, time in by_name.items() if other != name]
            if others:
                ratios[name].append(_beyond(seconds, others))
    for name in sorted(ratios):
        yield from _time_alarm(name, ratios[name])


def _beyond(seconds: float, others: Sequence[float]) -> float:
    """How many times as long as the slowest of the others, or as the quickest; 1 for a time among theirs."""
    if min(others) <= seconds <= max(others):
        return 1.0
    return seconds / (max(others) if seconds > max(others) else min(others))


def _time_alarm(assessor: str, ratios: Sequence[float]) -> Iterator[Alarm]:
    ratio = median(ratios)
    if len(ratios) < QUESTIONS or 1 / TIMES < ratio < TIMES:
        return
    values = {"assessor": assessor, "questions": len(ratios)}
    sentence = (
        say(
            "{assessor} takes {times} times as long per judgment as any of the others on the same {questions} questions.",
            times=f"{ratio:.1f}",
            **values,
        )
        if ratio > 1
        else say(PARTS.get(round(1 / ratio), TENTH), **values)
    )
    yield Alarm("time", assessor, sentence)


PARTS = {
    3: sentence(
        "{assessor} takes a third as long per judgment as any of the others on the same {questions} questions."
    ),
    4: sentence(
        "{assessor} takes a quarter as long per judgment as any of the others on the same {questions} questions."
    ),
    5: sentence(
        "{assessor} takes a fifth as long per judgment as any of the others on the same {questions} questions."
    ),
    6: sentence(
        "{assessor} takes a sixth as long per judgment as any of the others on the same {questions} questions."
    ),
    7: sentence(
        "{assessor} takes a seventh as long per judgment as any of the others on the same {questions} questions."
    ),
    8: sentence(
        "{assessor} takes an eighth as long per judgment as any of the others on the same {questions} questions."
    ),
    9: sentence(
        "{assessor} takes a ninth as long per judgment as any of the others on the same {questions} questions."
    ),
}
TENTH = sentence(
    "{assessor} takes a tenth or less as long per judgment as any of the others on the same {questions} questions."
)
