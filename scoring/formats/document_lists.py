"""Document lists: what a search engine found for each target, best first, as NIST gave it out to participants.

A line is `target rank docid rsv` (TAC 2008 QA track, "Document lists"): the id of a series or of a question, the rank
from 1 on, the document, and its retrieval status value, where larger is better. Columns are split on blanks and tabs;
lines may stand in any order, but the ranks of a target leave none out.
"""

import math
import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from scoring.formats.encoded import BOM, decode_line, lines, refuse_whole
from scoring.formats.problems import Problems, shown
from scoring.records import MAX_DOCID, Problem, Topics
from scoring.say import say, say_n

TOP = 50  # documents of a target whose texts are given out
COLUMNS = ("target", "rank", "docid", "rsv")
_SPLIT = re.compile(r"[ \t]+")
_RANK = re.compile(r"[0-9]{1,9}")
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")


class Listed(NamedTuple):
    """A document in the list of a target."""

    target: str
    rank: int
    docid: str
    score: float


def read(data: bytes, name: str, targets: Collection[str]) -> tuple[tuple[Listed, ...], list[Problem]]:
    """The lists of a file in the order of its lines, none where anything is wrong, and everything that is wrong."""
    reading = _Reading(name, targets)
    if not refuse_whole(data, reading.problems):
        start = len(BOM) if data.startswith(BOM) else 0
        for number, offset, raw in lines(data[start:]):
            text = decode_line(raw, number, start + offset, "utf-8", reading.problems)
            if text is None:
                reading.complete = False
            elif text := text.strip(" \t"):
                reading.line(number, _SPLIT.split(text))
        reading.end()
    return () if reading.problems else tuple(reading.listed), reading.problems.listed()


def targets_of(topics: Topics) -> set[str]:
    """What a list can be for: series and questions."""
    return {series.series_id for series in topics.series} | {question.qid for question in topics.questions}


def given_out(listed: Iterable[Listed], topics: Topics) -> dict[str, set[str]]:
    """The TOP documents for each question: of its own list, else of its series'. Without a list it is left out."""
    lists: dict[str, set[str]] = {}
    for row in listed:
        if row.rank <= TOP:
            lists.setdefault(row.target, set()).add(row.docid)
    chosen = {
        question.qid: lists.get(question.qid) or lists.get(question.series) for question in topics.questions
    }
    return {qid: docids for qid, docids in chosen.items() if docids}


class _Reading:
    """Goes through the lines and notes what the rules for whole lists need."""

    def __init__(self, name: str, targets: Collection[str]) -> None:
        self.problems = Problems(name)
        self.listed: list[Listed] = []
        self.complete = True  # whether the target of every line is known, so that a gap is one
        self._targets = targets
        self._ranks: dict[str, dict[int, int]] = {}  # target -> rank -> line
        self._docids: dict[str, dict[str, int]] = {}  # target -> document -> line
        self._unknown: dict[str, list[int]] = {}  # target -> first line, number of lines
        self._faulty: set[str] = set()  # targets with a rank that could not be read

    def line(self, number: int, cells: list[str]) -> None:
        """Take one line apart."""
        if len(cells) != len(COLUMNS):
            self.complete = False
            columns = say_n("one column", "{n} columns", len(cells))
            self.problems.add(
                number,
                "columns",
                say("The line has {columns}.", columns=columns),
                say("Write: {columns}.", columns=" ".join(COLUMNS)),
            )
            return
        target, rank, docid, score = cells
        if target not in self._targets:
            self._unknown.setdefault(target, [number, 0])[1] += 1
        place = self._rank(number, target, rank)
        value = self._score(number, score)
        self._docid(number, target, docid)
        if not self.problems and not self._unknown and place is not None and value is not None:
            self.listed.append(Listed(target, place, docid, value))

    def _rank(self, number: int, target: str, text: str) -> int | None:
        rank = int(text) if _RANK.fullmatch(text) else 0
        if not rank:
            self._faulty.add(target)
            message = say("The rank is {rank}, which is not a whole number from 1 on.", rank=shown(text))
            self.problems.add(
                number, "bad_rank", message, say("Number the documents of each target from 1 on.")
            )
            return None
        before = self._ranks.setdefault(target, {}).setdefault(rank, number)
        if before != number:
            message = say(
                "Target {target} has rank {rank} already in line {before}.",
                target=target,
                rank=str(rank),
                before=before,
            )
            self.problems.add(number, "repeated_rank", message, say("Give each rank of a target once."))
        return rank

    def _score(self, number: int, text: str) -> float | None:
        score = float(text) if _NUMBER.fullmatch(text) else math.nan
        if math.isfinite(score):
            return score
        message = say("The retrieval status value is {score}, which is not a number.", score=shown(text))
        self.problems.add(
            number, "bad_score", message, say("Write a number such as 12.5, larger for better.")
        )
        return None

    def _docid(self, number: int, target: str, docid: str) -> None:
        if len(docid) > MAX_DOCID or not docid.isprintable():
            message = say("{docid} cannot be a document id.", docid=shown(docid))
            hint = say("Write at most {max_docid} printable characters.", max_docid=MAX_DOCID)
            self.problems.add(number, "bad_docid", message, hint)
            return
        before = self._docids.setdefault(target, {}).setdefault(docid, number)
        if before != number:
            message = say(
                "Target {target} lists {docid} already in line {before}.",
                target=target,
                docid=shown(docid),
                before=before,
            )
            self.problems.add(number, "repeated_docid", message, say("List each document of a target once."))

    def end(self) -> None:
        """Note what is known only once every line was read: unknown targets, and ranks that are missing."""
        for target, (first, count) in self._unknown.items():
            message = say_n(
                "The campaign has no series and no question {target}, named in one line.",
                "The campaign has no series and no question {target}, named in {n} lines from here on.",
                count,
                target=shown(target),
            )
            self.problems.add(
                first, "unknown_target", message, say("Leave its lines out, or correct the id.")
            )
        if self.complete:
            self._find_gaps()

    def _find_gaps(self) -> None:
        for target, lines_of in self._ranks.items():
            ranks = sorted(lines_of)
            missing = ranks[-1] - len(ranks)
            if not missing or target in self._faulty:
                continue
            expected, found = next(pair for pair in enumerate(ranks, 1) if pair[0] != pair[1])
            first = say_n("rank {rank}", "{n} ranks, the first of them {rank}", missing, rank=str(expected))
            message = say(
                "The list of target {target} leaves out {first}; it goes on with {found}.",
                target=target,
                first=first,
                found=found,
            )
            hint = say("Number the documents of each target from 1 on, without gaps.")
            self.problems.add(lines_of[found], "rank_gap", message, hint)
