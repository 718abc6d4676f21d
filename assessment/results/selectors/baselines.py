"""The runs that untrained baselines come to: what they choose by scoring/baselines.py, in the texts and pages of the site.

Nothing goes into them that participants do not have, but what another campaign knows.
"""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple, Protocol

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.searching import collection_of, found_for
from assessment.results.selectors.consistent_campaign import consistent_campaign
from assessment.results.selectors.evaluation import load_evaluation, load_topics
from assessment.shared.errors import Refused
from assessment.shared.say import say
from documents.errors import DocumentsError
from documents.glances import places_of, record_at
from documents.models import DocumentEntry
from documents.paragraphs import paragraph, paragraphs
from documents.readers.nq import read_example
from documents.search.analysis import language_field, words_in
from documents.search.finding import snippet_of
from documents.search.texts import texts_of
from documents.selectors import known_docids
from scoring.annotations import Label, PageSpan
from scoring.baselines import NAMES, ClosestQuestion, most_frequent, right_answers
from scoring.gold import language_of
from scoring.index import Index
from scoring.records import Question, Topics
from scoring.tracks.base import Declaration, GivenAnswer

TEAM = "base"  # where teams have ids of four letters
_TOP = 20  # documents among which one of the right language is looked for
_LONGEST = 250  # bytes of a string where the evaluation has no limit: those of TREC-8's longer runs

Answers = Mapping[str, GivenAnswer]


class Baseline(NamedTuple):
    """A run of a baseline, as a team would hand it in."""

    name: str
    declaration: Declaration
    file: str  # its name
    data: bytes
    answered: int
    questions: int


class WhyNot(NamedTuple):
    """A baseline of which there is no run, and why."""

    name: str
    reason: str


class _Source(Protocol):
    """Where the answers of a kind of evaluation come from."""

    def answers(self, name: str) -> Answers:
        """What a baseline says to each question to which it says anything; Refused where there is no such baseline."""


def baselines_of(
    campaign: Campaign, train: Campaign | None, names: Sequence[str] = NAMES
) -> Iterator[Baseline | WhyNot]:
    """A run of each baseline, one for each pair of languages; or why there is none."""
    if train and not train.has_evaluation_of(campaign):
        raise Refused(
            say("The campaign {campaign} is of another evaluation. Nothing was made.", campaign=train.slug),
            "another_track",
            say("Learn from one of {track}.", track=campaign.track.title),
        )
    if train == campaign:
        raise Refused(
            say(
                "The campaign {campaign} would learn from its own answers. Nothing was made.",
                campaign=train.slug,
            ),
            "own_answers",
            say("Name another campaign."),
        )
    topics = load_topics(campaign)
    source: _Source = (
        _Pages(campaign, topics, train) if campaign.track.marks_places else _Texts(campaign, topics, train)
    )
    for name in names:
        try:
            answers = source.answers(name)
        except Refused as refused:
            yield WhyNot(name, refused.message)
        else:
            yield from _runs(campaign, topics, name, answers)


def _runs(campaign: Campaign, topics: Topics, name: str, answers: Answers) -> Iterator[Baseline | WhyNot]:
    track = campaign.track.under(campaign.rules)
    for declaration in _declared(campaign, topics, name):
        run_id = declaration.run_id or ""
        asked = track.questions_of(run_id, topics)
        data = track.written_run(topics, declaration, campaign.rules, answers, run_id)
        if not data:
            yield WhyNot(name, say("There is no question that a run answers."))
            continue
        file = f"{run_id or declaration.team}{track.run_suffix}"
        yield Baseline(name, declaration, file, data, sum(one.qid in answers for one in asked), len(asked))


def _declared(campaign: Campaign, topics: Topics, name: str) -> Iterator[Declaration]:
    """What is declared of the runs of a baseline: one, or one for each pair of languages."""
    track = campaign.track.under(campaign.rules)
    plain = Declaration(f"baseline-{name}", length_limit=max(track.length_limits, default=None))
    if not track.registers:
        yield plain._replace(run_id=f"baseline-{name}") if track.marks_places else plain
        return
    number = [one for one in NAMES if one != "most-frequent"].index(name)
    for pair in dict.fromkeys(question.pair for question in topics.questions):
        ids = track.run_ids(TEAM, track.run_kinds[0], pair)
        if number < len(ids):
            yield plain._replace(team=TEAM, run_id=ids[number])


