"""What every track declares: its question types, its settings, its files, and how its runs are checked."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any, BinaryIO, NamedTuple, Self

from scoring.formats import question_tables, target_types, topics_table
from scoring.formats.folding import qid_error
from scoring.formats.kinds import XML, kind_of_file
from scoring.formats.problems import Problems
from scoring.forms import ANSWERS
from scoring.forms.base import Form
from scoring.measures import parse
from scoring.records import Problem, Question, Response, Run, Topics
from scoring.say import sentence
from scoring.scales import SCALES, Criterion, Grade, Scale
from scoring.stages import PLACES, Task
from scoring.tracks.asked import Asked
from scoring.tracks.configured import Configured
from scoring.tracks.rankings import depth_of
from scoring.tracks.series import SeriesRules
from scoring.tracks.submitted import CheckedRun as CheckedRun
from scoring.tracks.submitted import Declaration as Declaration
from scoring.tracks.submitted import GivenAnswer as GivenAnswer

OWN = "own"  # the slug of all evaluations that people bring

Types = Mapping[str, "QuestionType"]
KnownDocids = Callable[[Collection[str]], set[str]]  # which of some document ids the collection has
ParagraphTexts = Callable[
    [Collection[tuple[str, str]]], Mapping[tuple[str, str], str]
]  # the exact texts of those (document, number) that the collection has
GivenOut = Mapping[str, Collection[str]]  # question -> the top documents given out for it or its series


@dataclass(frozen=True)
class QuestionType:
    """One type of question: the form of its responses, its scale and its measures."""

    name: str  # as topics files spell it
    label: str
    scale: Scale | None
    ranked: bool  # whether responses carry ranks
    nil_allowed: bool  # whether a run may say that the collection holds no answer
    single: bool  # whether a run gives exactly one response
    judged: bool  # whether its responses are pooled, judged and scored
    measures: tuple[str, ...] = ()  # the first is the question's own, the others are counted over the run
    form: Form = ANSWERS
    pyramid: bool = False  # whether a nugget weighs as many votes as call it vital
    passage_scale: Scale | None = None  # of responses that name a paragraph and no answer string
    cell_scale: Scale | None = None  # of a nugget in an item; without one it is marked there, or not
    after: str = ""  # the type whose questions of the same series are finished before its own begin; "": none
    context: str = ""  # the type whose items are whole answers, of which its own are sentences; "": none
    documents: bool = True  # whether its responses name their documents, where those of the track do
    nugget_words: int = 0  # that a nugget mostly has at most; 0: nothing is said of that
    all_match: bool = False  # whether all match its nuggets, not the primary assessor alone
    zero_if_empty: bool = False  # whether a question is worth 0 where its measures have nothing to divide by

    @cached_property
    def is_valued(self) -> bool:
        """Whether a measure asks what the grades of its responses are worth."""
        return any(parse(name).graded for name in self.measures)

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """Those that all its questions have."""
        return self.cell_scale.criteria if self.cell_scale else ()

    def labels_of(self, name: str) -> Scale | None:
        """The labels of the nugget or criterion of this name in answers, where these have any."""
        return self.cell_scale.of(name) if self.cell_scale else None

    @property
    def scales(self) -> tuple[Scale, ...]:
        """All that people say anything on."""
        of_cells = (one.scale for one in self.criteria) if self.criteria else (self.cell_scale,)
        return tuple(scale for scale in (self.scale, self.passage_scale, *of_cells) if scale)

    def scale_for(self, answer: str) -> Scale | None:
        """The grades that a response with this answer string can get."""
        return self.passage_scale if self.passage_scale and not answer else self.scale


class Sample(NamedTuple):
    """Questions, and answers by question; a question without one is answered with silence, or as examples are."""

    topics: Topics
    answers: Mapping[str, GivenAnswer] = MappingProxyType({})
    pair: str = ""  # of languages, where runs have one
    runs: str = "plain text with one response a line."  # what a run file is, in a sentence or two


class RunChecks(NamedTuple):
    """What a run is checked against. What is None is not at hand; a warning then says that it went unchecked."""

    topics: Topics
    declaration: Declaration
    settings: Mapping[str, Any] = MappingProxyType({})  # as a campaign has them, without the defaults
    known_docids: KnownDocids | None = None
    given_out: GivenOut | None = None  # asked of runs that declare to have searched the top documents alone
    paragraphs: ParagraphTexts | None = None  # asked of runs that quote whole paragraphs


@dataclass(frozen=True, kw_only=True)
class Track(Configured):
    """One evaluation as its defining document describes it. Nothing else asks which track a campaign is of."""

    slug: str
    title: str
    about: str = ""  # what is judged, in a few sentences
    since: int  # the year in which it was first held; evaluations are listed in this order
    sample: Sample  # with which it shows teams how its files look
    defined_by: str = ""  # the paper or the guidelines
    question_types: Types
    measures: tuple[str, ...]  # of a run, as scores list them
    score: str  # the measure that is a run's score; "score" for the mean over series
    questions_file: str  # its name in a bundle
    run_suffix: str
    asked: tuple[Asked, ...] = ()  # what a team declares of a run besides what is declared of all
    length_limits: tuple[int, ...] = ()  # that a run may declare; () where there are none
    series_rules: SeriesRules | None = None  # None where questions stand in no series
    run_kinds: tuple[str, ...] = ()  # each run is of one of them (PS and AS); () where all do the same
    languages: tuple[str, ...] = ()  # of questions and documents; () where a track has one
    gold: bool = False  # whether known right answers judge by themselves what they match
    documents: bool = True  # whether responses name their documents; without, answers are read alone
    answers: bool = True  # whether responses hold an answer string; without, documents themselves are graded
    document_lists: bool = True  # whether runs may search just the top documents given out for a question
    checklist: tuple[tuple[str, str], ...] = ()  # what second readers of candidates look for: name and words
    ranking: str = (
        ""  # the type of question that runs of six columns are for, which only rank documents; "": none
    )
    answered: bool = False  # whether a run's measures over the questions that it answered are told besides
    any_encoding: bool = True  # whether a run may be in another encoding than UTF-8, if it says so
    streams_topics: bool = False  # whether topics may be files of any size: the corpus itself, with its pages
    untold: str = ""  # the type of a question of which topics files do not tell any; "" where they tell it
    run_id_from: str = sentence("the run tag in the file")  # where a run has its id from if not from its team
    length_unit: str = sentence("bytes")  # what those limits are counted in
    fixed: tuple[str, ...] = ()  # which rules no setting changes, and why: a sentence or two each
    shape: Callable[[Types, Mapping[str, Any]], Types] | None = None  # how settings change the question types

    @property
    def is_own(self) -> bool:
        """Whether it is people's own, of a file of theirs: its words are theirs, and nobody translates them."""
        return self.slug == OWN

    @cached_property
    def own_grades(self) -> Mapping[str, Grade]:
        """The grades by label of scales that it has for itself; those of the others are known to all."""
        kinds = self.question_types.values()
        scales = (scale for kind in kinds for scale in kind.scales if scale.name not in SCALES)
        return MappingProxyType({grade.label: grade for scale in scales for grade in scale.declared})

    @property
    def run_columns(self) -> str:
        """The columns of a run's lines, unless a setting names them; "" where it has no columns."""
        return ""

    def schemas(self) -> dict[str, str]:
        """DTDs of those of its files that are XML, by name."""
        return {}

    @property
    def registers(self) -> bool:
        """Whether teams register, with tasks and languages, before they get questions."""
        return bool(self.run_kinds and self.languages)

    def types_with(self, task: Task) -> tuple[str, ...]:
        """The types of question that have a task."""
        return tuple(name for name, kind in self.question_types.items() if kind.form.asks(task))

    @property
    def marks_places(self) -> bool:
        """Whether people mark places on the pages of questions."""
        return bool(self.types_with(PLACES))

    @property
    def item_kinds(self) -> frozenset[str]:
        """The kinds of items that the pools of its questions hold: answers of runs, annotated ones; none without pools."""
        judged = (kind.form for kind in self.question_types.values() if kind.judged)
        return frozenset(stage.items for form in judged for stage in form.stages if stage.items)

    def under(self, settings: Mapping[str, Any]) -> Self:
        """The track with the question types that a campaign's settings give it."""
        values = self.settings_with_defaults(settings)
        fields = self.decided(values)
        if self.shape is not None:
            fields |= {"question_types": self.shape(self.question_types, values), "shape": None}
        return replace(self, **fields) if fields else self

    def decided(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """What else of the track its settings decide, by field."""
        return {}

    def scales(self, topics: Topics) -> Mapping[str, Scale]:
        """The scale of each question whose items are graded; those that are matched with nuggets have none."""
        kinds = ((question.qid, self.type_of(question).scale) for question in topics.questions)
        return {qid: scale for qid, scale in kinds if scale}

    def cell_scales(self, topics: Topics) -> Mapping[str, Scale]:
        """The labels of each question whose cells have them."""
        kinds = ((question.qid, self.type_of(question).cell_scale) for question in topics.questions)
        return {qid: scale for qid, scale in kinds if scale}

    @property
    def qrels_scale(self) -> Scale:
        """All grades of its qrels files, whatever the type of question: those of the widest scale, and others of other codes.

        A code means the same on all scales of an evaluation. ValueError where nothing is graded.
        """
        scales = [kind.scale for kind in self.question_types.values() if kind.scale]
        widest = max(scales, key=lambda scale: len(scale.grades))
        grades: dict[int, Grade] = {}
        for grade in chain.from_iterable(scale.declared for scale in (widest, *scales)):
            grades.setdefault(grade.code, grade)
        return replace(widest, declared=tuple(grades.values()))

    def type_of(self, question: Question) -> QuestionType:
        """The type of a question."""
        return self.question_types[question.type]

    def questions_of(self, run_id: str, topics: Topics) -> tuple[Question, ...]:
        """The questions that a run answers: those of its pair of languages."""
        return topics.questions

    def run_kind_of(self, run_id: str) -> str:
        """The task that a run does; "" where the track has none."""
        return ""

    def run_ids(self, team: str, task: str, pair: str) -> tuple[str, ...]:
        """The run ids that a team may give to runs of a task and a pair of languages; () where ids are free."""
        return ()

    def judged_questions(self, topics: Topics, dropped: Collection[str]) -> list[Question]:
        """The questions that are pooled, judged and scored, in their order."""
        return [
            question
            for question in topics.questions
            if self.type_of(question).judged
            and question.qid not in dropped
            and question.series not in dropped
        ]

    def pool_depth(
        self, kind: QuestionType, settings: Mapping[str, Any], depth: int | None = None
    ) -> int | None:
        """Down to which rank the responses to a question of this type are pooled and can earn a score; None: all."""
        first = kind.single and settings.get("many_per_factoid") == "first"
        return 1 if first else depth

    def counting(
        self, kind: QuestionType, given: Iterable[Response], settings: Mapping[str, Any]
    ) -> list[Response]:
        """Those of a run's responses to one question that can earn a score (setting many_per_factoid)."""
        deepest = self.pool_depth(kind, settings)
        return [response for response in given if deepest is None or response.rank <= deepest]

    def pooled_responses(
        self,
        run: Run,
        responses: Iterable[Response],
        topics: Topics,
        settings: Mapping[str, Any],
        dropped: Collection[str],
        depth: int | None,
    ) -> Iterator[Response]:
        """The responses of a run that go to the pool: of judged questions, to a depth, never NIL nor mere silence.

        The database chooses them by the same `judged` and `pool_depth` (submissions.selectors.pools).
        """
        kinds = {question.qid: self.type_of(question) for question in self.judged_questions(topics, dropped)}
        depth = depth_of(dict(run.declared), settings, depth)
        for response in responses:
            kind = kinds.get(response.qid)
            if kind is None or response.item is None:
                continue
            deepest = self.pool_depth(kind, settings, depth)
            if deepest is None or response.rank <= deepest:
                yield response

    @abstractmethod
    def read_topics(self, data: bytes, name: str) -> tuple[Topics, list[Problem]]:
        """The questions of a topics file, and everything that is wrong with it."""

    def read_topics_from(self, stream: BinaryIO, name: str) -> tuple[Topics, list[Problem]]:
        """The same of a file that is open; a track that `streams_topics` reads it piece by piece."""
        return self.read_topics(stream.read(), name)

    def read_topics_table(self, data: bytes, problems: Problems) -> Topics:
        """The questions of a table (`topics_table`); what is wrong with it is noted."""
        types = [self.untold, *self.question_types] if self.untold else list(self.question_types)
        in_series = self.series_rules is not None
        return topics_table.read(data, problems, types, in_series=in_series, id_error=self.id_error)

    @property
    def takes_topics_tables(self) -> bool:
        """Whether questions may come as a table: where they are in one language, and no pages stand beside them."""
        return not self.languages and not self.streams_topics

    def is_topics_table(self, data: bytes, columns: Mapping[str, str]) -> bool:
        """Whether a file is such a table, which it always is where topics have no other format; XML of their own is none."""
        own = PurePosixPath(self.questions_file).suffix
        is_own = own == ".xml" and kind_of_file(data) == XML
        return own == ".csv" or (not is_own and topics_table.is_topics_table(data, columns))

    def read_types(self, data: bytes, name: str, topics: Topics) -> target_types.Typed:
        """The topics with the types that a file of their own gives, and everything that is wrong with it."""
        return target_types.read(data, name, topics)

    def read_added(self, data: bytes, name: str, topics: Topics) -> target_types.Typed:
        """The same of a file that may also be a table with sources and suggested answers."""
        if not question_tables.is_table(data):
            return self.read_types(data, name, topics)
        read = question_tables.read(data, name, topics, tuple(self.question_types), self.untold)
        return target_types.Typed(*read)

    def entered(self, question: Question) -> Topics:
        """What a question becomes that is entered by itself: that question or, of a track of topics, all of its topic."""
        return Topics((question,))

    @property
    def entered_types(self) -> Types:
        """The types of question that are entered by themselves."""
        return self.question_types

    @property
    def asks_topics(self) -> bool:
        """Whether questions are made by topics, several of one text: that of the question which is entered."""
        return self.entered_types.keys() != self.question_types.keys()

    @property
    def topic_types(self) -> tuple[str, ...]:
        """The types of the questions that each topic makes, as settings have it; none where files say all questions."""
        return ()

    def answered_with(self, qids: Collection[str], topics: Topics) -> frozenset[str]:
        """The questions that these answer: themselves and, of a track of topics, all of their topics."""
        return frozenset(qids)

    def numbered(self, number: int) -> str:
        """The id that topics files give a question of this number, where the track has no series."""
        return str(number)

    def id_error(self, qid: str) -> str:
        """What keeps an id of a question or series out of the track's files; "" where nothing does."""
        return qid_error(qid)

    def in_file_order(self, questions: Sequence[Question]) -> Mapping[str, str]:
        """The ids of a campaign's questions in the order of its topics files, each with the id that it has there."""
        return {question.qid: question.qid for question in questions}

    def joined(self, before: Topics, read: Topics) -> tuple[Topics, Mapping[str, str]]:
        """The topics of a campaign once a file is read after others, and which questions get which other ids."""
        return read, {}

    @abstractmethod
    def write_topics(self, topics: Topics) -> bytes:
        """The questions in the track's own format; `read_topics` gives them back."""

    def example_run(
        self,
        topics: Topics,
        declaration: Declaration,
        settings: Mapping[str, Any],
        docids: Sequence[str],
        run_id: str = "",
    ) -> bytes:
        """A run that breaks no rule: every question answered, with made-up strings from the given documents.

        Of tracks that know a run by its id, the example has this one. Empty where there is no question to answer.
        """
        answers = self.example_answers(topics, declaration, settings, docids)
        return self.written_run(topics, declaration, settings, answers, run_id)

    def example_answers(
        self, topics: Topics, declaration: Declaration, settings: Mapping[str, Any], docids: Sequence[str]
    ) -> Mapping[str, GivenAnswer]:
        """The made-up answers of an example, by question; none where a run may be silent."""
        return {}

    @abstractmethod
    def written_run(
        self,
        topics: Topics,
        declaration: Declaration,
        settings: Mapping[str, Any],
        answers: Mapping[str, GivenAnswer],
        run_id: str = "",
    ) -> bytes:
        """A run file with one answer to each question that has one; empty where there is no question to answer.

        What has none is answered as the track says so (NIL, silence, no place), and else left out.
        """

    @abstractmethod
    def check_run(self, data: bytes, name: str, against: RunChecks) -> CheckedRun:
        """The responses of a run file, and every rule of the track that it breaks."""
