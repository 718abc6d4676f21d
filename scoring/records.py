"""The vocabulary: the records of every part of an evaluation.

All are immutable; functions of this package take and return iterables of them. Text is compared
exactly (no trimming, no case folding) and ordered by code point, which is how Python compares strings.
"""

import hashlib
from collections.abc import Iterable, Mapping
from fractions import Fraction
from json.encoder import encode_basestring
from types import MappingProxyType
from typing import Any, NamedTuple

from scoring.annotations import AnnotatedExample, Prediction
from scoring.scales import Scale
from scoring.stages import JUDGE, PRIMARY, THIRD, VOTER

NIL = "NIL"
MAX_DOCID, MAX_GROUP = 255, 200  # characters; documents.fields has the same number of docids for the tables


class Problem(NamedTuple):
    """What is wrong at one place of a file, and how to fix it."""

    file: str
    line: int  # 1-based; 0 where the whole file is meant
    code: str  # stable, for programs
    message: str
    hint: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.code}: {self.message}" + (f" {self.hint}" if self.hint else "")


class Series(NamedTuple):
    """Questions about one target (TREC 2004 question series, section 1)."""

    series_id: str
    target: str
    target_type: str = ""


class Question(NamedTuple):
    """One question, its series where it has one, and where it came from (TREC-8 QA evaluation, section 2.1)."""

    qid: str
    type: str
    text: str
    series: str = ""
    source: str = ""
    suggested_answer: str = ""
    suggested_docid: str = ""
    nil: str = ""  # the organizer's word on an undecided NIL: "right", "wrong" or ""
    source_lang: str = ""  # of the question, in capitals; "" where a track has one language
    target_lang: str = ""  # of the documents in which its answer is sought

    @property
    def pair(self) -> str:
        """Source and target language, as "EN:IT"; "" where a track has one language."""
        return f"{self.source_lang}:{self.target_lang}" if self.source_lang else ""


class Checklist(NamedTuple):
    """What a table of topics says that a right answer holds, a line for each thing; read where answers are kept."""

    qid: str
    text: str
    line: int = 0  # of the table


class Topics(NamedTuple):
    """The questions of a campaign in their order, and the series they belong to."""

    questions: tuple[Question, ...]
    series: tuple[Series, ...] = ()
    checklists: tuple[Checklist, ...] = ()


class Item(NamedTuple):
    """A pool item: a distinct (question, document, passage, answer string). Judgments attach to this content."""

    qid: str
    docid: str
    passage: str
    answer: str

    @property
    def key(self) -> str:
        """SHA-256 (hex) of the four parts, written as a JSON array."""
        return item_key(*self)


def item_key(qid: str, docid: str, passage: str, answer: str) -> str:
    """Name a pool item by its content, whatever the length of its answer."""
    # The array of strings that json.dumps writes with ensure_ascii=False and no blanks, four times as fast.
    content = ",".join(map(encode_basestring, (qid, docid, passage, answer)))
    return hashlib.sha256(f"[{content}]".encode()).hexdigest()


class Response(NamedTuple):
    """One line of a run. `rank` is the given rank, or the position among the question's lines where none is given."""

    qid: str
    docid: str
    answer: str
    rank: int = 1
    passage: str = ""
    line: int = 0
    noa: bool = False  # the system prefers not to answer; a document beside it is the candidate it held back
    prediction: Prediction | None = None  # where answers are places on a page

    @property
    def item(self) -> Item | None:
        """The pool item this response gives, without a document where there are none; None for NIL and mere silence."""
        given = (self.docid or self.answer) and not self.is_nil
        return Item(self.qid, self.docid, self.passage, self.answer) if given else None

    @property
    def is_nil(self) -> bool:
        """Whether the response says that the collection holds no answer."""
        return self.docid == NIL and not self.answer


class Run(NamedTuple):
    """What a team declared of one submitted file (a row of runs.csv)."""

    run_id: str
    team: str
    priority: int = 1
    automatic: bool = True
    description: str = ""
    scope: str = "all"  # all, top50
    sha256: str = ""
    pooled: bool = True
    depth: int | None = None
    length_limit: int | None = None  # bytes of an answer string
    encoding: str = "utf-8"
    declared: tuple[tuple[str, str], ...] = ()  # answers to what the evaluation asks besides, by name