class _Known:
    """What another campaign knows."""

    def __init__(self, train: Campaign | None) -> None:
        self.train = train

    @cached_property
    def index(self) -> Index:
        """Its judgments; Refused where no campaign was named."""
        if self.train is None:
            raise Refused(say("It learns from another campaign, and none was named."), "no_training")
        with consistent_campaign(self.train):
            return Index(load_evaluation(self.train))

    @property
    def questions(self) -> Mapping[str, Question]:
        """Those of its questions that were not dropped."""
        found = self.index.evaluation.topics.questions
        return {one.qid: one for one in found if one.qid in self.index.retained}


class _Texts:
    """Answers that are strings or paragraphs of documents."""

    def __init__(self, campaign: Campaign, topics: Topics, train: Campaign | None) -> None:
        self.campaign, self.topics, self.known = campaign, topics, _Known(train)
        self.collection = collection_of(campaign)
        self.targets = {one.series_id: one.target for one in topics.series}
        self.track = campaign.track.under(campaign.rules)
        self.kinds = {one.qid: self.track.type_of(one) for one in topics.questions}

    def answers(self, name: str) -> Answers:
        if name == "first-passage":
            return dict(self._first_passages(self.kinds))
        if name == "closest-question":
            closest = dict(self._closest())
            return dict(self._first_passages(self._required - closest.keys())) | closest
        raise Refused(
            say("It is taken of pages that several questions are asked of; here is none."), "no_pages"
        )

    @property
    def _required(self) -> set[str]:
        """The questions to which runs can neither say NIL nor keep silent."""
        return {
            qid
            for qid, kind in self.kinds.items()
            if kind.judged and not (kind.nil_allowed or kind.passage_scale)
        }

    def _first_passages(self, wanted: Collection[str]) -> Iterator[tuple[str, GivenAnswer]]:
        asked = {one.qid: one for one in self.topics.questions if one.qid in wanted}
        texts = {qid: _asked(one, self.targets) for qid, one in asked.items()}
        for qid, hits in found_for(self.campaign, texts.items(), _TOP):
            docid = next((hit.docid for hit in hits if _fits(asked[qid], hit.docid)), "")
            if docid and (given := self._passage(qid, docid, texts[qid])):
                yield qid, given

    def _passage(self, qid: str, docid: str, text: str) -> GivenAnswer | None:
        """The passage of a document that has most words of a text."""
        if self.kinds[qid].passage_scale:
            return self._paragraph(docid, text)
        entries = DocumentEntry.visible.filter(collection=self.collection, docid=docid)
        read = next(texts_of(list(entries.select_related("collection"))), None)
        found = snippet_of(read.text, text, read.language) if read else ()
        return _string(docid, "".join(piece.text for piece in found), self._limit)

    def _paragraph(self, docid: str, text: str) -> GivenAnswer | None:
        wanted = self._words(text)
        there = paragraphs(self.collection.slug, docid)
        best = max(there, key=lambda number: len(wanted & self._words(there[number])), default="")
        return GivenAnswer(docid, there[best], best) if best and there[best].strip() else None

    def _closest(self) -> Iterator[tuple[str, GivenAnswer]]:
        right = self._right_here()
        targets = {one.series_id: one.target for one in self.known.index.evaluation.topics.series}
        words: defaultdict[tuple[str, str], dict[str, set[str]]] = defaultdict(dict)
        for qid, one in self.known.questions.items():
            if qid in right:
                words[one.type, one.pair][qid] = self._words(_asked(one, targets))
        closest = {kind: ClosestQuestion(known) for kind, known in words.items()}
        for question in self.topics.questions:
            of_kind = closest.get((question.type, question.pair))
            found = of_kind.to(self._words(_asked(question, self.targets))) if of_kind else None
            if found:
                yield question.qid, right[found.key]

    def _right_here(self) -> Answers:
        """The right answers of the other campaign whose documents are in this one's collection, as a run here gives them."""
        kinds = {qid: self.campaign.track.type_of(one) for qid, one in self.known.questions.items()}
        right = right_answers(self.known.index, kinds)
        there = known_docids(self.collection.slug, {one.docid for one in right.values()})
        given = {qid: self._here(one) for qid, one in right.items() if one.docid in there}
        return {qid: one for qid, one in given.items() if one}

    def _here(self, given: GivenAnswer) -> GivenAnswer | None:
        """An answer of the other campaign as a run here gives it."""
        if not given.passage:
            return _string(given.docid, given.text, self._limit)
        text = paragraph(self.collection.slug, given.docid, given.passage)
        return given._replace(text=text) if text else None

    @property
    def _limit(self) -> int:
        return max(self.track.length_limits, default=_LONGEST)

    def _words(self, text: str) -> set[str]:
        return set(words_in(language_field(self.collection.language), text))


