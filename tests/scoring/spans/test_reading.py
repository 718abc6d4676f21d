"""Files of the corpus and of predictions: what is sound comes through, and each slip is named with line and example."""

import gzip
import json
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.annotations import NOWHERE, Label, PageSpan
from scoring.spans.examples import Corpus, stream_examples
from scoring.spans.files import Line, lines_of
from scoring.spans.predictions import read_predictions
from tests.scoring.spans.making import (
    NONE,
    PAGE,
    example,
    file_of,
    lines,
    only_tokens,
    predicted,
    read,
    said,
    span,
)


def problems_of(*examples: dict[str, Any]) -> list[tuple[int, str]]:
    """Line and code of what is wrong with a file of these examples."""
    return [(one.line, one.code) for one in read(*examples).problems]


def test_an_example_comes_through() -> None:
    ids = [-2226525965842375672, 9223372036854775807, "-9223372036854775808", 0]
    listed = [example(one, said(span(0, 40), span(3, 7), span(9, 12)), said()) for one in ids]
    corpus = read(*listed)
    assert corpus.problems == []
    assert list(corpus.examples) == [str(one) for one in ids]
    first, second = corpus.examples["0"].annotations
    assert first.label == Label(PageSpan(0, 40, 0, 40), (PageSpan(3, 7, 3, 7), PageSpan(9, 12, 9, 12)))
    assert second.label == Label(NOWHERE)


def test_a_packed_file_is_the_same_file() -> None:
    data = lines(example(1, said(span(0, 4))), example(2, said()))
    plain, packed = Corpus(), Corpus()
    plain.add(BytesIO(data), "x")
    packed.add(BytesIO(gzip.compress(data)), "x")
    assert plain == packed
    predictions = file_of(predicted(1))
    assert read_predictions(predictions, "p") == read_predictions(gzip.compress(predictions), "p")


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"start_byte": 3, "end_byte": -1, "start_token": -1, "end_token": -1}, "half_null"),
        ({"start_byte": 3, "end_byte": 9, "start_token": -1, "end_token": 4}, "half_null"),
        ({"start_byte": -2, "end_byte": -5, "start_token": -1, "end_token": -1}, "negative"),
        ({"start_byte": 9, "end_byte": 3, "start_token": -1, "end_token": -1}, "span_order"),
        ({"start_byte": 3, "end_byte": 3, "start_token": -1, "end_token": -1}, "span_order"),
        ({"start_byte": 3.5, "end_byte": 9, "start_token": -1, "end_token": -1}, "not_a_number"),
        ({"start_byte": True, "end_byte": 9, "start_token": -1, "end_token": -1}, "not_a_number"),
        ({"start_byte": "3", "end_byte": 9, "start_token": -1, "end_token": -1}, "not_a_number"),
        ([3, 9], "not_a_span"),
    ],
)
def test_a_crooked_span_is_named(wrong: Any, code: str) -> None:
    sound = said(span(0, 40))
    assert problems_of(example(1, sound), example(7, sound, sound | {"long_answer": wrong})) == [(2, code)]
    assert problems_of(example(7, sound | {"short_answers": [wrong]})) == [(1, code)]
    entry = predicted(7) | {"long_answer": wrong}
    assert [one.code for one in read_predictions(file_of(entry), "p.json").problems] == [code]


