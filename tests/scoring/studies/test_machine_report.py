"""A machine against people and as one more assessor: its figures against independent computations, and by hand."""

import json
import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau, norm, t
from statsmodels.stats.inter_rater import cohens_kappa

from scoring.evaluate import Scorer
from scoring.evaluate.units import unit_tables
from scoring.index import Index
from scoring.records import Evaluation, Item, Judgment
from scoring.studies import machine_ranking
from scoring.studies.draws import Draws
from scoring.studies.kendall import correlation
from scoring.studies.machine_items import by_item
from scoring.studies.machine_pairs import largest_change, significant_pairs
from scoring.studies.machine_ranking import as_assessor, yardsticks
from scoring.studies.machine_report import MachineReport, machine_report
from scoring.studies.machine_room import Room, compared, likeness_of, other_than, other_than_two
from scoring.studies.machine_statistics import bias_by_run, weights_of, without_intervals
from scoring.studies.machines import people_grades
from scoring.studies.numbers import text_of
from scoring.studies.panel import panels
from scoring.studies.significance import significance
from tests.scoring.campaigns import item, trec8

GOLDEN = Path(__file__).parent / "golden" / "machine.json"
STRINGS = "abcdefgh"
Grades = dict[tuple[str, str], str]


def flip(grade: str) -> str:
    return "no" if grade == "yes" else "yes"


def campaign(questions: int = 12, runs: int = 5, seed: int = 1, error: float = 0.1) -> Evaluation:
    """Three of five people judge each question, each wrong at times; better runs have higher numbers."""
    rnd = random.Random(seed)
    votes: dict[tuple[str, str], dict[str, str]] = {}
    given: dict[str, dict[str, list[str]]] = {f"r{run}": {} for run in range(runs)}
    for question in range(questions):
        qid = f"{question:02}"
        truth = {string: "yes" if rnd.random() < 0.4 else "no" for string in STRINGS}
        people = rnd.sample(["ann", "bo", "cy", "di", "ed"], 3)
        for string, grade in truth.items():
            votes[qid, string] = {name: flip(grade) if rnd.random() < error else grade for name in people}
        for run in range(runs):
            wanted = "yes" if rnd.random() < 0.15 + 0.15 * run else "no"
            strings = [string for string in STRINGS if truth[string] == wanted] or list(STRINGS)
            given[f"r{run}"][qid] = rnd.sample(strings, min(3, len(strings)))
    return trec8(votes, given)


def with_machine(evaluation: Evaluation, grades: dict[Item, str]) -> Evaluation:
    said = tuple(Judgment(one, "m@1", grade, kind="machine", version="1") for one, grade in grades.items())
    return evaluation._replace(judgments=(*evaluation.judgments, *said))


def of_one_judge(evaluation: Evaluation) -> dict[Item, str]:
    """The grades of the first of each question's people."""
    return {one: votes[min(votes)] for one, votes in Index(evaluation).votes.items()}


def as_people(evaluation: Evaluation) -> Evaluation:
    """Everybody of one mind, so that people's grade is that of the first."""
    grades = of_one_judge(evaluation)
    same = tuple(one._replace(grade=grades[one.item]) for one in evaluation.judgments)
    return evaluation._replace(judgments=same)


def noisy(evaluation: Evaluation, seed: int, error: float = 0.25) -> dict[Item, str]:
    rnd = random.Random(seed)
    return {
        one: flip(grade) if rnd.random() < error else grade for one, grade in of_one_judge(evaluation).items()
    }


@pytest.fixture(scope="module")
def reported() -> MachineReport:
    evaluation = campaign()
    return machine_report(with_machine(evaluation, noisy(evaluation, 3)), "m@1")