class Judgment(NamedTuple):
    """One assessor's grade of one pool item."""

    item: Item
    assessor: str
    grade: str
    answer_class: str = ""
    note: str = ""
    judged_at: str = ""  # ISO 8601, UTC
    kind: str = "human"  # human, machine, automatic
    version: str = ""

    @property
    def by_program(self) -> bool:
        """Whether no person gave it."""
        return self.kind != "human"


class Adjudication(NamedTuple):
    """The adjudicator's decision on a disputed item (TREC-8 QA evaluation, section 2.4)."""

    item: Item
    grade: str  # empty, as the ground, where only the answer class is settled
    ground: str  # opinion, misapplied, inconsistent
    overruled: bool
    adjudicator: str = ""
    note: str = ""
    answer_class: str = ""


class Assignment(NamedTuple):
    """Who judges which question, and their notes on it (a row of assignments.csv)."""

    qid: str
    assessor: str
    role: str = JUDGE
    state: str = "open"  # open, done, handed_over
    canonical_answer: str = ""
    comment: str = ""
    seconds: int = 0
    no_answer_found: bool = False  # said when it was finished
    shown: str = ""  # the machine whose grades they saw first (post-editing); empty: none, judged blind

    @property
    def primary(self) -> bool:
        """Whether it is the primary assessor's."""
        return self.role == PRIMARY

    @property
    def judges(self) -> bool:
        """Whether the question is judged in it, by the primary assessor or another."""
        return self.role in (PRIMARY, JUDGE)

    @property
    def of_some(self) -> bool:
        """Whether only some items of the question are judged in it, those on which the others differ."""
        return self.role == THIRD

    @property
    def only_votes(self) -> bool:
        """Whether entries are voted on, and no more."""
        return self.role == VOTER


class AssignedItem(NamedTuple):
    """An item that somebody was given by itself (a row of assigned_items.csv)."""

    item: Item
    assessor: str


class Ruling(NamedTuple):
    """How to judge, ruled for all assessors (a row of rulings.csv); without `ruling`, a question that waits for one."""

    qid: str  # empty where it concerns no single question
    docid: str  # with passage and answer: the item that was asked about, all empty where there is none
    passage: str
    answer: str
    assessor: str  # who asked; empty where nobody did
    asked: str
    asked_at: str  # ISO 8601, UTC
    ruling: str
    ruled_at: str


class KnownAnswer(NamedTuple):
    """An answer class of a question (a row of classes.csv)."""

    qid: str
    name: str
    label: str
    origin: str = "development"  # pool, development
    assessor: str = ""


class Nugget(NamedTuple):
    """An atomic piece of information that a response may hold (a row of nuggets.csv). Names are unique in a question."""

    qid: str
    name: str
    text: str
    origin: str = "pool"  # pool, development, draft
    assessor: str = ""  # empty: settled
    weight: str = ""  # of a criterion, in decimals, below 0 too; empty: what its type declares, else 1
    group: str = ""  # of a criterion, or sub-topic of a nugget


class NuggetVote(NamedTuple):
    """One assessor's word on how much a nugget matters (a row of votes.csv)."""

    qid: str
    nugget: str
    assessor: str
    vote: str  # vital, okay


class Match(NamedTuple):
    """One assessor's mark that a pool item holds a nugget of its question (a row of matches.csv)."""

    item: Item
    nugget: str
    assessor: str = ""  # empty: settled
    label: str = ""  # how far, where the type of the question has a scale of cells; empty: it holds it


class MachineMatch(NamedTuple):
    """That a program read a pool item, and a nugget that it holds (a row of machine_matches.csv); a row for each."""

    item: Item
    assessor: str  # NAME@VERSION
    nugget: str  # empty: none
    listed: str = ""  # what it was asked about: `listed_as` of the nuggets
    note: str = ""
    label: str = ""  # as of a `Match`


class MachineNugget(NamedTuple):
    """A nugget that a program drafted for a question (a row of machine_nuggets.csv); scores know nothing of it."""

    qid: str
    assessor: str  # NAME@VERSION
    position: int  # in its draft, from 1
    text: str
    importance: str = ""  # vital, okay; empty: it said nothing
    docid: str = ""
    note: str = ""
    taken: str = ""  # the nugget of the list that was made of it (post-editing); empty: none that stands
    group: str = ""  # a part of the question that it is about


def listed_as(nuggets: Iterable[tuple[str, str]]) -> str:
    """A short checksum of the nuggets of a question, by name and text, whatever their order."""
    content = ",".join(encode_basestring(cell) for pair in sorted(nuggets) for cell in pair)
    return hashlib.sha256(f"[{content}]".encode()).hexdigest()[:16]


