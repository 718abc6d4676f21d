"""A question's nuggets as one assessor sees them: the rows of its list."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from assessment.judging.models import Assignment, Nugget, NuggetVote, Origin
from assessment.judging.selectors.cells import LabelButton, label_buttons
from assessment.judging.selectors.earlier import Earlier, known_before, same_nuggets
from assessment.shared.say import say

# What toggles nuggets: digits, then letters that do nothing else on the page, then capitals.
KEYS = "1234567890abcefghilopqrstvwxyABCDEFGHIJKLMNOPQRSTUVWXYZ"


class NuggetRow(NamedTuple):
    """A nugget as one assessor sees it."""

    uid: str
    text: str
    origin: str
    vote: str  # the assessor's own, else question development's
    own: bool  # whether it is the assessor's own word
    weighed: bool  # a pyramid from outside brought all its votes
    marks: int  # answers in which this assessor marked it
    key: str  # toggles it; "" where there are more nuggets than keys
    warnings: Sequence[str]
    docid: str  # the document in which the writer of the list found it by a search
    label: str = ""  # of the cell in the answer in focus, where cells have labels
    of_text: str = ""  # the words that it was said of, where the nugget has others now
    labels: Sequence[LabelButton] = ()  # that it can have in answers
    help: str = ""  # of a criterion
    group: str = ""
    length: str = ""  # that it has many words
    is_criterion: bool = False  # nobody votes on it

    @property
    def waits(self) -> bool:
        """Whether the assessor has yet to say vital or okay."""
        return not (self.vote or self.weighed or self.is_criterion)


def nugget_rows(
    assignment: Assignment, rows: Sequence[Nugget], counts: Mapping[str, int], earlier: Sequence[Earlier]
) -> list[NuggetRow]:
    """Nuggets of a question as an assessor sees them (one query)."""
    votes_only = assignment.only_votes
    sees_drafts = assignment.shown_id is not None
    own, settled, by_number = _votes_seen(assignment)
    helps = {one.name: one.help for one in assignment.question.kind.criteria}
    return [
        NuggetRow(
            uid=str(row.uid),
            text=row.text,
            origin=Origin.POOL if row.origin == Origin.DRAFT and not sees_drafts else row.origin,
            vote=own.get(row.pk) or ("" if votes_only else settled.get(row.pk, "")),
            own=row.pk in own,
            weighed=row.pk in by_number and assignment.question.kind.pyramid and not votes_only,
            marks=counts.get(str(row.uid), 0),
            key=KEYS[number] if number < len(KEYS) else "",
            warnings=[
                *same_nuggets(row.text, (other.text for other in rows if other != row)),
                *known_before(row.text, earlier),
            ],
            docid=row.docid if row.origin == Origin.POOL else "",
            labels=label_buttons(assignment.question, row.name),
            help=helps.get(row.name, ""),
            group=row.group,
            length=_length(row.text, assignment.question.kind.nugget_words),
            is_criterion=assignment.question.kind.form.has_criteria,
        )
        for number, row in enumerate(rows)
    ]


def _length(text: str, most: int) -> str:
    """That a nugget has many words; "" where it has few, or nothing is said of that."""
    n = len(text.split())
    return say("{n} words; nuggets mostly have up to {most}.", n=n, most=most) if most and n > most else ""


def _votes_seen(assignment: Assignment) -> tuple[dict[int, str], dict[int, str], dict[int, str]]:
    """Votes by nugget: the assessor's own, those that are settled, and one of a pyramid's numbered voters."""
    own: dict[int, str] = {}
    settled: dict[int, str] = {}
    by_number: dict[int, str] = {}
    rows = NuggetVote.objects.filter(nugget__question=assignment.question_id)
    columns = ("member_id", "member__name", "member__account_id", "nugget_id", "vote")
    for member, name, account, nugget, vote in rows.values_list(*columns):
        if member == assignment.member_id:
            own[nugget] = vote
        elif member is None:
            settled[nugget] = vote
        elif account is None and name.isdecimal():
            by_number[nugget] = vote
    return own, settled, by_number
