"""What the pages of questions judged by nuggets show."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple, TypedDict

from assessment.campaigns.models import Correction, Guidelines, Question
from assessment.judging.models import (
    Assignment,
    AssignmentRole,
    Change,
    ChangeKind,
    Nugget,
    NuggetMatch,
    NuggetVote,
    Reading,
    Vote,
)
from assessment.judging.selectors.earlier import Earlier, earlier_in_series, known_before, same_nuggets
from assessment.judging.selectors.primary import may_write_nuggets
from assessment.judging.selectors.runs import RunList, is_by_run, run_list
from assessment.submissions.models import PoolItem

# What toggles nuggets: digits, then letters that do nothing else on the page, then capitals.
KEYS = "1234567890abcefghilopqrstvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


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

    @property
    def waits(self) -> bool:
        """Whether the assessor has yet to say vital or okay."""
        return not (self.vote or self.weighed)


class Removed(NamedTuple):
    """A nugget that was taken off the list."""

    uid: str
    text: str
    marks: int  # by whomever


class Text(NamedTuple):
    """An answer of the pool, and what this assessor marked in it."""

    pk: int
    docid: str
    answer: str
    marked: str  # uids, with blanks between them
    is_read: bool
    kept: str = ""  # uids of nuggets that are off the list: their marks wait with them

    @property
    def label(self) -> str:
        """What the list says of it."""
        if self.marked:
            return f"{len(self.marked.split())} ✓"
        return "none" if self.is_read else "—"


class NuggetLine(TypedDict):
    """An answer as the template writes it: a dict of strings, since it is written thousands of times."""

    pk: str
    answer: str
    marked: str  # on the list or off it: a nugget may come back
    read: str  # "1" or ""
    label: str
    current: bool


class TextGroup(NamedTuple):
    """The answers of one document."""

    docid: str
    lines: Sequence[NuggetLine]


@dataclass(frozen=True)
class NuggetPage:
    """One assessor's page for a question judged by nuggets."""

    assignment: Assignment
    asked: int | None  # the answer asked for
    run_number: int | None = None  # the list asked for, where questions are judged run by run

    @property
    def question(self) -> Question:
        return self.assignment.question

    @cached_property
    def may_write(self) -> bool:
        """Whether the list of nuggets is this assessor's to write."""
        return may_write_nuggets(self.assignment)

    @cached_property
    def _matches(self) -> list[tuple[int | None, int, str, bool]]:
        """Everybody's marks: whose, on which item, of which nugget, and whether that is off the list."""
        rows = NuggetMatch.objects.filter(nugget__question=self.assignment.question_id)
        columns = rows.order_by("nugget__position", "nugget_id").values_list(
            "member_id", "item_id", "nugget__uid", "nugget__removed"
        )
        return [(member, item, str(uid), is_gone) for member, item, uid, is_gone in columns]

    @cached_property
    def _rows(self) -> list[tuple[int, str, str, str]]:
        rows = PoolItem.objects.filter(question=self.assignment.question_id)
        ordered = rows.order_by("docid", "passage", "answer", "pk")
        return list(ordered.values_list("pk", "docid", "answer", "key"))

    @cached_property
    def pool(self) -> list[Text]:
        """All answers, by document and string, with this assessor's own marks (three queries)."""
        marks, kept = defaultdict[int, list[str]](list), defaultdict[int, list[str]](list)
        for member, item, uid, is_gone in self._matches:
            if member == self.assignment.member_id:
                (kept if is_gone else marks)[item].append(uid)
        read = set(Reading.objects.filter(assignment=self.assignment).values_list("item_id", flat=True))
        return [
            Text(pk, docid, answer, " ".join(marks[pk]), pk in read, " ".join(kept[pk]))
            for pk, docid, answer, _ in self._rows
        ]

    @cached_property
    def run(self) -> RunList | None:
        """The run whose answers are shown; None where all of the pool are."""
        if not is_by_run(self.question):
            return None
        return run_list(self.question, self.run_number, {key: pk for pk, _, _, key in self._rows})

    @cached_property
    def texts(self) -> list[Text]:
        """The answers that are shown: all, or those of one run in its order."""
        if self.run is None:
            return self.pool
        by_pk = {text.pk: text for text in self.pool}
        return [by_pk[pk] for pk in self.run.items if pk in by_pk]

    @property
    def left(self) -> int:
        """Answers of the pool that are not shown and not read."""
        return sum(not text.is_read for text in set(self.pool) - set(self.texts)) if self.run else 0

    @cached_property
    def found(self) -> set[str]:
        """Nuggets marked in other answers of the run shown: each counts once a run."""
        others = (text for text in self.texts if self.run and text != self.now)
        return {uid for text in others for uid in text.marked.split()}

    @cached_property
    def groups(self) -> list[TextGroup]:
        """The answers by documents."""
        by_document = groupby(self.texts, key=lambda text: text.docid)
        return [TextGroup(docid, [self._line(text) for text in some]) for docid, some in by_document]

    def _line(self, text: Text) -> NuggetLine:
        return {
            "pk": str(text.pk),
            "answer": text.answer,
            "marked": f"{text.marked} {text.kept}".strip(),
            "read": "1" if text.is_read else "",
            "label": text.label,
            "current": text is self.now,
        }

    @cached_property
    def now(self) -> Text | None:
        """The answer in focus: the one asked for, else the first that is not read."""
        asked = (text for text in self.texts if text.pk == self.asked)
        unread = (text for text in self.texts if not text.is_read)
        return next(asked, None) or next(unread, None) or next(iter(self.texts), None)

    @cached_property
    def following(self) -> Text | None:
        """Where going on leads: the next answer that is not read."""
        if self.now is None:
            return None
        place = self.texts.index(self.now)
        ahead = (*self.texts[place + 1 :], *self.texts[:place])
        return next((text for text in ahead if not text.is_read), None)

    @cached_property
    def _listed(self) -> list[Nugget]:
        """All nuggets, those off the list too."""
        return list(Nugget.objects.filter(question=self.assignment.question_id).in_order())

    @cached_property
    def nuggets(self) -> list[NuggetRow]:
        """The list, in its order."""
        counts = Counter(uid for text in self.pool for uid in text.marked.split())
        shown = [row for row in self._listed if not row.removed]
        return nugget_rows(self.assignment, shown, counts, self.earlier)

    @cached_property
    def removed(self) -> list[Removed]:
        """Nuggets taken off the list, for those who may bring them back; their marks wait with them."""
        counts = Counter(uid for _, _, uid, _ in self._matches)
        gone = [row for row in self._listed if row.removed] if self.may_write else []
        return [Removed(str(row.uid), row.text, counts[str(row.uid)]) for row in gone]

    @cached_property
    def marked_now(self) -> set[str]:
        """The nuggets marked in the answer in focus."""
        return set(self.now.marked.split()) if self.now else set()

    @property
    def judged(self) -> int:
        """Answers read."""
        return sum(text.is_read for text in self.texts)

    @cached_property
    def undo(self) -> str:
        """What undo would take back."""
        return Change.objects.of_one(self.question, self.assignment, ChangeKind.PARTS).next_undo()

    @property
    def unvoted(self) -> int:
        """Nuggets that wait to be called vital or okay."""
        return sum(row.waits for row in self.nuggets)

    @property
    def none_vital(self) -> bool:
        """Whether all nuggets were voted on and none is vital to this assessor."""
        votes = {row.vote for row in self.nuggets}
        return votes == {Vote.OKAY}

    @property
    def minutes(self) -> int:
        """Active time so far."""
        return self.assignment.seconds // 60

    @cached_property
    def earlier(self) -> list[Earlier]:
        """The earlier questions of the series with what is known of them."""
        return earlier_in_series(self.question, self.assignment.member_id)

    @cached_property
    def guidelines(self) -> Guidelines | None:
        """The guidelines in force."""
        return Guidelines.objects.filter(campaign=self.question.campaign_id).order_by("-version").first()

    @cached_property
    def corrections(self) -> list[Correction]:
        """What was corrected in the question since its answers were pooled."""
        return list(Correction.objects.filter(question=self.question).order_by("made_at", "pk"))