@pytest.mark.parametrize(
    ("annotation", "code"),
    [
        (said(span(0, 40), span(3, 7), yes_no="YES"), "yes_no_with_spans"),
        (said(None, span(3, 7)), "short_alone"),
        (said(None, yes_no="NO"), "short_alone"),
        (said(span(4, 40), span(3, 7)), "short_outside"),
        (said(span(4, 40), span(30, 41)), "short_outside"),
        (said(span(0, 40), yes_no="MAYBE"), "yes_no"),
        (said(span(0, 40)) | {"yes_no_answer": 1}, "yes_no"),
        (said(span(0, 40)) | {"short_answers": {}}, "not_a_list"),
    ],
)
def test_an_answer_that_contradicts_itself_is_named(annotation: dict[str, Any], code: str) -> None:
    assert problems_of(example(5, annotation)) == [(1, code)]
    entry = predicted(5) | {name: annotation[name] for name in ("short_answers", "yes_no_answer")}
    entry["long_answer"] = {name: annotation["long_answer"][name] for name in NONE}
    found = read_predictions(file_of(entry), "p.json")
    # Systems choose the two apart, and are scored apart.
    of_systems = found.warnings if code.startswith("short_") else found.problems
    assert [one.code for one in [*found.problems, *found.warnings]] == [code]
    assert [one.code for one in of_systems] == [code]
    assert "Example 5: " in of_systems[0].message
    assert bool(found.predictions) == code.startswith("short_")


def test_all_that_is_wrong_with_a_label_is_named() -> None:
    wrong = said(span(9, 3), span(3, 1)) | {"yes_no_answer": "MAYBE"}
    assert [code for _, code in problems_of(example(1, wrong))] == ["span_order", "span_order", "yes_no"]
    entry = predicted(1, span(9, 3), scores=(float("nan"), float("inf"))) | {"yes_no_answer": 3}
    found = [one.code for one in read_predictions(file_of(entry), "p.json").problems]
    assert sorted(found) == ["not_finite", "not_finite", "span_order", "yes_no"]


@pytest.mark.parametrize("wrong", [{"start": 1, "end": 4}, {}])
def test_a_span_with_other_keys_is_no_silent_null(wrong: Any) -> None:
    assert problems_of(example(1, said() | {"long_answer": wrong})) == [(1, "not_a_span")]
    found = read_predictions(file_of(predicted(1) | {"long_answer": wrong}), "p.json").problems
    assert [one.code for one in found] == ["not_a_span"]
    (problem,) = read_predictions(file_of({"example_id": 1, "longanswer": span(1, 4)}), "p.json").problems
    assert problem.code == "no_label"


def test_what_is_wrong_with_an_example_is_said_once() -> None:
    corpus = read(example(1, said(span(9, 3))), example(2, said()))
    assert [one.code for one in corpus.problems] == ["span_order"]
    found = read_predictions(file_of(predicted(1), predicted(2, span(9, 3))), "p.json", corpus.places)
    assert [one.code for one in found.problems] == ["span_order"]  # and example 1 is not unknown
    assert found.warnings == []  # nor example 2 missing


def test_no_examples_are_not_all_examples() -> None:
    assert read_predictions(file_of(predicted(1)), "p.json").problems == []
    assert [one.code for one in read_predictions(file_of(predicted(1)), "p.json", []).problems] == [
        "unknown_example"
    ]


