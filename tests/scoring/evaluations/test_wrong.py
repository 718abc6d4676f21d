"""Declarations that cannot be taken: each wrong value is a sentence with its place and what to do, and none is half taken."""

import json
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.evaluations import own
from scoring.records import Problem
from tests.scoring.evaluations.test_own import GRADED


def _problems(text: str | bytes) -> list[Problem]:
    track, problems = own.read(text if isinstance(text, bytes) else text.encode(), "evaluation.toml")
    assert (track is None) == bool(problems)
    assert all(one.message and one.hint and one.code for one in problems)
    return problems


def _changed(before: str, after: str) -> str:
    assert before in GRADED
    return GRADED.replace(before, after, 1)


@pytest.mark.parametrize(
    ("before", "after", "line", "code"),
    [
        # wrong
        ('title = "Graded answers"', "title = 5", 1, "value"),
        ('title = "Graded answers"', 'title = ""', 1, "value"),
        ('title = "Graded answers"', f'title = "{"x" * 301}"', 1, "value"),
        ('title = "Graded answers"', 'title = "a\\u0000b"', 1, "value"),
        ('title = "Graded answers"', 'title = "two\\nlines"', 1, "value"),
        ('about = "How useful is the answer?"', "about = []", 2, "value"),
        ("ranks = 5", 'ranks = "5"', 5, "value"),
        ("ranks = 5", "ranks = 0", 5, "value"),
        ("ranks = 5", "ranks = true", 5, "value"),
        ("ranks = 5", "ranks = 1_000_000", 5, "value"),
        ("ranks = 5", "ranks = 5\ndocuments = 1", 6, "value"),
        ("ranks = 5", 'ranks = 5\nreader = "xml"', 6, "unknown_name"),
        ("ranks = 5", 'ranks = 5\ncolumns = "qid answer"', 6, "value"),
        ("ranks = 5", 'ranks = 5\n[questions]\nreader = "series"', 7, "unknown_name"),
        ("[runs]\n", "runs = 3\n[other]\n", 4, "value"),
        ('name = "graded"', 'name = "with blanks"', 8, "value"),
        ('name = "graded"', f'name = "{"x" * 65}"', 8, "value"),
        ('right = ["3", "2"]', 'right = "3"', 9, "value"),
        ('right = ["3", "2"]', 'right = ["3", "7"]', 9, "unknown_name"),
        ('right = ["3", "2"]', 'right = ["3", "3"]', 9, "twice"),
        ('right = ["3", "2"]', 'right = ["3", "2", "0"]', 9, "value"),
        ('label = "3"', f'label = "{"x" * 21}"', 11, "value"),
        ('label = "3"', 'label = "cannot_judge"', 11, "reserved"),
        ("value = 3", "value = -1", 11, "value"),
        ("value = 3", "value = nan", 11, "value"),
        ("value = 3", "value = 1", 10, "value"),  # the values go up
        ("value = 3", "value = 3, code = 10", 11, "value"),
        ("value = 3", "value = 3, code = 0", 13, "twice"),
        ("value = 3", 'value = 3, tone = "red"', 11, "unknown_name"),
        ('key = "3"', 'key = "33"', 11, "value"),
        ('title = "Good"', 'key = "3"', 12, "twice"),
        ('name = "question"', f'name = "{"x" * 41}"', 17, "value"),
        ('scale = "graded"', 'scale = "grade"', 18, "unknown_name"),
        ('scale = "graded"', 'scale = "graded"\nafter = "other"', 19, "combination"),  # there are no series
        ('scale = "graded"', 'scale = "graded"\ncontext = "other"', 19, "combination"),
        ('scale = "graded"', 'scale = "graded"\nform = "passages"', 19, "unknown_name"),
        ('scale = "graded"', 'scale = "graded"\nform = "nuggets"', 18, "combination"),
        ('scale = "graded"', 'scale = "graded"\nform = "list"\nnil = true', 20, "combination"),
        ('measures = ["mrr", "success_1"]', 'measures = ["other_f"]', 19, "combination"),
        ('measures = ["mrr", "success_1"]', 'measures = ["success_k"]', 19, "combination"),
        ('measures = ["mrr", "success_1"]', 'measures = ["mrr", "cws"]', 19, "combination"),
        ('measures = ["mrr", "success_1"]', 'measures = ["no_correct"]', 19, "combination"),
        ('measures = ["mrr", "success_1"]', "measures = []", 19, "value"),
        ("ranks = 5", "ranks = 1", 19, "combination"),
        ("ranks = 5", "ranks = 5\n[setting.judges]\ndefault = 3", 6, "unknown_key"),  # no settings of its own
        ('about = "How', 'score = "accuracy"\nabout = "How', 2, "unknown_name"),
        ('scale = "graded"', 'scale = "graded"\nlike = "question"', 19, "unknown_name"),  # itself
        (
            "[[type]]",
            '[[type]]\nname = "why"\nform = "nuggets"\nmeasures = ["other_f"]\ndocuments = false\n[[type]]',
            16,
            "combination",
        ),
        # missing
        ('title = "Graded answers"\n', "", 0, "missing"),
        ('name = "graded"\n', "", 7, "missing"),
        (", value = 2 }", " }", 12, "missing"),
        ('scale = "graded"\n', "", 16, "missing"),
        ('measures = ["mrr", "success_1"]\n', "", 16, "missing"),
        # doubled
        ("ranks = 5", "ranks = 5\nranks = 5", 6, "declared_twice"),
        ("[runs]", "[runs]\n[runs]", 5, "declared_twice"),
        ('label = "2"', 'label = "3"', 12, "twice"),
        # unknown
        ("ranks = 5", "rank = 5", 5, "unknown_key"),
        ("value = 3", "worth = 3", 11, "unknown_key"),
    ],
)
def test_a_wrong_value_is_told_at_its_line(before: str, after: str, line: int, code: str) -> None:
    found = {(one.line, one.code) for one in _problems(_changed(before, after))}
    assert (line, code) in found