class GoldAnswer(NamedTuple):
    """A right answer that was known beforehand (a row of gold.csv); `answer` is empty where only the paragraph is."""

    qid: str
    docid: str
    passage: str
    answer: str = ""


class MachineAssessor(NamedTuple):
    """What a program was that judged (a row of machines.csv); one version of it is one assessor."""

    assessor: str  # NAME@VERSION, as its judgments and rules name it
    name: str
    version: str
    model: str
    family: str = ""  # of models; "" where nobody said
    team: str = ""  # who made it, where they may take part
    prompt_sha256: str = ""
    parameters: str = ""  # as they were given
    made_on: str = ""  # the day on which it judged, as YYYY-MM-DD


class SampledQuestion(NamedTuple):
    """A question that a sample was drawn from (a row of sample.csv)."""

    qid: str
    stratum: str
    drawn: bool


class Sampling(NamedTuple):
    """What people are asked to judge where a machine judged all: the design (the row of design.csv), and its sample."""

    design: str  # simple, grade, disagreement or versions
    machine: str  # as its judgments name it
    measure: str  # that is estimated
    size: int  # questions drawn
    seed: int
    machine_sha256: str  # of what the machine said of these questions when the sample was drawn
    questions: tuple[SampledQuestion, ...] = ()

    @property
    def chances(self) -> dict[str, Fraction]:
        """The chance of each question to be drawn: the share of its stratum that was."""
        strata: dict[str, list[bool]] = {}
        for one in self.questions:
            strata.setdefault(one.stratum, []).append(one.drawn)
        shares = {name: Fraction(sum(drawn), len(drawn)) for name, drawn in strata.items()}
        return {one.qid: shares[one.stratum] for one in self.questions}


class PostEditing(NamedTuple):
    """Who was to see a machine's grades before their own (the row of post_editing.csv): declared before anything was assigned."""

    machine: str  # as its judgments name it
    share: int  # percent of the questions of each assessor, drawn by the seed
    seed: int
    machine_sha256: str  # of what the machine said when it was declared
    questions: tuple[str, ...] = ()  # to which it is limited; empty: all


class Evaluation(NamedTuple):
    """Everything that a score depends on: one campaign, whole."""

    campaign: str
    title: str
    track: str
    settings: Mapping[str, Any]
    topics: Topics
    runs: tuple[Run, ...]
    responses: Mapping[str, tuple[Response, ...]]  # by run_id
    pool: tuple[Item, ...]
    judgments: tuple[Judgment, ...]
    adjudications: tuple[Adjudication, ...] = ()
    assignments: tuple[Assignment, ...] = ()
    known_answers: tuple[KnownAnswer, ...] = ()
    dropped: Mapping[str, str] = MappingProxyType({})  # id of a question or series -> reason
    nuggets: tuple[Nugget, ...] = ()
    nugget_votes: tuple[NuggetVote, ...] = ()
    matches: tuple[Match, ...] = ()
    machine_matches: tuple[MachineMatch, ...] = ()  # what programs matched; counts where a rule names one
    machine_nuggets: tuple[MachineNugget, ...] = ()  # what programs drafted, where a bundle was read
    scales: Mapping[str, Scale] = MappingProxyType({})  # question -> its grades; without: nothing is graded
    gold: tuple[GoldAnswer, ...] = ()
    annotations: tuple[AnnotatedExample, ...] = ()  # what people said of pages, by question
    rulings: tuple[Ruling, ...] = ()  # no score depends on them
    machines: tuple[MachineAssessor, ...] = ()  # programs that judged; no score depends on it
    sampling: Sampling | None = None  # what people were asked to judge, if not all; no score depends on it
    post_editing: PostEditing | None = None  # no score depends on it
    cell_scales: Mapping[str, Scale] = MappingProxyType({})  # question -> labels of nuggets in its items
    definition: str = ""  # the text of the evaluation, where the campaign has one of its own
    assigned_items: tuple[AssignedItem, ...] = ()  # what thirds are to judge; no score depends on it


class Qrels(NamedTuple):
    """One grade for each judged pool item, derived from the raw judgments by a rule."""

    rule: str
    grades: Mapping[Item, str]
    warnings: tuple[str, ...] = ()
    chosen: Mapping[str, str] = MappingProxyType({})  # question -> assessor, where these were named
    scales: Mapping[str, Scale] = MappingProxyType({})  # question -> the scale of its grades
