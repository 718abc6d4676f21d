"""What the page of a candidate tells of each of its questions: what is wrong with it, as far as that can be seen."""

from collections.abc import Sequence
from typing import NamedTuple

from assessment.campaigns.models import Candidate, CandidateQuestion, CandidateReading
from assessment.campaigns.selectors.candidates import developer_roles, questions_of
from assessment.campaigns.selectors.searching import reads_texts
from assessment.campaigns.selectors.similar import Alike, Repeats
from assessment.campaigns.selectors.verification import Verified, verified
from assessment.people.selectors.access import Access


class CheckedQuestion(NamedTuple):
    """A question of a candidate with what is found of it."""

    question: CandidateQuestion
    known: list[Verified]
    alike: list[Alike]  # while it is not decided
    readings: list[CandidateReading]  # for those who run the campaign


def checked_questions(access: Access, candidate: Candidate) -> list[CheckedQuestion]:
    """A candidate's questions in their order, as this reader may see them."""
    questions = questions_of(candidate)
    runs_it = developer_roles(access) is None
    reader = access.account.as_reader if runs_it else ""
    known = verified(access.campaign, questions, reader, reads=reads_texts(access))
    alike: dict[int, list[Alike]] = {}
    if candidate.is_open:
        repeats = Repeats(access.campaign, None if runs_it else access.account)
        alike = {row.pk: repeats.alike(candidate, row) for row in questions}
    readings = readings_of(questions) if runs_it else {}
    return [
        CheckedQuestion(row, known[row.pk], alike.get(row.pk, []), readings.get(row.pk, []))
        for row in questions
    ]


def readings_of(questions: Sequence[CandidateQuestion]) -> dict[int, list[CandidateReading]]:
    """What second readers said of these questions, the first first (one query)."""
    by_pk = {row.pk: row for row in questions}
    found: dict[int, list[CandidateReading]] = {}
    rows = CandidateReading.objects.filter(question__in=by_pk).select_related("reader")
    for row in rows.order_by("read_at", "pk"):
        row.question = by_pk[row.question_id]
        found.setdefault(row.question_id, []).append(row)
    return found


def missing_documents(checked: Sequence[CheckedQuestion]) -> list[str]:
    """The documents that are named and that the collection does not have, each once."""
    named = (one.docid for row in checked for one in row.known if one.result == "no_document")
    return list(dict.fromkeys(named))