def test_kappa_and_alpha_are_those_of_statsmodels_and_krippendorff(reported: MachineReport) -> None:
    found = reported.items
    table = np.array(found.counts)
    assert found.kappa.value == pytest.approx(cohens_kappa(table).kappa, abs=1e-12)
    rows = [(people, machine) for (people, machine), count in np.ndenumerate(table) for _ in range(count)]
    alpha = krippendorff.alpha(np.array(rows).T, level_of_measurement="nominal")
    assert found.alpha.value == pytest.approx(alpha, abs=1e-12)
    for one in (found.kappa, found.alpha, found.leaning):
        assert one.low is not None
        assert one.high is not None
        assert one.value is not None
        assert one.low < one.value < one.high


def test_pairs_of_assessors_have_their_own_kappa(reported: MachineReport) -> None:
    index = Index(with_machine(evaluation := campaign(), noisy(evaluation, 3)))
    votes = {one: {**given, "m@1": index.machines["m@1"].grades[one]} for one, given in index.votes.items()}
    for pair in reported.pairs:
        both = Counter(
            (given[pair.one], given[pair.other])
            for given in votes.values()
            if pair.one in given and pair.other in given
        )
        table = np.array([[both[one, other] for other in ("yes", "no")] for one in ("yes", "no")])
        assert pair.items == table.sum()
        assert pair.alike == pytest.approx(np.trace(table) / table.sum())
        assert pair.kappa == pytest.approx(cohens_kappa(table).kappa, abs=1e-12)
    assert sum("m@1" in (pair.one, pair.other) for pair in reported.pairs) == 5
    names = ["ann", "bo", "cy", "di", "ed", "m@1"]
    codes = {"yes": 1.0, "no": 0.0, None: np.nan}
    matrix = np.array([[codes[given.get(name)] for given in votes.values()] for name in names])
    together = krippendorff.alpha(matrix, level_of_measurement="nominal")
    assert reported.alpha_together == pytest.approx(together, abs=1e-12)
    assert reported.alpha_people == pytest.approx(
        krippendorff.alpha(matrix[:-1], level_of_measurement="nominal"), abs=1e-12
    )


def test_intervals_are_percentiles_over_resampled_questions(reported: MachineReport) -> None:
    """The same resamples, each put together item by item."""
    evaluation = campaign()
    index = Index(with_machine(evaluation, noisy(evaluation, 3)))
    people, machine = people_grades(index), index.machines["m@1"].grades
    qids = sorted({one.qid for one in people})
    drawn = Draws(1).spawn("machine-items").choices([len(qids)] * len(qids), 1000)
    kappas = []
    for row in drawn[:200]:
        cells = Counter(
            (people[one], machine[one]) for place in row for one in people if one.qid == qids[place]
        )
        table = np.array([[cells[one, other] for other in ("yes", "no")] for one in ("yes", "no")])
        kappas.append(cohens_kappa(table).kappa)
    few = by_item(Scorer(evaluation), machine, people, resamples=200)
    far = norm.cdf(-t.ppf(0.975, len(qids) - 1) * np.sqrt(len(qids) / (len(qids) - 1)))
    assert far < 0.014
    assert (few.kappa.low, few.kappa.high) == pytest.approx(tuple(np.quantile(kappas, [far, 1 - far])))


def test_a_judge_that_says_what_people_say_is_perfect_and_cannot_be_told_from_one() -> None:
    evaluation = as_people(campaign(8))
    found = machine_report(with_machine(evaluation, of_one_judge(evaluation)), "m@1")
    assert (found.items.kappa.value, found.items.alpha.value, found.items.leaning.value) == (1, 1, 0)
    assert found.against.ranking
    assert found.against.ranking.tau == 1
    assert found.change
    assert found.change.first == found.change.second
    assert found.significant.first_only == found.significant.second_only == found.significant.opposite == 0
    assert all(run.bias.value == run.apart.value == 0 and not run.is_marked for run in found.items.runs)
    (one,) = found.yardsticks
    assert one.by_machine == one.by_people
    assert one.by_machine
    assert (one.by_machine.alike, one.by_machine.tau.mean, one.by_machine.tau_ap.mean) == (1, 1, 1)
    assert (one.p_alike, one.p_tau, one.is_distinguishable) == (1, 1, False)
    assert "cannot be told from a further assessor" in found.sentence
    assert "does not prove" in found.sentence


