"""Topics of TREC RAG: a question or a narrative each, of which people do up to four things.

A topic is a series, and what people do with it are its questions, one of each type: whether segments are relevant, which nuggets
an answer holds, whether sentences are supported by what they cite; and whether an answer needs them, where a campaign asks for
that. The question of nuggets has the topic's own id.

    TSV          id <tab> text, perhaps below the names of these   (2024, 2026)
    JSON lines   {"id": …, "title": …} or {"id": …, "narrative": …}   (2025)
"""

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from scoring.formats.encoded import BOM, decode_line, is_text, lines, refuse_whole
from scoring.formats.folding import fold, is_visible, qid_error
from scoring.formats.json_rows import each_once, why_no_json
from scoring.formats.problems import Problems, shown
from scoring.records import Problem, Question, Series, Topics
from scoring.say import say
from scoring.tracks.base import Track, Types

RELEVANCE, NUGGETS, SUPPORT, SENTENCES = "RELEVANCE", "NUGGETS", "SUPPORT", "SENTENCES"
# What follows the topic's id in the ids of its questions, in the order in which people do them.
ENDINGS = {RELEVANCE: "/relevance", NUGGETS: "", SUPPORT: "/support", SENTENCES: "/sentences"}
_ON_REQUEST = SENTENCES  # a question that topics have in campaigns alone which judge this type
_OF_SERIES = "/topic"  # the same of the series: its id is none of a question
_TEXT = ("title", "narrative")
# What the columns are called where a line says that, and is no topic.
_HEAD = (
    frozenset({"qid", "id", "topic_id", "narrative_id", "query_id", "number", "num"}),
    frozenset({*_TEXT, "topic", "text", "query", "question"}),
)
LONGEST = 10_000  # characters of a topic


def question_id(topic: str, kind: str) -> str:
    """The id of a topic's question of a type."""
    return f"{topic}{ENDINGS[kind]}"


class _Topic(NamedTuple):
    qid: str
    text: str

    @property
    def series(self) -> Series:
        return Series(f"{self.qid}{_OF_SERIES}", self.text)

    def questions(self, kinds: Iterable[str] = tuple(ENDINGS)) -> list[Question]:
        """One of each type, in the order in which people do them."""
        series = self.series.series_id
        return [Question(question_id(self.qid, kind), kind, self.text, series) for kind in kinds]

    @property
    def ids(self) -> list[str]:
        """All that may be named by its id, which no other topic may name."""
        return [self.qid, *(one.qid for one in self.questions()), self.series.series_id]


@dataclass(frozen=True, kw_only=True)
class TopicSeries(Track):
    """A track whose topics have a question for each thing that people do with them."""

    @property
    def takes_topics_tables(self) -> bool:
        """A table of columns has a row for each question, and here a line is a topic."""
        return False

    def read_topics(self, data: bytes, name: str) -> tuple[Topics, list[Problem]]:
        problems = Problems(name)
        topics = list(_topics(data, problems))
        if not topics and not problems:
            hint = say("Write one a line: {example}.", example="id<TAB>text")
            problems.add(0, "no_questions", say("The file holds no question."), hint)
        questions = [question for one in topics for question in one.questions(self.topic_types)]
        return Topics(tuple(questions), tuple(one.series for one in topics)), problems.listed()

    def entered(self, question: Question) -> Topics:
        topic = _Topic(question.qid, question.text)
        others = (
            one if one.type != NUGGETS else question._replace(series=one.series)
            for one in topic.questions(self.topic_types)
        )
        return Topics(tuple(others), (topic.series,))

    @property
    def topic_types(self) -> tuple[str, ...]:
        return tuple(kind for kind in ENDINGS if kind != _ON_REQUEST or self.question_types[kind].judged)

    @property
    def entered_types(self) -> Types:
        return {NUGGETS: self.question_types[NUGGETS]}

    def answered_with(self, qids: Collection[str], topics: Topics) -> frozenset[str]:
        series = {one.series for one in topics.questions if one.qid in qids}
        return frozenset(one.qid for one in topics.questions if one.series in series)

    def write_topics(self, topics: Topics) -> bytes:
        asked = (one for one in topics.questions if one.type == NUGGETS)
        written = (json.dumps({"id": one.qid, "title": one.text}, ensure_ascii=False) for one in asked)
        return "".join(f"{line}\n" for line in written).encode()


