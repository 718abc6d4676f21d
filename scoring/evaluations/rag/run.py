"""Runs of TREC RAG: an answer to each topic, of sentences that cite segments.

An answer is a response to each question of its topic. To that of nuggets, all of it: the sentences, a line each. To that of
relevance, the segments that it cites, in their order. To that of support, a sentence with a segment that it cites, for each of
these, of which the rank is the place among the citations of the sentence; a sentence that cites nothing is a response
without words of rank 0. So sentences begin where the rank is 0 or 1. To that of labels, each sentence by itself, in order.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scoring.evaluations.rag.topics import ENDINGS, NUGGETS, RELEVANCE, SUPPORT, TopicSeries, question_id
from scoring.formats.cited_answers import CitedAnswer, Limits, read
from scoring.formats.encoded import encoding_name
from scoring.formats.problems import shown
from scoring.records import Question, Response, Topics
from scoring.say import say
from scoring.tracks.base import (
    CheckedRun,
    Declaration,
    GivenAnswer,
    KnownDocids,
    QuestionType,
    RunChecks,
)
from scoring.tracks.foreign import note_foreign
from scoring.tracks.linecheck import LineRules, ResponseCheck
from scoring.tracks.ranking_file import check_ranking, ranks_lines
from scoring.tracks.whole_run import check_docids, check_missing, check_tags

_WHOLE = {"first": 1, "all": None}  # the setting `citations`, where it is no number


@dataclass(frozen=True, kw_only=True)
class AnswerTrack(TopicSeries):
    """A track whose runs answer topics in sentences with citations."""

    def decided(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Measures of types that are judged alone; where the score is of none of them, the first of the others is it."""
        kinds = [kind for name, kind in self.question_types.items() if name in settings["types"]]
        there = {name for kind in kinds for name in kind.measures}
        measures = tuple(name for name in self.measures if name in there)
        return {"measures": measures, "score": self.score if self.score in there else measures[0]}

    def pool_depth(
        self, kind: QuestionType, settings: Mapping[str, Any], depth: int | None = None
    ) -> int | None:
        """Of a sentence's citations so many are judged as the setting says."""
        if kind.name != SUPPORT:
            return super().pool_depth(kind, settings, depth)
        named = settings["citations"]
        most = _WHOLE[named] if named in _WHOLE else int(named)
        return min((one for one in (most, depth) if one is not None), default=None)

    def example_answers(
        self, topics: Topics, declaration: Declaration, settings: Mapping[str, Any], docids: Sequence[str]
    ) -> Mapping[str, GivenAnswer]:
        found = (one.qid for one in topics.questions if one.type == NUGGETS)
        named = docids or ("segment1",)
        return {
            qid: GivenAnswer(named[place % len(named)], f"answer {place + 1}")
            for place, qid in enumerate(found)
        }

    def written_run(
        self,
        topics: Topics,
        declaration: Declaration,
        settings: Mapping[str, Any],
        answers: Mapping[str, GivenAnswer],
        run_id: str = "",
    ) -> bytes:
        """The layout of 2025, with places in the references."""
        asked = (one for one in topics.questions if one.type == NUGGETS and one.qid in answers)
        team, name = (
            declaration.team or "team",
            run_id or declaration.run_id or f"{declaration.team or 'team'}-1",
        )
        entries = (
            {
                "metadata": {"team_id": team, "run_id": name, "narrative_id": one.qid, "narrative": one.text},
                "references": [answers[one.qid].docid],
                "answer": [{"text": answers[one.qid].text, "citations": [0]}],
            }
            for one in asked
        )
        return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries).encode()

    def check_run(self, data: bytes, name: str, against: RunChecks) -> CheckedRun:
        topics, declaration, settings, known_docids, *_ = against
        asked = Topics(tuple(one for one in topics.questions if one.type == NUGGETS))
        if ranks_lines(data):
            ids = {one.qid: question_id(one.qid, RELEVANCE) for one in asked.questions}
            return check_ranking(self, data, name, against, ids)
        values = self.settings_with_defaults(settings)
        check = AnswerCheck(self, LineRules(), name, asked, declaration, values)
        check.asked = {one.qid for one in topics.questions}
        check.whole(data, known_docids)
        foreign = note_foreign(check.problems, check.warnings, check.unknown, check.given, asked)
        problems, warnings = check.problems.listed(), check.warnings.listed()
        run_id = declaration.run_id or next(iter(check.tags), "")
        return CheckedRun(run_id, () if problems else tuple(check.responses), problems, warnings, foreign)


