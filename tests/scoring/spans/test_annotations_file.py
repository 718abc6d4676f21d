"""annotations.jsonl: what is written reads back to the same annotations."""

import json
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.annotations import BAD_QUESTION, KINDS, AnnotatedExample, Annotation, Label, PageSpan, Prediction
from scoring.spans.annotations_file import write
from scoring.spans.codec import decoded, encoded
from scoring.spans.examples import Corpus

NUMBERS = st.integers(min_value=0, max_value=2**40)


@st.composite
def spans(draw: st.DrawFn) -> PageSpan:
    """A place in bytes and tokens."""
    start, first = draw(NUMBERS), draw(NUMBERS)
    return PageSpan(start, start + draw(NUMBERS) + 1, first, first + draw(NUMBERS) + 1)


@st.composite
def labels(draw: st.DrawFn) -> Label:
    """A label as people give it: short answers stand in the long one."""
    if draw(st.booleans()):
        return Label()
    long = draw(spans())
    if draw(st.booleans()):
        return Label(long, (), draw(st.sampled_from(("NONE", "YES", "NO"))))
    return Label(long, (long,) if draw(st.booleans()) else ())


@st.composite
def annotations(draw: st.DrawFn) -> Annotation:
    """All that an annotation can say."""
    label = draw(labels())
    bad = draw(st.booleans())
    return Annotation(
        annotation_id=str(draw(st.integers(-(2**63), 2**63 - 1))),
        label=Label() if bad else label,
        kind="" if bad or label.long.is_null else draw(st.sampled_from(sorted({*KINDS.values()}))),
        annotator=draw(st.sampled_from(("", "ada", "Zoë", "annotator-1"))),
        candidate=-1 if bad or label.long.is_null else draw(st.integers(0, 5000)),
        question=draw(st.sampled_from(("", "good"))) if not bad else "bad",
        reason=draw(st.sampled_from(("", *BAD_QUESTION))) if bad else "",
        seconds=draw(st.sampled_from(((), (1, 2, 3), (0, 0, 9)))),
        complete=bad or label.has_short or draw(st.booleans()),
    )


@given(st.lists(annotations(), max_size=4), st.integers(-(2**63), 2**63 - 1))
def test_what_is_written_reads_back(some: list[Annotation], number: int) -> None:
    example = AnnotatedExample(str(number), tuple(some))
    data = b"".join(write([example]))
    corpus = Corpus()
    corpus.add(BytesIO(data), "annotations.jsonl")
    assert corpus.problems == []
    assert sorted(corpus.examples[str(number)].annotations) == sorted(some)
    assert b"".join(write([example._replace(annotations=tuple(reversed(some)))])) == data


@given(
    labels(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.floats(allow_nan=False, allow_infinity=False),
)
def test_a_prediction_is_kept_as_it_is(label: Label, long: float, short: float) -> None:
    prediction = Prediction("-9223372036854775808", label, long, short)
    assert decoded(prediction.example_id, encoded(prediction)) == prediction


LONG = {"start_byte": 10, "end_byte": 90, "start_token": 1, "end_token": 9}


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"question": "bad", "long_answer": LONG}, "bad_with_answer"),
        ({"question": "bad", "yes_no_answer": "YES", "long_answer": LONG}, "bad_with_answer"),
        ({"complete": "false"}, "complete"),
        ({"complete": False, "yes_no_answer": "YES", "long_answer": LONG}, "complete"),
        ({"complete": False, "question": "bad"}, "complete"),
        ({"annotation_id": "seventeen"}, "annotation_id"),
        ({"annotation_id": 1.5}, "annotation_id"),
        ({"long_answer": LONG | {"candidate_index": 10**30}}, "candidate"),
        ({"question": "good", "reason": "opinion"}, "reason"),
        ({"question": "so-so"}, "bad_word"),
        ({"seconds": {"question": -1}}, "bad_seconds"),
        ({"annotator": 7}, "bad_annotator"),
    ],
)
def test_what_nobody_can_mean_is_named(said: dict[str, Any], code: str) -> None:
    line = {"example_id": 7, "annotations": [{"long_answer": {"start_byte": -1}} | said]}
    corpus = Corpus()
    corpus.add(BytesIO(json.dumps(line).encode()), "annotations.jsonl")
    assert code in [problem.code for problem in corpus.problems]
    assert all("Example 7" in problem.message for problem in corpus.problems)
    assert not corpus.examples
