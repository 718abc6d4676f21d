"""What the page for annotating shows: a question, then the boxes of its page, then the words of the chosen one.

An assignment is one source of it (`AssignedPage`); a try at a sample question is another (`training/selectors`).
`views/annotate` gives the template judging/annotate.html these names:

* `page`: an `AnnotatePage`; what it holds is named there. Its document is given once the question is called good. Of its
  source the template takes `question`, `progress`, `key` (what this browser knows it by), and `save_url`
  and `finish_url`; beside these an assignment has `assignment` and `minutes`, a try `attempt`.
* `background`: the guidelines in force, corrections (`selectors/background.Background`), as on other judging pages.
* `undo`: what the next undo takes back, "" where nothing does; `closed`: why nothing can be changed (a Refused), or None.
* `problem`: what was refused just now (an AssizeError, perhaps a ChangeConflict with `stored`), or None; `typed`: the
  words that were sent with it, as they were typed.
* `notes`: the form of "My rules of thumb"; `client_id`: a fresh name for the next save of the plain page.
* `stands`: the record, its version, the next step and the undo label, for `json_script`; a save is answered so too.
* `reasons`: the reasons why a question is bad, pairs of name and words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypedDict, TypeVar

from django.db.models import Case, Count, F, Q, QuerySet, Value, When
from django.urls import reverse

from assessment.campaigns.models import Campaign, Question, State
from assessment.judging.models import Assignment, PageAnnotation
from assessment.judging.selectors.page_places import (
    Page,
    boxes_of,
    kind_name,
    kind_title,
    open_layout,
    page_of,
)
from assessment.shared.errors import Refused
from assessment.shared.say import say
from documents.layouts import CandidateText, Word, revision_of
from documents.links import document_url
from documents.remote.setting import setting_named
from scoring.annotations import KINDS
from scoring.stages import PLACES

Shown = TypeVar("Shown", bound="AnnotatePage")
BOXES_VIEW = "boxes"  # of a document: the page whose boxes and words can be chosen


class Box(TypedDict):
    """A box of the page as the plain page lists it: a dict of strings, since it is written a thousand times."""

    index: str  # of the candidate, from 0
    kind: str  # paragraph, table, row, list, item
    beginning: str
    words: str  # how many it has
    inside: bool  # whether it lies in another box
    reason: str  # why it cannot be chosen; "" where it can
    chosen: bool


class Progress(NamedTuple):
    """How many questions this annotator has in the campaign, how many are finished, and which one is next."""

    questions: int
    done: int
    following: Assignment | None

    @property
    def left(self) -> int:
        """Questions that are not finished."""
        return self.questions - self.done


@dataclass(frozen=True, kw_only=True)
class AnnotatePage:
    """A page with what one person said of it."""

    record: PageAnnotation  # what was said; fields as the model has them
    missing: Refused | None = None  # why there is no page to answer from
    frame_url: str = ""  # the page whose boxes and words can be chosen, for an iframe; "" where it is missing
    document_url: str = ""  # the page as it is, for people without scripts; "" as above
    candidates: Sequence[CandidateText] = ()  # empty before the question is called good
    revision: int = 0  # which copy of the page it is

    @property
    def step(self) -> str:
        """question, long or short: what is to be said next; "" where all is said."""
        return self.record.step

    @property
    def is_good(self) -> bool:
        """Whether the question was called good, so that its page is shown."""
        return self.record.question == "good"

    @cached_property
    def boxes(self) -> list[Box]:
        """The boxes of the page in their order."""
        names = {opening: kind_name(kind) for opening, kind in KINDS.items()}
        return [
            {
                "index": str(index),
                "kind": names.get(one.candidate.opening, ""),
                "beginning": one.beginning,
                "words": str(len(one.tokens)),
                "inside": not one.candidate.top_level,
                "reason": one.candidate.reason,
                "chosen": self._is_chosen(one),
            }
            for index, one in enumerate(self.candidates)
        ]

    @property
    def said_of_box(self) -> str:
        """The long answer in a line: what kind of box, and how it begins."""
        kind = kind_title(self.record.kind)
        return say("{kind}: “{beginning}”", kind=kind, beginning=self.box["beginning"]) if self.box else kind

    @property
    def box(self) -> Box | None:
        """The box that was chosen."""
        return next((box for box in self.boxes if box["chosen"]), None)

    @cached_property
    def words(self) -> Sequence[Word]:
        """The words of the chosen box with their numbers, from 1."""
        return next((one.words for one in self.candidates if self._is_chosen(one)), [])

    def _is_chosen(self, one: CandidateText) -> bool:
        """By its place: an annotation of a file need not have the number of the box."""
        return list(one.candidate[:4]) == self.record.long

    @cached_property
    def chosen_words(self) -> set[int]:
        """The numbers of the words in the short answers."""
        return {
            word.number
            for word in self.words
            for _, _, start, end in self.record.short or ()
            if start <= word.token < end
        }

    @property
    def numbers(self) -> str:
        """The short answers as the plain form takes them: `12-15, 18`."""
        found = []
        for _, _, start, end in self.record.short or ():
            inside = [word.number for word in self.words if start <= word.token < end]
            if inside:
                found.append(f"{inside[0]}-{inside[-1]}" if len(inside) > 1 else f"{inside[0]}")
        return ", ".join(found)

    @property
    def short_texts(self) -> list[str]:
        """The short answers in words."""
        return [
            " ".join(word.text for word in self.words if start <= word.token < end)
            for _, _, start, end in self.record.short or ()
        ]


@dataclass(frozen=True, kw_only=True)
class AssignedPage(AnnotatePage):
    """The page of a question that somebody was given to annotate."""

    assignment: Assignment
    progress: Progress

    @property
    def question(self) -> Question:
        return self.assignment.question

    @property
    def key(self) -> str:
        """What waits in the browser to be saved belongs to this."""
        return str(self.assignment.pk)

    @property
    def save_url(self) -> str:
        """The address of what is said; the step comes behind it."""
        return f"{reverse('judging:judge', args=[self.assignment.pk])}annotation/"

    @property
    def finish_url(self) -> str:
        """Where the sitting ends."""
        return reverse("judging:finish", args=[self.assignment.pk])

    @property
    def minutes(self) -> int:
        """Active time so far."""
        return self.assignment.seconds // 60


def annotate_page(assignment: Assignment) -> AssignedPage:
    """All that the page shows of an assignment."""
    record = PageAnnotation.objects.filter(assignment=assignment).first() or PageAnnotation()
    page = AssignedPage(record=record, assignment=assignment, progress=_progress(assignment))
    question = assignment.question
    return with_page(page, page_of(question), question.campaign, assignment.member.as_reader)


def with_page(said: Shown, page: Page, campaign: Campaign, reader: str) -> Shown:
    """What somebody said, with the page that it is said of, for this reader; or with why there is none."""
    try:
        candidates: Sequence[CandidateText] = ()
        if said.is_good:
            candidates = boxes_of(page)
        else:
            open_layout(page)
    except Refused as refusal:
        return replace(said, missing=refusal)
    revision = revision_of(*page)
    address = document_url(
        *page, reader=reader, remote=setting_named(campaign.remote_resources), revision=revision
    )
    frame = f"{address}&view={BOXES_VIEW}"
    return replace(said, candidates=candidates, frame_url=frame, document_url=address, revision=revision)


def _progress(assignment: Assignment) -> Progress:
    """This annotator's other questions (two queries)."""
    mine = _mine(assignment)
    open_ = Q(finished_at__isnull=True) | Q(judged=0)
    counts: Mapping[str, int] = mine.aggregate(questions=Count("pk"), left=Count("pk", filter=open_))
    is_earlier = Case(
        When(question__position__lt=assignment.question.position, then=Value(1)), default=Value(0)
    )
    others = mine.filter(open_).exclude(pk=assignment.pk).order_by(is_earlier, F("question__position"), "pk")
    following = None if assignment.question.campaign.state == State.RELEASED else others.first()
    return Progress(counts["questions"], counts["questions"] - counts["left"], following)


def _mine(assignment: Assignment) -> QuerySet[Assignment]:
    """What this person has to annotate in the campaign."""
    campaign = assignment.question.campaign
    questions = campaign.questions.filter(type__in=campaign.track.types_with(PLACES)).retained()
    mine = Assignment.objects.counting().judging().filter(member=assignment.member_id)
    return mine.filter(question__in=questions.values("pk")).select_related("question")
