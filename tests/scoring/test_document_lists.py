"""Document lists: what a file says, and everything that is wrong with it, in one pass."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats.document_lists import Listed, read

TARGETS = ("1", "2", "2.1")
SOUND = b"1 1 AP-1 12.5\n1 2 AP-2 3e-1\n\n 2.1\t1  AP-1 -4 \r\n"


def errors(text: str) -> list[tuple[int, str]]:
    listed, problems = read(text.encode(), "lists.txt", TARGETS)
    assert listed == () or not problems
    assert all(problem.file == "lists.txt" and problem.message and problem.hint for problem in problems)
    return [(problem.line, problem.code) for problem in problems]


def test_a_sound_file_is_read_in_order() -> None:
    expected = (Listed("1", 1, "AP-1", 12.5), Listed("1", 2, "AP-2", 0.3), Listed("2.1", 1, "AP-1", -4.0))
    assert read(SOUND, "lists.txt", TARGETS) == (expected, [])
    assert read(b"\xef\xbb\xbf" + SOUND, "lists.txt", TARGETS) == (expected, [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [(0, "empty_file")]),
        ("1 1 AP-1\n", [(1, "columns")]),
        ("1 1 AP-1 2 PRISE\n", [(1, "columns")]),
        ("9 1 AP-1 2\n", [(1, "unknown_target")]),
        ("1 0 AP-1 2\n", [(1, "bad_rank")]),
        ("1 1.5 AP-1 2\n", [(1, "bad_rank")]),
        ("1 ² AP-1 2\n", [(1, "bad_rank")]),
        ("1 1 AP-1 high\n", [(1, "bad_score")]),
        ("1 1 AP-1 nan\n", [(1, "bad_score")]),
        ("1 1 AP-1 1e999\n", [(1, "bad_score")]),
        (f"1 1 {'A' * 256} 2\n", [(1, "bad_docid")]),
        ("1 1 AP\x07 2\n", [(1, "bad_docid")]),
        ("1 1 AP-1 2\n1 1 AP-2 1\n", [(2, "repeated_rank")]),
        ("1 1 AP-1 2\n1 2 AP-1 1\n", [(2, "repeated_docid")]),
        ("1 2 AP-1 2\n", [(1, "rank_gap")]),
        ("1 1 AP-1 2\n1 999999999 AP-2 2\n2 3 AP-1 1\n", [(2, "rank_gap"), (3, "rank_gap")]),
        ("1 5 AP-1 2\n1 x AP-2 2\n", [(2, "bad_rank")]),  # its rank may be the missing one
        ("1 5 AP-1 2\n1 AP-2 2\n", [(2, "columns")]),
    ],
)
def test_each_fault_is_told_with_its_line(text: str, expected: list[tuple[int, str]]) -> None:
    assert errors(text) == expected


def test_all_faults_of_a_file_are_told_at_once() -> None:
    text = "1 1 AP-1 x\n9 1 AP-1 x\n1 1 AP-1 1\n2 0 AP-9 1\n2.1 2 AP-1 1\n9 2 AP-2 1\n"
    assert "named in 2 lines from here on" in read(text.encode(), "lists.txt", TARGETS)[1][2].message
    assert errors(text) == [
        (1, "bad_score"),
        (2, "bad_score"),
        (2, "unknown_target"),
        (3, "repeated_rank"),
        (3, "repeated_docid"),
        (4, "bad_rank"),
        (5, "rank_gap"),
    ]


def test_bytes_that_are_no_text_and_packed_files_are_named() -> None:
    _, problems = read(b"1 1 AP-\xff 2\n1 3 AP-2 1\n", "lists.txt", TARGETS)
    assert [(problem.line, problem.code) for problem in problems] == [(1, "encoding")]
    assert read(b"\x1f\x8b\x08lists", "lists.gz", TARGETS)[1][0].code == "gzip"


@given(st.binary(max_size=300))
def test_no_bytes_make_it_raise(data: bytes) -> None:
    listed, problems = read(data, "lists.txt", TARGETS)
    assert bool(listed) != bool(problems)


@given(st.dictionaries(st.sampled_from(TARGETS), st.integers(1, 30), min_size=1), st.randoms())
def test_lines_in_any_order_give_the_same_lists(sizes: dict[str, int], order: random.Random) -> None:
    made = [
        Listed(target, rank, f"D-{rank}", 1 / rank) for target, n in sizes.items() for rank in range(1, n + 1)
    ]
    order.shuffle(made)
    data = "".join(f"{row.target} {row.rank} {row.docid} {row.score!r}\n" for row in made).encode()
    assert read(data, "lists.txt", TARGETS) == (tuple(made), [])