class AnswerCheck(ResponseCheck):
    """Goes through the answers of one run."""

    # All questions of the topics: where no labels of sentences are asked for, there are none for them.
    asked: Collection[str] = ()

    def whole(self, data: bytes, known_docids: KnownDocids | None) -> None:
        """Read all answers of a file, then what concerns them together."""
        if encoding_name(self.declaration.encoding) != "utf-8":
            message = say(
                "The run is declared as {encoding}; runs of this track are in UTF-8.",
                encoding=shown(self.declaration.encoding),
            )
            self.problems.add(0, "encoding", message, say("Save it as UTF-8 and declare that."))
        for answer in read(data, self._limits(), self.problems, self.warnings):
            self._answered(answer)
            if self.gives_up(answer.line):
                return
        if self.tags:
            check_tags(self)
        elif self.rows and not self.declaration.run_id:
            message = say("The answers name no run.")
            self.problems.add(0, "run_tag", message, say("Write run_id, or give the run an id."))
        check_missing(self)
        check_docids(self, known_docids)

    def _limits(self) -> Limits:
        """What the settings allow. A run that was accepted once is trimmed as it was then."""
        values = self.settings
        return Limits(
            words=values["max_words"] or 0,
            references=values["max_references"],
            citations=values["max_citations"],
            nfkc=values["count"] == "nfkc",
            trims=values["over_length"] == "trim",
        )

    def _answered(self, answer: CitedAnswer) -> None:
        """Note what is wrong with an answer, and keep it."""
        self.rows += 1
        if answer.run_id:
            self.tags.setdefault(answer.run_id, [answer.line, 0])[1] += 1
        question = self.questions.get(answer.topic)
        if question is None:
            self.unknown[answer.topic] = None
            message = say("There is no topic {topic}.", topic=shown(answer.topic))
            self.problems.add(answer.line, "unknown_question", message, say("Answer the topics given out."))
            return
        first = self.given.setdefault(answer.topic, {}).setdefault(1, answer.line)
        if first != answer.line:
            message = say(
                "Topic {topic} is answered already in line {first}.", topic=answer.topic, first=str(first)
            )
            self.problems.add(answer.line, "twice", message, say("Keep one of the two."))
        self._of_another_text(answer, question)
        for docid in _cited(answer):
            self.docids.setdefault(docid, [answer.line, 0])[1] += 1
        given = (one for one in _responses(answer) if one.qid in self.asked)
        self.responses += (
            one._replace(line=number) for number, one in enumerate(given, len(self.responses) + 1)
        )

    def _of_another_text(self, answer: CitedAnswer, question: Question) -> None:
        """Note a text that is not the topic's. Ids decide: texts are corrected while runs are made, and afterwards."""
        words = answer.said.split()
        if not words or words == question.text.split():
            return
        message = say(
            "The run has another text of topic {topic}: {text}.",
            topic=answer.topic,
            text=shown(answer.said),
        )
        if self.declaration.accepted or tuple(words) not in self._topic_texts:
            hint = say("See whether it answers this topic; its id is what counts.")
            self.warnings.add(answer.line, "other_text", message, hint)
        else:
            hint = say("It is that of another topic: see which of the two the answer is to.")
            self.problems.add(answer.line, "other_topic", message, hint)

    @cached_property
    def _topic_texts(self) -> frozenset[tuple[str, ...]]:
        """The words of each topic."""
        return frozenset(tuple(one.text.split()) for one in self.questions.values())


def _cited(answer: CitedAnswer) -> Iterable[str]:
    """The segments that an answer cites, in their order."""
    return dict.fromkeys(docid for one in answer.sentences for docid in one.citations)


def _responses(answer: CitedAnswer) -> Iterator[Response]:
    """What an answer says to each question of its topic."""
    relevance, nuggets, support, sentences = (question_id(answer.topic, kind) for kind in ENDINGS)
    yield Response(nuggets, "", "\n".join(one.text for one in answer.sentences))
    for rank, docid in enumerate(_cited(answer), 1):
        yield Response(relevance, docid, "", rank)
    for sentence in answer.sentences:
        if not sentence.citations:
            yield Response(support, "", "", 0)
        for rank, docid in enumerate(sentence.citations, 1):
            yield Response(support, docid, sentence.text, rank)
    for rank, sentence in enumerate(answer.sentences, 1):
        yield Response(sentences, "", sentence.text, rank)
