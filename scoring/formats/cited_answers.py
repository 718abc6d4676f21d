"""Runs whose answers are sentences with citations: JSON with one answer to a topic on each line.

    TREC RAG 2024   {"run_id", "topic_id", "topic", "references", "response_length", "answer": [{"text", "citations"}]}
    TREC RAG 2025   {"metadata": {"run_id", "narrative_id", "narrative", …}, "references", "answer": […]}; 2026 as well
    BioGen, RAGTIME {"metadata": {"run_id", "topic_id", …}, "responses" or "answer": [{"text", "citations"}]}

A citation is a place in `references`, from 0, or an id itself; without `references` numbers are ids. Citations stand best first,
in a list or, with confidences, in an object {id: confidence}. Which layout a line has is seen from its names. Every error is told
with its line and its place within the line's JSON. White space around a sentence is no part of it, and line breaks in it become
blanks. What a sentence is written in (Markdown, HTML) is text like all else.
"""

import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from math import isfinite
from typing import Any, NamedTuple

from scoring.formats.encoded import BOM, decode_line, is_text, lines, refuse_whole
from scoring.formats.folding import fold, is_visible
from scoring.formats.json_rows import each_once, first_repeated, why_no_json
from scoring.formats.kinds import JSON, kind_of_file, refuse_kind
from scoring.formats.problems import Problems, shown
from scoring.records import MAX_DOCID, NIL
from scoring.say import say, say_n

LONGEST = 100_000  # characters of an answer
_TOPIC = ("topic_id", "narrative_id")
_SAID = ("topic", "narrative")
_SENTENCES = ("answer", "responses")
_LINE = '{"run_id": …, "topic_id": …, "references": […], "answer": [{"text": …, "citations": […]}]}'


class Limits(NamedTuple):
    """What an answer may have; 0: any number."""

    words: int = 0
    references: int = 0  # of an answer
    citations: int = 0  # of a sentence
    nfkc: bool = True  # whether words are counted after Unicode's form NFKC
    trims: bool = (
        False  # whether the last sentences of an answer with too many words are left out, and it is taken
    )


class Sentence(NamedTuple):
    """A sentence of an answer, and the ids that it cites, the best first."""

    text: str
    citations: tuple[str, ...]


class CitedAnswer(NamedTuple):
    """An answer to a topic."""

    line: int
    topic: str  # its id
    said: str  # the text of the topic as the run has it; "": not at all
    run_id: str
    sentences: tuple[Sentence, ...]


class _Given(NamedTuple):
    """A sentence as it stands in a line, its citations unread: nobody asks for those of one that is left out."""

    place: str
    text: str
    cites: object


def words_of(text: str, *, nfkc: bool) -> int:
    """How many words a text has: what stands between white space."""
    return len((unicodedata.normalize("NFKC", text) if nfkc else text).split())


def read(data: bytes, limits: Limits, problems: Problems, warnings: Problems) -> Iterator[CitedAnswer]:
    """The answers of a file in their order, those with problems too; what is wrong is noted."""
    if refuse_whole(data, problems) or _is_other(data, problems):
        return
    for number, offset, raw in lines(data):
        plain = raw.removeprefix(BOM) if number == 1 else raw
        text = decode_line(plain, number, offset, "utf-8", problems)
        if text is None or not text.strip():
            continue
        answer = _Line(number, limits, problems, warnings).read(text)
        if answer is not None:
            yield answer


def _is_other(data: bytes, problems: Problems) -> bool:
    """Note that a file is of another kind than JSON. Tell whether it is."""
    if kind_of_file(data) == JSON or data.removeprefix(BOM).lstrip().startswith(b"{"):
        return False
    refuse_kind(data, problems, "JSON", say("Write: {line}.", line=_LINE))
    return True


