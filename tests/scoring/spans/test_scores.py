"""Scores of predictions: the worked cases of the paper, and equal to a second, plain computation."""

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.__main__ import main
from scoring.annotations import AnnotatedExample, Prediction
from scoring.spans.predictions import read_predictions
from scoring.spans.report import as_json, unlike_units
from scoring.spans.scores import PARTS, best, curve, kind_of, outcomes, recall_at, scores_of
from tests.scoring.spans.making import NONE, example, file_of, lines, only_tokens, predicted, said, span
from tests.scoring.spans.making import read as read_corpus

LONGS = [
    None,
    *(span(0, 40), span(40, 90), span(0, 40, tokens=False), only_tokens(0, 40)),
    {"start_byte": 0, "end_byte": 41, "start_token": 0, "end_token": 40},  # other bytes, the same tokens
]
SHORTS = [
    (),
    (span(1, 4),),
    (span(1, 4), span(6, 9)),
    (span(6, 9), span(1, 4), span(1, 4)),
    (span(3, 5, tokens=False),),
    (only_tokens(6, 9), only_tokens(1, 4)),
]


@st.composite
def labels(draw: st.DrawFn) -> tuple[Any, tuple[Any, ...], str]:
    long = draw(st.sampled_from(LONGS))
    if long is None or long["start_byte"] > 0:
        return long, (), "NONE"
    yes_no = draw(st.sampled_from(["NONE", "NONE", "NONE", "YES", "NO"]))
    return long, draw(st.sampled_from(SHORTS)) if yes_no == "NONE" else (), yes_no


