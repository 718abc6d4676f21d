"""Types of questions in a file of their own: one line `q_id type` for each question, of every pair that asks it.

    0001 Factoid

Types are read ignoring case, blanks, hyphens and slashes; a whole id such as 0001:EN:IT names a question of one pair.
"""

import re
from collections.abc import Sequence

from scoring.formats.encoded import decode
from scoring.formats.problems import Problems, shown
from scoring.formats.topics_pairs import q_id_of
from scoring.records import Problem, Topics


def read(data: bytes, name: str, topics: Topics, types: Sequence[str]) -> tuple[Topics, list[Problem]]:
    """The topics with the types that a file tells."""
    problems = Problems(name)
    text = decode(data, problems) or ""
    known = {_bare(kind): kind for kind in types}
    ids = {qid for question in topics.questions for qid in (question.qid, q_id_of(question.qid))}
    told: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        qid, spelled = (*line.split(maxsplit=1), "")[:2]
        kind = known.get(_bare(spelled))
        if qid not in ids:
            problems.add(
                number, "unknown_question", f"There is no question {shown(qid)}.", "See the topics file."
            )
        elif kind is None:
            message = f"The type {shown(spelled.strip())} of question {qid} is not known."
            problems.add(number, "question_type", message, f"The types are {', '.join(types)}.")
        elif told.setdefault(qid, (kind, number))[0] != kind:
            message = f"Question {qid} is of type {told[qid][0]} in line {told[qid][1]}."
            problems.add(number, "contradiction", message, "Keep one of the two lines.")
    questions = tuple(
        question._replace(
            type=(told.get(question.qid) or told.get(q_id_of(question.qid)) or (question.type, 0))[0]
        )
        for question in topics.questions
    )
    return topics._replace(questions=questions), problems.listed()


def _bare(kind: str) -> str:
    return re.sub(r"[\s/_-]", "", kind).casefold()
