"""Votes and matches as tables: the same reading, and the same words for what is wrong, in bundles and in single files."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

from scoring.formats import rows
from scoring.formats.columns import read_brought
from scoring.formats.problems import Problems, shown
from scoring.formats.tables import TableRow
from scoring.records import Match, NuggetVote
from scoring.say import say, sentence
from scoring.scales import Scale

Record = TypeVar("Record")
Cells = Mapping[str, str]
Note = Callable[[TableRow, str, str, str], None]  # row, code, message, hint
HINT = sentence("Correct the row, or remove it.")


def unique_rows(table: Iterable[TableRow], key: Callable[[Cells], Hashable], note: Note) -> list[TableRow]:
    """The rows of a table, without those that speak of the same thing as an earlier one."""
    first: dict[Hashable, TableRow] = {}
    for row in table:
        before = first.setdefault(key(row.cells), row)
        if before is not row:
            if before.cells == row.cells:
                message = say(
                    "Lines {first} and {second} are about the same thing, in the same words.",
                    first=str(before.line),
                    second=str(row.line),
                )
            else:
                message = differ(before.line, row.line)
            note(row, "contradiction", message, say("Keep one of the two rows."))
    return list(first.values())


def differ(first: int, second: int) -> str:
    """That two lines of a file contradict each other."""
    return say(
        "Lines {first} and {second} are about the same thing, and differ.",
        first=str(first),
        second=str(second),
    )


def records_of(
    table: Iterable[TableRow],
    key: Callable[[Cells], Hashable],
    make: Callable[[Cells], Record],
    note: Note,
) -> list[tuple[TableRow, Record]]:
    """The records of a table's rows, one of each thing; what is wrong is noted."""
    records = []
    for row in unique_rows(table, key, note):
        try:
            records.append((row, make(row.cells)))
        except ValueError as error:
            note(row, "cell", str(error), say(HINT))
    return records


def votes_in(table: Iterable[TableRow], note: Note) -> list[tuple[TableRow, NuggetVote]]:
    """The votes of a table: one of each assessor on each nugget."""
    return records_of(
        table,
        lambda cells: (cells["qid"], cells["nugget"], cells["assessor"]),
        rows.vote_of,
        note,
    )


def matches_in(table: Iterable[TableRow], note: Note) -> list[tuple[TableRow, Match]]:
    """The matches of a table: one of each assessor, item and nugget."""
    return records_of(
        table,
        lambda cells: (rows.item_of(cells), cells["nugget"], cells["assessor"]),
        rows.match_of,
        note,
    )


def read_votes(data: bytes, problems: Problems) -> list[tuple[TableRow, NuggetVote]]:
    """The votes of a votes.csv by itself."""
    return votes_in(read_brought(data, "votes", problems), _noting(problems))


def read_matches(data: bytes, problems: Problems) -> list[tuple[TableRow, Match]]:
    """The matches of a matches.csv by itself, by its own words: what states the same thing shows when these are ours."""
    return [(row, rows.match_of(row.cells)) for row in read_brought(data, "matches", problems)]


def stated_once(found: Iterable[tuple[TableRow, Match]], problems: Problems) -> list[tuple[TableRow, Match]]:
    """The matches without those that an earlier row states, too; where the labels of two differ, that is noted."""
    first: dict[Hashable, tuple[TableRow, Match]] = {}
    for row, match in found:
        before, said = first.setdefault((match.item, match.nugget, match.assessor), (row, match))
        if said.label != match.label:
            problems.add(
                row.line, "contradiction", differ(before.line, row.line), say("Keep one of the two rows.")
            )
    return list(first.values())


def _noting(problems: Problems) -> Note:
    def note(row: TableRow, code: str, message: str, hint: str) -> None:
        problems.add(row.line, code, message, hint)

    return note


def wrong_label(label: str, scale: Scale | None, qid: str) -> str:
    """Why a match cannot have this label, where nugget and item of a question have labels of a scale; "" where it can."""
    if scale is None:
        return (
            say(
                "Question {qid} has no labels of matches; a row says that the answer holds the nugget.",
                qid=qid,
            )
            if label
            else ""
        )
    if label in scale.grades:
        return ""
    choices = ", ".join(scale.grades)
    if not label:
        return say("A match of question {qid} needs a label: {choices}.", qid=qid, choices=choices)
    return say(
        "{label} is no label of question {qid}; there are {choices}.",
        label=shown(label),
        qid=qid,
        choices=choices,
    )


def no_nuggets(qid: str) -> str:
    """That a question has no nuggets at all."""
    return say("Question {qid} is not judged by nuggets.", qid=qid)


def unknown_nugget(qid: str, name: str) -> str:
    """That a question has no nugget of this name."""
    return say("Question {qid} has no nugget {name}.", qid=qid, name=shown(name))


def not_assigned(qid: str, assessor: str) -> str:
    """That somebody may not speak on a question."""
    return say("{assessor} is not assigned to question {qid}.", assessor=assessor, qid=qid)
