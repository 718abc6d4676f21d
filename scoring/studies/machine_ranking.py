"""A machine as one more assessor: can its one-judge rankings be told from those of a person?

The yardstick is what people themselves disagree: two people who judge the same questions do not rank runs alike either
(Voorhees, Variations in Relevance Judgments, IP&M 2000; Voorhees and Tice, TREC-8 QA evaluation, section 3). So each
candidate, the machine or a person, is the one judge of all questions, and is held against one-judge qrels of *other people*,
one drawn for each question. Both candidates meet the very same opponents, so that no judge is held against their own word,
as they would be by adjudicated grades. Questions count that the machine and two people or more judged in full.

tau, tau-ap      of the candidate's ranking and the opponents', as scoring.studies.kendall has them (tau-ap: theirs is the
                 reference); mean, and the middle 95 % of the draws
change           the largest change of rank of any run
alike            the share of a candidate's grades that are those of an opponent, over all opponents

The test is one of exchangeability. Were the machine one more person, then in each question it could be exchanged with any
of its judges: whoever plays its part there, drawn among all, alike and tau would be as before. p is how often such parts
reach no more than the machine does, (1 + those) / (1 + all), the machine's own among all (Phipson and Smyth 2010,
Permutation p-values should never be zero). Two tests are made, so each is held against half of ALPHA (Bonferroni). What
cannot be told apart need not be the same; with few questions nothing can be told apart.
"""

from typing import Any, NamedTuple

from scoring.arrays import Floats, Ints, np
from scoring.evaluate import AnswerKey, Scorer
from scoring.gold import AUTOMATIC
from scoring.index import Index
from scoring.records import Evaluation
from scoring.rules import RuleError, chosen
from scoring.say import say, sentence
from scoring.studies.designs import NOT_ONE_BY_ONE
from scoring.studies.draws import Draws
from scoring.studies.machine_pairs import Significant, mean_of, significant_pairs
from scoring.studies.machine_room import Held, Room, compared, likeness_of, other_than, other_than_two
from scoring.studies.machines import over
from scoring.studies.numbers import shown
from scoring.studies.panel import NoPanel, Panel, panels

DRAWS = 1000  # opponents that candidates are held against
PARTS = 999  # exchanges of the machine
OPPONENTS = 20  # of each exchange
TABLES = 10  # draws of which significant pairs are looked for, which takes longer
ALPHA = 0.05
FEWEST = 2  # people of a question
TWICE = sentence("No question was judged in full by the machine and by two people.")
RUNS = sentence("There are fewer than two runs to rank.")


class OfPerson(NamedTuple):
    """A person, and the machine over the questions of that person, against the same opponents."""

    person: str
    questions: int
    by_person: Held
    by_machine: Held


class Yardstick(NamedTuple):
    """The machine and people against people, for runs that can be compared."""

    label: str
    measure: str
    questions: int
    runs: int
    by_machine: Held | None
    by_people: Held | None  # somebody at random
    p_alike: float | None
    p_tau: float | None
    pairs_by_machine: (
        dict[str, float] | None
    )  # significant pairs of runs, the opponents' first: means of some draws
    pairs_by_people: dict[str, float] | None
    people: tuple[OfPerson, ...]
    seed: int
    reason: str = ""

    @property
    def is_distinguishable(self) -> bool | None:
        """Whether the machine agrees with people less than they with each other; None where it cannot be said."""
        if self.p_alike is None or self.p_tau is None:
            return None
        return min(self.p_alike, self.p_tau) <= ALPHA / 2

    def as_json(self) -> dict[str, Any]:
        """The same as JSON holds it."""
        return {
            "label": self.label,
            "measure": self.measure,
            "questions": self.questions,
            "runs": self.runs,
            "machine": self.by_machine and self.by_machine.as_json(),
            "people": self.by_people and self.by_people.as_json(),
            "p_alike": shown(self.p_alike),
            "p_tau": shown(self.p_tau),
            "pairs_by_machine": self.pairs_by_machine,
            "pairs_by_people": self.pairs_by_people,
            "told_apart": self.is_distinguishable,
            "by_person": [
                {
                    "person": one.person,
                    "questions": one.questions,
                    "by_person": one.by_person.as_json(),
                    "by_machine": one.by_machine.as_json(),
                }
                for one in self.people
            ],
            "draws": DRAWS,
            "exchanges": PARTS,
            "seed": self.seed,
            "alpha": ALPHA,
            "reason": self.reason,
        }


def yardsticks(evaluation: Evaluation, machine: str, measure: str, seed: int = 1) -> list[Yardstick]:
    """A yardstick for each group of runs that can be compared. `evaluation` has the questions that are to be used."""
    together = as_assessor(evaluation, machine)
    shared = _shared(Scorer(together), machine)
    if not measure:
        return [_nothing(measure, seed, say(NOT_ONE_BY_ONE))]
    if not shared:
        return [_nothing(measure, seed, say(TWICE))]
    scorer = Scorer(over(together, shared))
    try:
        made = panels(scorer, measure)
    except (NoPanel, RuleError, ValueError) as error:
        return [_nothing(measure, seed, str(error))]
    return [
        found
        for number, panel in enumerate(made)
        if (found := _of_board(scorer, panel, number, machine, seed)) is not None
    ]


