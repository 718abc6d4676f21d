"""The answer classes of a question as an adjudicator chooses among them: one row for each answer, whoever made it.

Classes of different assessors with the same label (folded) or the same answers are one choice. Two classes of one
assessor never are: whoever made both meant two answers.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from assessment.judging.models import AnswerClass
from scoring.formats.folding import fold_label

SETTLED = "settled"


@dataclass
class ClassChoice:
    """One answer, and the classes of those who made one for it. The first of them stands for all."""

    uid: str
    label: str
    labels: set[str] = field(default_factory=set)  # folded
    members: list[frozenset[int]] = field(default_factory=list)  # the answers in each class
    uids: list[str] = field(default_factory=list)
    authors: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)  # what it is called besides

    @property
    def made_by(self) -> str:
        """Who made it."""
        return ", ".join(self.authors)

    def takes(self, label: str, members: frozenset[int], author: str) -> bool:
        """Whether a class gives the same answer, and its author has none here yet."""
        return author not in self.authors and (
            label in self.labels or (bool(members) and members in self.members)
        )

    def add(self, row: AnswerClass, members: frozenset[int], author: str) -> None:
        """Let a class belong to it."""
        if self.labels and fold_label(row.text) not in self.labels:
            self.others.append(row.text)
        self.labels.add(fold_label(row.text))
        self.members.append(members)
        self.uids.append(str(row.uid))
        self.authors.append(author)


def choices_of(
    classes: Iterable[AnswerClass], members: Mapping[str, frozenset[int]], first: Sequence[int]
) -> list[ClassChoice]:
    """The choices by label. Settled and known classes speak first, then those of the people named first."""
    places = {member: place for place, member in enumerate(first)}
    by_rank = sorted(
        classes,
        key=lambda row: (places.get(row.member_id or 0, -1 if row.member_id is None else len(first)), row.pk),
    )
    found: list[ClassChoice] = []
    for row in by_rank:
        author = row.member.name if row.member else SETTLED
        label, mine = fold_label(row.text), members.get(str(row.uid), frozenset())
        choice = next((one for one in found if one.takes(label, mine, author)), None)
        if choice is None:
            choice = ClassChoice(str(row.uid), row.text)
            found.append(choice)
        choice.add(row, mine, author)
    return sorted(found, key=lambda one: (one.label.casefold(), one.uid))
