"""Runs of ResPubliQA: every rule, and every single mutation of a right file with its line.

The rules are those of the ResPubliQA 2010 guidelines, sections V and VI.
"""

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.records import Item, Response, Run
from scoring.tracks.base import Declaration, RunChecks
from tests.scoring.respub import PS_RUN, RUN, TRACK, check, known_docids, paragraph_texts, topics

LINES = RUN.splitlines()


def line_of(part: str) -> int:
    """The number of the first line of the right run that holds a text."""
    return next(number for number, line in enumerate(LINES, 1) if part in line)


def replaced(line: int, old: str, new: str) -> str:
    assert old in LINES[line - 1], (line, old)
    changed = [*LINES]
    changed[line - 1] = changed[line - 1].replace(old, new, 1)
    return "\n".join(changed) + "\n"


def without(first: int, last: int) -> str:
    return "\n".join([*LINES[: first - 1], *LINES[last:]]) + "\n"


def swapped() -> str:
    """The responses to questions 1 and 2 change places."""
    return "\n".join([*LINES[:3], *LINES[7:11], *LINES[3:7], *LINES[11:]]) + "\n"


# line, old, new, code expected in that line. Lines 4-7 hold question 1, 8-11 question 2, 12-15 question 3 (a candidate
# behind a NOA), 16-18 question 4 (a NOA), 19-22 question 5.
EDITS = [
    (4, "clct101ASenen", "clct101ASende", "run_id_mixed"),
    (4, "clct101ASenen", "CLCT101ASenen", "run_id_mixed"),
    (8, 'q_id="0002"', 'q_id="0001"', "question_repeated"),
    (8, 'q_id="0002"', 'q_id="2"', "unknown_question"),
    (8, 'q_id="0002"', 'q_id="0201"', "unknown_question"),
    (8, 'q_id="0002" ', "", "xml_attribute"),
    (8, 'q_id="0002"', 'q_id=""', "unknown_question"),
    (8, 'run_id="clct101ASenen" ', "", "xml_attribute"),
    (8, 'run_id="clct101ASenen"', 'run_id=""', "run_id_mixed"),
    (8, ' answered="YES"', "", "xml_attribute"),
    (8, '"YES"', '"yes"', "answered"),
    (8, '"YES"', '"MAYBE"', "answered"),
    (8, '"YES"', '""', "answered"),
    (8, '"YES"', '"YES" sure="1"', "xml_attribute"),
    (16, '"NO"', '"YES"', "exact_answer_missing"),
    (17, "NOA", "noa", "passage_docid"),
    (17, "<passage_string>", '<passage_string p_id="4" docid="jrc31931R0007-en.xml">', "noa_half"),
    (5, 'docid="', 'docid "', "xml"),
    (5, 'docid="', "docid=", "xml"),
    (5, 'en.xml"', "en.xml", "xml"),
    (5, 'p_id="2" ', 'p_id="2"', "xml"),
    (5, 'p_id="2"', 'p_id="2" p_id="2"', "xml"),
    (5, 'p_id="2"', "p_id=2", "xml"),
    (5, 'p_id="2"', "p_id", "xml"),
    (5, 'p_id="2" ', "", "passage_p_id"),
    (5, 'p_id="2"', 'p_id=""', "passage_p_id"),
    (5, 'p_id="2"', 'p_id="3"', "passage_differs"),
    (5, 'p_id="2"', 'p_id="77"', "unknown_paragraph"),
    (5, 'p_id="2"', 'p_id="2 "', "passage_p_id"),
    (5, ' docid="jrc31931R0007-en.xml"', "", "passage_docid"),
    (5, "R0007", "R0008", "unknown_document"),
    (5, "jrc3", "JRC3", "unknown_document"),
    (5, "-en.xml", "-de.xml", "document_language"),
    (5, "&amp;", "&", "xml"),
    (5, "&amp;", "&amp", "xml"),
    (5, "&amp;", "&nbsp;", "xml"),
    (5, "&amp;", "&#0;", "xml"),
    (5, "&amp;", "and", "passage_differs"),
    (5, "lamp", "Lamp", "passage_differs"),
    (5, "dusk", "d\u200busk", "passage_differs"),
    (5, " at dawn.", "", "passage_truncated"),
    (5, "The lamp", "lamp", "passage_differs"),
    (5, "dawn.", "dawn. Or later.", "passage_longer"),
    (9, "lamps.  The", "lamps. The", "passage_white_space"),
    (9, "lamps.  The", "lamps.\u00a0 The", "passage_white_space"),
    (5, "</passage_string>", "", "xml"),
    (5, "<passage_string", "<passage", "xml_element"),
    (5, "<passage_string", "<passage_string lang='en'", "xml_attribute"),
    (5, "The lamp", "<b>The</b> lamp", "xml_element"),
    (5, "dusk", "du\x01sk", "xml"),
    (6, "at dusk", "at noon", "exact_not_in_passage"),
    (6, "at dusk", "at  dusk", "exact_not_in_passage"),
    (6, "at dusk &amp; put out", "", "exact_answer_empty"),
    (6, "at dusk &amp; put out", "NOA", "exact_answer_empty"),
    (6, "</exact_answer>", "</exact_answer><exact_answer>ferry</exact_answer>", "exact_answer_many"),
    (6, "</exact_answer>", "</exact>", "xml"),
    (7, "</a>", "- </a>", "stray_text"),
    (7, "</a>", "</a>…", "stray_text"),
    (7, "</a>", "</A>", "xml"),
    (8, "<a ", "= <a ", "stray_text"),
    (8, "<a ", "<answer ", "xml_element"),
    (8, "<a ", "< a ", "xml"),
    (2, "<output>", "<output> text", "stray_text"),
    (2, "<output>", "= <output>", "stray_text"),
    (2, "<output>", "<input>", "xml_element"),
    (2, "<output>", '<output version="1">', "xml_attribute"),
    (2, "<output>", '<!DOCTYPE output SYSTEM "r.dtd">\n<output>', "doctype"),
    (3, "task_AS", "task_PS", "xml"),
    (3, "<task_AS>", "<task_XX>", "xml_element"),
    (3, "<task_AS>", '<task_AS year="10">', "xml_attribute"),
    (1, "UTF-8", "ISO-8859-1", "encoding"),
    (13, "6 ecopence", "7 ecopence", "passage_differs"),
    (14, " 6 ecopence ", "7 ecopence", "exact_not_in_passage"),
    (14, " 6 ecopence ", "", "exact_answer_empty"),
    (14, "<exact_answer>", "<exact_answer id='1'>", "xml_attribute"),
    (17, "</passage_string>", "</passage_string><exact_answer>x</exact_answer>", "exact_alone"),
    (24, "</output>", "</output> tail", "stray_text"),
    (24, "</output>", "</output><output/>", "xml"),
]
WHOLE: dict[str, tuple[Callable[[], str], int, str]] = {
    "a question is missing": (lambda: without(8, 11), 8, "missing_question"),
    "the last question is missing": (lambda: without(19, 22), 3, "missing_question"),
    "two responses change places": (swapped, 8, "question_order"),
    "a response stands twice": (
        lambda: "\n".join([*LINES[:11], *LINES[7:11], *LINES[11:]]),
        12,
        "question_repeated",
    ),
    "a passage is missing": (lambda: without(5, 5), 4, "passage_string_missing"),
    "a passage stands twice": (
        lambda: "\n".join([*LINES[:5], *LINES[4:]]),
        6,
        "passage_string_many",
    ),
    "an exact answer is missing": (lambda: without(6, 6), 4, "exact_answer_missing"),
    "the exact answer stands first": (
        lambda: "\n".join([*LINES[:4], LINES[5], LINES[4], *LINES[6:]]),
        5,
        "xml_element",
    ),
    "an end is missing": (lambda: without(7, 7), 4, "xml"),
    "the end of the file is missing": (lambda: without(23, 24), 2, "xml"),
    "the task has no end": (lambda: without(23, 23), 3, "xml"),
    "a second task": (
        lambda: RUN.replace("</output>", "<task_PS></task_PS></output>"),
        24,
        "task",
    ),
    "another year": (lambda: RUN.replace("clct101", "clct111"), 4, "run_id_year"),
    "a third run": (lambda: RUN.replace("clct101", "clct103"), 4, "run_id_number"),
    "another task in the run id": (lambda: RUN.replace("1ASenen", "1PSenen"), 3, "run_id_task"),
    "capitals in the run id": (lambda: RUN.replace("ASenen", "ASENEN"), 4, "run_id_form"),
    "a run id that is none": (lambda: RUN.replace("clct101ASenen", "run one"), 4, "run_id_form"),
    "a language that is none": (lambda: RUN.replace("ASenen", "ASenxx"), 4, "run_id_language"),
    "a pair that is not asked": (lambda: RUN.replace("ASenen", "ASenit"), 3, "no_questions"),
    "another team": (lambda: RUN.replace("clct101", "abcd101"), 4, "run_id_team"),
    "the name of another file": (lambda: RUN.replace("clct101", "clct102"), 4, "file_name"),
}


