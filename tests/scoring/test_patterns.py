"""Answer patterns: their files, Perl's dialect, matching within limits, and the grades they give."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.patterns import files
from scoring.patterns.dialect import PatternError, translated
from scoring.patterns.files import Pattern, PatternFile, TooSlow
from scoring.patterns.judging import judge
from scoring.patterns.matching import Task, found_in
from scoring.records import Item
from scoring.scales import FOUR_WAY, YES_NO

PLAIN = "1 Ada\\s+Dunn\r\n1 Dunn\r\n\r\n2.3 \\$469,000 \n"
LISTED = "1 Ada Dunn APW19990201.0038 NYT19980619.0373 \r\n2.3 blue LA010189-0001\n4 the 90s FT911-3\n"


def read(text: str, **how: bool) -> PatternFile:
    found, problems = files.read(text.encode(), "patterns", **how)
    assert not problems
    return found


def codes(text: str) -> list[tuple[str, int]]:
    _, problems = files.read(text.encode(), "patterns")
    assert all(problem.hint for problem in problems)
    return [(problem.code, problem.line) for problem in problems]


def test_lines_of_nist_with_either_line_end() -> None:
    found = read(PLAIN)
    assert [(one.qid, one.expression, one.line) for one in found.patterns] == [
        ("1", "Ada\\s+Dunn", 1),
        ("1", "Dunn", 2),
        ("2.3", "\\$469,000", 4),
    ]
    assert not found.has_documents
    assert list(found.by_question) == ["1", "2.3"]


def test_documents_stand_behind_patterns_that_may_hold_blanks() -> None:
    found = read(LISTED)
    assert found.has_documents
    assert found.patterns[0].expression == "Ada Dunn"
    assert found.patterns[0].docids == {"APW19990201.0038", "NYT19980619.0373"}
    assert [one.expression for one in found.patterns] == ["Ada Dunn", "blue", "the 90s"]


def test_documents_behind_a_tab_as_files_of_lists_have_them() -> None:
    found = read("1.3 Cape Town\tX-1 Y-2\n1.3 Boston\t\n", documents=True)
    assert [(one.expression, one.docids) for one in found.patterns] == [
        ("Cape Town", {"X-1", "Y-2"}),
        ("Boston", frozenset()),
    ]


def test_whether_there_are_documents_can_be_said() -> None:
    assert read("1 AB 1234-5678 FT911-3\n", documents=False).patterns[0].expression == "AB 1234-5678 FT911-3"


def test_old_files_in_latin_1_and_a_byte_order_mark() -> None:
    assert files.read("1 Pelé\n".encode("latin-1"), "p")[0].patterns[0].expression == "Pelé"
    assert files.read("\ufeff1 Pelé\n".encode(), "p")[0].patterns[0].qid == "1"


def test_a_blank_behind_a_backslash_belongs_to_the_pattern() -> None:
    assert read("1 nine\\ \r\n").patterns[0].expression == "nine\\ "


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [("empty_file", 0)]),
        ("1 fine\n2\n", [("pattern_missing", 2)]),
        ("1 (open\n", [("pattern_unreadable", 1)]),
        ("1 \\p{Lu}x\n", [("pattern_unreadable", 1)]),
        ("1 (?{ system('x') })\n", [("pattern_unreadable", 1)]),
        ("1 a(?i)b\n", [("pattern_unreadable", 1)]),
        ("1 x{99999999999}\n", [("pattern_unreadable", 1)]),
        (f"1 {'a' * 1001}\n", [("pattern_too_long", 1)]),
        ("1 (\n1 [\n2 ok\n", [("pattern_unreadable", 1), ("pattern_unreadable", 2)]),
    ],
)
def test_what_cannot_be_used_is_listed_with_its_line_and_what_to_write(
    text: str, found: list[tuple[str, int]]
) -> None:
    assert codes(text) == found


def test_a_pattern_that_is_content_with_nothing_counts_where_it_finds_something() -> None:
    found = read("1 (far)?(away)?\n")
    assert [warning.code for warning in found.warnings] == ["pattern_empty"]
    items = [Item("1", "D-1", "", text) for text in ("near", "far off")]
    assert [one.grade for one in judge(found, items, {"1": YES_NO})] == ["no", "yes"]


@pytest.mark.parametrize(
    ("perl", "text", "is_found"),
    [
        (r"nine\z", "nine", True),
        (r"nine\z", "nine\n", False),
        (r"[[:digit:]]+ [[:alpha:]]+", "12 men", True),
        (r"[[:upper:]_]x", "_x", True),
        (r"\Q$5.00\E each", "$5.00 each", True),
        (r"\Q$5.00\E", "$5x00", False),
        (r"\x{e9}t", "été", True),
        (r"(?<year>19\d\d)", "in 1956", True),
        (r"(?<!not )red", "red", True),
        (r"(?<!not )red", "not red", False),
        (r"a\hb", "a\tb", True),
        (r"\@home\:\-\;", "@home:-;", True),
        (r"50\%", "50%", True),
        (r"[]x]+", "]", True),
        (r"[a[]b", "[b", True),
        (r"(?:20|twenty)\s*(?=miles)", "20 miles", True),
    ],
)
def test_what_perl_spells_otherwise(perl: str, text: str, is_found: bool) -> None:
    assert bool(re.search(translated(perl), text)) is is_found


@given(st.text(string.printable, max_size=30))
def test_any_text_is_a_pattern_or_is_refused(text: str) -> None:
    _, problems = files.read(f"1 {text}".encode(), "p", documents=False)
    for problem in problems:
        assert problem.message
        assert problem.hint


@given(st.text(min_size=1, max_size=30))
def test_an_escaped_string_matches_itself(text: str) -> None:
    assert re.fullmatch(translated(re.escape(text)), text)


EXPRESSIONS = st.text("abcX .()|?+$\\", min_size=1, max_size=12).map(str.strip).filter(bool)
QIDS = st.from_regex(r"[1-9][0-9]{0,2}(\.[1-9])?", fullmatch=True)
DOCIDS = st.frozensets(st.from_regex(r"[A-Z]{3}[0-9]{8}\.[0-9]{4}", fullmatch=True), max_size=3)


@given(st.lists(st.tuples(QIDS, EXPRESSIONS, DOCIDS), min_size=1, max_size=8))
def test_what_is_written_is_read_back(drawn: list[tuple[str, str, frozenset[str]]]) -> None:
    sound = []
    for qid, expression, docids in drawn:
        try:
            re.compile(translated(expression))
        except (PatternError, re.error):
            continue
        if not expression.endswith("\\"):
            sound.append(Pattern(qid, expression, docids))
    for documents in (False, True):
        data = b"".join(files.write(sound, documents=documents))
        found, problems = files.read(data, "p", documents=documents)
        assert not problems or not sound
        expected = [(one.qid, one.expression, one.docids if documents else frozenset()) for one in sound]
        assert [(one.qid, one.expression, one.docids) for one in found.patterns] == expected


# matching and grades


def test_documents_decide_between_right_unsupported_and_wrong() -> None:
    found = read(LISTED)
    items = [
        Item("1", docid, "", text)
        for docid, text in (("APW19990201.0038", "by Ada Dunn"), ("X-9", "Ada Dunn"), ("X-9", "Bo"))
    ]
    four = [one.grade for one in judge(found, items, {"1": FOUR_WAY})]
    two = [one.grade for one in judge(found, items, {"1": YES_NO})]
    assert four == ["correct", "unsupported", "incorrect"]
    assert two == ["yes", "no", "no"]


def test_only_questions_with_patterns_and_a_scale_are_judged_and_reasons_name_lines() -> None:
    items = [Item("1", "D", "", "Dunn"), Item("9", "D", "", "Dunn"), Item("2.3", "D", "", "$469,000")]
    found = judge(read(PLAIN), items, {"1": YES_NO, "9": YES_NO})
    assert [(one.item.qid, one.reason) for one in found] == [("1", "line 2 matches: Dunn")]


def test_case_counts_unless_it_is_ignored() -> None:
    items = [Item("1", "D", "", "dunn")]
    assert [
        judge(read("1 Dunn\n"), items, {"1": YES_NO}, ignore_case=it)[0].grade for it in (False, True)
    ] == [
        "no",
        "yes",
    ]


def test_a_pattern_that_would_never_end_is_stopped_and_named() -> None:
    slow = read("1 fine\n1 (a+)+b\n")
    items = [Item("1", "D", "", "a" * 60)]
    with pytest.raises(TooSlow, match=r"still searching") as caught:
        judge(slow, items, {"1": YES_NO}, seconds=1.5)
    assert caught.value.pattern.line == 2
    assert "repetition" in caught.value.hint


def test_reading_a_file_ends_whatever_its_patterns_try_on_an_empty_string() -> None:
    endless = "(|)" * 60 + r"\b"
    found, problems = files.read(f"1 fine\n1 (open\n1 {endless}\n1 later\n".encode(), "p", seconds=1.0)
    assert [(one.code, one.line) for one in problems] == [("pattern_unreadable", 2), ("pattern_slow", 3)]
    assert [one.expression for one in found.patterns] == ["fine"]


@given(
    st.lists(
        st.tuples(
            st.lists(st.sampled_from(["a", "b+", "^c", "a|c", r"\d"]), min_size=1, max_size=3),
            st.lists(st.text("abc1", max_size=4), max_size=4),
        ),
        max_size=3,
    )
)
def test_the_process_finds_what_a_search_finds(drawn: list[tuple[list[str], list[str]]]) -> None:
    tasks = [Task([Pattern("1", one) for one in patterns], strings) for patterns, strings in drawn]
    expected = [
        [[place for place, one in enumerate(patterns) if re.search(one, text)] for text in strings]
        for patterns, strings in drawn
    ]
    assert found_in(tasks) == expected


def test_translation_leaves_alone_what_both_understand() -> None:
    for expression in (
        r"\$?96(0|8),000",
        r"(9|\$10?.(3|4)) billion( U.S. dollars)?",
        r"diesel\s+motors?",
        "a|b",
    ):
        assert translated(expression) == expression