def test_a_shuffled_judge_agrees_by_chance_alone_and_is_told_apart() -> None:
    evaluation = as_people(campaign(30))
    grades = of_one_judge(evaluation)
    shuffled = list(grades.values())
    random.Random(5).shuffle(shuffled)
    found = machine_report(with_machine(evaluation, dict(zip(grades, shuffled, strict=True))), "m@1")
    assert found.items.kappa.value == pytest.approx(0, abs=0.15)
    assert found.items.alpha.value == pytest.approx(0, abs=0.15)
    (one,) = found.yardsticks
    assert one.is_distinguishable
    assert one.p_alike == 1 / (1 + machine_ranking.PARTS)
    assert "can be told from a further assessor" in found.sentence


def test_leaning_and_grades_say_to_which_side_it_errs() -> None:
    evaluation = trec8(
        {("1", one): {"ann": "no"} for one in "abcd"} | {("2", one): {"ann": "yes"} for one in "ab"},
        {"r": {"1": ["a"], "2": ["b"]}},
    )
    grades = {item("1", one): "yes" if one < "d" else "no" for one in "abcd"}
    grades |= {item("2", "a"): "yes", item("2", "b"): "no"}
    index = Index(with_machine(evaluation, grades))
    found = by_item(Scorer(evaluation), index.machines["m@1"].grades, people_grades(index))
    assert found.labels == ("yes", "no")
    assert found.counts == ((1, 1), (3, 1))
    assert found.leaning.value == pytest.approx((3 - 1) / 6)
    assert [tuple(one) for one in found.grades] == [("yes", 2, 1, 0, 1), ("no", 4, 1, 3, 0)]
    assert [(run.bias.value, run.apart.value) for run in found.runs] == [
        (0, None)
    ]  # one up, one down; no others


def test_a_run_that_the_machine_favours_is_marked_and_the_others_are_not() -> None:
    """It calls right whatever r0 alone answered, and agrees with people elsewhere."""
    evaluation = as_people(campaign(40, seed=7))
    grades, given = of_one_judge(evaluation), evaluation.responses
    own = {one.item for one in given["r0"] if one.item}
    others = {one.item for run, of_run in given.items() if run != "r0" for one in of_run}
    biased = {one: "yes" if one in own - others else grade for one, grade in grades.items()}
    found = machine_report(with_machine(evaluation, biased), "m@1").items
    assert [run.run_id for run in found.runs if run.is_marked and (run.apart.value or 0) > 0] == ["r0"]
    raised = sum(grades[one] == "no" for one in own - others)
    assert found.runs[0].bias.value == pytest.approx(raised / len(own))
    assert found.runs[0].apart.value == pytest.approx(
        raised / len(own)
    )  # to the others it is not kinder at all


@pytest.mark.parametrize("questions", [10, 20])
def test_runs_to_which_it_is_as_kind_as_to_others_are_seldom_marked(questions: int) -> None:
    """One of 20 campaigns or so has a marked run, and one of 20 intervals or so lacks 0, over few questions as over many."""
    draw = np.random.default_rng(3)
    qids = [f"{number:02}" for number in range(questions)]
    marked, missed, campaigns = 0, 0.0, 150
    for number in range(campaigns):
        weights = weights_of(questions, number, 400)
        kindness = np.clip(0.1 + 0.1 * draw.standard_normal(questions), 0, 0.9)
        favour = (draw.random((20, questions)) < kindness).astype(int) - (draw.random((20, questions)) > 0.95)
        given = {
            f"r{run}": [
                (qid, int(favour[place, column]))
                for column, qid in enumerate(qids)
                for place in draw.choice(20, 5, replace=False)
            ]
            for run in range(12)
        }
        found = bias_by_run(given, qids, weights)
        marked += any(run.is_marked for run in found)
        missed += float(np.mean([not (run.apart.low or 0) <= 0 <= (run.apart.high or 0) for run in found]))
    assert marked / campaigns < 0.1
    assert missed / campaigns < 0.08


