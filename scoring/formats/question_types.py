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
from scoring.say import say


def read(data: bytes, name: str, topics: Topics, types: Sequence[str]) -> tuple[Topics, list[Problem]]:
    """The topics with the types that a file tells."""
    problems = Problems(name)
    text = decode(data, problems) or ""
    known = {_bare(kind): kind for kind in types}
    ids = {qid for question in topics.questions for qid in (question.qid, q_id_of(question.qid))}
    found_types: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        qid, type_text = (*line.split(maxsplit=1), "")[:2]
        kind = known.get(_bare(type_text))
        if qid not in ids:
            problems.add(
                number,
                "unknown_question",
                say("There is no question {qid}.", qid=shown(qid)),
                say("See the topics file."),
            )
        elif kind is None:
            message = say(
                "The type {type} of question {qid} is not known.", type=shown(type_text.strip()), qid=qid
            )
            problems.add(
                number, "question_type", message, say("The types are {types}.", types=", ".join(types))
            )
        elif found_types.setdefault(qid, (kind, number))[0] != kind:
            message = say(
                "Question {qid} is of type {type} in line {line}.",
                qid=qid,
                type=found_types[qid][0],
                line=found_types[qid][1],
            )
            problems.add(number, "contradiction", message, say("Keep one of the two lines."))
    questions = tuple(
        question._replace(
            type=(
                found_types.get(question.qid) or found_types.get(q_id_of(question.qid)) or (question.type, 0)
            )[0]
        )
        for question in topics.questions
    )
    return topics._replace(questions=questions), problems.listed()


def _bare(kind: str) -> str:
    return re.sub(r"[\s/_-]", "", kind).casefold()
