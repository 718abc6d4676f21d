"""Agreement wherever people judged twice, with intervals: grades, answer classes, nugget votes and marks, annotations."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

from scoring.agreement import coefficients
from scoring.agreement.classes import ClassAgreement, ClassMeans, by_question, class_means, classes
from scoring.agreement.coefficients import Cells, Coefficient, Values
from scoring.agreement.confusion import Confusion, confusion, confusion_of
from scoring.agreement.items import Means, QuestionAgreement, means, table
from scoring.agreement.matches import by_criterion, matches
from scoring.agreement.ratings import Pair, Patterns, Ratings, labels_in
from scoring.agreement.spans import spans
from scoring.agreement.votes import votes
from scoring.index import Index
from scoring.intervals import Interval
from scoring.say import sentence
from scoring.studies.agreement_intervals import PairIntervals, intervals, mean_interval
from scoring.studies.agreement_of_values import AC2, KAPPA
from scoring.studies.by_condition import AmongPeople, among_people
from scoring.studies.by_scale import by_scale
from scoring.studies.numbers import shown

SAMPLES = 1000
MOST_PAIRS = 105  # two of fifteen people: with more, intervals of each two take minutes
TOO_MANY_PAIRS = sentence("There are too many pairs of people to work out intervals for each.")
NO_OVERLAP = sentence("In no question did two people judge and anybody find a correct answer.")
NO_CLASSES = sentence("In no question did two people put the same two answers into classes.")
NO_ADJUSTED = sentence("In no question is there anything to tell agreement from chance.")

Progress = Callable[[int, int], None]


class Estimate(NamedTuple):
    """A value with its 95 % interval; a sentence where there is none of the one or the other."""

    value: Fraction | None
    low: float | None = None
    high: float | None = None
    reason: str = ""

    def as_json(self) -> dict[str, Any]:
        """Value and ends, and the sentence where there is one."""
        ends = {"value": shown(self.value), "low": shown(self.low), "high": shown(self.high)}
        return {**ends, "reason": self.reason} if self.reason else ends


class PairAgreement(NamedTuple):
    """Two people, over what both spoke of."""

    first: str
    second: str
    things: int
    observed: Estimate
    kappa: Estimate
    overlap: Estimate | None  # None where no answer is a yes
    table: Confusion | None  # None where there is no list of answers
    weighted: Mapping[str, Estimate] = MappingProxyType(
        {}
    )  # kappa_linear and kappa_quadratic of graded scales

    def as_json(self) -> dict[str, Any]:
        """The table as rows of the first person's labels."""
        found: dict[str, Any] = {"first": self.first, "second": self.second, "items": self.things}
        found |= {"observed": self.observed.as_json(), "kappa": self.kappa.as_json()}
        found |= {name: one.as_json() for name, one in self.weighted.items()}
        if self.overlap:
            found["overlap"] = self.overlap.as_json()
        if self.table:
            found["table"] = [list(row) for row in self.table.counts]
        return found


class RatingAgreement(NamedTuple):
    """How alike people speak of one kind of thing."""

    questions: int
    things: int
    twice: int  # things that two people or more spoke of
    labels: tuple[str, ...]
    of_all: Mapping[str, Estimate]  # by name: observed, fleiss, alpha, ordinal_alpha, ac1
    pairs: tuple[PairAgreement, ...]
    table: Confusion | None  # of all people; None where there is no list of answers

    def as_json(self) -> dict[str, Any]:
        """Counts, the coefficients over all, and those of each two people."""
        found: dict[str, Any] = {"questions": self.questions, "items": self.things}
        found |= {"judged_twice": self.twice, "labels": list(self.labels)}
        found |= {name: one.as_json() for name, one in self.of_all.items()}
        if self.table:
            found["table"] = [list(row) for row in self.table.counts]
        return {**found, "pairs": [pair.as_json() for pair in self.pairs]}


class ClassesAgreement(NamedTuple):
    """How alike assessors grouped answers of list questions."""

    rows: tuple[ClassAgreement, ...]
    means: ClassMeans
    alike: Estimate
    adjusted: Estimate

    def as_json(self) -> dict[str, Any]:
        """The means over questions, and each two assessors of a question."""
        return {
            "questions": self.means.questions,
            "with_adjusted": self.means.with_adjusted,
            "pairwise_agreement": self.alike.as_json(),
            "adjusted_rand": self.adjusted.as_json(),
            "rows": [_class_json(row) for row in self.rows],
        }


