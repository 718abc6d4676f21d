"""The command `overview` on a bundle, with no database: all tables as HTML, CSV and LaTeX."""

import argparse
import sys
from collections.abc import Sequence
from html import escape
from pathlib import Path

from scoring import bundle
from scoring.evaluate import Scorer
from scoring.overview import writers
from scoring.overview.every import Part, parts
from scoring.overview.scored import Scored
from scoring.rules import PLAIN, RuleError


def add_overview(parser: argparse.ArgumentParser) -> None:
    """The arguments of `overview`."""
    parser.set_defaults(command=write_overview)
    parser.add_argument("bundle", type=Path, metavar="BUNDLE", help="a folder that export wrote")
    parser.add_argument("folder", type=Path, metavar="DIR", help="a new or empty folder")
    parser.add_argument("--rule", default=PLAIN[0], help="as in score (default adjudicated)")


def write_overview(options: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Write overview.html, and each table as tables/NAME.csv and tables/NAME.tex."""
    if options.folder.is_dir() and any(options.folder.iterdir()):
        print(f"{options.folder} is not empty. Name a new folder.", file=sys.stderr)
        return 1
    evaluation, problems = bundle.read(options.bundle)
    if evaluation is None:
        for problem in problems:
            print(problem, file=sys.stderr)
        return 1
    try:
        scored = Scored(Scorer(evaluation), options.rule)
    except RuleError as error:
        for line in (*error.lines, f"{options.rule}: {error.code}: {error}"):
            print(line, file=sys.stderr)
        return 1
    found = parts(scored)
    (options.folder / "tables").mkdir(parents=True, exist_ok=True)
    for name, content in table_files(found):
        (options.folder / name).write_bytes(content)
    (options.folder / "overview.html").write_text(page(scored, found), encoding="utf-8")
    number = sum(len(part.tables) for part in found)
    print(f"{options.folder}: {number} tables as HTML, CSV and LaTeX. Inputs {scored.report.inputs_sha256}")
    return 0


def table_files(found: Sequence[Part]) -> list[tuple[str, bytes]]:
    """Each table as CSV and LaTeX, with the names of their files."""
    return [
        (f"tables/{table.name}.{ending}", write(table))
        for part in found
        for table in part.tables
        for ending, write in (("csv", writers.csv), ("tex", writers.latex))
    ]


def page(scored: Scored, found: Sequence[Part]) -> str:
    """All tables as one page, with what they are of."""
    title = escape(scored.evaluation.title or scored.evaluation.campaign)
    made = (
        f"{scored.report.software}, rule {scored.report.rule}, inputs SHA-256 {scored.report.inputs_sha256}"
    )
    sections = [
        f"<section><h2>{escape(part.title)}</h2>\n"
        + "\n".join(
            f"{writers.html(table)}\n<p>{escape(_small(table.source, table.note))}</p>"
            for table in part.tables
        )
        + "</section>"
        for part in found
    ]
    return PAGE.format(title=title, made=escape(made), sections="\n".join(sections))


def _small(source: str, note: str) -> str:
    return " ".join(filter(None, (note, f"As in {source}." if source else "")))


PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>{title}: overview</title>
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 66rem; padding: 0 1rem; overflow-x: auto }}
caption, th {{ text-align: left; padding: .2rem .8rem .2rem 0 }}
td {{ padding: .2rem .8rem .2rem 0; vertical-align: top }}
.r {{ text-align: right }}
</style></head>
<body><h1>{title}</h1><p>{made}</p>
{sections}
</body></html>
"""
