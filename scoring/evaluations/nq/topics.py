"""Topics of Natural Questions: the lines of the corpus, with their pages."""

from dataclasses import dataclass
from typing import BinaryIO

from scoring.records import Problem, Topics
from scoring.spans import questions
from scoring.spans.examples import read_id
from scoring.spans.labels import LabelError
from scoring.tracks.base import Track


@dataclass(frozen=True, kw_only=True)
class PageTopics(Track):
    """A track whose questions have a page each."""

    def read_topics(self, data: bytes, name: str) -> tuple[Topics, list[Problem]]:
        return questions.read(data, name)

    def read_topics_from(self, stream: BinaryIO, name: str) -> tuple[Topics, list[Problem]]:
        return questions.read_from(stream, name)

    def write_topics(self, topics: Topics) -> bytes:
        return questions.write(topics)

    def id_error(self, qid: str) -> str:
        try:
            read_id(qid)
        except LabelError as error:
            return error.error[1]
        return ""
