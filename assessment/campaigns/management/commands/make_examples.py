"""Makes examples in the layout of Natural Questions of pages of HTML."""

import gzip
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from secrets import token_hex
from typing import Any

from assessment.campaigns.services.collections import as_refusal
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.errors import Refused
from documents.errors import CollectionRefused
from documents.examples import COLUMNS, example_lines


class Command(AssizeCommand):
    """`make_examples FOLDER OUT.jsonl [--questions FILE]`"""

    help = (
        "Make JSON lines in the layout of Natural Questions of a folder with HTML pages and questions.csv "
        f"(columns {', '.join(COLUMNS)}), for import_collection --format nq and import_questions."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="the folder of the pages")
        parser.add_argument("out", type=Path, help="the file to write; packed if its name ends with .gz")
        parser.add_argument(
            "--questions", type=Path, metavar="FILE", help="default: questions.csv in the folder"
        )

    def do(self, **options: Any) -> Outcome:
        folder, out = options["folder"], options["out"]
        try:
            count = _write(out, example_lines(folder, options["questions"] or folder / "questions.csv"))
        except CollectionRefused as error:
            raise as_refusal(error) from error
        except OSError as error:
            raise Refused(
                f"{out} cannot be written: {error}. Nothing was changed.",
                "file_unwritable",
                "Name another file, or a folder that you may write to.",
            ) from error
        sentence = f"Wrote {count:,} example{'' if count == 1 else 's'} to {out}."
        return Outcome(sentence, {"examples": count, "file": str(out)})


def _write(out: Path, lines: Iterable[bytes]) -> int:
    """Write the file whole or not at all."""
    part = out.with_name(f"{out.name}.{token_hex(4)}")
    count = 0
    try:
        with part.open("wb") as file:
            packed = gzip.GzipFile("", "wb", fileobj=file, mtime=0) if out.suffix == ".gz" else file
            for count, line in enumerate(lines, 1):  # noqa: B007 -- the count is of all lines
                packed.write(line)
            if packed is not file:
                packed.close()
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)
    return count
