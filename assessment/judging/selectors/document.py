"""The document beside the answer: its address for this reader, and what is to be said of it."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache, cached_property
from typing import Any, NamedTuple, Protocol

from django.db.models import Max, QuerySet
from django.http import Http404
from django.urls import reverse

from assessment.campaigns.models import Question
from assessment.judging.models import Assignment, Judgment
from assessment.judging.selectors.around import AnswersAround, Around, as_lists
from assessment.judging.selectors.rows import items_of
from assessment.people.selectors.access import Permission, access_to
from assessment.shared.say import say, sentence
from assessment.submissions.models import PoolItem, in_pool
from documents.handed import Handed, describe_to_hand
from documents.links import document_url
from documents.marked import MarkRequest
from documents.marks import How
from documents.places import kind_of
from documents.prepared import Prepared
from documents.remote.setting import Remote, setting_named
from documents.sanitise.allowed import PREFIX
from documents.selectors import Description, describe_document

ACCEPTED_SHOWN = 100
ALONE = Description("unknown")  # of an answer that names no document
NO_COLLECTION = Description("unknown", sentence("This campaign has no document collection yet."))


class Panel(NamedTuple):
    """A document as the judging page shows it."""

    docid: str
    src: str  # without a fragment; empty where there is nothing to show
    description: Description
    find: str = ""
    remote: Remote = "off"  # whether pictures and style sheets are loaded
    compare: str = ""  # where an organizer looks at a document in doubt
    whole_passage: bool = False  # a paragraph or document was given, and no string in it
    mark: str = "hit"  # how the ids of its places begin
    handed: Handed | None = None  # the document itself, for a frame that shows another
    around: Sequence[Around] = ()  # what stands before and after the answer where it is a sentence of others

    @property
    def about(self) -> str:
        """When it was published, and where."""
        return " · ".join(filter(None, (self.description.date, self.description.source)))

    @property
    def anchor(self) -> str:
        """What "previous" and "next" go through: places of the search, else of the answer."""
        return self.mark if self.missed or not self.find else "find"

    @property
    def missed(self) -> bool:
        """Whether a search found nothing: the document stays at the answer then."""
        return bool(self.find) and self.description.state == "held" and not self.description.hits.find

    @property
    def respelled(self) -> bool:
        """Whether the search was found in another spelling alone."""
        return self.anchor == "find" and self.description.hits.find_inexact

    @property
    def places(self) -> int:
        """How many there are."""
        return self.description.hits.find if self.anchor == "find" else self.description.hits.marked

    @property
    def place(self) -> int:
        """The number of the place to open the document at; 0 where there is none."""
        return 1 if self.anchor == "find" else self.description.hits.best

    def beside(self, place: int) -> tuple[int, int]:
        """The places before and after one, round in a circle."""
        return place - 1 if place > 1 else self.places, place + 1 if place < self.places else 1

    @property
    def notice(self) -> str:
        """What the assessor should know before judging; empty when the answer stands in the document as it is."""
        if self.description.state != "held":
            return say(self.description.message) if self.description.message else ""
        if self.whole_passage:
            return ""
        hits = self.description.hits
        if hits.literal:
            return ""
        if hits.inexact:
            return say("Found in another spelling: the answer occurs here, but not letter for letter.")
        if hits.marked:
            return say("Not found word for word; the longest parts found are highlighted.")
        return say("Neither the answer nor any of its words occurs in this document.")

    def as_json(self) -> dict[str, object]:
        """The same for the scripts of the page."""
        return {
            "docid": self.docid,
            "src": self.src,
            "about": self.about,
            "anchor": self.anchor,
            "places": self.places,
            "place": self.place,
            "missed": "1" if self.missed else "",
            "respelled": "1" if self.respelled else "",
            "revision": self.description.revision,
            "remote": self.remote,
            "compare": self.compare,
            "notice": self.notice,
            "page": self.handed and self.handed._asdict(),
            "around": as_lists(self.around),
        }


class Cited(Protocol):
    """An answer with the document that it names: a row of the list, or a pool item."""

    @property
    def pk(self) -> int: ...
    @property
    def docid(self) -> str: ...
    @property
    def passage(self) -> str: ...
    @property
    def answer(self) -> str: ...


class DocumentsBeside:
    """The documents of a question's answers, for its assessor: what is the same for all of them is looked up once."""

    def __init__(self, assignment: Assignment) -> None:
        self._assignment = assignment
        self._answers = AnswersAround(assignment.question)

    def panel(self, item: Cited, *, find: str = "", how: How = "exact", hands: bool = False) -> Panel:
        """An answer's document for this assessor alone: the answer, the search and accepted answers are marked.

        `hands`: with the document itself, where it is as plain as a frame that shows another one takes it.
        """
        return self._document(item, find, how, hands)._replace(around=self._answers.of(item))

    def _document(self, item: Cited, find: str, how: How, hands: bool) -> Panel:
        assignment = self._assignment
        if not item.docid:
            return Panel("", "", ALONE, find)
        collection = assignment.question.campaign.collection_slug
        if not collection:
            return Panel(item.docid, "", NO_COLLECTION, find)
        known = [answer for answer in self._accepted if answer != item.answer][:ACCEPTED_SHOWN]
        beside = beside_language(assignment.question)
        wanted = MarkRequest(item.answer, find, how, tuple(known))
        described, handed = _described(collection, item, wanted, hands and not beside)
        if described.state != "held":
            return Panel(item.docid, "", described, find)
        remote = setting_named(assignment.question.campaign.remote_resources)
        src = document_url(
            collection,
            item.docid,
            reader=assignment.member.as_reader,
            answer=item.answer,
            find=find,
            how=how,
            known=known,
            passage=item.passage,
            remote=remote,
            beside=beside,
            keys=True,
            revision=described.revision,
        )
        compare = comparison(described, assignment.question.campaign.slug, item.docid)
        seen = compare if compare and self._sees_all_runs else ""
        mark = mark_of(item.passage)
        # A document that is shown whole, or that a sentence only refers to, is not where the answer is looked for.
        whole = not item.answer or bool(assignment.question.kind.context)
        return Panel(item.docid, src, described, find, remote, seen, whole, mark, handed)

    @cached_property
    def _accepted(self) -> list[str]:
        """Strings that this assessor judged correct in the question, those judged last first.

        One more than are marked: the string that is judged is none of them, also where it was accepted elsewhere.
        """
        scale = self._assignment.question.kind.scale
        correct = tuple(sorted(scale.correct)) if scale else ()
        return _accepted_under(correct)(assignment=self._assignment.pk) if correct else []

    @cached_property
    def _sees_all_runs(self) -> bool:
        account, campaign = self._assignment.member.account, self._assignment.question.campaign
        return account is not None and access_to(account, campaign).may(Permission.SEE_ALL_RUNS)


