"""Scores of answers with citations: support with values known by hand, what is left out, and several types beside each other."""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from scoring import evaluations
from scoring.evaluate import Scorer
from scoring.evaluate.files import judged_files
from scoring.evaluate.report import ScoreReport
from scoring.evaluations import with_scales
from scoring.forms.base import NO_VITAL_NUGGET
from scoring.records import Evaluation, Item, Judgment, Match, Nugget, NuggetVote, Run
from scoring.studies.options import Options
from scoring.studies.study import study
from scoring.tracks.base import Declaration, RunChecks

Answer = Sequence[tuple[str, Sequence[str]]]  # sentences with what they cite
GRADES = {"f": "full_support", "p": "partial_support", "n": "no_support", "c": "contradicts"}
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def campaign(
    runs: Mapping[str, Mapping[str, Answer]],
    support: Mapping[tuple[str, str], str],  # of sentence and segment, a letter
    vital: Mapping[str, Sequence[str]] | None = None,  # topic -> the nuggets that all its answers hold
    okay: Mapping[str, Sequence[str]] | None = None,
    **settings: str,
) -> Evaluation:
    """Topics 1 and 2, runs, and ann's grades of pairs of sentence and segment in all topics."""
    track = evaluations.get("rag").under(settings)
    topics, _ = track.read_topics(b"1\tone\n2\ttwo\n", "topics")
    responses = {}
    for name, answers in runs.items():
        entries = [
            {
                "run_id": name,
                "topic_id": topic,
                "answer": [{"text": text, "citations": cited} for text, cited in given],
            }
            for topic, given in answers.items()
        ]
        data = "".join(json.dumps(entry) + "\n" for entry in entries).encode()
        checked = track.check_run(data, name, RunChecks(topics, Declaration(), settings))
        assert checked.problems == []
        responses[name] = checked.responses
    values = track.settings_with_defaults(settings)
    pooled = (
        one.item
        for name in runs
        for one in track.pooled_responses(Run(name, "lake"), responses[name], topics, values, (), None)
    )
    pool = tuple(dict.fromkeys(item for item in pooled if item))
    nuggets = [(topic, name, "vital") for topic, names in (vital or {}).items() for name in names]
    nuggets += [(topic, name, "okay") for topic, names in (okay or {}).items() for name in names]
    return with_scales(
        Evaluation(
            campaign="small",
            title="Small",
            track="rag",
            settings=settings,
            topics=topics,
            runs=tuple(Run(name, "lake") for name in runs),
            responses=responses,
            pool=pool,
            judgments=tuple(judged(pool, support)),
            nuggets=tuple(Nugget(topic, name, name) for topic, name, _ in nuggets),
            nugget_votes=tuple(NuggetVote(topic, name, "ann", vote) for topic, name, vote in nuggets),
            matches=tuple(
                Match(item, name, "ann", "support")
                for item in pool
                for topic, name, _ in nuggets
                if item.qid == topic
            ),
        )
    )


def judged(pool: Sequence[Item], support: Mapping[tuple[str, str], str]) -> list[Judgment]:
    found = [(item, support.get((item.answer, item.docid))) for item in pool if item.qid.endswith("/support")]
    relevance = [Judgment(item, "ann", "2") for item in pool if item.qid.endswith("/relevance")]
    return relevance + [Judgment(item, "ann", GRADES[letter]) for item, letter in found if letter]


def scored(made: Evaluation) -> ScoreReport:
    return Scorer(made).score()


def support_of(made: Evaluation, run: str = "r") -> list[Any]:
    measures = scored(made).runs[run].measures
    return [measures[name] for name in ("wp", "wr", "wp_all", "wr_all", "hard_p", "hard_r")]


EXAMPLE: Answer = [("a1", ["s1"]), ("a2", ["s2"]), ("a3", [])]
BOTH: dict[str, Answer] = {"1": EXAMPLE, "2": EXAMPLE}


def test_the_worked_example_of_support() -> None:
    """a1 partial, a2 full, a3 cites nothing: weighted precision .75, weighted recall .5."""
    made = campaign({"r": BOTH}, {("a1", "s1"): "p", ("a2", "s2"): "f"})
    assert support_of(made) == [Fraction(3, 4), HALF, Fraction(3, 4), HALF, HALF, THIRD]


