"""Tables as HTML, CSV and LaTeX; strangers wrote names, questions and answers, so nothing of a cell is a command."""

import io
import re
import unicodedata
from collections.abc import Iterator, Sequence
from html import escape

from scoring.formats.spreadsheets import Table as Spreadsheet
from scoring.overview.tables import Column, Table

TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")  # letters after them run the other way
# What pdfLaTeX cannot read in UTF-8 with the encoding T1, as tried with TeX Live 2022; letters with their accents are one sign.
UNREAD = re.compile(
    "[^\0-\u0125\u0128-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u0165\u0168-\u017e\u0218-\u021b"
    "\u2010-\u2016\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]"
)
MANY = 11  # columns, from which on a table is printed small
LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\char34{}",  # the usual encoding of pdfLaTeX has no command for it
    "`": r"\textasciigrave{}",
    "[": "{[}",  # after the end of a row a bracket would be its argument, and a star its variant
    "]": "{]}",
    "*": "{*}",
    "-": "{-}",  # two would become a dash
    "–": "--",
    "…": r"\dots{}",
    "→": r"$\rightarrow$",
    "’": "'",
}


def html(table: Table) -> str:
    """The table as an element of a page, with its title as caption."""
    head = "".join(
        f'<th scope="col"{_side(one)}>{escape(_readable(one.title))}</th>' for one in table.columns
    )
    body = "\n".join(
        f"<tr>{''.join(_html_cell(*cell) for cell in enumerate(zip(table.columns, row, strict=True)))}</tr>"
        for row in table.shown
    )
    caption = f"<caption>{escape(_readable(table.title))}</caption>"
    many = ' class="many"' if len(table.columns) > MANY else ""
    return f"<table{many}>{caption}<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table>"


def _side(column: Column) -> str:
    return "" if column.kind == "text" else ' class="r"'


def _html_cell(place: int, cell: tuple[Column, str]) -> str:
    column, text = cell
    shown = escape(_readable(text))
    if column.kind != "text":
        return f'<td class="r">{shown}</td>'
    if place == 0:
        return f'<th scope="row"><bdi>{shown}</bdi></th>'
    return f"<td><bdi>{shown}</bdi></td>"


def _readable(text: str) -> str:
    """The text without characters that pages and papers cannot hold; line breaks become blanks."""
    kept = (" " if unicodedata.category(sign) in ("Cc", "Zl", "Zp") else sign for sign in text)
    return "".join(sign for sign in kept if unicodedata.category(sign) not in ("Cs", "Cn"))


def csv(table: Table) -> bytes:
    """The table with all digits; shares are of 1, and what is undefined is empty."""
    target = io.StringIO(newline="")
    write = Spreadsheet(target)
    write.writerow([column.title for column in table.columns])
    write.writerows(
        [column.full(cell) for column, cell in zip(table.columns, row, strict=True)] for row in table.rows
    )
    return target.getvalue().encode(errors="replace")


def latex(table: Table) -> bytes:
    """The table as a longtable with booktabs, which breaks over pages; its first lines say what it needs."""
    sides = "".join("l" if column.kind == "text" else "r" for column in table.columns)
    head = _latex_row([column.title for column in table.columns])
    caption = latex_text(table.title) + (f" ({latex_text(table.source)})" if table.source else "")
    lines = [
        rf"\begin{{longtable}}{{{sides}}}",
        rf"\caption{{{caption}}}\label{{tab:{table.name}}}\\",
        rf"\toprule {head}\midrule\endfirsthead",
        rf"\toprule {head}\midrule\endhead",
        r"\bottomrule\endlastfoot",
        *map(_latex_row, table.shown),
        r"\end{longtable}",
        *([rf"\noindent {latex_text(table.note)}"] if table.note else []),
    ]
    return "\n".join([*_needs("".join(lines)), *lines, ""]).encode(errors="replace")


def _needs(text: str) -> Iterator[str]:
    """What has to be loaded for a table, and where pdfLaTeX cannot read it, whose signs it has."""
    yield r"% \usepackage{booktabs,longtable}, and with pdfLaTeX \usepackage[T1]{fontenc}"
    scripts = {unicodedata.name(sign, "OTHER").split()[0] for sign in UNREAD.findall(text)}
    if scripts:
        yield f"% LuaLaTeX or XeLaTeX, and a font that has: {', '.join(sorted(scripts))}"


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(map(latex_text, cells)) + r" \\"


def latex_text(text: str) -> str:
    """A text as LaTeX prints it, on one line."""
    clean = unicodedata.normalize("NFC", TURNING.sub("", _readable(text)))
    return "".join(LATEX.get(sign, sign) for sign in clean)
