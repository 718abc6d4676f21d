"""What strangers wrote stays text in HTML, CSV and LaTeX."""

import csv
import io
import re

import lxml.html
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring import bundle
from scoring.overview import writers
from scoring.overview.tables import Column, Table
from tests.scoring.overview.latex import problems
from tests.scoring.overview.test_tables import CAMPAIGNS, ranked, tables
from tests.scoring.test_golden import GOLDEN

SIGNS = "%&\\_{}$#~^<>|\"`'[]*=+-@,;\n\r\t\u202e\u2067م漢é"
HOSTILE = st.text(st.one_of(st.sampled_from(SIGNS), st.characters()), max_size=30)
# What LaTeX takes for a command, once escapes are gone.
ESCAPES = re.compile(
    r"\\text(?:backslash|ascii(?:tilde|circum|grave)|less|greater|bar)\{\}"
    r"|\\char34\{\}|\\dots\{\}|\$\\rightarrow\$|\\[{}$&#%_]|\{[\[\]*-]\}"
)


def of_one_cell(text: str) -> Table:
    return Table("name", text, "", (Column(text), Column("Number", "number")), [[text, 0.5]], text)


@given(HOSTILE)
@example(SIGNS)
def test_latex_has_no_command_of_a_stranger(text: str) -> None:
    found = writers.latex_text(text)
    assert not re.search(r"[\\{}$&#%_~^<>|\"`\[\]*\n\r]", ESCAPES.sub("", found))
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", found)


@given(HOSTILE)
@example(SIGNS)
def test_a_row_of_latex_is_a_line_with_as_many_cells_as_columns(text: str) -> None:
    lines = writers.latex(of_one_cell(text)).decode().split("\n")
    row = lines[lines.index(r"\bottomrule\endlastfoot") + 1]
    assert row.endswith(r" & .500 \\")
    assert len(re.findall(r"(?<!\\)&", ESCAPES.sub("", row))) == 1


@given(HOSTILE)
@example(SIGNS)
@example("<b>bold</b>&amp;<script>")
@example("\ud800")
def test_html_holds_the_text_and_no_element_of_it(text: str) -> None:
    page = lxml.html.fragment_fromstring(writers.html(of_one_cell(text)))
    (cell,) = page.xpath(".//tbody/tr/th/bdi")
    assert len(cell) == 0
    assert (cell.text or "") == writers._readable(text)
    assert len(page.xpath(".//tbody//td")) == 1


@given(HOSTILE)
@example("=HYPERLINK(1)")
@example("+1")
@example("-1")
@example("@SUM(1)")
@example("\tx")
@example("\rx")
def test_no_cell_of_a_spreadsheet_is_a_formula(text: str) -> None:
    read = list(csv.reader(io.StringIO(writers.csv(of_one_cell(text)).decode(), newline="")))
    assert [len(row) for row in read] == [2, 2]
    assert not read[1][0].startswith(("=", "+", "-", "@", "\t", "\r"))
    assert read[1][1] == "0.5"


def test_a_table_reads_as_people_write_numbers() -> None:
    columns = (Column("Run"), Column("Score", "number"), Column("Of", "count"), Column("Share", "share"))
    table = Table("runs", "Runs", "TREC-8", columns, [["a_1", 0.5, 1234, 0.25], ["b", None, 2, None]])
    assert table.shown == [["a_1", ".500", "1,234", "25.0 %"], ["b", "–", "2", "–"]]
    text = writers.latex(table).decode()
    assert r"a\_1 & .500 & 1,234 & 25.0 \% \\" in text
    assert r"\caption{Runs (TREC{-}8)}\label{tab:runs}" in text
    assert writers.csv(table) == b"Run,Score,Of,Share\r\na_1,0.5,1234,0.25\r\nb,,2,\r\n"


def test_every_table_is_written_in_all_three_ways() -> None:
    for table in tables(ranked()).values():
        number = len(table.rows)
        assert len(lxml.html.fragment_fromstring(writers.html(table)).xpath(".//tbody/tr")) == number
        assert len(list(csv.reader(io.StringIO(writers.csv(table).decode(), newline="")))) == number + 1
        assert writers.latex(table).decode().count(r"\\" + "\n") == number + 1  # and the caption


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_latex_reads_every_table_of_whole_campaigns(campaign: str) -> None:
    evaluation, _ = bundle.read(GOLDEN / campaign)
    assert evaluation
    for table in tables(evaluation, "union").values():
        assert problems(writers.latex(table).decode()) == [], table.name


@given(HOSTILE)
@example(SIGNS)
@example("łódź “Ÿ” e\u0301")
def test_latex_reads_what_strangers_wrote(text: str) -> None:
    assert problems(writers.latex(of_one_cell(text)).decode()) == []


def test_a_table_says_what_pdflatex_cannot_read_of_it() -> None:
    needs = [writers.latex(of_one_cell(text)).decode().split("\n")[1] for text in ("łódź e\u0301", "مد κ")]
    assert needs[0].startswith(r"\begin{longtable}")
    assert needs[1] == "% LuaLaTeX or XeLaTeX, and a font that has: ARABIC, GREEK"


@pytest.mark.parametrize(
    ("sound", "broken", "says"),
    [
        (r"\&", "&", "cells for"),
        (r"\_", "_", "bare _"),
        (r"\#", "#", "bare #"),
        (r"\$", "$", "formula"),
        (r"\}", "}", "braces"),
        (r"\{", "{", "braces"),
        (r"\%", "%", "braces"),
        ("{[}", "[", "begins with ["),
        (r"\end{longtable}", r"\end{table}", "environments"),
        (r"\char34{}", r"\textquotedbl{}", r"the command \textquotedbl"),
        ("é", "م", "cannot read: م"),
    ],
)
def test_what_latex_would_refuse_is_seen(sound: str, broken: str, says: str) -> None:
    """So that the tables above are not passed by a check that passes everything."""
    text = writers.latex(of_one_cell('[&_#$}{%"é')).decode()
    assert problems(text) == []
    found = "\n".join(problems(text.replace(sound, broken)))
    assert says in found