def test_with_no_sentence_uncited_precision_is_recall() -> None:
    made = campaign({"r": {"1": EXAMPLE[:2], "2": EXAMPLE[:2]}}, {("a1", "s1"): "n", ("a2", "s2"): "f"})
    assert support_of(made) == [HALF] * 6


def test_the_first_citation_counts_or_the_mean_of_those_that_are_judged() -> None:
    answer: Answer = [("a1", ["s1", "s2", "s3"]), ("a2", ["s2", "s1"]), ("a3", [])]
    support = {("a1", "s1"): "n", ("a1", "s2"): "f", ("a2", "s2"): "p", ("a2", "s1"): "f"}
    made = campaign({"r": {"1": answer, "2": answer}}, support, citations="all")
    by_all = (HALF + Fraction(3, 4)) / 2  # of a1 the mean of n and f, s3 unjudged; of a2 that of p and f
    assert support_of(made) == [Fraction(1, 4), Fraction(1, 6), by_all, by_all * 2 / 3, 0, 0]
    first = campaign({"r": {"1": answer, "2": answer}}, support)
    assert {item.docid for item in first.pool if item.answer == "a1"} == {"s1"}
    assert support_of(first)[2] == Fraction(1, 4)


def test_an_unjudged_sentence_is_in_neither_divisor_and_in_the_bounds() -> None:
    made = campaign({"r": BOTH}, {("a2", "s2"): "f"}, types="SUPPORT")
    run = scored(made).runs["r"]
    assert (run.measures["wp"], run.measures["wr"]) == (1, HALF)
    assert (run.judged, run.unjudged) == (2, 2)


def test_a_sentence_that_is_said_twice_counts_twice() -> None:
    answer: Answer = [("a1", ["s1"]), ("a1", ["s1"]), ("a2", ["s2"])]
    made = campaign({"r": {"1": answer, "2": answer}}, {("a1", "s1"): "f", ("a2", "s2"): "n"})
    assert support_of(made)[0] == Fraction(2, 3)
    assert sum(item.answer == "a1" and item.qid == "1/support" for item in made.pool) == 1


def test_an_answer_that_cites_nothing_has_no_precision_or_counts_as_zero() -> None:
    runs: dict[str, dict[str, Answer]] = {"r": {"1": EXAMPLE, "2": [("a3", [])]}}
    support = {("a1", "s1"): "p", ("a2", "s2"): "f"}
    assert support_of(campaign(runs, support))[:2] == [Fraction(3, 4), Fraction(1, 4)]
    assert support_of(campaign(runs, support, empty="0"))[:2] == [Fraction(3, 8), Fraction(1, 4)]


@pytest.mark.parametrize(("empty", "mean"), [("left_out", 2), ("0", 1)])
def test_an_answer_that_cites_nothing_has_no_relevance_in_any_mean(empty: str, mean: int) -> None:
    support = {("a1", "s1"): "p", ("a2", "s2"): "f"}
    vital = {"1": ["x"], "2": ["y"]}
    made = campaign({"r": {"1": EXAMPLE, "2": [("a3", [])]}, "late": BOTH}, support, vital, empty=empty)
    run = scored(made).runs["r"]
    of_answered = run.more["answered"]["measures"]
    assert (run.measures["mean_grade@20"], of_answered["mean_grade@20"]) == (mean, mean)
    assert run.measures["Judged@20"] == of_answered["Judged@20"] == Fraction(mean, 2)
    assert run.measures["wp"] == of_answered["wp"] == Fraction(3 * mean, 8)
    of_question = run.questions["2/relevance"]["mean_grade@20"]
    assert of_question == (None if empty == "left_out" else 0)


def test_a_topic_without_an_answer_is_worth_nothing_and_the_mean_of_what_is_there_stands_beside() -> None:
    made = campaign({"r": {"1": EXAMPLE}}, {("a1", "s1"): "p", ("a2", "s2"): "f"}, {"1": ["x"], "2": ["y"]})
    run = scored(made).runs["r"]
    assert (run.score, run.measures["wp"], run.measures["mean_grade@20"]) == (HALF, Fraction(3, 8), 1)
    answered = run.more["answered"]
    assert (answered["questions"], answered["measures"]["v_strict"], answered["measures"]["wp"]) == (
        1,
        1.0,
        0.75,
    )
    assert run.more["sentences"] == {"all": 3, "cited": 2, "citations": 2}


