"""What a comparison of two versions of the scores tells, and its form as JSON."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.records import Item
from scoring.say import say
from scoring.studies.numbers import shown
from scoring.studies.sides import Mark, Number


class Change(NamedTuple):
    """A value in both versions; None where it is undefined or not there."""

    before: Number
    after: Number

    @property
    def moved(self) -> bool:
        return self.before != self.after

    @property
    def difference(self) -> Number:
        """After minus before; None where either is undefined."""
        if self.before is None or self.after is None:
            return None
        return self.after - self.before

    def as_json(self) -> dict[str, float | None]:
        """Plain JSON."""
        return {
            "before": _shown(self.before),
            "after": _shown(self.after),
            "difference": _shown(self.difference),
        }


class ComparedRun(NamedTuple):
    """A run in both versions."""

    run_id: str
    score: Change
    places: tuple[int | None, int | None]  # among the runs of its group; None without a score
    judged: tuple[int, int]
    unjudged: tuple[int, int]
    measures: Mapping[str, Change]
    present: tuple[bool, bool] = (True, True)  # whether it is in each version

    @property
    def moved(self) -> bool:
        """Whether its score or a measure is another, or it is in one version only."""
        return (
            self.score.moved
            or False in self.present
            or any(change.moved for change in self.measures.values())
        )

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "run": self.run_id,
            **self.score.as_json(),
            "place_before": self.places[0],
            "place_after": self.places[1],
            "judged": list(self.judged),
            "unjudged": list(self.unjudged),
            "measures": {name: change.as_json() for name, change in self.measures.items()},
        }


class ComparedGroup(NamedTuple):
    """Runs that can be compared with each other: all, or those of one task and pair of languages."""

    label: str
    tau_b: float | None  # between the orders of the runs that both have; None for fewer than two
    runs: tuple[ComparedRun, ...]  # from best to worst in the later version
    within: float | None = (
        None  # the mean of tau-b within questions, and over all pairs of run and question: `levels`
    )
    over_pairs: float | None = None

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "label": self.label,
            "tau_b": shown(self.tau_b),
            "within": shown(self.within),
            "over_pairs": shown(self.over_pairs),
            "runs": [run.as_json() for run in self.runs],
        }


class ChangedItem(NamedTuple):
    """An item whose judgments come to something else; None for no judgment."""

    item: Item
    before: Mark | None
    after: Mark | None
    runs: tuple[str, ...] = ()  # that gave it, where responses are at hand
    moved: Number = 0  # by how much the question moved for these, summed

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            **self.item._asdict(),
            "before": _mark_json(self.before),
            "after": _mark_json(self.after),
            "runs": list(self.runs),
            "moved": _shown(self.moved),
        }


class Reweighed(NamedTuple):
    """A nugget that weighs something else."""

    text: str
    weight: Change


class ComparedQuestion(NamedTuple):
    """A question whose value moved for some run, or that has a value in one version only."""

    qid: str
    moved: Number  # the sizes of its differences, summed over runs
    net: Number  # the differences themselves, summed
    runs: Mapping[str, Mapping[str, Change]]  # by run the values that moved
    items: tuple[ChangedItem, ...]  # the most moving first
    gained: tuple[str, ...] = ()  # answers or nuggets that it was not scored by before
    lost: tuple[str, ...] = ()
    reweighed: tuple[Reweighed, ...] = ()
    left: str = ""  # why it is left out of the means now
    back: str = ""  # why it was left out of them before

    def as_json(self, most: int | None = None) -> dict[str, Any]:
        """Plain JSON, with so many items at most."""
        return {
            "qid": self.qid,
            "moved": _shown(self.moved),
            "net": _shown(self.net),
            "runs": {
                run_id: {name: change.as_json() for name, change in changes.items()}
                for run_id, changes in self.runs.items()
            },
            "items_changed": len(self.items),
            "items": [one.as_json() for one in self.items[:most]],
            "gained": list(self.gained),
            "lost": list(self.lost),
            "reweighed": [{"text": one.text, **one.weight.as_json()} for one in self.reweighed],
            "left": self.left,
            "back": self.back,
        }


class Comparison(NamedTuple):
    """What two versions differ in."""

    rules: tuple[str, str]
    groups: tuple[ComparedGroup, ...]
    questions: tuple[ComparedQuestion, ...]  # the most moving first
    idle: tuple[ChangedItem, ...]  # items of other questions, which moved nothing
    because: tuple[str, ...]  # in sentences

    @property
    def runs(self) -> tuple[ComparedRun, ...]:
        """All runs, group by group."""
        return tuple(run for group in self.groups for run in group.runs)

    @property
    def tau_b(self) -> float | None:
        """Kendall's tau-b between the orders of the runs, where all of them can be compared; else None."""
        return self.groups[0].tau_b if len(self.groups) == 1 else None

    @property
    def is_unchanged(self) -> bool:
        """Whether nothing moved and no item is judged otherwise."""
        return not (any(run.moved for run in self.runs) or self.questions or self.idle)

    @property
    def summary(self) -> str:
        """What moved, in a sentence."""
        scores = sum(run.score.moved for run in self.runs)
        items = sum(len(one.items) for one in self.questions) + len(self.idle)
        if self.is_unchanged:
            return say("Nothing changed.")
        return say(
            "Runs with another score: {scores} of {runs}. Questions that moved: {questions}. "
            "Items judged otherwise: {items}.",
            scores=scores,
            runs=len(self.runs),
            questions=len(self.questions),
            items=items,
        )

    def as_json(self, most_questions: int | None = None, most_items: int | None = None) -> dict[str, Any]:
        """Plain JSON, with so many questions, and items of each, at most."""
        return {
            "rule_before": self.rules[0],
            "rule_after": self.rules[1],
            "unchanged": self.is_unchanged,
            "summary": self.summary,
            "because": list(self.because),
            "tau_b": shown(self.tau_b),
            "groups": [group.as_json() for group in self.groups],
            "questions_moved": len(self.questions),
            "questions": [one.as_json(most_items) for one in self.questions[:most_questions]],
            "idle_items": len(self.idle),
        }


def _shown(value: Number) -> float | None:
    return value if isinstance(value, int) else shown(value)


def _mark_json(mark: Mark | None) -> dict[str, Any] | None:
    if mark is None:
        return None
    shown = {"grade": mark.grade, "class": mark.answer_class, "nuggets": list(mark.nuggets)}
    labels = {"labels": dict(zip(mark.nuggets, mark.labels, strict=True))} if mark.labels else {}
    return shown | labels