@dataclass(frozen=True)
class VotingPage(NuggetPage):
    """The page of somebody who only votes: the nuggets, without the answers."""

    @property
    def run(self) -> None:
        """Nothing: answers are not shown."""

    @property
    def now(self) -> None:
        """Nothing: answers are not shown."""

    @cached_property
    def nuggets(self) -> list[NuggetRow]:
        """The list, in its order; the votes are this assessor's own alone."""
        shown = [row for row in self._listed if not row.removed]
        return nugget_rows(self.assignment, shown, Counter(), ())

    @property
    def voted(self) -> int:
        """Nuggets voted on."""
        return sum(row.own for row in self.nuggets)


def nugget_rows(
    assignment: Assignment, rows: Sequence[Nugget], counts: Mapping[str, int], earlier: Sequence[Earlier]
) -> list[NuggetRow]:
    """Nuggets of a question as an assessor sees them (one query)."""
    votes_only = assignment.role == AssignmentRole.VOTER
    own, settled, by_number = _votes_seen(assignment)
    return [
        NuggetRow(
            uid=str(row.uid),
            text=row.text,
            origin=row.origin,
            vote=own.get(row.pk) or ("" if votes_only else settled.get(row.pk, "")),
            own=row.pk in own,
            weighed=row.pk in by_number and assignment.question.kind.pyramid and not votes_only,
            marks=counts.get(str(row.uid), 0),
            key=KEYS[number] if number < len(KEYS) else "",
            warnings=[
                *same_nuggets(row.text, (other.text for other in rows if other != row)),
                *known_before(row.text, earlier),
            ],
        )
        for number, row in enumerate(rows)
    ]


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