def test_a_topic_without_a_vital_nugget_is_left_out_or_counts_as_zero() -> None:
    vital, okay = {"1": ["x"]}, {"1": ["z"], "2": ["y"]}
    made = campaign({"r": BOTH}, {}, vital, okay)
    assert Scorer(made).under().without_value == {"2": NO_VITAL_NUGGET}
    assert scored(made).runs["r"].score == 1
    official = campaign({"r": BOTH}, {}, vital, okay, empty="0")
    assert Scorer(official).under().without_value == {}
    run = scored(official).runs["r"]
    assert (run.score, run.measures["a_strict"]) == (HALF, 1)


def test_without_a_vital_nugget_the_measures_of_all_nuggets_are_left_out_too_or_are_what_they_are() -> None:
    vital, okay = {"1": ["x"]}, {"2": ["y", "u"]}

    def measures(**settings: str) -> list[Any]:
        made = campaign({"r": BOTH}, {}, vital, okay, **settings)
        held = tuple(
            one._replace(label="not_support" if one.nugget == "u" else one.label) for one in made.matches
        )
        found = scored(made._replace(matches=held)).runs["r"].measures
        return [found[name] for name in ("v_strict", "v", "a_strict", "a", "w_strict", "w")]

    assert measures() == [1] * 6
    assert measures(empty="0") == [HALF, HALF, *[Fraction(3, 4)] * 4]


@pytest.mark.parametrize(("empty", "wp"), [("left_out", 1), ("0", HALF)])
def test_a_topic_without_any_nugget_is_left_out_and_an_answer_of_which_nothing_is_judged_may_be_worth_zero(
    empty: str, wp: Fraction
) -> None:
    """Topic 2 has no nugget, and of r's answer to it no citation is judged; of the other's all are."""
    runs: dict[str, dict[str, Answer]] = {
        "r": {"1": [("a2", ["s2"])], "2": [("a1", ["s1"])]},
        "other": {"1": [("a2", ["s2"])], "2": [("a2", ["s2"])]},
    }
    made = campaign(runs, {("a2", "s2"): "f"}, {"1": ["x"]}, empty=empty)
    run = scored(made).runs["r"]
    assert set(Scorer(made).under().without_value) == {"2"}
    assert (run.score, run.measures["a"]) == (1, 1)
    assert run.measures["wp"] == wp
    assert support_of(made, "other")[0] == 1


def test_what_contradicts_is_worth_nothing_where_it_may_be_said() -> None:
    made = campaign({"r": BOTH}, {("a1", "s1"): "c", ("a2", "s2"): "f"}, contradicts="yes")
    assert support_of(made)[0] == HALF


@pytest.mark.parametrize(
    ("types", "score", "left"),
    [
        ("SUPPORT,RELEVANCE", "wp", "v_strict"),
        ("RELEVANCE", "mean_grade@20", "wp"),
        ("NUGGETS", "v_strict", "wp"),
    ],
)
def test_types_that_are_left_out_are_neither_pooled_nor_measured(types: str, score: str, left: str) -> None:
    made = campaign({"r": BOTH}, {("a1", "s1"): "p", ("a2", "s2"): "f"}, {"1": ["x"]}, types=types)
    run = scored(made).runs["r"]
    assert run.score == run.measures[score]
    assert left not in run.measures
    kinds = {item.qid.partition("/")[2] or "nuggets" for item in made.pool}
    assert kinds == {one.lower() for one in types.split(",")}


LABELS = {"a1": "required", "a2": "borderline", "a3": "unnecessary", "a4": "inappropriate", "a5": "required"}


def labels_of(made: Evaluation) -> list[Any]:
    """The means and the judged shares of r's labels of sentences."""
    items = [item for item in made.pool if item.qid.endswith("/sentences")]
    found = [Judgment(item, "ann", LABELS[item.answer]) for item in items if item.answer in LABELS]
    measures = scored(made._replace(judgments=tuple(found))).runs["r"].measures
    return [measures["mean_grade@1000"], measures["Judged"]]