def test_a_name_that_is_nearly_right_is_asked_about() -> None:
    hints = {one.hint for one in _problems(_changed("ranks = 5", "rank = 5"))}
    assert "Is ranks meant?" in hints


def test_two_scales_or_types_of_one_name_are_told() -> None:
    scale, kind = (
        GRADED[GRADED.index("[[scale]]") : GRADED.index("[[type]]")],
        GRADED[GRADED.index("[[type]]") :],
    )
    for twice in (scale, kind):
        assert {one.code for one in _problems(f"{GRADED}\n{twice}")} == {"twice"}


def test_two_scales_may_not_use_a_code_for_two_grades() -> None:
    other = GRADED[GRADED.index("[[scale]]") :].replace('"graded"', '"other"').replace('"question"', '"more"')
    (problem,) = _problems("\n".join((GRADED, other.replace('"2"', '"good"'))))
    assert (problem.code, problem.line) == ("twice", 32)


def test_a_scale_without_values_needs_to_say_what_is_right() -> None:
    bare = GRADED.replace(", value = 3", "").replace(", value = 2", "").replace(", value = 0", "")
    assert not _problems(bare)
    (problem,) = _problems(bare.replace('"mrr"', '"nDCG@5"'))
    assert (problem.code, problem.message) == ("combination", "nDCG@5 needs grades that have values.")
    assert [one.code for one in _problems(bare.replace('right = ["3", "2"]\n', ""))] == ["missing"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_file"),
        (b"\x00\x01", "nul_byte"),
        (b"PK\x03\x04", "packed"),
        (b'{"title": "x"}', "file_kind"),
        (b"<html><body></body></html>", "file_kind"),
        (b'title = "\xff"', "encoding"),
        (b"title = ", "toml"),
        (b"x = " + b"[" * 5_000, "toml"),
        (b"x" * 262_145, "file_size"),
        (b"x = 1\n" * 2_000_000, "file_size"),
        (b".".join([b"a"] * 100_000) + b" = 1", "toml"),
        (b"ranks = " + b"9" * 10_000, "toml"),
        (b"title = 0x" + b"f" * 200_000, "value"),
        (b"title = 1979-05-27T07:32:00Z", "value"),
        ('title = "a"\n'.encode("utf-16"), "utf16"),
    ],
)
def test_a_file_that_is_no_declaration_is_told_as_what_it_is(data: bytes, code: str) -> None:
    assert code in {one.code for one in _problems(data)}


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("x = [", 1, "Invalid value"),
        ('title = "a"\nx = [\n1,\n\n', 3, "Invalid value"),
        ('title = "a"\n\nmost = 1' + "_2" * 5_000 + "\n", 3, "A number has more than 4,300 digits."),
        ("most = [" + "1, " * 9 + "2" * 4_301 + "]", 1, "A number has more than 4,300 digits."),
    ],
)
def test_what_python_cannot_place_has_its_line_and_our_words(text: str, line: int, said: str) -> None:
    (problem,) = _problems(text)
    assert (problem.line, problem.code) == (line, "toml")
    assert said in problem.message
    assert "sys." not in problem.message