def test_over_a_few_questions_no_interval_is_given_and_no_run_marked() -> None:
    def told(questions: int) -> bool:
        """As above, over so many questions: whether anything is said of how sure a number is."""
        evaluation = as_people(campaign(questions, seed=7))
        grades = dict.fromkeys(of_one_judge(evaluation), "yes")
        found = machine_report(with_machine(evaluation, grades), "m@1").items
        assert found.questions == questions
        assert found.leaning.value
        assert bool(without_intervals(questions)) == (found.leaning.low is None)
        return found.leaning.low is not None or any(run.is_marked for run in found.runs)

    assert [told(questions) for questions in (3, 9, 10)] == [False, False, True]


def test_without_two_people_nothing_is_said_of_a_further_assessor() -> None:
    votes = {("1", one): {"ann": "yes"} for one in "ab"}
    evaluation = trec8(votes, {"one": {"1": ["a"]}, "two": {"1": ["b"]}})
    found = machine_report(with_machine(evaluation, {item("1", one): "yes" for one in "ab"}), "m@1")
    (one,) = found.yardsticks
    assert one.is_distinguishable is None
    assert (
        "cannot be said: No question was judged in full by the machine and by two people." in found.sentence
    )
    assert found.alpha_people is None


@given(
    st.integers(2, 6).flatmap(
        lambda runs: st.lists(
            st.tuples(
                st.lists(st.integers(0, 4), min_size=runs, max_size=runs),
                st.lists(st.integers(0, 4), min_size=runs, max_size=runs),
            ),
            min_size=1,
            max_size=4,
        )
    )
)
def test_draw_by_draw_tau_is_that_of_two_rankings(drawn: list[tuple[list[int], list[int]]]) -> None:
    one, other = (np.array([pair[side] for pair in drawn]).T for side in (0, 1))
    taus, taus_ap, changes = compared(one, other)
    for draw, pair in enumerate(drawn):
        first, second = ({f"r{run}": score for run, score in enumerate(side)} for side in pair)
        expected = correlation(first, second)
        assert expected
        assert taus[draw] == pytest.approx(float(expected.tau))
        assert taus_ap[draw] == pytest.approx(expected.tau_ap)
        ranks = [
            {run: place for place, run in enumerate(sorted(side, key=lambda run: (-side[run], run)))}
            for side in (first, second)
        ]
        assert changes[draw] == max(abs(ranks[0][run] - ranks[1][run]) for run in first)
        if len(set(pair[0])) == len(set(pair[1])) == len(pair[0]):
            assert taus[draw] == pytest.approx(kendalltau(*pair).statistic)


def test_others_are_drawn_among_all_but_those_that_are_out() -> None:
    places = np.repeat(np.arange(4), 3)
    others = other_than(places, np.tile(np.arange(3), 4))
    assert sorted(zip(places.tolist(), others.tolist(), strict=True)) == [
        (one, other) for one in range(4) for other in range(4) if one != other
    ]
    for one, other in combinations(range(4), 2):
        for first, second in ((one, other), (other, one)):
            left = other_than_two(np.array([first] * 2), np.array([second] * 2), np.arange(2))
            assert sorted(left) == sorted(set(range(4)) - {one, other})


def test_shares_of_equal_grades_are_those_that_one_counts() -> None:
    evaluation = campaign(6)
    together = as_assessor(with_machine(evaluation, noisy(evaluation, 3)), "m@1")
    scorer = Scorer(together)
    panel = panels(scorer, "mrr")[0]
    room = Room(panel, likeness_of(scorer, panel), "m@1")
    candidate = Draws(4).choices(panel.counts, 3)
    for draw, row in enumerate(candidate):
        for found, with_all in ((room.alike, False), (room.alike_with_all, True)):
            same = total = 0
            for question, place in zip(panel.questions, row, strict=True):
                name = question.judges[place]
                for one, votes in scorer.index.votes.items():
                    if one.qid == question.qid:
                        others = [other for other in votes if other != name and (with_all or other != "m@1")]
                        total += len(others)
                        same += sum(votes[other] == votes[name] for other in others)
            assert found(candidate)[draw] == pytest.approx(same / total)