def found(text: str) -> set[tuple[int, str]]:
    return {(problem.line, problem.code) for problem in check(text).problems}


def test_the_right_run_is_right() -> None:
    checked = check(RUN)
    assert checked.problems == []
    assert checked.warnings == []
    assert checked.run_tag == "clct101ASenen"
    assert checked.responses[0] == Response("0001", "jrc31931R0007-en.xml", "at dusk & put out", 1, "2", 4)
    assert checked.responses[2].item == Item("0003", "jrc31931R0007-en.xml", "4", "6 ecopence")
    assert [response.noa for response in checked.responses] == [False, False, True, True, False]
    assert checked.responses[3].item is None


def test_a_right_run_of_paragraphs_is_right() -> None:
    checked = check(PS_RUN, "clct101PSenen.xml")
    assert checked.problems == []
    assert {response.answer for response in checked.responses} == {""}


@pytest.mark.parametrize(("line", "old", "new", "code"), EDITS, ids=lambda value: str(value)[:24])
def test_every_mutation_is_found_with_its_line(line: int, old: str, new: str, code: str) -> None:
    checked = check(replaced(line, old, new))
    lines = {problem.line for problem in checked.problems if problem.code == code}
    assert line in lines
    assert checked.responses == ()
    for problem in checked.problems:
        assert problem.line == 0 or problem.message.startswith("Column ") or problem.code == "encoding"
        assert problem.hint


