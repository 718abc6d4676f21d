"""Nugget matches of a machine against those of people: mark by mark, and by the rankings of runs.

A mark is an answer and a nugget of its question: one side found the nugget there, or not; where cells have labels, it found
what its label is worth anything of, and rankings take the labels themselves. Compared are the answers that the
machine read and people looked at; where cells have labels, the cells to which both sides gave one. People's word is that of
the rule `adjudicated` (settled, else the primary assessor's).
Which nuggets there are, and what they weigh, is people's on both sides, so that all differences come of the marks alone.

kappa, alpha, leaning, bias of a run: as in `machine_items`, over marks in the place of items; the machine is kinder where it
finds a nugget that people do not. Intervals are bootstraps over questions. A nugget is vital where it weighs anything.

Rankings are by the mean of the nugget measure over the questions that both sides looked at in full. The yardstick is people's
own disagreement: of each two people who both looked at some questions in full, the same coefficients of their rankings over
these questions; and of the machine with each of them.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scoring.agreement.coefficients import Cells, alpha
from scoring.agreement.matches import LABELS
from scoring.arrays import np
from scoring.conditions import post_edited
from scoring.evaluate import Scorer
from scoring.evaluate.report import plain
from scoring.forms.matches import matched
from scoring.forms.nuggets import NuggetQuestions
from scoring.index import Index, Marking
from scoring.intervals import LEVEL
from scoring.kinship import kin_of
from scoring.measures.base import Value
from scoring.records import Evaluation, Item, Qrels
from scoring.rules import RuleError
from scoring.say import say
from scoring.stages import MATCHING
from scoring.studies.kendall import Correlation, correlation
from scoring.studies.label_tables import NUGGETS, LabelTable, label_tables
from scoring.studies.levels import Levels, rankings_in_short
from scoring.studies.machine_boards import (
    ADJUDICATED,
    Board,
    OfJudges,
    judges_of,
    patterns_of,
    said_of_nuggets,
    together,
    value_of,
)
from scoring.studies.machine_levels import levels_in_nuggets, looked_through
from scoring.studies.machine_pairs import Change, Significant, largest_change
from scoring.studies.machine_statistics import (
    RESAMPLES,
    Estimate,
    OfRun,
    alpha_of,
    alphas,
    bias_by_run,
    estimate,
    kappa_of,
    kappas,
    leaning_of,
    resamples_of,
    steps_of,
    weights_of,
)
from scoring.studies.machines import UnknownMachine, over
from scoring.studies.numbers import shown

VITAL, OKAY = "vital", "okay"


class Mark(NamedTuple):
    """Whether each side found a nugget in an answer."""

    item: Item
    nugget: str
    kind: str
    people: bool
    machine: bool


class OfKind(NamedTuple):
    """What both sides make of the nuggets of one kind."""

    kind: str
    marks: int
    both: int
    machine_only: int
    people_only: int
    kappa: float | None


class MatchReport(NamedTuple):
    """All of it."""

    machine: str
    measure: str
    answers: int
    questions: int
    counts: tuple[tuple[int, int], tuple[int, int]]  # of people: found, not found; columns of the machine
    kappa: Estimate
    alpha: Estimate
    leaning: Estimate
    kinds: tuple[OfKind, ...]
    runs: tuple[OfRun, ...]
    judges: tuple[OfJudges, ...]
    alpha_people: float | None  # over marks of two people or more and the machine
    alpha_together: float | None
    compared: tuple[str, ...]  # questions that both sides looked at in full, by which runs are ranked
    scores: tuple[tuple[str, Value, Value], ...]  # run, by people, by the machine; best first by people
    ranking: Correlation | None
    significant: Significant
    change: Change | None
    undecided: tuple[str, ...]  # questions whose people's marks differ, without a primary assessor
    outdated: tuple[str, ...]  # questions whose nuggets are no longer those that the machine was asked about
    in_view: tuple[
        str, ...
    ]  # questions whose nuggets somebody wrote with a program's drafts in view (post-editing)
    kin: tuple[tuple[str, ...], tuple[str, ...]]
    differences: tuple[Mark, ...]
    seed: int
    levels: tuple[Levels, ...] = ()
    scales: tuple[LabelTable, ...] = ()

    @property
    def sentence(self) -> str:
        """The result in short."""
        return in_short(self.as_json(0))

    def as_json(self, most: int | None = None) -> dict[str, Any]:
        """The same as JSON holds it, with the first differences, or all."""
        listed = self.differences if most is None else self.differences[:most]
        return self._asdict() | {
            "counts": [list(row) for row in self.counts],
            "kappa": self.kappa.as_json(),
            "alpha": self.alpha.as_json(),
            "leaning": self.leaning.as_json(),
            "kinds": [{**one._asdict(), "kappa": shown(one.kappa)} for one in self.kinds],
            "runs": [one.as_json() for one in self.runs],
            "judges": [one.as_json() for one in self.judges],
            "alpha_people": shown(self.alpha_people),
            "alpha_together": shown(self.alpha_together),
            "compared": list(self.compared),
            "scores": [
                {"run_id": run_id, "by_people": plain(people), "by_machine": plain(machine)}
                for run_id, people, machine in self.scores
            ],
            "ranking": self.ranking.as_json() if self.ranking else None,
            "significant": self.significant.as_json(),
            "change": self.change.as_json() if self.change else None,
            "undecided": list(self.undecided),
            "outdated": list(self.outdated),
            "in_view": list(self.in_view),
            "kin": {"by_team": list(self.kin[0]), "by_model": list(self.kin[1])},
            "differences": [
                {"item": list(one.item), "nugget": one.nugget, "kind": one.kind, "is_machines": one.machine}
                for one in listed
            ],
            "more": len(self.differences) - len(listed),
            "levels": [one.as_json() for one in self.levels],
            "scales": [one.as_json() for one in self.scales],
            "resamples": RESAMPLES,
            "level": LEVEL,
        }


def in_short(found: Mapping[str, Any]) -> str:
    """The result in short, of a report as JSON holds it."""
    (both, people), (machine, _) = found["counts"]
    counted = say(
        "Nuggets by {machine} and by people in {answers} answers to {questions} questions: {both} found by both, "
        "{alone} by {machine} alone, {people} by people alone.",
        machine=found["machine"],
        answers=found["answers"],
        questions=found["questions"],
        both=both,
        alone=machine,
        people=people,
    )
    ranked = rankings_in_short(found.get("levels", ()), found["machine"], found["measure"])
    return f"{counted} {ranked}".rstrip()


def match_report(evaluation: Evaluation, name: str, seed: int = 1) -> MatchReport:
    """Hold the matches of a machine against those of people. Raises UnknownMachine."""
    index = Index(evaluation)
    if name not in index.marking:
        raise UnknownMachine(name, index.marking)
    undecided = _undecided(evaluation)
    scorer = Scorer(over(evaluation, _nugget_questions(evaluation) - set(undecided)))
    asked, marking = (
        _asked(scorer),
        scorer.index.marking.get(name, Marking(frozenset(), frozenset(), frozenset())),
    )
    marks = list(_marks(scorer, asked, marking))
    qids = sorted({one.item.qid for one in marks})
    counted = _tables(marks, qids)
    weights, steps, whole = weights_of(len(qids), seed, RESAMPLES), steps_of(LABELS), counted.sum(axis=0)
    cells: Cells = Counter((_label(one.people), _label(one.machine)) for one in marks)
    full = _full(asked, name) if asked and name in scorer.index.marking else set()
    board = Board(Scorer(over(scorer.evaluation, full)), name)
    said = list(said_of_nuggets(scorer.index, name, marking))
    patterns = list(patterns_of(scorer.index, said))
    return MatchReport(
        machine=name,
        measure=board.measure,
        answers=len({one.item for one in marks}),
        questions=len(qids),
        counts=((int(whole[0, 0]), int(whole[0, 1])), (int(whole[1, 0]), int(whole[1, 1]))),
        kappa=estimate(kappa_of(cells), resamples_of(counted, weights, kappas), len(qids)),
        alpha=estimate(alpha_of(cells), resamples_of(counted, weights, alphas), len(qids)),
        leaning=estimate(
            float(leaning_of(whole[None], steps)[0]) if marks else None,
            resamples_of(counted, weights, lambda some: leaning_of(some, steps)),
            len(qids),
        ),
        kinds=tuple(_of_kind(kind, marks) for kind in (VITAL, OKAY)),
        runs=bias_by_run(_by_run(scorer, marks), qids, weights),
        judges=tuple(judges_of(scorer, board, patterns)),
        alpha_people=value_of(alpha(together(patterns, name, without=True)).value),
        alpha_together=value_of(alpha(together(patterns, name, without=False)).value),
        compared=tuple(sorted(full)),
        scores=board.scores,
        ranking=correlation(board.by_machine, board.by_people) if board.by_people else None,
        significant=board.significant(seed),
        change=largest_change(board.by_people, board.by_machine),
        undecided=tuple(undecided),
        outdated=tuple(sorted(marking.outdated)),
        in_view=tuple(sorted({qid for qid, _ in post_edited(evaluation)}.intersection(qids))),
        kin=kin_of(evaluation, name),
        differences=tuple(one for one in marks if one.people != one.machine),
        seed=seed,
        levels=levels_in_nuggets(scorer, asked, name) if name in scorer.index.marking else (),
        scales=label_tables(scorer.index, NUGGETS, said, name),
    )


def _nugget_questions(evaluation: Evaluation) -> set[str]:
    scorer = Scorer(evaluation)
    return {question.qid for question in scorer.questions if scorer.kinds[question.qid].form.asks(MATCHING)}


def _undecided(evaluation: Evaluation) -> list[str]:
    """The questions of which nobody can say what people found: several marked, none is primary."""
    scorer = Scorer(over(evaluation, _nugget_questions(evaluation)))
    asked = _asked(scorer)
    try:
        if asked:
            matched(scorer.index, Qrels(ADJUDICATED, {}), asked.questions, partial=True)
    except RuleError as error:
        return sorted(error.questions)
    return []


def _asked(scorer: Scorer) -> NuggetQuestions | None:
    return next((one for one in scorer.forms.values() if isinstance(one, NuggetQuestions)), None)


def _full(asked: NuggetQuestions, name: str) -> set[str]:
    """The questions of which both sides looked at every answer."""
    people, machine = (looked_through(asked, Qrels(rule, {})) for rule in (ADJUDICATED, f"assessor:{name}"))
    return people & machine


def _marks(scorer: Scorer, asked: NuggetQuestions | None, marking: Marking) -> Iterator[Mark]:
    """Every mark that both sides looked at, in the order of items and nuggets."""
    if asked is None:
        return
    found = matched(scorer.index, Qrels(ADJUDICATED, {}), asked.questions, partial=True)
    seen = {item for item in asked.seen if item.qid not in asked.labelled}
    for item in sorted(marking.read & (seen | found.labels.keys())):
        people: Collection[str] = found.nuggets.get(item, ())
        for nugget, weight in sorted(asked.weights[item.qid].items()):
            is_said = nugget in found.labels.get(item, ()) and (item, nugget) in marking.labels
            if item in seen or is_said:
                kind = VITAL if weight else OKAY
                yield Mark(item, nugget, kind, nugget in people, scorer.index.found_by(marking, item, nugget))


def _label(is_found: bool) -> str:
    return LABELS[not is_found]


def _tables(marks: Sequence[Mark], qids: Sequence[str]) -> Any:
    """How often which side found what, by question: (questions, people, machine)."""
    place = {qid: number for number, qid in enumerate(qids)}
    found = np.zeros((len(qids), 2, 2))
    for one in marks:
        found[place[one.item.qid], int(not one.people), int(not one.machine)] += 1
    return found


def _of_kind(kind: str, marks: Sequence[Mark]) -> OfKind:
    own = [one for one in marks if one.kind == kind]
    cells: Cells = Counter((_label(one.people), _label(one.machine)) for one in own)
    found, missed = LABELS
    counts = (cells[found, found], cells[missed, found], cells[found, missed])
    return OfKind(kind, len(own), *counts, kappa_of(cells))


def _by_run(scorer: Scorer, marks: Sequence[Mark]) -> dict[str, list[tuple[str, int]]]:
    """Whom the machine favours in each mark of the answers that a run gave."""
    favour: defaultdict[Item, list[tuple[str, int]]] = defaultdict(list)
    for one in marks:
        favour[one.item].append((one.item.qid, one.machine - one.people))
    given = {
        run_id: {item for response in responses if (item := response.item) in favour}
        for run_id, responses in sorted(scorer.evaluation.responses.items())
    }
    rows = {
        run_id: [one for item in items if item for one in favour[item]] for run_id, items in given.items()
    }
    return {run_id: row for run_id, row in rows.items() if row}