def test_a_file_full_of_mistakes_tells_no_more_than_people_can_use() -> None:
    unknown = "".join(f"key{number} = {number}\n" for number in range(12_000))
    many = "".join(f'[[type]]\nname = "t{number}"\n' for number in range(8_000))
    labels = ", ".join(f'"m{number}"' for number in range(20_000))
    assert len(_problems(unknown)) < 40
    assert "too_many" in {one.code for one in _problems(many)}
    assert _problems(_changed('"mrr", "success_1"', labels))


def test_titles_and_labels_may_be_of_any_letters() -> None:
    arabic = (
        GRADED.replace("Graded answers", "إجابات متدرجة")
        .replace('label = "3"', 'label = "ممتاز"')
        .replace('["3", "2"]', '["ممتاز"]')
    )
    assert not _problems(arabic)
    assert not _problems(GRADED.replace("\n", "\r\n"))
    assert not _problems(b"\xef\xbb\xbf" + GRADED.encode())


@given(
    st.integers(0, len(GRADED)),
    st.integers(0, 40),
    st.one_of(
        st.text(max_size=20),
        st.sampled_from(["[[type]]\n", "[[scale]]\n", "= ", "{", "]", '"', "\n\n", "value = 1e400\n"]),
    ),
)
def test_whatever_stands_in_a_file_is_read_or_refused_with_a_line_of_it(
    start: int, gone: int, more: str
) -> None:
    text = GRADED[:start] + more + GRADED[start + gone :]
    count = text.count("\n") + 1
    assert all(0 <= one.line <= count for one in _problems(text.encode("utf-8", "surrogatepass")))


KEYS = st.sampled_from(
    [
        "title",
        "about",
        "source",
        "questions",
        "runs",
        "scale",
        "type",
        "score",
        "name",
        "grades",
        "label",
        "x",
    ]
)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=12,
)


@given(st.dictionaries(KEYS, VALUES, max_size=8))
def test_values_of_any_kind_are_taken_or_refused(values: dict[str, object]) -> None:
    text = "\n".join(f"{key} = {_toml(value)}" for key, value in values.items())
    _problems(text.encode("utf-8", "surrogatepass"))


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, int | float) else json.dumps("" if value is None else value)


EVERY_FIELD = """title = "All that can be said"
about = "Everything, once."
source = "A paper"
score = "nDCG@5"

[runs]
reader = "lines"
columns = "qid Q0 docid rank score tag answer"
ranks = 5
documents = true

[questions]
reader = "table"

[[scale]]
name = "graded"
right = ["2"]
cannot_judge = true
grades = [
  { label = "2", title = "Good", value = 2, code = 2, key = "2", tone = "correct" },
  { label = "0", title = "Bad", value = 0, code = 0, key = "0", tone = "incorrect" },
]

[[type]]
name = "first"
label = "First"
form = "answers"
scale = "graded"
measures = ["nDCG@5"]
nil = true
judged = true

[[type]]
name = "second"
like = "first"

[[type]]
name = "third"
form = "nuggets"
cell_scale = "support"
pyramid = false
judged = false
"""
FIELDS = tomllib.loads(EVERY_FIELD)
NESTED = [["a"]]  # no list may hold this
OTHERS: tuple[Any, ...] = (NESTED, ["a"], [], {"a": 1}, {}, 7_000, -0.5, True, date(2025, 1, 31))


def _places(value: Any, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The fields of a declaration, tables and lists and what is in them."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*place, key)
        yield from _places(one, (*place, key))


def _file(values: dict[str, Any]) -> str:
    return "".join(f"{key} = {_toml(value)}\n" for key, value in values.items())


def test_every_field_can_be_said() -> None:
    assert _problems(_file(FIELDS)) == _problems(EVERY_FIELD) == []


@pytest.mark.parametrize("place", list(_places(FIELDS)), ids=str)
def test_a_value_of_another_kind_is_a_problem_whatever_it_is(place: tuple[str | int, ...]) -> None:
    for other in OTHERS:
        changed = deepcopy(FIELDS)
        table: Any = changed
        for key in place[:-1]:
            table = table[key]
        if type(table[place[-1]]) is not type(other) or other is NESTED:
            table[place[-1]] = other
            assert _problems(_file(changed)), other