def columns(text: str, line: int) -> list[int]:
    """Where in a line its problems stand, counted from 1."""
    result = (
        re.match(r"Column (\d+)", problem.message) for problem in check(text).problems if problem.line == line
    )
    return [int(column[1]) for column in result if column]


@pytest.mark.parametrize(("line", "old", "new", "code"), EDITS, ids=lambda value: str(value)[:24])
def test_every_mutation_is_found_with_its_column(line: int, old: str, new: str, code: str) -> None:
    text = replaced(line, old, new)
    lines = text.splitlines()
    there = columns(text, line)
    if code not in ("xml", "stray_text", "encoding"):  # of the others, the element's beginning
        assert {lines[line - 1][column - 1] for column in there} == {"<"}
    if line > 1:  # nothing may stand before the declaration
        moved = "\n".join([*lines[: line - 1], f"\t {lines[line - 1]}", *lines[line:]])
        assert columns(moved, line) == [column + 2 for column in there]


@pytest.mark.parametrize(("made", "line", "code"), WHOLE.values(), ids=WHOLE.keys())
def test_every_mutation_of_the_whole_is_found_with_its_line(
    made: Callable[[], str], line: int, code: str
) -> None:
    assert (line, code) in found(made())


def test_there_are_many_kinds_of_mutation() -> None:
    assert len(EDITS) + len(WHOLE) >= 90