def _number(value: object) -> float | None:
    """A number of JSON; None of anything else, and of what is beyond all numbers."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    try:
        return float(value) if isfinite(value) else None
    except OverflowError:
        return None


class _Line:
    """Reads one line."""

    def __init__(self, number: int, limits: Limits, problems: Problems, warnings: Problems) -> None:
        self._number, self._limits = number, limits
        self._problems, self._warnings = problems, warnings
        self._references: list[str] | None = None  # None: the line has none, and citations are ids
        self._listed: frozenset[str] = frozenset()  # the same, each once

    def _wrong(self, place: str, code: str, message: str, hint: str = "") -> None:
        self._problems.add(self._number, code, f"{place}: {message}" if place else message, hint)

    def _warn(self, place: str, code: str, message: str, hint: str = "") -> None:
        self._warnings.add(self._number, code, f"{place}: {message}" if place else message, hint)

    def read(self, text: str) -> CitedAnswer | None:
        """The answer of a line; None where it cannot be said of which topic it is."""
        content = self._content(text)
        if content is None:
            return None
        about = content.get("metadata", {})
        if not isinstance(about, dict):
            self._wrong("metadata", "not_an_object", say("This is no object."))
            about = {}
        topic = self._text(content, about, _TOPIC)
        if not topic:
            message = say("The answer names no topic.")
            self._wrong(
                "", "topic_missing", message, say("Write its id in topic_id, or metadata.narrative_id.")
            )
            return None
        run_id, said = self._text(content, about, ("run_id",)), self._text(content, about, _SAID)
        self._read_references(content)
        given = self._within_length(content, self._given(content))
        sentences = (
            Sentence(one.text, self._citations(f"{one.place}.citations", one.cites)) for one in given
        )
        return CitedAnswer(self._number, topic, said, run_id, tuple(sentences))

    def _content(self, text: str) -> dict[str, Any] | None:
        try:
            content = json.loads(text, object_pairs_hook=each_once)
        except json.JSONDecodeError as error:
            message = say("The JSON cannot be read here: {error}.", error=f"{error.msg}, {error.colno}")
            hint = say(
                "Each line holds one whole answer. Where the last one breaks off, the file was cut: send it again."
            )
            self._wrong("", "json", message, hint)
        except (ValueError, RecursionError) as error:  # a name that is there twice, thousands of digits
            message = say("The JSON cannot be read here: {error}.", error=why_no_json(error))
            self._wrong("", "json", message)
        else:
            if isinstance(content, dict):
                return content
            self._wrong("", "not_an_object", say("The line is no object."), say("Write: {line}.", line=_LINE))
        return None

    def _text(self, content: Mapping[str, Any], about: Mapping[str, Any], names: Sequence[str]) -> str:
        """The first text, or whole number, under some names, of the line or of its metadata; "" where there is none."""
        for name in names:
            for place, within in ((name, content), (f"metadata.{name}", about)):
                value = within.get(name)
                if isinstance(value, str | int) and not isinstance(value, bool) and is_text(str(value)):
                    return fold(str(value))
                if value is not None:
                    self._wrong(
                        place, "not_a_text", say("This is no text."), say("Write it in quotation marks.")
                    )
        return ""

    def _read_references(self, content: Mapping[str, Any]) -> None:
        given = content.get("references")
        if given is None:
            return
        if not isinstance(given, list):
            self._wrong(
                "references", "not_a_list", say("This is no list."), say("List the ids that are cited.")
            )
            return
        self._references = [self._id(f"references[{place}]", one) for place, one in enumerate(given)]
        self._listed = frozenset(self._references)
        most = self._limits.references
        if most and len(given) > most:
            message = say("An answer has {n} references; {most} are allowed.", n=len(given), most=most)
            self._wrong("references", "references_many", message, say("Leave out those that are not cited."))
        repeated = first_repeated(one for one in self._references if one)
        if repeated:
            message = say("{docid} is there twice; it counts once.", docid=shown(repeated))
            self._warn("references", "reference_twice", message)

    def _id(self, place: str, value: object) -> str:
        """An id; "" after noting that it is none."""
        docid = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
        if docid.strip() == NIL:
            message = say("NIL is no id of a segment: it says elsewhere that there is no answer.")
            self._wrong(place, "docid_nil", message, say("Leave it out; a sentence may cite nothing."))
            return ""
        if docid and len(docid) <= MAX_DOCID and docid.isprintable() and len(docid.split()) == 1:
            return docid.strip()
        message = say("{value} is no id of a segment.", value=shown(str(value)))
        self._wrong(place, "docid_form", message, say("Take the ids from the collection."))
        return ""

    def _given(self, content: Mapping[str, Any]) -> list[_Given]:
        """The sentences of a line as they stand there."""
        name = next((name for name in _SENTENCES if name in content), _SENTENCES[0])
        given = content.get(name)
        if not isinstance(given, list):
            hint = say("Write: {line}.", line=_LINE)
            self._wrong(name, "answer_missing", say("There is no list of sentences."), hint)
            return []
        if not given:
            self._wrong(name, "answer_empty", say("The answer has no sentence."), say("Leave the topic out."))
        read = (self._sentence(f"{name}[{place}]", one) for place, one in enumerate(given))
        return [one for one in read if one is not None]

    def _sentence(self, place: str, given: object) -> _Given | None:
        text = given.get("text") if isinstance(given, dict) else None
        if not isinstance(given, dict) or not isinstance(text, str) or not is_text(text):
            hint = say("Write: {line}.", line='{"text": …, "citations": […]}')
            self._wrong(place, "sentence", say("This is no sentence with its citations."), hint)
            return None
        if not is_visible(text):
            self._wrong(place, "sentence_empty", say("The sentence is empty."), say("Leave it out."))
            return None
        return _Given(place, fold(text), given.get("citations"))

    def _citations(self, place: str, given: object) -> tuple[str, ...]:
        """The ids that a sentence cites, each once, the best first."""
        if isinstance(given, dict):
            named = [(f"{place}.{shown(name)}", name) for name in self._by_confidence(place, given)]
        elif isinstance(given, list):
            named = [(f"{place}[{number}]", one) for number, one in enumerate(given)]
        elif given is None:
            return ()
        else:
            self._wrong(
                place,
                "citations",
                say("This is no list of citations."),
                say("List places or ids, best first."),
            )
            return ()
        cited = [docid for where, one in named if (docid := self._cited(where, one))]
        found = tuple(dict.fromkeys(cited))
        if len(found) < len(cited):
            self._warn(
                place,
                "citation_twice",
                say("A segment is cited twice; it counts once, where it stands first."),
            )
        most = self._limits.citations
        if most and len(found) > most:
            message = say("The sentence has {n} citations; {most} are allowed.", n=len(found), most=most)
            self._wrong(place, "citations_many", message, say("Keep those that support it best."))
        return found

    def _by_confidence(self, place: str, given: Mapping[str, object]) -> list[str]:
        """The ids with the highest confidence first; equal ones as they stand."""
        sure = {name: _number(value) for name, value in given.items()}
        for name in (name for name, number in sure.items() if number is None):
            message = say("{value} is no confidence.", value=shown(str(given[name])))
            self._wrong(f"{place}.{shown(name)}", "confidence", message, say("Write a number."))
        return sorted(sure, key=lambda name: -(sure[name] or 0.0))

    def _cited(self, place: str, value: object) -> str:
        """The id that a citation names; "" after noting that there is none."""
        references = self._references
        if references is None or not isinstance(value, int) or isinstance(value, bool):
            docid = self._id(place, value)
            if docid and references is not None and docid not in self._listed:
                message = say("{docid} is cited and does not stand in references.", docid=shown(docid))
                self._warn(place, "citation_unlisted", message)
            return docid
        if 0 <= value < len(references):
            return references[value]
        message = say(
            "It points to reference {n}, and there are {count}, from 0 on.", n=value, count=len(references)
        )
        self._wrong(place, "citation_index", message, say("Count references from 0."))
        return ""

    def _within_length(self, content: Mapping[str, Any], sentences: list[_Given]) -> list[_Given]:
        """The sentences, without the last ones where there are too many words and these are trimmed."""
        limits = self._limits
        counts = [words_of(one.text, nfkc=limits.nfkc) for one in sentences]
        total, characters = sum(counts), sum(len(one.text) for one in sentences)
        if characters > LONGEST:
            message = say("The answer has {n} characters.", n=characters)
            self._wrong(
                "",
                "answer_too_long",
                message,
                say("Answers have at most {most} characters: cut it.", most=LONGEST),
            )
        declared = content.get("response_length")
        if declared is not None and declared != total:
            message = say(
                "{declared} is given, and {n} words were counted.", declared=shown(str(declared)), n=total
            )
            self._warn("response_length", "response_length", message)
        if not limits.words or total <= limits.words:
            return sentences
        message = say("The answer has {n} words; {most} are allowed.", n=total, most=limits.words)
        if not limits.trims:
            self._wrong("", "words_many", message, say("Shorten it."))
            return sentences
        kept = sum(words <= limits.words for words in accumulate(counts))
        left = say_n(
            "Its last sentence was left out.", "Its last {n} sentences were left out.", len(counts) - kept
        )
        if kept:
            self._warn("", "words_many", f"{message} {left}", say("Shorten it."))
        else:
            nothing = say("Its first sentence alone has too many, so that nothing of it is left.")
            self._wrong("", "words_many", f"{message} {nothing}", say("Shorten it."))
        return sentences[:kept]