@pytest.mark.parametrize(
    ("said", "share", "judged"),
    [
        ("a1 a2 a3 a4 a5", Fraction(2, 5), 1),
        ("a1 a5", 1, 1),
        ("a3 a4", 0, 1),
        ("a1 a1", HALF, 1),  # said again it is worth nothing more
        ("a1 a3 x", HALF, Fraction(2, 3)),  # what nobody judged is left out of the mean
        ("x", 0, 0),
    ],
)
def test_labels_of_sentences_are_measured_by_the_share_of_the_required(
    said: str, share: Fraction, judged: Fraction
) -> None:
    answer: Answer = [(one, []) for one in said.split()]
    whole = campaign({"r": {"1": answer, "2": answer}}, {}, types="SENTENCES")
    assert {item.docid for item in whole.pool} == {""}
    assert labels_of(whole) == [share, judged]
    with_one_left_out = campaign({"r": {"1": answer}}, {}, types="SENTENCES")
    assert labels_of(with_one_left_out) == [share / 2, judged / Fraction(2)]


def test_topics_have_no_labels_of_sentences_where_nobody_asks_for_them() -> None:
    made = campaign({"r": BOTH}, {})
    assert {one.type for one in made.topics.questions} == {"RELEVANCE", "NUGGETS", "SUPPORT"}
    assert not {"mean_grade@1000", "Judged"} & set(scored(made).runs["r"].measures)


def test_a_type_that_is_left_out_stops_no_study() -> None:
    """Its questions have no value."""
    runs = {name: {"1": EXAMPLE, "2": EXAMPLE} for name in ("r", "s", "t")}
    made = campaign(runs, {("a1", "s1"): "p", ("a2", "s2"): "f"}, types="SUPPORT")
    found = study(Scorer(made), Options(samples=2, trials=1, resamples=2)).as_json()
    assert "Nuggets" not in str(found)


def test_settings_that_no_evaluation_takes_are_refused() -> None:
    track = evaluations.get("rag")
    for name, value in (
        ("types", ""),
        ("types", "FLUENCY"),
        ("citations", "0"),
        ("citations", "some"),
        ("relevance", "5"),
    ):
        with pytest.raises(ValueError, match=name):
            track.parse_settings({name: value})


def test_relevance_goes_to_four_where_a_setting_says_so() -> None:
    grades = evaluations.get("rag").under({"relevance": "4"}).question_types["RELEVANCE"].scale
    assert grades is not None
    assert grades.codes == {"4": 4, "3": 3, "2": 2, "1": 1, "0": 0}


def support_lines(made: Evaluation) -> list[Any]:
    """What is given out of a run's support, which the scripts of the track make precision and recall of."""
    files = {path: b"".join(content) for path, content in judged_files(Scorer(made))}
    return [json.loads(line) for line in files["support/r.jsonl"].splitlines()]


@pytest.mark.parametrize(
    ("citations", "codes"), [("all", [[0, 2, -1], [1, 0], []]), ("first", [[0], [1], []])]
)
def test_support_is_given_out_as_the_scripts_of_the_track_read_it(
    citations: str, codes: list[list[int]]
) -> None:
    answer: Answer = [("a1", ["s1", "s2", "s3"]), ("a2", ["s2", "s1"]), ("a3", [])]
    support = {("a1", "s1"): "n", ("a1", "s2"): "f", ("a2", "s2"): "p", ("a2", "s1"): "c"}
    lines = support_lines(campaign({"r": {"1": answer}}, support, contradicts="yes", citations=citations))
    (line,) = lines
    assert (line["topic_id"], line["run_id"]) == ("1", "r")
    assert [[one["support"] for one in sentence["citations"]] for sentence in line["sentences"]] == codes
    assert [one["reference"] for one in line["sentences"][0]["citations"]] == ["s1", "s2", "s3"][
        : len(codes[0])
    ]
    assert [one["text"] for one in line["sentences"][:2]] == ["a1", "a2"]
