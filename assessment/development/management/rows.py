"""Known answers and nuggets that a command line names or writes."""

from uuid import UUID

from assessment.campaigns.models import Question
from assessment.campaigns.models.known import Known, parse_known
from assessment.campaigns.selectors.campaigns import known_of
from assessment.shared.errors import Refused


def known_lines(question: Question, lines: list[str]) -> list[Known]:
    """What lines say of a question, as the page Known answers takes them."""
    known, errors = parse_known("\n".join(lines), question.kind)
    if errors or not known:
        error = Refused(
            "Nothing was stored: " + (errors[0] if errors else "no line says anything."),
            "known_invalid",
            "An answer, a bar, its document; before a nugget vital or okay, and a bar.",
        )
        error.details = errors[1:]
        raise error
    return known


def known_called(question: Question, text: str) -> UUID:
    """Which known answer or nugget has this text."""
    rows = known_of(question)
    for row in rows:
        if row.text == text and row.uid:
            return row.uid
    known = "; ".join(row.text for row in rows) or "nothing"
    raise Refused(
        f'Question {question.qid} has no known "{text}". Nothing was changed.',
        "known_unknown",
        f"Known are: {known}.",
    )