@given(st.data())
def test_two_mutations_are_both_found(data: st.DataObject) -> None:
    """All errors at once: those that leave the elements whole do not hide each other."""
    structural = {
        "xml",
        "xml_element",
        "doctype",
        "run_id_mixed",
        "question_repeated",
        "unknown_question",
        "answered",
    }
    sound = [edit for edit in EDITS if edit[3] not in structural and edit[0] > 3]
    first, second = data.draw(
        st.tuples(*[st.sampled_from(sound)] * 2).filter(lambda two: two[0][0] // 4 != two[1][0] // 4)
    )
    lines = replaced(*first[:3]).splitlines()
    lines[second[0] - 1] = lines[second[0] - 1].replace(second[1], second[2], 1)
    result = found("\n".join(lines))
    assert {(first[0], first[3]), (second[0], second[3])} <= result


def test_the_first_difference_is_shown_from_both_sides() -> None:
    text = RUN.replace("two lamps.  The second", "two lamps.  The third")
    message = next(problem.message for problem in check(text).problems if problem.code == "passage_differs")
    assert "character 36" in message
    assert "wo lamps.  The |third one is spare." in message
    assert "wo lamps.  The |second one is spare." in message


def test_white_space_at_the_ends_is_free_and_lines_may_end_in_cr_lf() -> None:
    padded = RUN.replace("</passage_string>", "\n  </passage_string>").replace("\n", "\r\n")
    assert check(padded.encode()).problems == []


def test_a_run_on_one_line_keeps_its_responses_apart() -> None:
    checked = check(RUN.replace("\n", ""))
    assert checked.problems == []
    assert len({response.line for response in checked.responses}) == 5


@pytest.mark.parametrize(
    "silent",
    [
        "",
        "<passage_string/>",
        "<passage_string></passage_string>",
        '<passage_string p_id="" docid=""> NOA </passage_string>',
    ],
)
def test_every_form_of_silence(silent: str) -> None:
    checked = check(RUN.replace("<passage_string>NOA</passage_string>", silent))
    assert checked.problems == []
    assert checked.responses[3] == Response("0004", "", "", line=16, noa=True)


def test_what_a_setting_loosens_becomes_a_warning() -> None:
    checked = check(without(8, 11), missing_questions=True)
    assert checked.problems == []
    assert [(it.line, it.code) for it in checked.warnings] == [(8, "missing_question")]
    assert len(checked.responses) == 4
    checked = check(RUN.replace("jrc31931R0007-en.xml", "jrc31931R0009-en.xml"), unknown_docids=True)
    assert checked.problems == []
    assert {warning.code for warning in checked.warnings} == {"unknown_document"}


def test_runs_are_in_utf_8() -> None:
    declared = Declaration("clct", encoding="iso-8859-1")
    checked = TRACK.check_run(RUN.encode(), "clct101ASenen.xml", RunChecks(topics("EN:EN"), declared, {}))
    assert [it.code for it in checked.problems] == ["encoding"]


def test_mere_silence_is_not_pooled() -> None:
    asked, responses = topics("EN:EN"), check(RUN).responses
    pooled = TRACK.pooled_responses(Run("clct101ASenen", "clct"), responses, asked, {}, (), None)
    assert [response.qid for response in pooled] == ["0001", "0002", "0003", "0005"]


def test_the_ids_that_a_team_may_give() -> None:
    assert TRACK.run_ids("clct", "PS", "EN:IT") == ("clct101PSenit", "clct102PSenit")
    assert TRACK.under({"year": "11", "max_runs": 1}).run_ids("clct", "AS", "EN:EN") == ("clct111ASenen",)


def test_what_cannot_be_checked_is_said() -> None:
    checked = TRACK.check_run(
        RUN.encode(), "clct101ASenen.xml", RunChecks(topics("EN:EN"), Declaration(), {})
    )
    assert checked.problems == []
    assert [it.code for it in checked.warnings] == ["documents_unchecked", "paragraphs_unchecked"]


def test_a_run_answers_the_questions_of_its_pair() -> None:
    both = topics("EN:EN", "IT:EN")
    checked = TRACK.check_run(
        RUN.replace("ASenen", "ASiten").encode(),
        "clct101ASiten.xml",
        RunChecks(both, Declaration("clct"), {}, known_docids, None, paragraph_texts),
    )
    assert checked.problems == []
    assert [response.qid for response in checked.responses] == [f"000{n}:IT:EN" for n in range(1, 6)]
    assert TRACK.questions_of("clct101ASiten", both) == both.questions[5:]
    assert TRACK.run_kind_of("clct101ASiten") == "AS"


@given(st.binary(max_size=60), st.integers(0, len(RUN)), st.integers(0, 60))
def test_no_bytes_make_the_checker_raise(noise: bytes, place: int, gone: int) -> None:
    data = RUN.encode()
    checked = check(data[:place] + noise + data[place + gone :])
    assert bool(checked.responses) != bool(checked.problems)


@given(st.lists(st.sampled_from(re.findall(r"<[^>]*>|[^<]+", RUN)), max_size=30))
def test_no_order_of_tags_makes_the_checker_raise(parts: list[str]) -> None:
    checked = check("".join(parts))
    assert bool(checked.responses) != bool(checked.problems)
