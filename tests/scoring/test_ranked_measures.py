"""Measures of ranked, graded responses: held against ir_measures and worked examples, and how they are spelled."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import log2

import ir_measures
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import evaluations
from scoring.evaluate import Scorer
from scoring.evaluate.units import unit_tables
from scoring.formats import qrels as qrels_file
from scoring.forms.base import correct_grades
from scoring.measures import find, parse
from scoring.measures.base import Outcome, Ranking
from scoring.measures.parametric import Parametric
from scoring.overview import leaderboards
from scoring.overview.scored import Scored
from scoring.rules import derive
from scoring.studies.options import Options
from scoring.studies.study import study
from scoring.tracks.base import Track
from tests.scoring.graded import graded, graded_evaluation, graded_track

__all__ = ["graded"]

SPELLINGS = [
    *(
        "nDCG",
        "nDCG@1",
        "nDCG@3",
        "nDCG@10",
        "P@1",
        "P@5",
        "P(rel=2)@5",
        "RR",
        "RR@2",
        "RR(rel=3)",
        "RR(rel=2)@4",
    ),
    *("AP", "AP@3", "AP(rel=2)", "AP(rel=2)@3", "Judged", "Judged@4"),
]
DOCUMENTS = "abcdefgh"


def ranking(documents: Sequence[str], grades: Mapping[str, int]) -> Ranking:
    """The responses of a run: documents from rank 1 on, those without a grade unjudged."""
    pool = sorted(map(Fraction, grades.values()), reverse=True)
    outcomes = [
        Outcome(rank, False, value=Fraction(grades[one]) if one in grades else None)
        for rank, one in enumerate(documents, 1)
    ]
    return Ranking(outcomes, pool)


@given(
    documents=st.permutations(DOCUMENTS).flatmap(lambda all_: st.integers(1, 8).map(lambda n: all_[:n])),
    grades=st.dictionaries(st.sampled_from(DOCUMENTS), st.integers(-1, 4), min_size=1),
)
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_they_are_what_ir_measures_says(spelling: str, documents: list[str], grades: dict[str, int]) -> None:
    # A grade below nought gains nothing, as nought does; given one, trec_eval reads beyond its table, and may never end.
    qrels = [ir_measures.Qrel("1", document, max(grade, 0)) for document, grade in grades.items()]
    run = [ir_measures.ScoredDoc("1", one, float(-rank)) for rank, one in enumerate(documents)]
    measure = ir_measures.parse_measure(spelling)
    expected = ir_measures.calc_aggregate([measure], qrels, run)[measure]
    assert float(parse(spelling).of_question(ranking(documents, grades))) == pytest.approx(
        expected, abs=1e-12
    )


HOPEFUL = [*SPELLINGS, "mean_grade", "mean_grade@3"]


def one_by_one(measure: Parametric, given: Ranking) -> Fraction:
    """The highest value by the definition: of the ranking as it is, and with each more of its unjudged responses right."""
    outcomes, pool = list(given), list(given.pool)
    values = [measure.of_question(Ranking(outcomes, pool))]
    unjudged = [place for place, one in enumerate(given) if one.value is None and one.rank <= measure.depth]
    for place in sorted(unjudged, key=lambda place: given[place].rank):
        outcomes[place] = outcomes[place]._replace(value=given.top)
        pool = [given.top or Fraction(0), *pool]
        values.append(measure.of_question(Ranking(outcomes, pool)))
    return max(values)


GAINS = st.one_of(st.none(), st.integers(0, 6).map(lambda halves: Fraction(halves, 2)))


@given(
    responses=st.lists(st.tuples(st.integers(1, 12), GAINS), max_size=12),
    others=st.lists(st.integers(0, 3).map(Fraction), max_size=8),
)
@pytest.mark.parametrize("spelling", HOPEFUL)
def test_the_high_bound_is_the_best_of_all_that_unjudged_responses_may_turn_out_to_be(
    spelling: str, responses: list[tuple[int, Fraction | None]], others: list[Fraction]
) -> None:
    measure = parse(spelling)
    assert isinstance(measure, Parametric)
    judged = [value for _, value in responses if value is not None]
    pool = sorted([*judged, *others], reverse=True)
    hopeful = Ranking([Outcome(rank, False, value=value) for rank, value in responses], pool, Fraction(3))
    assert measure.of_question(hopeful) == one_by_one(measure, hopeful)


@pytest.mark.parametrize("spelling", HOPEFUL)
def test_the_high_bound_looks_at_a_ranking_as_often_however_long_it_is(
    spelling: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, looked = Parametric.first, []

    def counted(measure: Parametric, given: Sequence[Outcome]) -> list[Outcome]:
        looked.append(len(given))
        return first(measure, given)

    monkeypatch.setattr(Parametric, "first", counted)
    parse(spelling).of_question(Ranking([Outcome(rank, False) for rank in range(1, 100)], (), Fraction(3)))
    assert len(looked) <= 3


def test_the_discounted_gain_by_hand() -> None:
    """Gains 3, 2, 3, 0, 1, 2 in this order; the best order is 3, 3, 2, 2, 1, 0."""
    grades = dict(zip("abcdef", (3, 2, 3, 0, 1, 2), strict=True))
    measure, given = parse("nDCG"), ranking("abcdef", grades)
    gained = sum(gain / log2(rank + 1) for rank, gain in enumerate((3, 2, 3, 0, 1, 2), 1))
    best = sum(gain / log2(rank + 1) for rank, gain in enumerate((3, 3, 2, 2, 1, 0), 1))
    assert {name: float(value or 0) for name, value in measure.figures(given).items()} == pytest.approx(
        {"DCG": gained, "IDCG": best}
    )
    assert float(measure.of_question(given)) == pytest.approx(0.9608, abs=5e-5)
    assert parse("nDCG@2").of_question(ranking("ac", grades)) == 1  # the best that two can be, to the digit


def test_the_mean_grade_is_named_in_words() -> None:
    assert [parse(name).title for name in ("mean_grade", "mean_grade@20")] == ["Mean grade", "Mean grade@20"]


@pytest.mark.parametrize("spelling", ["nDCG@5", "P@5", "RR", "AP", "Judged@5", "mean_grade", "mean_grade@5"])
def test_the_value_where_there_is_nothing(spelling: str) -> None:
    measure = parse(spelling)
    assert measure.of_question(Ranking([], ())) == 0
    assert measure.of_question(ranking("ab", {})) == 0  # nobody judged
    assert measure.of_question(ranking("ab", {"c": 0})) == 0  # nothing is worth anything
    assert measure.of_run([]) is None


@pytest.mark.parametrize(
    ("spelling", "documents", "expected"),
    [
        ("mean_grade", "abc", 3),
        ("mean_grade", "cab", 1),
        (
            "mean_grade",
            "xab",
            0,
        ),  # nobody judged the first: LiveQA would have had it judged, here it is worth nothing
        ("mean_grade@2", "abc", Fraction(3, 2)),
        ("mean_grade@3", "axc", 2),  # x is left out: 3 and 1
        ("mean_grade@9", "abc", Fraction(4, 3)),
        ("mean_grade@2", "xya", 0),
    ],
)
def test_the_mean_grade_is_exact(spelling: str, documents: str, expected: Fraction) -> None:
    assert parse(spelling).of_question(ranking(documents, {"a": 3, "b": 0, "c": 1})) == expected


def test_a_mean_grade_may_be_less_than_nothing() -> None:
    assert parse("mean_grade").of_question(ranking("a", {"a": -2})) == -2
    assert parse("nDCG").of_question(ranking("ab", {"a": -2, "b": 1})) == pytest.approx(1 / log2(3))


@pytest.mark.parametrize("spelling", [*SPELLINGS, "mean_grade", "mean_grade@5"])
def test_each_has_one_spelling(spelling: str) -> None:
    measure = parse(spelling)
    assert str(measure) == spelling
    assert measure == parse(spelling)
    assert measure.title
    assert measure.source
    assert measure.formula()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("map", r'There is no measure "map"; there are .*nDCG, nDCG@k, P@k, P\(rel=r\)@k, RR'),
        ("ERR@20", 'There is no measure "ERR@20"'),
        ("", 'There is no measure ""'),
        ("P", "It needs a number of ranks behind an @. It is spelled P@k"),
        ("nDCG@0", "Behind the @ stands a whole number from 1 to 1,000"),
        ("nDCG@1001", "Behind the @ stands a whole number from 1 to 1,000"),
        ("nDCG@five", "Behind the @ stands a whole number"),
        ("nDCG@٣", "Behind the @ stands a whole number"),
        ("nDCG@", "Behind the @ stands a whole number"),
        ("nDCG@5@5", "There is no measure"),
        ("nDCG(rel=2)@5", "It takes nothing in brackets. It is spelled nDCG, nDCG@k"),
        ("P(rel=0)@5", "What stands in brackets is rel=1, rel=2"),
        ("P(judged_only=True)@5", "What stands in brackets is rel=1"),
        ("P(rel=1)@5", "“P@5” is what is meant"),
        ("P(rel=02)@5", r"“P\(rel=2\)@5” is what is meant"),
        ("RR@010", "“RR@10” is what is meant"),
        ("accuracy@5", "There is no measure"),
    ],
)
def test_what_is_none_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        parse(text)
    assert find(text) is None


RUNS = {
    "good": {"1": "abcde", "2": "abcde", "3": "abcde"},
    "late": {"1": "edcba", "2": "edcba", "3": "xyzwb"},
    "none": {"1": "", "2": "", "3": ""},
}
GRADES = {"ann": {qid: {"a": "3", "b": "2", "c": "1", "d": "0", "e": "0"} for qid in ("1", "2", "3")}}


def test_a_whole_evaluation_is_scored(graded: Track) -> None:
    runs = Scorer(graded_evaluation(RUNS, GRADES)).score().runs
    assert runs["good"].measures == {
        "nDCG@5": 1,
        "P@5": Fraction(3, 5),
        "P(rel=2)@5": Fraction(2, 5),
        "RR": 1,
        "AP": 1,
        "Judged@5": 1,
        "mean_grade": 3,
        "mean_grade@5": Fraction(6, 5),
        "success_1": 1,
    }
    assert set(runs["none"].measures.values()) == {0}
    assert runs["late"].measures["Judged@5"] == Fraction(11, 15)
    assert runs["late"].measures["mean_grade"] == 0
    assert (runs["late"].unjudged, runs["late"].low) == (4, runs["late"].score)


def test_bounds_hold_whatever_the_unjudged_turn_out_to_be(graded: Track) -> None:
    """Calling all of them right may lower nDCG, since the best order gets better too."""
    runs = {"r": {"1": "axyzw"}}
    high = Scorer(graded_evaluation(runs, {"ann": {"1": {"a": "3"}}})).score().runs["r"].high
    assert high == 1
    for grades in ({"x": "3"}, {"w": "3"}, {"x": "3", "y": "2", "z": "1", "w": "0"}, {"w": "1"}):
        judged = graded_evaluation(runs, {"ann": {"1": {"a": "3", **grades}}})
        score = Scorer(judged).score().runs["r"].score
        assert score is not None
        assert score <= high


def test_an_answer_given_again_is_worth_nothing_more(graded: Track) -> None:
    runs = Scorer(graded_evaluation({"r": {"1": "aab"}}, {"ann": {"1": {"a": "3", "b": "3"}}})).score().runs
    assert runs["r"].measures["P@5"] == Fraction(2, 5)
    assert runs["r"].measures["AP"] == (1 + Fraction(2, 3)) / 2


def test_whoever_judges_decides_what_the_best_order_was(graded: Track) -> None:
    runs = {"r": {"1": "ab"}}
    grades = {"ann": {"1": {"a": "3", "b": "0"}}, "bo": {"1": {"a": "0", "b": "3"}}}
    scorer = Scorer(graded_evaluation(runs, grades))
    assert scorer.score("assessor:ann").runs["r"].score == 1
    assert float(scorer.score("assessor:bo").runs["r"].score or 0) == pytest.approx(1 / log2(3))


MANY = {
    name: {str(qid): "".join("abcde"[(place * step + qid) % 5] for place in range(5)) for qid in range(1, 13)}
    for name, step in (("one", 1), ("two", 2), ("three", 3))
}
TWO_JUDGES = {
    name: {
        str(qid): {letter: str((place * 7 + qid * shift) % 4) for place, letter in enumerate("abcde")}
        for qid in range(1, 13)
    }
    for name, shift in (("ann", 1), ("bo", 2))
}


@pytest.mark.parametrize("measure", ["nDCG@5", "mean_grade", "P(rel=2)@5"])
def test_studies_take_them_as_means_over_questions(
    graded: Track, monkeypatch: pytest.MonkeyPatch, measure: str
) -> None:
    monkeypatch.setitem(evaluations.TRACKS, "graded", graded_track([measure]))
    scorer = Scorer(graded_evaluation(MANY, TWO_JUDGES))
    [table] = unit_tables(scorer, scorer.under("union"), measure)
    assert table.scores == {name: run.measures[measure] for name, run in scorer.score("union").runs.items()}
    found = study(scorer, Options(rule="union", samples=50)).as_json()
    assert found["reason"] == ""
    [board] = found["boards"]
    assert {"one_judge", "significance"} <= set(board)


def test_files_for_trec_eval_give_others_the_same_digits(graded: Track) -> None:
    evaluation = graded_evaluation(MANY, {"ann": TWO_JUDGES["ann"]})
    scorer = Scorer(evaluation)
    derived = derive(scorer.index, "union")
    written = lines_of(qrels_file.write_trec_eval(derived, correct_grades(scorer.kinds)))
    qrels = [ir_measures.Qrel(qid, docid, int(relevance)) for qid, _, docid, relevance in written]
    for name, scored in scorer.report(scorer.key_of(derived)).runs.items():
        rewritten = lines_of(qrels_file.write_run(evaluation.responses[name], name))
        run = [ir_measures.ScoredDoc(qid, docid, float(score)) for qid, _, docid, _, score, _ in rewritten]
        for spelling in ("nDCG@5", "P@5", "P(rel=2)@5", "RR", "AP", "Judged@5"):
            measure = ir_measures.parse_measure(spelling)
            expected = ir_measures.calc_aggregate([measure], qrels, run)[measure]
            assert float(scored.measures[spelling] or 0) == pytest.approx(expected, abs=1e-12)


def lines_of(pieces: Iterable[bytes]) -> list[list[str]]:
    return [line.split(" ") for line in b"".join(pieces).decode().splitlines()]


def test_an_interval_of_mean_grades_reaches_beyond_one(graded: Track) -> None:
    scorer = Scorer(graded_evaluation(MANY, {"ann": TWO_JUDGES["ann"]}))
    [table] = unit_tables(scorer, scorer.under(), "mean_grade")
    assert {one.ends for one in table.influences} == {(0.0, 3.0)}


def test_the_leaderboard_of_an_overview_names_them(graded: Track) -> None:
    evaluation = graded_evaluation(MANY, {"ann": TWO_JUDGES["ann"]})
    scored = Scored(Scorer(evaluation))
    assert scored.score_label == "nDCG@5"
    [board] = leaderboards.all_runs(scored)
    assert "P(rel=2)@5" in [column.title for column in board.columns]
