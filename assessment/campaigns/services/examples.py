"""How files look: at every field that takes one stand the first lines of an example, the example as a file, and the manual.

A room declares the example beside what is done with such files: an intake has `example` and `manual`, whatever is no intake
says

    register_example(FileExample("patterns", _example, "answer-patterns", Permission.ASSIGN))

and a field names its kinds: `ChosenFile("patterns")`. An example is made of the campaign's own questions and answers as far as
it has any, so that the check of its kind takes it; a test asks it of each.
"""

import csv
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO, StringIO
from typing import NamedTuple
from zipfile import ZipFile, is_zipfile

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.source_files import SourceFile
from assessment.people.selectors.access import Access, Permission
from assessment.shared.registered import Registered

LINES, OF_MARKUP = 3, 8  # that a page shows: markup says little in three
LONGEST = 160  # characters of a line that a page shows


class FileExample(NamedTuple):
    """The example of a kind of file, and where the manual tells of such files."""

    kind: str
    make: Callable[..., SourceFile]  # of a campaign; of nothing where such files belong to no campaign
    manual: str  # a page of docs/ and a heading on it: "imports#questions-from-a-spreadsheet"
    permission: Permission | None = None  # to bring such files into a campaign; None: they belong to none
    is_there: Callable[[Access], bool] = lambda access: True  # whether the campaign has such files


EXAMPLES: Registered[FileExample] = Registered()


def register_example(example: FileExample) -> None:
    """Make the example of a kind known."""
    EXAMPLES.keep(example.kind, example)


def table_example(name: str, rows: Sequence[Mapping[str, str]]) -> SourceFile:
    """A table with these rows, whose columns are those of the first."""
    text = StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(rows[0])
    table.writerows(row.values() for row in rows)
    return SourceFile(name, text.getvalue().encode())


def lines_example(name: str, *lines: str) -> SourceFile:
    """A file of these lines."""
    return SourceFile(name, "".join(f"{line}\n" for line in lines).encode())


def first_lines(file: SourceFile) -> list[str]:
    """How a file begins; of a ZIP file the names of what is in it."""
    if is_zipfile(BytesIO(file.data)):
        return ZipFile(BytesIO(file.data)).namelist()[:LINES]
    lines = file.data.decode("utf-8", "replace").splitlines()
    shown = lines[: OF_MARKUP if file.data.startswith(b"<") else LINES]
    return [line if len(line) <= LONGEST else f"{line[:LONGEST]}…" for line in shown]


def ids_of_questions(campaign: Campaign, types: Sequence[str] = (), most: int = 2) -> list[str]:
    """The ids of the first questions, of these types where any are named; before there are any, those of the example."""
    found = campaign.questions.in_order()
    found = found.filter(type__in=types) if types else found
    there = list(found.values_list("qid", flat=True)[:most])
    asked = campaign.track.sample.topics.questions
    return there or [one.qid for one in asked if not types or one.type in types][:most] or ["1"]
