"""Reading XML past its faults: the samples of the guidelines, with their faults, in other words."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any
from xml.parsers import expat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats import elements, markup, runs_xml, topics_pairs
from scoring.formats.problems import Problems
from scoring.records import Problem
from tests.scoring.respub import RUN, TRACK, check
from tests.sizes import FULL

# Samples as guidelines print them: ranges for values, no = before a value, a value over two lines, the minus signs of a
# browser's tree, marks of a listing, a run id that changes, words cut short.
TEMPLATE = """<?xml version="1.0" encoding="UTF-8" ?>
<output>
 <task_PS>
 <a q_id="0001-0005" run_id="XXXX101PSXXXX"
 answered="YES|NO">
 <passage_string p_id="2" docid "jrc31931R0007-
 en.xml">abc</passage_string>
 </a>
 </task_PS>
</output>
"""
LISTING = """```
= <output>
<task_AS>
= <a q_id="0001" run_id="clct101ASenen" answered="YES">
<passage_string p_id="2" docid="jrc31931R0007-en.xml">The lamp of a ferry shall be lit at dusk & put out at dawn.</passage_string>
```
<exact_answer>at dusk</exact_answer>
</a>
- <a q_id="0002" run_id="clct101PSena" answered="YES">
<passage_string p_id="3" docid="jrc31931R0007-en.xml">Each ferry … spare.</passage_string>
</a>
</task_AS>
…
</output>
"""
TOPICS = """<?xml version="1.0" encoding="UTF-8" ?>
<input>
 <q q_id="0001-0200"
 source_lang="BG|DE|EN" target_lang="EN">Question?</q>
 stray words
 <q q_id="0002" source_lang="EN" target_lang="en"> Padded
 over two lines?</q>
 <q q_id="0003" source_lang="EN" target_lang="EN"></q>
 <q q_id="0004" source_lang="EN" target_lang="EN">Fish & chips?</q>
