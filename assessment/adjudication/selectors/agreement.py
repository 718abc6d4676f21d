"""How far the assessors of a campaign agree, as its page shows it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlencode

from assessment.adjudication.selectors.agreement_records import judged_part
from assessment.campaigns.models import Campaign, Question
from assessment.shared.say import say, sentence
from assessment.shared.sorting import Sorting
from scoring.agreement import Pair, QuestionAgreement, table
from scoring.agreement.confusion import Confusion
from scoring.index import Index
from scoring.overview.agreement import COEFFICIENTS, WEIGHTED
from scoring.studies.agreement import Agreement, Estimate, PairAgreement, RatingAgreement, everything

COLUMNS = ("qid", "J", "D", "O", "OL")
IN_ORDER = Sorting(COLUMNS[0], is_falling=False)
RESAMPLES = 1000
SEED = 1
# Up to so many the page has intervals while one waits for it; a study has them always.
PAIRS_WITH_INTERVALS = 45  # two of ten people
QUESTIONS_WITH_INTERVALS = 1000
NAMES: Mapping[str, str] = {**COEFFICIENTS, "observed": sentence("Two assessors agree")}
ANNOTATIONS: Mapping[str, str] = {
    "long_given": sentence("Annotations: Is there a long answer?"),
    "long_answer": sentence("Annotations: Which long answer?"),
    "short_given": sentence("Annotations: Is there a short answer?"),
    "short_answer": sentence("Annotations: Which short answer?"),
}


class Cell(NamedTuple):
    """How many items have two grades, and the query that lists them."""

    items: int
    query: str
    same: bool  # whether both grades are the same
    shown: bool  # of all assessors together only one half is, since the other says the same


class Table(NamedTuple):
    """What two assessors said of how many items, or all of them."""

    first: str  # "" where all are meant
    second: str
    labels: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Cell]]]
    total: int


class Part(NamedTuple):
    """How alike people speak of one kind of thing: its coefficients with their names."""

    found: RatingAgreement
    has_labels: bool = False  # whether people choose among several, of which the table tells more
    leads: bool = False  # whether numbers of the table lead to their items

    @property
    def compared(self) -> Table | None:
        """What people said of how many things, where there is more than yes and no."""
        counts = self.found.table if self.has_labels else None
        return _as_table(counts, self.found.twice, _query if self.leads else _no_query) if counts else None

    @property
    def lines(self) -> list[tuple[str, Estimate]]:
        """Name and value."""
        return [
            (say(name), self.found.of_all[key]) for key, name in NAMES.items() if key in self.found.of_all
        ]

    @property
    def weighted(self) -> list[tuple[str, str]]:
        """Key and name of the kappas that weigh how far grades are apart; none but of graded scales."""
        there = self.found.pairs[0].weighted if self.found.pairs else {}
        return [(key, say(name)) for key, name in WEIGHTED.items() if key in there]

    @property
    def note(self) -> str:
        """Why there are no intervals; "" where there are, or nothing that could have one."""
        return note_of(self.found.of_all["observed"])

    @property
    def pairs(self) -> tuple[PairAgreement, ...]:
        """Each two people."""
        return self.found.pairs

    @property
    def without_intervals(self) -> bool:
        """Whether there are too many pairs to work out intervals for each while the page waits."""
        return len(self.found.pairs) > PAIRS_WITH_INTERVALS

    @property
    def has_overlap(self) -> bool:
        """Whether two people can overlap: whether any answer is a yes."""
        return any(pair.overlap for pair in self.found.pairs)


class AgreementPage(NamedTuple):
    """The table of TREC-8's appendix C, its means, and all coefficients."""

    rows: Sequence[QuestionAgreement]
    found: Agreement
    judged: int
    disputed: int
    decided: int
    overruled: int
    table: Table | None  # None where no two people judged the same item
    has_labels: bool = False  # whether nuggets have labels in items
    criteria: Mapping[str, str] = MappingProxyType(
        {}
    )  # titles of those that all questions of a type have, by name
    has_rubrics: bool = False  # whether the others are criteria, not nuggets

    @property
    def disputed_percent(self) -> float:
        """Share of the judged items that were judged differently."""
        return 100 * self.disputed / self.judged

    @property
    def overruled_percent(self) -> float:
        """Share of the decisions that overruled the majority."""
        return 100 * self.overruled / self.decided

    @property
    def grades(self) -> Part | None:
        """Of items."""
        return Part(self.found.grades) if self.found.grades else None

    @property
    def others(self) -> list[tuple[str, str, Part]]:
        """The parts besides grades where two people judged the same: title, what is counted, and agreement."""
        named = [
            (say("Nuggets: vital or okay"), say("Nuggets"), self.found.votes),
            (
                say("Criteria") if self.has_rubrics else say("Nuggets: marked in items"),
                say("Labels of criteria")
                if self.has_rubrics
                else say("Places to mark (a nugget in an item)"),
                self.found.matches,
            ),
        ]
        named += [
            (say(title), say("Pages"), self.found.annotations.get(key)) for key, title in ANNOTATIONS.items()
        ]
        labelled = self.found.matches if self.has_labels else None
        parts = [(title, noun, Part(one, one is labelled)) for title, noun, one in named if one]
        of_each = ((self.criteria.get(name, name), one) for name, one in self.found.criteria.items())
        return [
            *((say(title), say("Grades"), Part(one, True, leads)) for title, one, leads in self._scales),
            *parts,
            *((title, say("Answers"), Part(one, has_labels=True)) for title, one in of_each),
        ]

    @property
    def _scales(self) -> Iterator[tuple[str, RatingAgreement, bool]]:
        """Where answers are graded on several: its types, its agreement, and whether its grades are of no other one."""
        times = Counter(label for one in self.found.scales.values() for label in one.labels)
        for title, one in self.found.scales.items():
            yield title, one, all(times[label] == 1 for label in one.labels)

    @property
    def has_values(self) -> bool:
        """Whether any grades have values, by which coefficients weigh."""
        parts = [self.found.grades, *self.found.scales.values()]
        return any("ac2_linear" in one.of_all for one in parts if one)

    @property
    def class_lines(self) -> list[tuple[str, Estimate]]:
        """Of the classes of list answers."""
        classes = self.found.classes
        if classes is None:
            return []
        return [
            (say("Pairs of answers grouped the same way"), classes.alike),
            (say("Adjusted Rand index"), classes.adjusted),
        ]

    @property
    def class_note(self) -> str:
        """Why the classes have no intervals."""
        return note_of(self.found.classes.alike) if self.found.classes else ""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to say yet."""
        return not (self.rows or self.others or self.found.classes)

    @property
    def samples(self) -> int:
        """How often questions were drawn for the intervals; 0 where there are too many of them for a page."""
        return self.found.samples

    @property
    def seed(self) -> int:
        """Of the draws."""
        return self.found.seed


def agreement_page(
    campaign: Campaign, sorting: Sorting = IN_ORDER, pair: Pair | None = None
) -> AgreementPage:
    """Work out everything about agreement, the questions sorted by a column, the table that of two assessors or of all."""
    index = Index(judged_part(campaign, Question.objects.filter(campaign=campaign).retained()))
    questions = max(len(index.evaluation.annotations), len(index.judged_items()))
    samples = RESAMPLES if questions <= QUESTIONS_WITH_INTERVALS else 0
    found = everything(index, samples, SEED, most_pairs=PAIRS_WITH_INTERVALS)
    kinds = campaign.track.question_types.values()
    decisions = [index.decisions[item] for item in index.disputed if item in index.decisions]
    return AgreementPage(
        rows=_sorted(found.table, sorting),
        found=found,
        judged=len(index.votes),
        disputed=len(index.disputed),
        decided=len(decisions),
        overruled=sum(decision.overruled for decision in decisions),
        table=_table(found.grades, pair),
        has_labels=bool(index.evaluation.cell_scales),
        criteria={one.name: one.title for kind in kinds for one in kind.criteria},
        has_rubrics=any(kind.form.has_criteria and not kind.criteria for kind in kinds),
    )


def question_rows(campaign: Campaign) -> Sequence[QuestionAgreement]:
    """J, D, O and OL alone, in the order of the questions."""
    return table(judged_part(campaign, Question.objects.filter(campaign=campaign).retained()))


def _table(grades: RatingAgreement | None, pair: Pair | None) -> Table | None:
    """That of two assessors who judged the same item, in the order in which they are named; else that of all."""
    if grades is None or grades.table is None:
        return None
    of_pairs = {(one.first, one.second): one.table for one in grades.pairs if one.table}
    of_pairs |= {(second, first): one.turned for (first, second), one in of_pairs.items()}
    counts = of_pairs.get(pair or ("", ""), grades.table)
    return _as_table(counts, grades.twice, _query)


Query = Callable[[Confusion, int, int], str]


def _as_table(counts: Confusion, twice: int, query: Query) -> Table:
    rows = [(label, list(_cells(counts, row, query))) for row, label in enumerate(counts.labels)]
    first, second = counts.pair or ("", "")
    return Table(first, second, counts.labels, rows, counts.total if counts.pair else twice)


def _cells(counts: Confusion, row: int, query: Query) -> Iterator[Cell]:
    for column in range(len(counts.labels)):
        shown = counts.pair is not None or row <= column
        yield Cell(counts.counts[row][column], query(counts, row, column), row == column, shown)


def _no_query(counts: Confusion, row: int, column: int) -> str:
    """Of a table whose numbers lead nowhere."""
    return ""


def _query(counts: Confusion, row: int, column: int) -> str:
    """That lists the items of a cell."""
    first, second = counts.pair or ("", "")
    asked = {"a": first, "b": second, "first": counts.labels[row], "second": counts.labels[column]}
    return urlencode(asked)


def note_of(one: Estimate) -> str:
    """Why a value has no interval; "" where it has, or there is no value."""
    return one.reason if one.value is not None else ""


def _sorted(rows: Sequence[QuestionAgreement], sorting: Sorting) -> list[QuestionAgreement]:
    """The rows by one column, ties in the order of the questions."""
    places = {row.qid: place for place, row in enumerate(rows)}
    return sorting.rows(rows, lambda row: _value(row, sorting.column, places))


def _value(row: QuestionAgreement, column: str, places: Mapping[str, int]) -> Fraction | int | None:
    cells = (places[row.qid], row.judged, row.disputed, row.overruled, row.overlap)
    return cells[COLUMNS.index(column)]