def document_panel(assignment: Assignment, item_id: int) -> Panel:
    """The document of one answer, by the answer's key; Http404 where it is none that is judged there."""
    return DocumentsBeside(assignment).panel(cited_answer(assignment, item_id))


def panels_beside(assignment: Assignment, items: Iterable[int]) -> list[dict[str, Any]]:
    """The documents of several answers to come, for the scripts of the page; what is no answer of the question is left out."""
    documents, panels = DocumentsBeside(assignment), list[dict[str, Any]]()
    for item in items:
        with suppress(Http404):
            panels.append(panel_ahead(documents, cited_answer(assignment, item)))
    return panels


def panel_ahead(documents: DocumentsBeside, item: Cited) -> dict[str, Any]:
    """The document of an answer to come, for the scripts of the page."""
    return {"item": item.pk, **documents.panel(item, hands=True).as_json()}


def cited_answer(assignment: Assignment, item_id: int) -> PoolItem:
    """An answer by its key; Http404 where it is none that is judged there."""
    item = (
        items_of(assignment).filter(pk=item_id).first()
        if assignment.of_some
        else _item_of.first(item=item_id, question=assignment.question_id)
    )
    if item is None:
        raise Http404
    return item


def _described(
    collection: str, item: Cited, wanted: MarkRequest, hands: bool
) -> tuple[Description, Handed | None]:
    if item.passage or not hands:
        find, how = wanted.find, wanted.how
        return describe_cited(collection, item.docid, item.answer, item.passage, find=find, how=how), None
    return describe_to_hand(collection, item.docid, wanted)


def describe_cited(
    collection: str, docid: str, answer: str, passage: str, *, find: str = "", how: How = "exact"
) -> Description:
    """What there is to say of an answer's document. An answer that is a place on a page stands there, once."""
    described = describe_document(collection, docid, answer=answer, find=find, how=how, passage=passage)
    if not kind_of(passage):
        return described
    hits = described.hits._replace(answer=1, literal=True, marked=1, best=1)
    return described._replace(hits=hits)


def mark_of(passage: str) -> str:
    """How the id begins at which a document is opened: a long answer's is that of its element."""
    return f"{PREFIX}nq-box" if kind_of(passage) == "long" else "hit"


def beside_language(question: Question) -> str:
    """The language of the question, where its documents are in another: they are shown in both."""
    return question.source_lang.lower() if question.source_lang != question.target_lang else ""


def comparison(described: Description, slug: str, docid: str) -> str:
    """Where an organizer sees a document's readings; empty where nothing is in doubt."""
    if described.doubt or not described.hits.literal:
        return reverse("submissions:document", args=[slug, docid])
    return ""


@cache
def _accepted_under(correct: tuple[str, ...]) -> Prepared[str]:
    def accepted(assignment: int) -> "QuerySet[Judgment, str]":
        given = Judgment.objects.filter(in_pool("item"), assignment=assignment, grade__in=correct)
        strings = given.order_by().values("item__answer").annotate(last=Max("judged_at"), newest=Max("pk"))
        return strings.order_by("-last", "-newest").values_list("item__answer", flat=True)[
            : ACCEPTED_SHOWN + 1
        ]

    return Prepared(accepted)


@Prepared
def _item_of(item: int, question: int) -> "QuerySet[PoolItem]":
    return PoolItem.objects.filter(pk=item, question=question).order_by("pk")