class _Seen(NamedTuple):
    """The topic that an id is of, and its line."""

    qid: str
    line: int


def _topics(data: bytes, problems: Problems) -> Iterator[_Topic]:
    """The topics of a file, each once; what is wrong is noted."""
    if refuse_whole(data, problems):
        return
    seen: dict[str, _Seen] = {}
    for number, offset, raw in lines(data):
        text = decode_line(raw.removeprefix(BOM) if number == 1 else raw, number, offset, "utf-8", problems)
        is_head = number == 1 and _is_head(text or "")
        topic = _topic(text, number, problems) if text and text.strip() and not is_head else None
        if topic is None:
            continue
        met = next((one for one in topic.ids if one in seen), None)
        if met is None:
            seen |= dict.fromkeys(topic.ids, _Seen(topic.qid, number))
            yield topic
        else:
            problems.add(
                number, "id", _meeting(topic, met, seen[met]), say("Give each topic an id of its own.")
            )


def _is_head(text: str) -> bool:
    """Whether a line names columns, and is no topic."""
    cells = [cell.strip().casefold() for cell in text.split("\t")]
    return len(cells) > 1 and all(cell in names for cell, names in zip(cells, _HEAD, strict=False))


def _meeting(topic: _Topic, met: str, before: _Seen) -> str:
    """That a topic names what one before does."""
    if topic.qid == before.qid:
        return say(
            "The id {identifier} is already in line {before}.", identifier=topic.qid, before=before.line
        )
    return say(
        "With the topic {other} in line {before}, two things would have the id {identifier}: a topic’s questions are "
        "called /relevance, /support and /sentences behind its id, and its series /topic.",
        other=before.qid,
        before=before.line,
        identifier=met,
    )


def _topic(text: str, number: int, problems: Problems) -> _Topic | None:
    """The topic of a line; None after noting what is wrong with it."""
    cells = _of_object(text) if text.lstrip().startswith("{") else _of_columns(text)
    if isinstance(cells, str):
        problems.add(number, "topic", cells, say("Write id<TAB>text, or an object with id and title."))
        return None
    topic = _Topic(*map(fold, cells))
    error = qid_error(max(topic.ids, key=len)) if topic.qid else say("The id is missing.")
    if error or not (is_visible(topic.text) and is_text("".join(topic)) and len(topic.text) <= LONGEST):
        message = error or say(
            "Topic {qid} has no text that can be read, or more than {most} characters.",
            qid=shown(topic.qid),
            most=LONGEST,
        )
        problems.add(number, "id" if error else "question_text", message, say("Correct the line."))
        return None
    return topic


def _of_columns(text: str) -> tuple[str, str] | str:
    identifier, tab, rest = text.partition("\t")
    return (identifier, rest) if tab else say("There is no tab in the line: {line}.", line=shown(text))


def _of_object(text: str) -> tuple[str, str] | str:
    """Id and text of an object, or what is wrong with it."""
    try:
        content = json.loads(text, object_pairs_hook=each_once)
    except (ValueError, RecursionError) as error:
        return say("The JSON cannot be read here: {error}.", error=why_no_json(error))
    identifier = content.get("id")
    words = next((content[name] for name in _TEXT if name in content), None)
    if not isinstance(identifier, str | int) or isinstance(identifier, bool) or not isinstance(words, str):
        return say("The topic has no id, or no title.")
    return str(identifier), words