class _Pages:
    """Answers that are places on the page of their question."""

    def __init__(self, campaign: Campaign, topics: Topics, train: Campaign | None) -> None:
        self.campaign, self.topics, self.known = campaign, topics, _Known(train)
        self.collection = collection_of(campaign)

    def answers(self, name: str) -> Answers:
        chosen = {
            "first-passage": self._first,
            "most-frequent": self._frequent,
            "closest-question": self._closest,
        }
        found: dict[str, GivenAnswer] = {}
        for question in self.topics.questions:
            if span := chosen[name](question):
                found[question.qid] = GivenAnswer(question.qid, label=Label(long=span))
        return found

    def _first(self, question: Question) -> PageSpan | None:
        """The first paragraph of the page that stands in no table or list."""
        with suppress(DocumentsError):
            for one in places_of(self.collection.slug, question.qid).candidates:
                if one.top_level and one.opening.upper() == "<P>" and one.start >= 0:
                    return PageSpan(*one[:4])
        return None

    def _frequent(self, question: Question) -> PageSpan | None:
        known = self._by_page.get(_page(self.collection.slug, question.qid), {})
        return most_frequent(span for spans in known.values() for span in spans)

    def _closest(self, question: Question) -> PageSpan | None:
        known = self._by_page.get(_page(self.collection.slug, question.qid), {})
        words = {qid: self._words(self.known.questions[qid].text) for qid in known}
        found = ClosestQuestion(words).to(self._words(question.text))
        return most_frequent(known[found.key]) if found else None

    @cached_property
    def _by_page(self) -> Mapping[str, Mapping[str, list[PageSpan]]]:
        """The long answers that annotators of the other campaign gave, by the page and the question."""
        found: defaultdict[str, dict[str, list[PageSpan]]] = defaultdict(dict)
        for example in self.known.index.evaluation.annotations:
            said = [one.label.long for one in example.annotations if one.complete and one.label.has_long]
            if said and self.known.train and example.example_id in self.known.questions:
                page = _page(self.known.train.collection_slug, example.example_id)
                found[page][example.example_id] = said
        found.pop("", None)
        return found

    def _words(self, text: str) -> set[str]:
        return set(words_in(language_field(self.collection.language), text))


def _page(collection: str, docid: str) -> str:
    """A checksum of a page, by which the same page is known under another id; empty where it cannot be read."""
    try:
        return hashlib.sha256(read_example(record_at(collection, docid)).html).hexdigest()
    except (DocumentsError, ArithmeticError, LookupError, TypeError, ValueError):
        return ""


def _asked(question: Question, targets: Mapping[str, str]) -> str:
    """The words of a question, those of its target before them."""
    return f"{targets.get(question.series, '')} {question.text}".strip()


def _fits(question: Question, docid: str) -> bool:
    """Whether a document is in the language in which the answer is sought, as far as its id tells."""
    return not question.target_lang or language_of(docid) in ("", question.target_lang)


def _string(docid: str, text: str, limit: int) -> GivenAnswer | None:
    """A string on one line of at most so many bytes, whole words where it has blanks; None where nothing is left."""
    line = " ".join(text.split())
    if len(line.encode()) > limit:
        cut = line.encode()[: limit + 1].decode(errors="ignore")
        line = cut.rpartition(" ")[0] or cut.encode()[:limit].decode(errors="ignore")
    return GivenAnswer(docid, line) if line else None