def test_people_are_held_against_the_same_others_as_the_machine(reported: MachineReport) -> None:
    (one,) = reported.yardsticks
    assert [row.person for row in one.people] == ["ann", "bo", "cy", "di", "ed"]
    assert sum(row.questions for row in one.people) == 3 * one.questions == 36
    assert all(-1 <= row.by_person.tau.mean <= 1 for row in one.people)


def test_the_machine_of_another_name_has_no_part_in_it() -> None:
    evaluation = campaign(6)
    alone = with_machine(evaluation, noisy(evaluation, 3))
    second = tuple(
        Judgment(one, "z@1", "yes", kind="machine", version="1") for one in of_one_judge(evaluation)
    )
    both = machine_report(alone._replace(judgments=(*alone.judgments, *second)), "m@1")
    beside = tuple(
        one for one in both.levels if one.other != "z@1"
    )  # where the two are held against each other
    assert len(both.levels) == len(beside) + 1
    assert both._replace(levels=beside).as_json() == machine_report(alone, "m@1").as_json()


def test_significant_pairs_are_those_of_the_study(reported: MachineReport) -> None:
    evaluation = as_people(campaign(25, seed=9))
    scorer = Scorer(evaluation)
    people = scorer.under("adjudicated")
    same = significant_pairs(scorer, people, people, "mrr", samples=2000)
    (table,) = unit_tables(scorer, people, "mrr")
    expected = sum(pair.is_significant for pair in significance(table, samples=2000).pairs)
    assert expected > 0
    assert (same.pairs, same.both, same.first_only, same.second_only) == (10, expected, 0, 0)
    assert (same.opposite, same.reversed) == (0, 0)


def test_the_largest_change_of_rank_is_found() -> None:
    scores = {"a": 4, "b": 3, "c": 2, "d": None}
    assert largest_change(scores, {"a": 1, "b": 3, "c": 2, "d": 9}) == ("a", 1, 3)
    assert largest_change({"a": 1}, {"a": 1}) is None


def test_a_further_assessor_is_rarely_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that errs as people do: each test rejects at 5 % about as often as it says."""
    for name, value in (("PARTS", 99), ("OPPONENTS", 4), ("DRAWS", 20), ("TABLES", 1)):
        monkeypatch.setattr(machine_ranking, name, value)
    monkeypatch.setattr(machine_ranking, "_people", lambda *_: [])
    found = []
    for seed in range(40):
        evaluation = campaign(10, 4, seed)
        truth = campaign(10, 4, seed, error=0)
        grades = noisy(truth, 1000 + seed, 0.1)
        found += yardsticks(with_machine(evaluation, grades), "m@1", "mrr")
    for ps in ([one.p_alike for one in found], [one.p_tau for one in found]):
        assert sum(p is not None and p <= 0.05 for p in ps) <= 6  # of 40: more by chance once in 10,000
        assert 0.3 < np.mean([p for p in ps if p is not None]) < 0.75


def test_the_report_is_the_same_to_the_last_digit(reported: MachineReport) -> None:
    """Written anew by: python -m tests.scoring.studies.test_machine_report"""
    assert json.loads(GOLDEN.read_text(encoding="utf-8")) == json.loads(text_of(reported.as_json()))


if __name__ == "__main__":
    small = campaign()
    written = machine_report(with_machine(small, noisy(small, 3)), "m@1")
    GOLDEN.parent.mkdir(exist_ok=True)
    GOLDEN.write_text(text_of(written.as_json()), encoding="utf-8")