</input>
"""


def places(problems: list[Problem]) -> list[tuple[int, str, str]]:
    """Line, code and the beginning of each message, which names the column."""
    return [(it.line, it.code, it.message.split(":")[0]) for it in problems]


def column(text: str, line: int, part: str) -> str:
    """Where a part of a line begins, as messages spell it."""
    return f"Column {text.splitlines()[line - 1].index(part) + 1}"


def test_a_template_for_a_run() -> None:
    result = places(check(TEMPLATE, "XXXX101PSXXXX.xml").problems)
    assert (4, "unknown_question", "Column 2") in result
    assert (4, "run_id_form", "Column 2") in result
    assert (4, "answered", "Column 2") in result
    assert (6, "xml", column(TEMPLATE, 6, "docid")) in result
    assert (
        6,
        "unknown_document",
        "Column 2",
    ) not in result  # the id has a blank in it, which is said instead
    assert (6, "passage_docid", "Column 2") in result


def test_a_listing_of_a_run() -> None:
    result = places(check(LISTING).problems)
    assert result[0] == (1, "stray_text", "Column 1")
    assert (3, "stray_text", "Column 12") not in result
    assert (4, "stray_text", "Column 1") in result
    assert (5, "xml", column(LISTING, 5, "&")) in result
    assert (6, "stray_text", "Column 1") in result
    assert (9, "stray_text", "Column 1") in result
    assert (9, "run_id_mixed", "Column 3") in result
    assert (9, "exact_answer_missing", "Column 3") in result
    assert (10, "passage_differs", "Column 1") in result
    assert (13, "stray_text", "Column 1") in result
    assert (3, "missing_question", "Column 1") in result


def test_a_template_for_topics() -> None:
    _, problems = TRACK.read_topics(TOPICS.encode(), "topics.xml")
    assert places(problems) == [
        (3, "question_id", "Column 2"),
        (3, "language", "Column 2"),
        (5, "stray_text", "Column 2"),
        (6, "language", "Column 2"),
        (8, "question_text", "Column 2"),
        (9, "xml", column(TOPICS, 9, "&")),
    ]


def test_topics_with_a_declaration_of_their_type_are_read_without_it() -> None:
    bomb = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(9))
    text = f'<!DOCTYPE input [<!ENTITY e0 "ha">{bomb}]>\n<input><q q_id="0001" source_lang="EN" target_lang="RO">{{}}</q></input>'
    topics, problems = TRACK.read_topics(text.format("Why?").encode(), "topics.xml")
    assert [question.text for question in topics.questions] == ["Why?"]
    assert problems == []
    topics, problems = TRACK.read_topics(text.format("&e9;").encode(), "topics.xml")
    assert places(problems) == [(2, "xml", column(text, 2, "{}"))]


def test_a_run_with_a_declaration_is_refused_wherever_it_stands() -> None:
    for start in ("<!DOCTYPE output>\n", '<!DOCTYPE output [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n'):
        assert (2, "doctype") in {
            (it.line, it.code) for it in check(RUN.replace("<output>", f"{start}<output>")).problems
        }
    inner = RUN.replace("<task_AS>", "<!DOCTYPE output><task_AS>")
    assert (3, "doctype") in {(it.line, it.code) for it in check(inner).problems}


def test_files_that_are_no_text_or_too_large() -> None:
    assert check(b"").problems[0].code == "empty_file"
    assert check(b"\x1f\x8b\x08\x00").problems[0].code == "gzip"
    assert check(RUN.encode("utf-16")).problems[0].code == "utf16"
    assert check(RUN.encode("iso-8859-1", "replace")).problems[0].code == "encoding"
    assert check(b"<output>" + b" " * markup.MOST_BYTES).problems[0].code == "too_large"


@pytest.mark.parametrize(
    "text",
    [
        "<a>" * 50_000,
        "</a>" * 50_000,
        "<a " * 50_000,
        "<a b='" * 50_000,
        "<!--" * 50_000,
        "&" * 50_000,
        "<a>" * 20_000 + "</b>" * 20_000,
    ],
)
def test_many_faults_are_read_quickly_and_given_up(text: str) -> None:
    problems = Problems("file")
    markup.read(text.encode(), problems)
    assert problems
    assert problems.count <= max(elements.GIVE_UP, 50_000) + 10


WORDS = [
    "<output>",
    "</output>",
    "<a x='1'>",
    "</a>",
    "<a/>",
    "&amp;",
    "&",
    "text",
    " ",
    "\n",
    "<!-- c -->",
    "<![CDATA[<x>]]>",
    "<?p i?>",
    "<",
    ">",
    "'",
    '"',
    "=",
    "]]>",
]


@given(
    st.lists(st.sampled_from(WORDS), max_size=12).map("".join) | st.text(max_size=30).map("<a>{}</a>".format)
)
def test_no_fault_means_that_expat_finds_none_either(text: str) -> None:
    problems = Problems("file")
    root = markup.read(text.encode("utf-8", "surrogatepass"), problems)
    try:
        expat.ParserCreate("utf-8").Parse(text.encode(), True)
        well_formed = True
    except (expat.ExpatError, UnicodeEncodeError):
        well_formed = False
    assert not (root is not None and not problems and not well_formed)
    assert problems or root is not None
    if well_formed and "\0" not in text:
        assert not problems


# hostile files

SIZE = 300 if FULL else 100  # of the smallest of three

SHAPES: dict[str, Callable[[int], str]] = {
    "opened": lambda n: "<a>" * n,
    "closed": lambda n: (
        "".join(f"<a{i}>" for i in range(n)) + "".join(f"</a{i}>" for i in reversed(range(n)))
    ),
    "closed by the outermost": lambda n: f"<a>{'<b>' * n}</a>",
    "never opened": lambda n: f"<a>{'<b>' * 90}{'</c>' * n}",
    "beside each other": lambda n: f"<output>{'<b/>' * n}</output>",
    "attributes": lambda n: "<a " + " ".join(f"b{i}='c'" for i in range(n)) + "/>",
    "no attributes": lambda n: f"<a {'/ = ' * n}/>",
    "no references": lambda n: f"<a>{'&' * n}</a>",
    "signs": lambda n: f"<a>{'< ' * n}</a>",
    "comments": lambda n: f"<a>{'<!---->b' * n}</a>",
    "stray lines": lambda n: "<a/>" + "b\n" * n,
}
READERS: dict[str, Callable[[bytes, Problems], object]] = {
    "markup": markup.read,
    "runs": lambda data, problems: runs_xml.read(data, problems, ("AS", "PS"), ("q_id", "run_id")),
    "topics": lambda data, problems: topics_pairs.read(data, "topics", ("EN",), "FACTOID"),
}


def steps(work: Callable[[], object]) -> int:
    """How many lines of Python a piece of work runs, whatever the machine does meanwhile."""
    count = 0

    def counted(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal count
        count += 1
        return counted

    before = sys.gettrace()
    sys.settrace(counted)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("shape", SHAPES)
def test_the_work_grows_with_the_size_of_a_file_and_no_faster(shape: str, reader: str) -> None:
    def work(n: int) -> int:
        data = SHAPES[shape](n).encode()
        return steps(lambda: READERS[reader](data, Problems("file")))

    small, large = work(SIZE), work(SIZE * 4)
    assert large < small * 4.5
    assert work(SIZE * 20) < large * 5.5


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("<a>" * 101, "too_deep"),
        (f"<a>{'<b/>' * markup.MOST_TAGS}</a>", "too_many_tags"),
        (f"<a>{'&' * 2_001}</a>", "given_up"),
    ],
)
def test_a_file_is_read_no_further_than_one_of_its_kind_can_go(text: str, code: str) -> None:
    problems = Problems("file")
    markup.read(text.encode(), problems)
    assert problems.listed()[-1].code == code
    assert problems.listed()[-1].hint


def test_elements_in_each_other_up_to_the_limit_are_read() -> None:
    problems = Problems("file")
    assert markup.read(("<a>" * markup.DEEPEST + "</a>" * markup.DEEPEST).encode(), problems)
    assert not problems.listed()
