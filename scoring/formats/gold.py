"""Reads a gold standard: a table of the right answers of questions (gold.csv of a bundle)."""

from scoring.formats.problems import Problems, shown
from scoring.formats.tables import read_table
from scoring.records import GoldAnswer, Problem, Topics


def read(data: bytes, name: str, topics: Topics) -> tuple[list[GoldAnswer], list[Problem]]:
    """The gold answers of a file, each once, and everything that is wrong with it."""
    rows, found = read_table(data, "gold")
    problems = Problems(name)
    problems.extend([problem._replace(file=name) for problem in found])
    known = {question.qid for question in topics.questions}
    gold: dict[GoldAnswer, int] = {}
    for row in rows:
        one = GoldAnswer(*(row.cells[part] for part in GoldAnswer._fields))
        if one.qid not in known:
            message = f"There is no question {shown(one.qid)}."
            problems.add(row.line, "unknown_question", message, "Take the ids from the topics file.")
        if not one.docid or not one.passage:
            message = "A gold answer names a document and the number of a paragraph in it."
            problems.add(row.line, "gold_place", message, "Fill docid and passage.")
        gold.setdefault(one, row.line)
    return list(gold), problems.listed()