class Agreement(NamedTuple):
    """Everything; a part is None where nobody judged twice."""

    seed: int
    samples: int
    table: tuple[QuestionAgreement, ...]
    means: Means
    overlap: Estimate  # mean over questions
    grades: RatingAgreement | None  # None, too, where items are graded on several scales
    classes: ClassesAgreement | None
    votes: RatingAgreement | None
    matches: RatingAgreement | None
    annotations: Mapping[str, RatingAgreement]  # long_given, long_answer, short_given, short_answer
    conditions: tuple[AmongPeople, ...] = ()  # empty where everybody judged blind
    criteria: Mapping[str, RatingAgreement] = MappingProxyType({})  # each by its name
    scales: Mapping[str, RatingAgreement] = MappingProxyType({})  # where several: by the types that have each

    def as_json(self) -> dict[str, Any]:
        """The parts that there are; `questions` where anything was graded."""
        found: dict[str, Any] = {"seed": self.seed, "samples": self.samples}
        if self.table:
            found["questions"] = {row.qid: _row_json(row) for row in self.table}
            found["means"] = _means_json(self.means, self.overlap)
        for name in ("grades", "classes", "votes", "matches"):
            if part := getattr(self, name):
                found[name] = part.as_json()
        if self.scales:
            found["scales"] = {name: part.as_json() for name, part in self.scales.items()}
        if self.annotations:
            found["annotations"] = {name: part.as_json() for name, part in self.annotations.items()}
        if self.criteria:
            found["criteria"] = {name: part.as_json() for name, part in self.criteria.items()}
        if self.conditions:
            found["conditions"] = [row.as_json() for row in self.conditions]
        return found


def everything(
    index: Index,
    samples: int = SAMPLES,
    seed: int = 1,
    progress: Progress | None = None,
    *,
    most_pairs: int = MOST_PAIRS,
) -> Agreement:
    """Work everything out; without samples there are no intervals. Each two people have intervals too, unless there are more than `most_pairs` of them."""
    rows = table(index)
    of_scales = by_scale(index)
    named: dict[str, Ratings] = {
        "grades": of_scales.pop("", Ratings({})),
        "votes": votes(index),
        "matches": matches(index),
    }
    for part, of_part in spans(index).items():
        named |= {f"{part}_given": of_part.given, f"{part}_answer": of_part.answers}
    found: dict[str, RatingAgreement] = {}
    for done, (name, ratings) in enumerate(named.items()):
        if progress:
            progress(done, len(named))
        if ratings.twice:
            found[name] = agreement_of(ratings, samples, seed, name, most_pairs=most_pairs)
    whole = means(rows)
    return Agreement(
        seed,
        samples,
        rows,
        whole,
        _estimate(
            Coefficient(whole.overlap, "" if whole.with_overlap else NO_OVERLAP),
            mean_interval([row.overlap for row in rows], samples, seed, "overlap"),
        ),
        found.pop("grades", None),
        classes_agreement(classes(index), samples, seed),
        found.pop("votes", None),
        found.pop("matches", None),
        found,
        among_people(index),
        **{
            kind: {
                name: agreement_of(ratings, samples, seed, f"{one} {name}", most_pairs=most_pairs)
                for name, ratings in parts.items()
                if ratings.twice
            }
            for kind, one, parts in (
                ("criteria", "criterion", by_criterion(index)),
                ("scales", "scale", of_scales),
            )
        },
    )


