"""What topics files do not hold of questions, as a table: questions.csv of a bundle, or some of its columns.

    qid,source
    0001,assessor

An empty cell tells nothing. `status` and `nil` are decisions of a campaign and are passed over.
"""

from collections.abc import Collection

from scoring.formats.problems import Problems, earlier, shown
from scoring.formats.tables import TABLES, TableRow, read_rows
from scoring.records import MAX_DOCID, Problem, Question, Topics
from scoring.say import say, sentence

_COLUMNS = TABLES["questions"]
LONGEST_SOURCE = 200  # characters
_LONGEST = {
    "source": (LONGEST_SOURCE, sentence("The source {start}… has more than {most} characters.")),
    "suggested_docid": (MAX_DOCID, sentence("The document id {start}… has more than {most} characters.")),
    "target_type": (40, sentence("The target type {start}… has more than {most} characters.")),
}
_TEXTS = ("source", "suggested_answer", "suggested_docid")


def is_table(data: bytes) -> bool:
    """Whether a file begins as such a table: with a header in which the ids of questions are a column."""
    header = data[:1000].partition(b"\n")[0].decode("utf-8", "replace").strip("\ufeff\r ").split(",")
    return "qid" in header


def read(
    data: bytes, name: str, topics: Topics, types: Collection[str], untold: str
) -> tuple[Topics, list[Problem]]:
    """The topics with what a table adds to them; `untold` is the type of questions of which topics tell none."""
    problems = Problems(name)
    rows = read_rows(data, _COLUMNS, frozenset(_COLUMNS) - {"qid"}, problems)
    questions = {question.qid: question for question in topics.questions}
    targets: dict[str, str] = {}
    lines: dict[str, int] = {}
    for row in rows:
        question = _question_of(row, questions, lines, problems)
        if question and not note_too_long(row, problems):
            questions[question.qid] = _added(question, row, types, untold, problems)
            if kind := row.cells.get("target_type", ""):
                targets.setdefault(question.series, kind)
    series = tuple(
        one._replace(target_type=targets.get(one.series_id) or one.target_type) for one in topics.series
    )
    return Topics(tuple(questions.values()), series), problems.listed()


def _question_of(
    row: TableRow, questions: dict[str, Question], lines: dict[str, int], problems: Problems
) -> Question | None:
    qid = row.cells["qid"]
    if qid not in questions:
        message = say("There is no question {qid}.", qid=shown(qid))
        problems.add(row.line, "unknown_question", message, say("Take the ids from the topics file."))
        return None
    if (first := earlier(lines, qid, row.line)) is not None:
        message = say("Question {qid} is in line {line} already.", qid=qid, line=first)
        problems.add(row.line, "twice", message, say("Keep one of the two."))
        return None
    return questions[qid]


def note_too_long(row: TableRow, problems: Problems) -> bool:
    """Note cells that hold more than is kept; whether there are any."""
    before = problems.count
    for name, (most, message) in _LONGEST.items():
        text = " ".join(row.cells.get(name, "").split())
        if len(text) > most:
            problems.add(row.line, "too_long", say(message, start=text[:40], most=most), say("Shorten it."))
    return problems.count > before


def _added(
    question: Question, row: TableRow, types: Collection[str], untold: str, problems: Problems
) -> Question:
    """The question with what its row says."""
    kind = row.cells.get("type") or question.type
    if kind not in types or (kind != question.type and question.type != untold):
        message = say(
            "The type of {qid} is {type}; in the topics it is {told}, and the types are {types}.",
            qid=question.qid,
            type=shown(kind),
            told=question.type,
            types=", ".join(types),
        )
        problems.add(row.line, "question_type", message, say("Correct it, or leave the cell empty."))
        return question
    texts = {name: " ".join(row.cells[name].split()) for name in _TEXTS if row.cells.get(name, "").strip()}
    return question._replace(type=kind, **texts)
