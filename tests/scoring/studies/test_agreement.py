"""Agreement with intervals: against exact coefficients of questions that are drawn one by one, and the shape of the whole."""

import json
import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from scoring import bundle
from scoring.agreement import coefficients
from scoring.agreement.coefficients import ALL_ALIKE, NO_LIST, Coefficient
from scoring.agreement.ratings import Pattern, Ratings, ratings
from scoring.annotations import Label, PageSpan
from scoring.index import Index
from scoring.intervals import Interval, tails
from scoring.records import Assignment, Evaluation, Match, NuggetVote
from scoring.studies import agreement_intervals
from scoring.studies.agreement import NO_ADJUSTED, TOO_MANY_PAIRS, agreement_of, everything
from scoring.studies.agreement_intervals import (
    NO_SPREAD,
    TOO_FEW,
    intervals,
    mean_interval,
    weights,
)
from scoring.studies.by_scale import by_scale
from scoring.studies.draws import Draws
from scoring.studies.sentences import of_agreement
from tests.scoring.campaigns import item, trec8
from tests.scoring.test_agreement_parts import grouped, listed, nuggets, page

GOLDEN = Path(__file__).parents[2] / "golden"
GRADES = ("correct", "inexact", "unsupported", "incorrect")
SAMPLES = 40


def made(seed: int, *, even: bool, labels: tuple[str, ...] = GRADES) -> Ratings:
    """Twelve questions of a few items by three people, of whom some are silent unless `even`."""
    draw = random.Random(seed)
    said = [
        (
            f"{question:02}",
            {name: draw.choice(labels) for name in "abc" if even or draw.random() < 0.8},
        )
        for question in range(12)
        for _ in range(draw.randint(1, 8))
    ]
    return ratings(
        ((qid, votes) for qid, votes in said if votes), labels, ordered=True, positive=frozenset(labels[:1])
    )


def drawn_one_by_one(given: Ratings) -> list[Counter[Pattern]]:
    """The patterns of each draw, question after question."""
    questions = list(given.by_question.values())
    found = []
    for row in np.concatenate(list(weights(len(questions), SAMPLES, Draws(3, "agreement/")))):
        patterns = Counter[Pattern]()
        for times, question in zip(row, questions, strict=True):
            for _ in range(int(times)):
                patterns.update(question)
        found.append(patterns)
    return found


def percentiles(values: list[Coefficient], questions: int = 12) -> tuple[float, float]:
    known = [float(one.value) for one in values if one.value is not None]
    low, high = np.quantile(known, tails(questions))
    return float(low), float(high)


