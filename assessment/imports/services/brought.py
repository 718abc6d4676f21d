"""A table of judgments as its program wrote it, held against the campaign: which questions its rows name, whose grades its
columns hold, and what its grades are with us."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.checked_files import GradesUnclear
from assessment.imports.services.reading import JudgmentEntry, entries_of
from assessment.shared.errors import FileRefused
from assessment.shared.say import say, say_n
from scoring import records
from scoring.formats.asked_questions import AskedQuestions, Unnamed
from scoring.formats.columns import PERSON, WORD, judged_columns, read_columns
from scoring.formats.folding import fold
from scoring.formats.grade_words import grade_in
from scoring.formats.problems import Problems
from scoring.formats.tables import TableRow
from scoring.scales import CANNOT_JUDGE, Scale

LINES_NAMED = 5
_ASKED = frozenset({"grade_not_on_scale", "assessor_unknown"})  # problems of which people decide on the page
_EMPTY = dict.fromkeys(
    ("docid", "answer", "passage", "answer_class", "note", "judged_at", "kind", "version"), ""
)


class Brought(NamedTuple):
    """The rows of a table, one for each grade that somebody gave."""

    entries: list[JudgmentEntry]
    words: Sequence[tuple[str, str, int]]  # grades as the file spells them, ours, and how many
    unclear: Sequence[tuple[str, int]]  # grades of which nobody knows what they are with us
    of_people: bool  # columns hold the grades of a person each: rows may name what is not in the pool
    strangers: Sequence[int] = ()  # lines of such a table whose questions the campaign does not have


def read_brought_table(data: bytes, campaign: Campaign, machine: str, problems: Problems) -> Brought:
    """The rows of a table of judgments; what is wrong with them is noted. Of cells of people, empty ones say nothing."""
    rows = read_columns(
        data, judged_columns(documents=campaign.track.documents, answers=campaign.track.answers), problems
    )
    of_people = any(name.startswith(PERSON) for row in rows[:1] for name in row.cells)
    reader = _Reader(campaign, problems, of_people=of_people)
    table = [TableRow(row.line, _filled(cells)) for row in rows for cells in reader.cells(row)]
    entries = entries_of(table, machine, problems)
    words = sorted((theirs, ours, number) for (theirs, ours), number in reader.words.items())
    return Brought(entries, words, sorted(reader.unclear.items()), of_people, reader.strangers)


def _filled(cells: Mapping[str, str]) -> Mapping[str, str]:
    """The cells of a row, with those that its table does not have."""
    return cells if cells.keys() >= _EMPTY.keys() else {**_EMPTY, **cells}


class _Reader:
    """Says the rows of a table in our words."""

    def __init__(self, campaign: Campaign, problems: Problems, *, of_people: bool) -> None:
        self.words: Counter[tuple[str, str]] = Counter()
        self.unclear: Counter[str] = Counter()
        self.strangers: list[int] = []
        self._problems, self._of_people = problems, of_people
        self._said = {
            name.removeprefix(WORD): ours for name, ours in problems.columns.items() if name.startswith(WORD)
        }
        found = campaign.questions.values_list("qid", "type", "text")
        questions = [records.Question(*row) for row in found]
        self._asked = AskedQuestions(questions)
        kinds = campaign.track.question_types
        self._kinds = {question.qid: kinds[question.type] for question in questions}
        self._alone = not campaign.track.documents

    def cells(self, row: TableRow) -> Iterator[Mapping[str, str]]:
        """The cells of a row for each person who gave a grade in it."""
        if self._are_ours(row.cells):
            yield row.cells
            return
        named = self._asked.named(row.cells)
        if isinstance(named, Unnamed) or (self._of_people and named not in self._kinds):
            self._note_stranger(row.line, named)
            return
        answer = row.cells.get("answer", "")
        answer = fold(answer) if self._alone else answer
        for assessor, said in self._grades(row.cells):
            grade = self._grade(named, answer, said)
            ours = {"qid": named, "answer": answer, "assessor": assessor, "grade": grade}
            if grade == CANNOT_JUDGE != said and not row.cells.get("note"):
                ours["note"] = said  # the reason is what the file calls it
            yield row.cells if ours.items() <= row.cells.items() else {**row.cells, **ours}

    def _are_ours(self, cells: Mapping[str, str]) -> bool:
        """Whether there is nothing to say otherwise, as in the files that the site writes itself."""
        if self._of_people or self._alone or self._said or "qid" not in cells:
            return False
        scale = self._scale(cells["qid"], cells.get("answer", ""))
        return scale is None or cells["grade"] in scale.answers

    def _grades(self, cells: Mapping[str, str]) -> Iterable[tuple[str, str]]:
        """Who gave which grade; of a table with a column for each person, nothing of those that are empty."""
        if not self._of_people:
            return [(cells["assessor"], cells["grade"])]
        people = [(name, cell.strip()) for name, cell in cells.items() if name.startswith(PERSON)]
        return [(name.removeprefix(PERSON), cell) for name, cell in people if cell]

    def _grade(self, qid: str, answer: str, said: str) -> str:
        """A grade in our words; as it is where nobody knows what it means."""
        scale = self._scale(qid, answer)
        if scale is None:
            return said
        ours = grade_in(scale, self._said.get(said, said))
        if ours is None:
            self.unclear[said] += 1
            return said
        if ours != said:
            self.words[said, ours] += 1
        return ours

    def _scale(self, qid: str, answer: str) -> Scale | None:
        kind = self._kinds.get(qid)
        return kind.scale_for(answer) if kind else None

    def _note_stranger(self, line: int, named: str | Unnamed) -> None:
        if self._of_people and not (isinstance(named, Unnamed) and named.code == "question_twice"):
            self.strangers.append(line)
        elif isinstance(named, Unnamed):
            self._problems.add(line, *named)


def notes_on(brought: Brought, alike: int) -> list[str]:
    """What the grades of a file were read as, where it spells them otherwise, and how many answers it spells otherwise."""
    notes = [
        say_n(
            "“{theirs}” was read as {ours}, {n} time.",
            "“{theirs}” was read as {ours}, {n} times.",
            number,
            theirs=theirs,
            ours=ours,
        )
        for theirs, ours, number in brought.words
    ]
    if alike:
        notes.append(
            say_n(
                "{n} judgment is of an answer that the file spells otherwise in case or white space.",
                "{n} judgments are of answers that the file spells otherwise in case or white space.",
                alike,
            )
        )
    return notes


def missed_said(missed: Sequence[int]) -> list[str]:
    """How many rows name what is not in the pool, and the first of them; nothing where all do."""
    if not missed:
        return []
    lines = ", ".join(map(str, missed[:LINES_NAMED])) + " …" * (len(missed) > LINES_NAMED)
    return [
        say_n(
            "{n} row names a question or an answer that is not in the pool, and is left out (line {lines}).",
            "{n} rows name questions or answers that are not in the pool, and are left out (lines {lines}).",
            len(missed),
            lines=lines,
        )
    ]


def refuse_unclear(error: FileRefused, brought: Brought, campaign: Campaign) -> FileRefused:
    """The error; where nothing else is wrong, with the grades of which nobody knows what they are, to be asked about."""
    if not brought.unclear or any(problem.code not in _ASKED for problem in error.problems):
        return error
    kinds = [kind for kind in campaign.track.question_types.values() if kind.judged and kind.scale]
    grades = dict.fromkeys(grade for kind in kinds if kind.scale for grade in kind.scale.answers)
    words = [theirs for theirs, _ in brought.unclear]
    hint = say(
        "Say what they mean: {example} among the columns.",
        example=f"{WORD}{words[0]}={next(iter(grades), '')}",
    )
    return GradesUnclear(error, words, list(grades), hint)