@st.composite
def corpora(draw: st.DrawFn) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Examples and predictions of some of them, as JSON."""
    examples, entries = [], []
    for number in range(draw(st.integers(1, 6))):
        people = draw(st.lists(labels(), min_size=1, max_size=6))
        annotations = [said(long, *short, yes_no=yes_no) for long, short, yes_no in people]
        examples.append(example(number - 3, *annotations))
        if draw(st.integers(0, 4)):
            long, short, yes_no = draw(labels())
            scores = draw(st.tuples(*[st.sampled_from([-1.5, 0.0, 2.0, 2.5])] * 2))
            entries.append(predicted(number - 3, long, *short, yes_no=yes_no, scores=scores))
    return examples, entries


# The second computation reads the JSON itself, span by span, as the paper and the corpus's files define it.


def equal(one: dict[str, int], other: dict[str, int]) -> bool:
    for names in (("start_byte", "end_byte"), ("start_token", "end_token")):
        if all(one[name] >= 0 and one[name] == other[name] for name in names):
            return True
    return False


def has_answer(part: str, label: dict[str, Any]) -> bool:
    if part == "long":
        return any(label["long_answer"][name] >= 0 for name in NONE)
    return bool(label["short_answers"]) or label["yes_no_answer"] != "NONE"


def is_right(part: str, entry: dict[str, Any], annotation: dict[str, Any]) -> bool:
    if part == "long":
        return equal(entry["long_answer"], annotation["long_answer"])
    if entry["yes_no_answer"] != "NONE":
        return bool(entry["yes_no_answer"] == annotation["yes_no_answer"])
    mine, theirs = entry["short_answers"], annotation["short_answers"]
    return all(any(equal(a, b) for b in theirs) for a in mine) and all(
        any(equal(a, b) for b in mine) for a in theirs
    )


def stats(
    part: str, votes: int, examples: list[dict[str, Any]], entries: list[dict[str, Any]]
) -> Iterator[Any]:
    by_id = {entry["example_id"]: entry for entry in entries}
    name = "long_answer_score" if part == "long" else "short_answers_score"
    for one in examples:
        gold = sum(has_answer(part, label) for label in one["annotations"]) >= votes
        entry = by_id.get(one["example_id"])
        given = entry is not None and has_answer(part, entry)
        right = gold and given and any(is_right(part, entry, label) for label in one["annotations"])  # type: ignore[arg-type]  # given means that there is one
        yield gold, given, right, entry and entry[name]


def divide(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def read(
    examples: list[dict[str, Any]], entries: list[dict[str, Any]]
) -> tuple[dict[str, AnnotatedExample], dict[str, Prediction]]:
    found = read_corpus(*examples)
    predictions = read_predictions(file_of(*entries), "p", found.places)
    assert (found.problems, predictions.problems) == ([], [])
    return found.examples, predictions.predictions


@given(corpora(), st.integers(1, 3))
def test_scores_are_those_of_a_second_computation(corpus: Any, votes: int) -> None:
    examples, predictions = read(*corpus)
    for part in PARTS:
        found = outcomes(part, examples.values(), predictions, votes)
        expected = list(stats(part, votes, *corpus))
        assert [(one.gold, one.given, one.right, one.score) for one in found] == expected
        scores = scores_of(found)
        gold, given, right = (sum(row[place] for row in expected) for place in range(3))
        precision, recall = divide(right, given), divide(right, gold)
        assert float(scores.counts.precision) == pytest.approx(precision, abs=1e-12)
        assert float(scores.counts.recall) == pytest.approx(recall, abs=1e-12)
        assert float(scores.counts.f1) == pytest.approx(
            divide(2 * precision * recall, precision + recall), abs=1e-12
        )
        agreed = sum(row[2] or not (row[0] or row[1]) for row in expected)
        assert scores.accuracy == Fraction(agreed, len(expected))


@given(corpora())
def test_thresholds_are_those_of_a_second_computation(corpus: Any) -> None:
    examples, predictions = read(*corpus)
    for part in PARTS:
        rows = list(stats(part, 2, *corpus))
        gold = sum(row[0] for row in rows)
        expected = []
        for threshold in sorted({row[3] for row in rows if row[3] is not None}, reverse=True):
            above = [row for row in rows if row[3] is not None and row[3] >= threshold]
            right, given_ = sum(row[2] for row in above), sum(row[1] for row in above)
            expected.append((threshold, divide(right, given_), divide(right, gold)))
        points = curve(outcomes(part, examples.values(), predictions))
        assert [
            (one.threshold, float(one.counts.precision), float(one.counts.recall)) for one in points
        ] == expected
        top = best(points)
        values = [divide(2 * p * r, p + r) for _, p, r in expected]
        assert (float(top.counts.f1) if top else 0.0) == pytest.approx(max(values, default=0.0), abs=1e-12)
        if top:  # of equal values the strictest threshold, but for the rounding of floats
            assert [
                value for (t, _, _), value in zip(expected, values, strict=True) if t > top.threshold
            ] == [value for value in values[: points.index(top)] if value < max(values)]
        for target in (Fraction(1, 2), Fraction(9, 10)):
            reached = [r for _, p, r in expected if p >= target and r]
            point = recall_at(points, target)
            assert (float(point.counts.recall) if point else 0.0) == max(reached, default=0.0)


@given(corpora(), st.randoms())
def test_no_order_of_rows_has_a_part_in_the_scores(corpus: Any, shuffle: random.Random) -> None:
    before = as_json(*read(*corpus))
    examples, entries = corpus
    shuffle.shuffle(entries)
    mixed = [
        one | {"annotations": shuffle.sample(one["annotations"], len(one["annotations"]))} for one in examples
    ]
    assert {**as_json(*read(mixed, entries)), "missing": []} == {**before, "missing": []}


def test_definition_1_of_the_paper() -> None:
    one, other = span(0, 40), span(40, 90)
    two_of_five = [said(one), said(other), said(), said(), said()]
    one_of_five = [said(one), said(), said(), said(), said()]
    cases = [
        (two_of_five, other, True),  # seen once in the five is enough
        (two_of_five, span(3, 9), False),
        (two_of_five, None, False),
        (one_of_five, None, True),
        (one_of_five, one, False),
    ]
    for annotations, long, is_correct in cases:
        examples, predictions = read([example(1, *annotations)], [predicted(1, long)])
        scores = scores_of(outcomes("long", examples.values(), predictions))
        assert scores.accuracy == int(is_correct)


def test_the_kind_that_most_give_counts_and_of_several_the_earliest() -> None:
    words = "<P> a </P> <Ul> <Li> b </Li> </Ul>"
    paragraph, whole, item = span(0, 3), span(3, 8), span(4, 7)
    cases: list[tuple[list[Any], str]] = [
        ([paragraph, whole, whole], "list"),
        ([item, paragraph], "paragraph"),
        ([None], ""),
    ]
    for given_, kind in cases:
        found = read_corpus(example(1, *map(said, given_), document_text=words))
        assert found.problems == []
        assert kind_of(found.examples["1"].annotations) == kind


def test_long_answers_are_scored_by_their_kind() -> None:
    words = "<P> a </P> <Table> <Tr> b </Tr> </Table> <Ul> c </Ul>"
    paragraph, table, row, listed = (
        only_tokens(0, 3),
        only_tokens(3, 8),
        only_tokens(4, 7),
        only_tokens(8, 11),
    )
    truth = [paragraph, paragraph, table, row, None]
    given_ = [paragraph, table, table, None, listed]
    examples = [example(n, *[said(long)] * 2, document_text=words) for n, long in enumerate(truth)]
    report = as_json(*read(examples, [predicted(n, long) for n, long in enumerate(given_)]))
    by_kind = report["long"]["by_kind"]
    assert set(by_kind) == {"paragraph", "table"}  # nobody found a list; a prediction of one is no kind's
    assert [by_kind["paragraph"][name] for name in ("gold", "given", "right")] == [2, 2, 1]
    assert [by_kind["table"][name] for name in ("gold", "given", "right")] == [2, 1, 1]


def test_offsets_of_two_kinds_that_never_meet_are_told() -> None:
    by_tokens, by_bytes = example(1, *[said(only_tokens(0, 4))] * 2), predicted(1, span(0, 4, tokens=False))
    assert "none can be right" in unlike_units(*read([by_tokens], [by_bytes]))
    assert unlike_units(*read([by_tokens], [predicted(1, span(0, 4))])) == ""
    assert unlike_units(*read([by_tokens], [predicted(1)])) == ""


def test_the_command_scores_files_and_names_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, file = tmp_path / "dev.jsonl", tmp_path / "mine.json"
    five = [said(span(0, 40), span(1, 4))] * 3 + [said()] * 2
    gold.write_bytes(lines(example(-7, *five), example(8, *five), example(9, *[said()] * 5)))
    file.write_bytes(file_of(predicted(-7, span(0, 40), span(1, 4)), predicted(9)))
    assert main(["spans", str(gold), "--predictions", str(file), "--json", "-"]) == 0
    written, warned = capsys.readouterr()
    assert "1 example has no prediction" in warned
    report = json.loads(written)
    assert (report["long"]["all"]["precision"], report["long"]["all"]["recall"]) == (1.0, 0.5)
    assert report["missing"] == ["8"]
    assert main(["spans", str(gold), "--predictions", str(file)]) == 0
    assert "P 1.0000  R 0.5000  F1 0.6667  accuracy 0.6667" in capsys.readouterr().out
    file.write_bytes(file_of(predicted(-8), predicted(8, scores=(float("inf"), 0))))
    assert main(["spans", str(gold), "--predictions", str(file)]) == 1
    said_ = capsys.readouterr().err
    assert "unknown_example: Example -8: There is no such example." in said_
    assert "not_finite: Example 8" in said_


def test_the_command_scores_nothing_where_nothing_can_be_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, file = tmp_path / "train.jsonl", tmp_path / "mine.json"
    gold.write_bytes(lines(example(1, said(span(0, 40)))))
    file.write_bytes(file_of(predicted(1, span(0, 40))))
    assert main(["spans", str(gold), "--predictions", str(file)]) == 1
    assert "No example has 2 annotations" in capsys.readouterr().err
    assert main(["spans", str(gold), "--predictions", str(file), "--votes", "1"]) == 0
    assert "1 have a long answer" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["spans", str(gold), "--predictions", str(file), "--votes", "0"])
    gold.write_bytes(b"\n")
    assert main(["spans", str(gold), "--predictions", str(file)]) == 1


def test_the_command_prints_people_with_their_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, file = tmp_path / "dev.jsonl", tmp_path / "mine.json"
    many = [said(span(0, 40), name=n) for n in range(25)]
    gold.write_bytes(lines(example(1, *many), example(2, *[said()] * 5)))
    file.write_bytes(file_of(predicted(1, span(0, 40), scores=(26.41234567, 0.0)), predicted(2)))
    assert main(["spans", str(gold), "--predictions", str(file), "--seed", "7"]) == 0
    out = capsys.readouterr().out
    assert "at scores from 26.41234567" in out
    assert "people, on 1 examples with over 5 annotations, seed 7" in out
    assert "long   together P 1.0000  R 1.0000  F1 1.0000" in out
