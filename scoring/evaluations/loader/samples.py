"""The few questions, and answers to them, with which an evaluation shows how its files look: [sample]. All is made up."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from scoring.annotations import Label, PageSpan
from scoring.evaluations.loader.table import TEXT, Table
from scoring.records import Question, Series, Topics
from scoring.tracks.base import GivenAnswer, Sample

MOST = 20  # questions, series and answers
MADE_UP = (
    "Who built the lighthouse of Halden?",
    "When did the Tolm ferry first sail?",
)  # of evaluations without a sample
PLAIN = "plain text with one response a line."


def read_sample(table: Table, types: Sequence[str]) -> Sample:
    """The questions, the series that they stand in, and the answers."""
    pair = table.text("pair", "")
    languages = pair.split(":") if pair else ["", ""]
    questions = tuple(_question(one, types, languages) for one in table.tables("questions", MOST))
    series = tuple(_series(one) for one in table.tables("series", MOST, ()))
    answers = dict(_answer(one) for one in table.tables("answers", MOST, ()))
    runs = table.text("runs", PLAIN, TEXT)
    table.done()
    return Sample(Topics(questions, series), MappingProxyType(answers), pair, runs)


def _question(table: Table, types: Sequence[str], languages: Sequence[str]) -> Question:
    qid, kind, text = table.name("qid"), table.choice("type", types), table.text("text")
    series = table.name("series", "")
    table.done()
    return Question(qid, kind, text, series, source_lang=languages[0], target_lang=languages[-1])


def _series(table: Table) -> Series:
    found = Series(table.name("id"), table.text("target"))
    table.done()
    return found


def _answer(table: Table) -> tuple[str, GivenAnswer]:
    """A string of a document, one of its paragraphs, or places on the question's page."""
    qid = table.name("qid")
    answer = GivenAnswer(
        docid=table.name("docid", ""),
        text=table.text("text", "", TEXT),
        passage=table.name("passage", ""),
        label=_label(table),
        exact=table.text("exact", ""),
    )
    table.done()
    return qid, answer


def _label(table: Table) -> Label:
    """The long and the short answer: bytes and tokens, first and last."""
    long, short, yes_no = table.given("long"), table.given("short"), table.given("yes_no")
    found: dict[str, Any] = {"yes_no": yes_no} if yes_no else {}
    return Label(PageSpan(*long), tuple(PageSpan(*one) for one in short or ()), **found) if long else Label()