@pytest.mark.parametrize("even", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_intervals_are_those_of_questions_drawn_one_by_one(seed: int, even: bool) -> None:
    given = made(seed, even=even)
    draws = drawn_one_by_one(given)
    found = intervals(given, SAMPLES, 3)
    expected = {
        "observed": [coefficients.observed(one) for one in draws],
        "alpha": [coefficients.alpha(one) for one in draws],
        "ordinal_alpha": [coefficients.ordinal_alpha(one, GRADES) for one in draws],
        "ac1": [coefficients.ac1(one, GRADES) for one in draws],
    }
    if even:
        expected["fleiss"] = [coefficients.fleiss(one) for one in draws]
    for name, values in expected.items():
        assert found.of_all[name][:2] == pytest.approx(percentiles(values), abs=1e-12), name
    for pair, of_pair in found.of_pairs.items():
        tables = [coefficients.tables(one).get(pair) for one in draws]
        there = [cells for cells in tables if cells]
        common = sum(pair in coefficients.tables(one) for one in given.by_question.values())
        assert common > 9
        kappas = percentiles([coefficients.kappa(cells) for cells in there], common)
        overlaps = percentiles([coefficients.overlap(cells, given.positive) for cells in there], common)
        assert of_pair.kappa[:2] == pytest.approx(kappas, abs=1e-12)
        assert of_pair.overlap[:2] == pytest.approx(overlaps, abs=1e-12)


def test_places_that_one_question_has_alone_are_counted_as_any_label() -> None:
    draw = random.Random(5)
    said = [
        (f"{q:02}", {name: draw.choice(["none", f"{q} long", f"{q} short"]) for name in "ab"})
        for q in range(12)
        for _ in range(2)
    ]
    given = ratings(said)
    draws = drawn_one_by_one(given)
    found = intervals(given, SAMPLES, 3)
    assert found.of_all["alpha"][:2] == pytest.approx(percentiles([coefficients.alpha(one) for one in draws]))
    kappas = percentiles([coefficients.cohen(one)["a", "b"] for one in draws])
    assert found.of_pairs["a", "b"].kappa[:2] == pytest.approx(kappas)


def test_draws_do_not_depend_on_how_many_are_made_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    given = made(1, even=True)
    whole = intervals(given, SAMPLES, 3)
    monkeypatch.setattr(agreement_intervals, "CELLS_AT_A_TIME", 50)
    assert intervals(given, SAMPLES, 3) == whole
    assert intervals(given, SAMPLES, 4) != whole


def test_means_over_questions_have_intervals_too() -> None:
    values = [*[Fraction(1, 2)] * 4, None, *[Fraction(1)] * 3, *[Fraction(0)] * 3]
    low, high, _ = mean_interval(values, 500, 1, "overlap")
    assert low is not None
    assert high is not None
    assert 0 <= low < 0.5 < high <= 1
    assert mean_interval([*values[1:], None, None], 10, 1, "x") == (None, None, TOO_FEW)
    assert mean_interval([], 10, 1, "x") == (None, None, TOO_FEW)
    assert mean_interval([Fraction(1)] * 10, 10, 1, "x") == (None, None, NO_SPREAD)


# the whole

VOTES = {
    ("1", "a"): {"ann": "yes", "bo": "yes"},
    ("1", "b"): {"ann": "yes", "bo": "no"},
    ("2", "c"): {"ann": "no", "bo": "no"},
    ("3", "d"): {"ann": "yes", "bo": "yes"},
}


def test_nothing_is_there_where_nobody_judged_twice() -> None:
    found = everything(Index(trec8({("1", "a"): {"ann": "yes"}})))
    assert (found.grades, found.classes, found.votes, found.matches, found.annotations) == (None,) * 4 + ({},)
    json_ = found.as_json()
    assert list(json_) == ["seed", "samples", "questions", "means"]
    assert json_["questions"] == {"1": {"J": 1, "D": 0, "O": 0, "OL": None}}
    assert json_["means"]["OL"]["value"] is None
    assert json_["means"]["OL"]["reason"]
    assert list(everything(Index(trec8({}))).as_json()) == ["seed", "samples"]


def test_grades_have_coefficients_with_intervals() -> None:
    found = everything(Index(trec8(VOTES)), samples=200).as_json()
    json.dumps(found, allow_nan=False)
    grades = found["grades"]
    assert (grades["questions"], grades["items"], grades["judged_twice"]) == (3, 4, 4)
    assert grades["labels"] == ["yes", "no"]
    assert grades["observed"]["value"] == 0.75
    assert grades["observed"] == {"value": 0.75, "low": None, "high": None, "reason": TOO_FEW}
    assert grades["table"] == [[2, 1], [1, 1]]
    assert "ordinal_alpha" not in grades  # two grades have no steps between them
    (pair,) = grades["pairs"]
    assert pair["table"] == [[2, 1], [0, 1]]
    assert pair["kappa"]["value"] == 0.5
    assert pair["overlap"]["value"] == pytest.approx(2 / 3)
    assert everything(Index(trec8(VOTES)), samples=200).as_json() == found


def test_undefined_values_have_a_sentence() -> None:
    votes: Mapping[tuple[str, str], Mapping[str, str]] = {("1", "a"): {"ann": "no", "bo": "no"}}
    found = everything(Index(trec8(votes))).grades
    assert found is not None
    assert found.of_all["fleiss"] == (None, None, None, ALL_ALIKE)
    assert found.of_all["ac1"] == (Fraction(1), None, None, TOO_FEW)
    assert found.pairs[0].kappa.reason == ALL_ALIKE
    places = agreement_of(ratings([("1", {"a": "here", "b": "there"})]))
    assert places.of_all["ac1"].reason == NO_LIST
    assert places.pairs[0].overlap is None
    assert places.pairs[0].table is None


def test_intervals_of_pairs_can_be_left_out() -> None:
    found = everything(Index(trec8(VOTES)), most_pairs=0).grades
    assert found is not None
    assert found.pairs[0].kappa == (Fraction(1, 2), None, None, TOO_MANY_PAIRS)
    assert found.of_all["alpha"].reason == TOO_FEW


def test_without_samples_there_are_no_intervals() -> None:
    found = everything(Index(trec8(VOTES)), samples=0)
    assert found.grades is not None
    assert found.grades.of_all["alpha"][1:] == (None, None, "")
    assert found.overlap[1:] == (None, None, "")


def parts() -> Evaluation:
    x = item("1.9", "x")
    done = (Assignment("1.9", "ann", "primary", "done"), Assignment("1.9", "bo", state="done"))
    marks = (Match(x, "A", "ann"), Match(x, "A", "bo"), Match(x, "B", "bo"))
    voted = tuple(NuggetVote("1.9", nugget, name, "vital") for nugget in "AB" for name in ("ann", "bo"))
    return nuggets(matches=marks, assignments=done, nugget_votes=voted)


def test_nuggets_are_there_where_two_voted_and_marked() -> None:
    found = everything(Index(parts())).as_json()
    assert "grades" not in found
    assert found["votes"]["judged_twice"] == 2
    assert found["votes"]["alpha"]["reason"] == ALL_ALIKE
    assert found["matches"]["observed"]["value"] == 0.75
    assert found["matches"]["pairs"][0]["overlap"]["value"] == 0.5


def test_classes_are_there_where_two_grouped() -> None:
    groups = {"ann": {"a": "1", "b": "1"}, "bo": {"a": "1", "b": "1"}}
    found = everything(Index(listed(*grouped(groups)))).as_json()["classes"]
    assert found["pairwise_agreement"] == {"value": 1.0, "low": None, "high": None, "reason": TOO_FEW}
    assert found["adjusted_rand"]["reason"] == NO_ADJUSTED
    assert found["rows"][0]["question"] == "1.1"


def test_annotations_are_there_where_two_annotated() -> None:
    label = Label(PageSpan(0, 9, 0, 3))
    pages = (page("1", ann=label, bo=label), page("2", ann=label, bo=Label()))
    evaluation = trec8({("1", "a"): {}, ("2", "a"): {}})._replace(annotations=pages)
    found = everything(Index(evaluation)).as_json()["annotations"]
    assert list(found) == ["long_given", "long_answer", "short_given", "short_answer"]
    assert found["long_given"]["observed"]["value"] == 0.5
    assert found["long_answer"]["ac1"]["reason"] == NO_LIST
    assert found["long_given"]["pairs"][0]["overlap"]["value"] == 0.5


def graded_of(evaluation: Evaluation) -> tuple[tuple[str, ...], bool]:
    found = by_scale(Index(evaluation))[""]
    assert not found.values  # no scale of these is graded
    return found.labels, found.ordered


def test_which_grades_could_be_given() -> None:
    assert graded_of(trec8(VOTES)) == (("yes", "no"), True)
    odd = {("1", "a"): {"ann": "yes", "bo": "correct"}}
    assert graded_of(trec8(odd)) == (("yes", "no", "correct"), False)
    assert graded_of(trec8({})) == ((), False)
    five = listed(settings={"grades": 5})
    five = five._replace(judgments=grouped({"ann": {"a": "1"}}))
    assert graded_of(five)[0][1] == "locally_correct"


def test_each_of_several_scales_stands_for_itself() -> None:
    evaluation, _ = bundle.read(GOLDEN / "rag_small")
    assert evaluation is not None
    found = everything(Index(evaluation), samples=20).as_json()
    assert "grades" not in found
    relevance, support = found["scales"]["Relevance of segments"], found["scales"]["Support of sentences"]
    assert relevance["labels"] == ["3", "2", "1", "0"]
    assert support["labels"] == ["full_support", "partial_support", "no_support"]
    assert (relevance["items"], support["items"]) == (9, 14)
    for part in (relevance, support):
        (pair,) = part["pairs"]
        assert len(pair["table"]) == len(part["labels"])
        assert {"kappa", "kappa_linear", "kappa_quadratic"} <= pair.keys()
        assert {"alpha", "ordinal_alpha", "interval_alpha", "ac2_linear", "ac2_quadratic"} <= part.keys()
    said = of_agreement(found)
    assert any(one.startswith("Krippendorff’s alpha of Relevance of segments") for one in said)
    assert not any("alpha of grades" in one for one in said)


def test_progress_is_told_and_may_end_it() -> None:
    told: list[tuple[int, int]] = []
    everything(Index(trec8(VOTES)), progress=lambda done, total: told.append((done, total)))
    assert told[0][0] == 0
    assert all(done < total for done, total in told)
    assert isinstance(intervals(made(1, even=True), 10, 1).of_all["alpha"], Interval)