def test_answers_are_held_against_the_page() -> None:
    size = len(PAGE.encode())
    candidates = [span(0, 18, tokens=False), span(18, size, tokens=False)]
    page = {"document_html": PAGE, "long_answer_candidates": candidates}

    def found(annotation: dict[str, Any]) -> list[tuple[int, str]]:
        return problems_of(example(3, annotation, **page))

    assert found(said(span(0, 18, tokens=False))) == []
    assert found(said(span(18, size, tokens=False), index=1)) == []
    assert found(said(span(18, size + 1, tokens=False), index=1)) == [(1, "outside"), (1, "candidate")]
    assert PAGE.encode()[5:7] == "ë".encode()
    assert found(said(span(0, 18, tokens=False), span(3, 6, tokens=False))) == [(1, "inside_character")]
    assert found(said(span(0, 18, tokens=False), index=1)) == [(1, "candidate")]
    assert found(said(span(0, 18, tokens=False), index=2)) == [(1, "candidate")]
    assert found(said(span(0, 18, tokens=False), index=-1)) == [(1, "candidate")]
    assert found(said(None, index=1)) == [(1, "candidate")]
    assert found(said(span(0, 18, tokens=False)) | {"long_answer": span(0, 18, tokens=False)}) == []
    for index in ("0", 0.0, None):
        crooked = said(span(0, 18, tokens=False)) | {
            "long_answer": span(0, 18, tokens=False) | {"candidate_index": index}
        }
        assert found(crooked) == [(1, "candidate")]
    assert problems_of(example(3, said(span(0, 4)), long_answer_candidates=[{}])) == [(1, "candidate")]
    simplified = {"document_text": "<P> a b </P>"}
    assert problems_of(example(3, said(only_tokens(0, 4), only_tokens(1, 3)), **simplified)) == []
    assert problems_of(example(3, said(only_tokens(0, 5)), **simplified)) == [(1, "outside")]
    assert problems_of(example(3, said(only_tokens(0, 3), only_tokens(1, 4)), **simplified)) == [
        (1, "short_outside")
    ]
    tokens = {"document_tokens": [{"token": "<P>"}] * 3}
    assert problems_of(example(3, said(span(0, 4)), **tokens)) == [(1, "outside")]


@pytest.mark.parametrize("form", ["document_tokens", "document_text"])
def test_the_kind_of_a_long_answer_is_its_first_token(form: str) -> None:
    words = ["<Table>", "<Tr>", "x", "</Tr>", "</Table>", "<P>", "y", "</P>", "<Dd>", "<H2>"]
    content: Any = " ".join(words) if form == "document_text" else [{"token": word} for word in words]
    annotations = [said(span(start, start + 1)) for start in (0, 1, 5, 8, 9)]
    corpus = read(example(1, *annotations, **{form: content}))
    assert [one.kind for one in corpus.examples["1"].annotations] == ["table", "row", "paragraph", "item", ""]


@pytest.mark.parametrize("wrong", [None, True, 1.0, "x", "01", "-0", "", 1 << 63, -(1 << 63) - 1, "9" * 40])
def test_an_id_is_a_whole_number_of_64_bits(wrong: Any) -> None:
    assert problems_of(example(wrong, said())) == [(1, "bad_id")]
    assert [one.code for one in read_predictions(file_of(predicted(wrong)), "p").problems] == ["bad_id"]


def test_broken_lines_are_named_and_the_others_read() -> None:
    good = lines(example(1, said()), example(2, said()))
    data = b'{"example_id": 5,\n[]\n\n' + good + b'{"example_id": 1}\n' + b"\xff\n"
    for content in (data, gzip.compress(data)):
        corpus = Corpus()
        corpus.add(BytesIO(content), "dev.jsonl")
        assert set(corpus.examples) == {"1", "2"}
        assert [(one.line, one.code) for one in corpus.problems] == [
            (1, "bad_json"),
            (2, "bad_json"),
            (6, "no_annotations"),
            (6, "twice"),
            (7, "bad_json"),
        ]
        assert "from dev.jsonl:4 already" in corpus.problems[3].message
        corpus.add(BytesIO(lines(example(2, said()))), "more.jsonl")
        assert corpus.problems[-1].message == "Example 2 was read from dev.jsonl:5 already."


