"""A number with thousands of digits in a record: told in our words and with its line, and its neighbours are read."""

import io
import json

import pytest

from documents.errors import Problem
from documents.glances import RecordPlaces
from documents.readers import nq, segments
from documents.readers.base import Reader, Record, json_value
from tests.documents.corpus import line_of

NUMBER = "9" * 5_000
SAID = "a number with thousands of digits"
PAGE = line_of("<P>Vell</P>")
SEGMENT = b'{"docid": "a", "segment": "Vell", "start_char": 0}'


@pytest.mark.parametrize(
    ("reader", "line", "number"),
    [(segments.READER, SEGMENT, b"0}"), (nq.READER, PAGE, b"7,")],
    ids=["segments", "natural questions"],
)
def test_the_line_is_left_out_and_says_why(reader: Reader, line: bytes, number: bytes) -> None:
    long = line.replace(number, NUMBER.encode() + number[1:], 1)
    assert NUMBER.encode() in long
    first, problem, last = reader.records(io.BytesIO(b"\n".join((line, long, line))), "a.jsonl")
    assert isinstance(first, Record)
    assert isinstance(last, Record)
    assert isinstance(problem, Problem)
    assert (problem.line, problem.code) == (2, "bad_json")
    assert problem.message.endswith(f": {SAID}.")


def test_a_place_on_a_page_of_thousands_of_digits_is_told_so() -> None:
    """Such a place may be a text in the record, which is read all the same."""
    content = json.loads(PAGE)
    assert nq.read_example(PAGE).candidates
    content["long_answer_candidates"][0]["start_byte"] = NUMBER
    for read in (nq.read_example, RecordPlaces):
        with pytest.raises(ValueError, match=SAID):
            read(json.dumps(content).encode())


def test_what_else_is_wrong_with_a_line_is_told_as_it_was() -> None:
    with pytest.raises(ValueError, match="too many levels"):
        json_value("[" * 100_000)
    with pytest.raises(ValueError, match="Expecting value"):
        json_value("nothing")
