"""What a team says of a run, what a run says to a question, and what a check makes of its file."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from scoring.annotations import Label
from scoring.records import Problem, Response


class Declaration(NamedTuple):
    """What a team says of a file when it submits it."""

    team: str = ""
    run_id: str | None = None
    length_limit: int | None = None  # of an answer string, in the unit of the track
    encoding: str = "utf-8"
    priority: int = 1
    automatic: bool = True
    description: str = ""
    scope: str = "all"
    declared: Mapping[str, str] = MappingProxyType({})  # answers to what the track asks besides
    accepted: bool = False  # the run was taken once: what was declared of it then is not checked again


class GivenAnswer(NamedTuple):
    """What a run says to a question: a string of a document, one of its paragraphs, or places on the question's page."""

    docid: str
    text: str = ""  # the answer string, or the whole text of the paragraph
    passage: str = ""  # the number of the paragraph
    label: Label = Label()
    exact: str = ""  # of a paragraph, the part that is the answer itself, where the run's task asks for it


class CheckedRun(NamedTuple):
    """What a run file says, and everything that is wrong with it. There are no responses where there are problems."""

    run_tag: str
    responses: tuple[Response, ...]
    problems: list[Problem]
    warnings: list[Problem]
    foreign: tuple[str, ...] = ()  # the ids of its questions, where none of them is asked here
    declared: Mapping[str, str] = MappingProxyType(
        {}
    )  # what it was taken for, kept with what its team declared
