"""Topics files as they are read, before anybody is kept from writing."""

from collections.abc import Sequence
from typing import NamedTuple

from assessment.campaigns.models import Campaign, ImportedFile
from assessment.campaigns.services.imports import pack
from assessment.campaigns.services.source_files import SourceFile
from scoring import records
from scoring.tracks.base import Track


class ReadTopics(NamedTuple):
    """A topics file that was read, before anybody was kept from writing."""

    name: str
    topics: records.Topics
    problems: Sequence[records.Problem]
    types: SourceFile | None
    files: list[ImportedFile]  # both, as they are kept
    evaluation: str | None  # the digest of the one that it was read by, where it is the campaign's own


def read_topics_file(campaign: Campaign, topics: SourceFile, types: SourceFile | None = None) -> ReadTopics:
    """The questions of a file in the track's format, or of a table with ids and texts, and what is wrong with it."""
    read, problems = read_questions(campaign.track, topics)
    return ReadTopics(topics.name, read, problems, types, pack(topics, types), campaign.evaluation_id)


def read_questions(track: Track, file: SourceFile) -> tuple[records.Topics, list[records.Problem]]:
    """The questions of a file in the track's format, or of a table with ids and texts."""
    if track.takes_topics_tables and track.is_topics_table(data := file.read().data, file.columns):
        problems = file.problems()
        return track.read_topics_table(data, problems), problems.listed()
    with file.open() as stream:
        return track.read_topics_from(stream, file.name)