def agreement_of(
    ratings: Ratings, samples: int = SAMPLES, seed: int = 1, name: str = "", *, most_pairs: int = MOST_PAIRS
) -> RatingAgreement:
    """All coefficients of one kind of ratings, with intervals; those of pairs where there are not too many of them."""
    patterns = ratings.patterns
    tables = coefficients.tables(patterns)
    pairs = len(tables) <= most_pairs
    spread = intervals(ratings, samples, seed, name, pairs=pairs)
    none = Interval(None, None, TOO_MANY_PAIRS if samples and not pairs else "")
    absent = PairIntervals(none, none, none, dict.fromkeys(KAPPA, none))
    of_all = {
        "observed": coefficients.observed(patterns),
        "fleiss": coefficients.fleiss(patterns),
        "alpha": coefficients.alpha(patterns),
        "ac1": coefficients.ac1(patterns, ratings.labels),
    }
    if len(ratings.order) > 2:
        of_all["ordinal_alpha"] = coefficients.ordinal_alpha(patterns, ratings.order)
    if ratings.values:
        of_all |= _of_values(patterns, ratings.values)
    return RatingAgreement(
        len(ratings.by_question),
        ratings.things,
        ratings.twice,
        ratings.labels,
        {name: _estimate(one, spread.of_all.get(name)) for name, one in of_all.items()},
        tuple(
            _pair(pair, cells, ratings, spread.of_pairs.get(pair, absent)) for pair, cells in tables.items()
        ),
        confusion(patterns, ratings.labels) if labels_in(patterns).issubset(ratings.labels) else None,
    )


def _of_values(patterns: Patterns, values: Values) -> dict[str, Coefficient]:
    """The coefficients of graded scales, where near grades agree more than distant ones."""
    return {
        "interval_alpha": coefficients.interval_alpha(patterns, values),
        **{name: coefficients.ac2(patterns, values, power) for name, power in AC2.items()},
    }


def _pair(pair: Pair, cells: Cells, ratings: Ratings, spread: PairIntervals) -> PairAgreement:
    things = sum(cells.values())
    alike = sum(count for (one, two), count in cells.items() if one == two)
    overlap = coefficients.overlap(cells, ratings.positive) if ratings.positive else None
    is_listed = all(label in ratings.labels for cell in cells for label in cell)
    return PairAgreement(
        *pair,
        things,
        _estimate(Coefficient(Fraction(alike, things)), spread.observed),
        _estimate(coefficients.kappa(cells), spread.kappa),
        _estimate(overlap, spread.overlap) if overlap else None,
        confusion_of(cells, ratings.labels, pair) if is_listed else None,
        {
            name: _estimate(
                coefficients.weighted_kappa(cells, ratings.values, power), spread.weighted.get(name)
            )
            for name, power in KAPPA.items()
            if ratings.values
        },
    )


def classes_agreement(
    rows: Sequence[ClassAgreement], samples: int = SAMPLES, seed: int = 1
) -> ClassesAgreement | None:
    """The classes of all list questions; None where no two people grouped answers of one."""
    if not rows:
        return None
    whole = class_means(rows)
    values = by_question(rows).values()
    alike = Coefficient(whole.alike, "" if whole.alike is not None else NO_CLASSES)
    adjusted = Coefficient(whole.adjusted, "" if whole.adjusted is not None else NO_ADJUSTED)
    return ClassesAgreement(
        tuple(rows),
        whole,
        _estimate(alike, mean_interval([one for one, _ in values], samples, seed, "classes")),
        _estimate(adjusted, mean_interval([other for _, other in values], samples, seed, "adjusted")),
    )


def _estimate(coefficient: Coefficient, interval: Interval | None) -> Estimate:
    if coefficient.value is None:
        return Estimate(None, reason=coefficient.reason)
    return Estimate(coefficient.value, *interval) if interval else Estimate(coefficient.value)


def _row_json(row: QuestionAgreement) -> dict[str, Any]:
    return {"J": row.judged, "D": row.disputed, "O": row.overruled, "OL": shown(row.overlap)}


def _means_json(whole: Means, overlap: Estimate) -> dict[str, Any]:
    values = {"J": whole.judged, "D": whole.disputed, "O": whole.overruled}
    shown_values = {name: shown(value) for name, value in values.items()}
    return {**shown_values, "OL": overlap.as_json(), "with_OL": whole.with_overlap}


def _class_json(row: ClassAgreement) -> dict[str, Any]:
    found = {"question": row.qid, "first": row.first, "second": row.second, "answers": row.answers}
    return {
        **found,
        "pairwise_agreement": _estimate(row.alike, None).as_json(),
        "adjusted_rand": _estimate(row.adjusted, None).as_json(),
    }
