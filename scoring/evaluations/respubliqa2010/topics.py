"""Topics of ResPubliQA 2010: questions in several languages, asked of documents in several."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.formats import question_types, topics_pairs
from scoring.formats.problems import shown
from scoring.formats.target_types import Typed
from scoring.records import Problem, Question, Topics
from scoring.say import say
from scoring.tracks.base import Track


@dataclass(frozen=True, kw_only=True)
class PairTopics(Track):
    """A track whose questions are asked in pairs of languages."""

    def read_topics(self, data: bytes, name: str) -> tuple[Topics, list[Problem]]:
        return topics_pairs.read(data, name, self.languages, self.untold)

    def write_topics(self, topics: Topics) -> bytes:
        return topics_pairs.write(topics)

    def joined(self, before: Topics, read: Topics) -> tuple[Topics, Mapping[str, str]]:
        return topics_pairs.joined(before, read, self.untold)

    def numbered(self, number: int) -> str:
        return f"{number:04}"

    def id_error(self, qid: str) -> str:
        if topics_pairs.Q_ID.fullmatch(topics_pairs.q_id_of(qid)):
            return ""
        return say("The id {qid} has not four digits.", qid=shown(qid))

    def in_file_order(self, questions: Sequence[Question]) -> Mapping[str, str]:
        return topics_pairs.in_order(questions)

    def read_types(self, data: bytes, name: str, topics: Topics) -> Typed:
        return Typed(*question_types.read(data, name, topics, tuple(self.question_types)))
