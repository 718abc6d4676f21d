"""What is unusual in how assessors judge: order effects, somebody far off the others, time unlike the others'."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby
from statistics import median
from typing import NamedTuple

from assessment.assignments.selectors.units import assignments_of
from assessment.campaigns.models import Campaign
from assessment.judging.models import Judgment
from assessment.judging.selectors.grades import counting_judgments
from scoring.agreement.watch import Shares, apart, order_effect

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
    """The counting grades in the order in which they were given, question by question; imports have no order."""
    kinds = campaign.track.question_types
    right = {
        name: frozenset(kind.scale.correct) if kind.scale else frozenset() for name, kind in kinds.items()
    }
    rows = counting_judgments(Judgment.objects.filter(assignment__question__campaign=campaign, source=None))
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
        how = "more" if z > 0 else "less"
        questions = "1 question" if len(orders) == 1 else f"{len(orders):,} questions"
        sentence = (
            f"{assessor} judges later answers of a question right {how} often than earlier ones"
            f" ({questions}, z = {z:.1f})."
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
        sentence = (
            f"{assessor} differs from the others in {own:.0%} of {mine.compared:,} comparisons;"
            f" they differ among themselves in {rest:.0%}."
        )
        yield Alarm("apart", assessor, sentence.replace("%", " %"))


def _sum(counts: Iterable[Sequence[int]]) -> Shares:
    compared = differ = 0
    for one in counts:
        compared, differ = compared + one[0], differ + one[1]
    return Shares(compared, differ)


def _by_time(campaign: Campaign) -> Iterator[Alarm]:
    """Compare seconds a judgment with what others took on the same questions; those of imports have no time."""
    times: defaultdict[int, dict[str, float]] = defaultdict(dict)
    for row in assignments_of(campaign).filter(handed_over_at=None, source=None, judged__gt=0, seconds__gt=0):
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
    said = f"{ratio:.1f} times as long" if ratio > 1 else f"a {_ordinal(1 / ratio)} as long"
    sentence = (
        f"{assessor} takes {said} per judgment as any of the others on the same {len(ratios):,} questions."
    )
    yield Alarm("time", assessor, sentence)


def _ordinal(number: float) -> str:
    words = {3: "third", 4: "quarter", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth", 9: "ninth"}
    return words.get(round(number), "tenth or less")