def test_a_packed_file_that_is_cut_off_says_how_far_it_came() -> None:
    data = b"".join(lines(example(number, said(name=f"{number * 7919}"))) for number in range(3_000))
    packed = gzip.compress(data)
    for content in (packed[: len(packed) // 2], packed[: len(packed) // 2] + b"damaged" * 50):
        corpus = Corpus()
        corpus.add(BytesIO(content), "dev.jsonl.gz")
        (problem,) = [one for one in corpus.problems if one.code == "cut_off"]
        assert 0 < problem.line < 3_000
        assert len(corpus.examples) + len(corpus.problems) >= problem.line


def test_a_line_that_is_too_long_is_left_out_alone() -> None:
    data = b"a\n" + b"b" * 3_000_000 + b"\nc\n" + b"d" * 3_000_000
    found = [one if isinstance(one, Line) else one.code for one in lines_of(BytesIO(data), "x", 100)]
    assert found == [Line(1, b"a\n"), "line_too_long", Line(3, b"c\n"), "line_too_long"]


@given(st.binary(max_size=300))
def test_no_bytes_stop_the_readers(data: bytes) -> None:
    list(stream_examples(BytesIO(data), "x"))
    list(stream_examples(BytesIO(gzip.compress(data)[:-3]), "x"))
    read_predictions(data, "x")


KEYS = [
    *NONE,
    *("example_id", "long_answer", "short_answers", "candidate_index", "long_answer_candidates"),
    *("long_answer_score", "short_answers_score", "x"),
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just(10**400),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner),
    max_leaves=8,
)


@given(JSON, JSON)
def test_no_json_stops_the_readers(one: Any, other: Any) -> None:
    entry = {
        "example_id": 1,
        "long_answer": one,
        "short_answers": other,
        "yes_no_answer": one,
        "long_answer_score": one,
        "short_answers_score": other,
    }
    page = {"document_tokens": one, "long_answer_candidates": other}
    text = json.dumps({"example_id": 1, "annotations": [entry, other], **page})
    list(stream_examples(BytesIO(text.encode()), "x"))
    read_predictions(json.dumps({"predictions": [entry, one, other]}).encode(), "x")
    read_predictions(json.dumps(one).encode(), "x")


def test_all_slips_of_predictions_are_named_at_once_with_their_lines() -> None:
    data = file_of(
        predicted(1),
        predicted(9),
        predicted(2, scores=(float("nan"), 1.0)),
        predicted(3, scores=(1.0, float("-inf"))),
        predicted(1),
        predicted(4) | {"long_answer_score": "high"},
    )
    read_ = read_predictions(data, "p.json", ["1", "2", "3", "4", "5"])
    text = data.decode().splitlines()
    for problem, (code, name) in zip(
        read_.problems,
        [
            ("unknown_example", "9"),
            ("not_finite", "2"),
            ("not_finite", "3"),
            ("twice", "1"),
            ("not_finite", "4"),
        ],
        strict=True,
    ):
        assert problem.code == code
        assert f"xample {name}" in problem.message
        assert f'"example_id": {name}' in text[problem.line - 1]
    (missing,) = read_.warnings
    assert missing.message == "1 example has no prediction, which counts as no answer: 5."
    (missing,) = read_predictions(file_of(predicted(1)), "p", [str(n) for n in range(30)]).warnings
    assert missing.message.startswith("29 examples have no prediction, which counts as no answer: 0, 2, 3,")
    assert missing.message.endswith(", 20 and 9 more.")


def test_what_a_file_holds_cannot_break_a_line_of_the_list() -> None:
    wrong = predicted("1\n2\x1b[31m") | {"long_answer_score": "3\n4"}
    for one in read_predictions(
        file_of(wrong, predicted(1) | {"long_answer_score": "3\n4\x1b"}), "p"
    ).problems:
        assert str(one).isprintable()


WITHOUT_PREDICTIONS = {
    "nothing": b"",
    "a list": b"[]",
    "no member": b"{}",
    "no predictions": b'{"predictions": {}}',
    "no text": b"\xff",
    "deep": b"[" * 100_000,
    # The name of a test may not come from packed bytes: they hold the time at which they were made.
    "packed": gzip.compress(b"{}"),
    "cut off": gzip.compress(b"{}" * 99)[:-9],
}


@pytest.mark.parametrize("data", WITHOUT_PREDICTIONS.values(), ids=WITHOUT_PREDICTIONS)
def test_a_file_without_predictions_is_refused(data: bytes) -> None:
    assert len(read_predictions(data, "p.json").problems) == 1