def _of_board(scorer: Scorer, panel: Panel, number: int, machine: str, seed: int) -> Yardstick | None:
    """The yardstick of some runs over the questions that count for them; None where none of these is shared."""
    asked = {qid for qid in scorer.asked(panel.runs[0]) if panel.measure in scorer.kinds[qid].measures} & {
        one.qid for one in panel.questions
    }
    if not asked:
        return None
    if len(asked) < len(panel.questions):
        scorer = Scorer(over(scorer.evaluation, asked))
        panel = next(one for one in panels(scorer, panel.measure) if one.runs == panel.runs)
    return _yardstick(scorer, panel, number, machine, seed)


def as_assessor(evaluation: Evaluation, machine: str) -> Evaluation:
    """The same with a machine as one more assessor, no other machine, and nothing decided.

    What the gold standard settles stays settled: people are not asked about it.
    """
    settled = Index(evaluation).automatic
    people = (one for one in evaluation.judgments if one.kind in ("human", AUTOMATIC))
    own = (one for one in evaluation.judgments if one.assessor == machine and one.item not in settled)
    judgments = (*people, *(one._replace(kind="human") for one in own))
    return evaluation._replace(judgments=judgments, adjudications=(), machines=())


def _shared(scorer: Scorer, machine: str) -> set[str]:
    """The questions that the machine and two people or more judged in full."""
    judges = scorer.judges
    return {qid for qid, names in judges.items() if machine in names and len(names) > FEWEST}


def _nothing(measure: str, seed: int, reason: str) -> Yardstick:
    return Yardstick("", measure, 0, 0, None, None, None, None, None, None, (), seed, reason)


def _yardstick(scorer: Scorer, panel: Panel, number: int, machine: str, seed: int) -> Yardstick:
    draws = Draws(seed).spawn(f"machine-ranking-{number}")
    head = (panel.label, panel.measure, len(panel.questions), len(panel.runs))
    if len(panel.runs) < 2:
        return Yardstick(*head, None, None, None, None, None, None, (), seed, say(RUNS))
    room = Room(panel, likeness_of(scorer, panel), machine)
    opponents, somebody = room.two_people(draws.spawn("people"), DRAWS)
    p_alike, p_tau = _exchanged(room, draws.spawn("exchanges"))
    return Yardstick(
        *head,
        room.held(room.always_machine(DRAWS), opponents),
        room.held(somebody, opponents),
        p_alike,
        p_tau,
        _significant(scorer, room, room.always_machine(TABLES), opponents),
        _significant(scorer, room, somebody, opponents),
        tuple(_people(scorer, panel, number, machine, seed)),
        seed,
    )


def _significant(scorer: Scorer, room: Room, candidate: Ints, opponents: Ints) -> dict[str, float]:
    """How many pairs of runs differ significantly by the opponents, the candidate and both: means of some draws."""
    found: list[Significant] = []
    for draw in range(TABLES):
        first, second = (_key(scorer, room, judges[draw]) for judges in (opponents, candidate))
        found.append(significant_pairs(scorer, first, second, room.panel.measure, runs=room.panel.runs))
    return mean_of(found)


def _key(scorer: Scorer, room: Room, judges: Ints) -> AnswerKey:
    """What the judge of each question says, by their places."""
    questions = zip(room.panel.questions, judges, strict=True)
    return scorer.key_of(chosen(scorer.index, {one.qid: one.judges[place] for one, place in questions}))


def _exchanged(room: Room, draws: Draws) -> tuple[float, float]:
    """The p of both tests: the machine's own part first, then parts that anybody of each question plays."""
    drawn = draws.choices(room.counts.tolist(), PARTS)
    parts = np.concatenate([room.always_machine(1), drawn])
    alike = room.alike_with_all(parts)
    taus = np.zeros(len(parts))
    for _ in range(OPPONENTS):
        others = other_than(parts, draws.choices((room.counts - 1).tolist(), len(parts)))
        taus += compared(room.keys(parts), room.keys(others))[0]
    return _p_of(alike), _p_of(taus)


def _p_of(reached: Floats) -> float:
    """How often no more is reached than by the first, itself among all."""
    return float((reached <= reached[0] + 1e-12).sum() / len(reached))


def _people(scorer: Scorer, panel: Panel, number: int, machine: str, seed: int) -> list[OfPerson]:
    """Each person, and the machine over the same questions, against the same others."""
    by_person: dict[str, set[str]] = {}
    for question in panel.questions:
        for name in question.judges:
            if name != machine:
                by_person.setdefault(name, set()).add(question.qid)
    return [
        _of_person(scorer, panel, machine, name, by_person[name], Draws(seed).spawn(f"{number}-{name}"))
        for name in sorted(by_person)
    ]


def _of_person(
    scorer: Scorer, panel: Panel, machine: str, person: str, qids: set[str], draws: Draws
) -> OfPerson:
    some = Scorer(over(scorer.evaluation, qids))
    own = next(one for one in panels(some, panel.measure) if one.runs == panel.runs)
    room = Room(own, likeness_of(some, own), machine)
    mine = np.array([one.judges.index(person) for one in own.questions], dtype=np.int64)
    drawn = draws.choices((room.counts - 2).tolist(), DRAWS)
    opponents = other_than_two(room.places, mine, drawn)
    candidate = np.repeat(mine[None], DRAWS, axis=0)
    return OfPerson(
        person,
        len(own.questions),
        room.held(candidate, opponents),
        room.held(room.always_machine(DRAWS), opponents),
    )
