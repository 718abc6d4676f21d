"""Nuggets as past evaluations gave them out, and NIST's pyramids of them.

    Qid 1.6: 'other' question for target Crips     a nugget file: a block a question, then a nugget a line,
    1.6 5<TAB>vital<TAB>use greeting C'z Up         number, vital or okay, text

    141.8<TAB>2<TAB>0.5<TAB>In 1997 Moon was …      a pyramid: question, number, weight and text; the heaviest weighs 1

    {"qid": "58", "nuggets": [{"text": "…", "importance": "vital"}, …]}
                                                     a table, or JSON as nuggetizer and TREC RAG write it, a question a line;
                                                     a group may stand with each nugget (mapped_sub_narrative)

A pyramid holds weights and not the votes that made them. Each weight is a small fraction k / n, written with 15
significant digits; with n the least common denominator of a question's weights, k of n voters called the nugget vital
and the others okay. That is the fewest voters that give these weights; how many there were is not in the file.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from types import MappingProxyType

from scoring.formats.columns import Columns, map_of, read_columns
from scoring.formats.encoded import decode
from scoring.formats.folding import fold, qid_error
from scoring.formats.problems import Problems, shown
from scoring.formats.tables import TableRow
from scoring.records import MAX_GROUP, Nugget, NuggetVote, Problem, Topics
from scoring.say import say

MOST_VOTERS = 60  # a weight that is no fraction of so few voters is an error

GROUP_COLUMNS = ("nuggets.mapped_sub_narrative", "mapped_sub_narrative", "sub_narrative")  # as others call it
COLUMNS = Columns(
    ("qid", "nugget", "vote", "group"),
    frozenset({"vote", "group"}),
    first=MappingProxyType(
        {
            "nugget": ("nuggets.text", "text"),
            "vote": ("nuggets.importance",),
            "group": GROUP_COLUMNS,
        }
    ),
)
VOTES = ("vital", "okay")

_HEAD = re.compile(r"[Qq]id[ \t]+\S+:.*")
_NUGGET = re.compile(r"(\S+)[ \t]+(\S+)[ \t]+(vital|okay)[ \t]+(.*\S)[ \t]*", re.IGNORECASE)
_PYRAMID = re.compile(r"([^\t]+)\t([^\t]+)\t([^\t]+)\t(.*)")
_WEIGHT = re.compile(r"[01](\.[0-9]{1,20})?|\.[0-9]{1,20}")

Read = tuple[list[Nugget], list[NuggetVote]]


def read(data: bytes, name: str, topics: Topics, assessor: str) -> tuple[Read, list[Problem]]:
    """The nuggets of a file, each with the vote that it gives, which counts as that of `assessor`."""
    problems = Problems(name)
    reader = _Reader(topics, problems)
    votes = []
    for line, text in _lines(data, problems):
        match = _NUGGET.fullmatch(text)
        if match:
            qid, number, vote, words = match.groups()
            if reader.keep(line, qid, number, words):
                votes.append(NuggetVote(qid, number, assessor, vote.lower()))
        elif not _HEAD.fullmatch(text):
            message = say("The line {text} is not a nugget.", text=shown(text))
            problems.add(
                line, "nugget_line", message, say("Write: qid number, a tab, vital or okay, a tab, text.")
            )
    return (reader.nuggets, votes), problems.listed()


def read_pyramid(data: bytes, name: str, topics: Topics) -> tuple[Read, list[Problem]]:
    """The nuggets of a pyramid, with votes by assessors 1, 2, … that give back its weights."""
    problems = Problems(name)
    reader = _Reader(topics, problems)
    weights: dict[str, dict[str, Fraction]] = {}
    for line, text in _lines(data, problems):
        match = _PYRAMID.fullmatch(text)
        weight = weight_of(match[3].strip()) if match else None
        if match is None:
            message = say("The line {text} is not a nugget with its weight.", text=shown(text))
            problems.add(
                line, "nugget_line", message, say("Write: qid, number, weight, text, tabs between them.")
            )
        elif weight is None:
            message = say(
                "The weight {weight} is not a share of the votes of {most_voters} people or fewer.",
                weight=shown(match[3]),
                most_voters=MOST_VOTERS,
            )
            problems.add(
                line, "weight", message, say("Write a number from 0 to 1 with 15 significant digits.")
            )
        elif reader.keep(line, match[1].strip(), match[2].strip(), match[4].strip()):
            weights.setdefault(match[1].strip(), {})[match[2].strip()] = weight
    votes = [vote for qid, given in weights.items() for vote in votes_of(qid, given)]
    return (reader.nuggets, votes), problems.listed()


def is_table(data: bytes) -> bool:
    """Whether a file of nuggets is a table or JSON, and none of lines."""
    found = map_of(data, COLUMNS, {})
    return found is not None and (
        not found.missing or data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")
    )


def read_table(data: bytes, problems: Problems, topics: Topics, assessor: str) -> Read:
    """The nuggets of a table, numbered within their question, each with the vote that it has, if any; what is wrong is noted.

    What has the same text is one nugget: files of assignments have a question's nuggets again for each run.
    """
    reader, numbers = _Reader(topics, problems), Counter[str]()
    names, votes = dict[tuple[str, str], str](), dict[tuple[str, str], NuggetVote]()
    groups = dict[tuple[str, str], str]()
    for row in read_columns(data, COLUMNS, problems):
        qid, text, vote = row.cells["qid"].strip(), fold(row.cells["nugget"]), _vote_of(row, problems)
        if vote is None:
            continue
        name = names.get((qid, text))
        if name is None:
            name = str(numbers[qid] + 1)
            if not reader.keep(row.line, qid, name, text):
                continue
            names[qid, text], numbers[qid] = name, numbers[qid] + 1
            groups[qid, name] = fold(row.cells.get("group", ""))
            reader.group(row.line, groups[qid, name])
        if vote and votes.setdefault((qid, name), NuggetVote(qid, name, assessor, vote)).vote != vote:
            message = say(
                "{text} is vital in one row of question {qid} and okay in another.", text=shown(text), qid=qid
            )
            problems.add(row.line, "contradiction", message, say("Keep one of the two."))
        if (group := fold(row.cells.get("group", ""))) and group != groups[qid, name]:
            message = say(
                "{text} is not in the same group in all rows of question {qid}.", text=shown(text), qid=qid
            )
            problems.add(row.line, "contradiction", message, say("Keep one of the two."))
    return reader.nuggets, list(votes.values())


def _vote_of(row: TableRow, problems: Problems) -> str | None:
    """The vote of a row, "" where it has none; None after noting that it is no vote."""
    vote = row.cells.get("vote", "").strip().lower()
    if not vote or vote in VOTES:
        return vote
    message = say("{vote} is no importance of a nugget.", vote=shown(vote))
    problems.add(row.line, "vote", message, say("Write vital, okay, or nothing."))
    return None


def weight_of(text: str) -> Fraction | None:
    """The small fraction that a weight of a pyramid stands for; None where there is none."""
    if not _WEIGHT.fullmatch(text):
        return None
    weight = Fraction(text).limit_denominator(MOST_VOTERS)
    return weight if 0 <= weight <= 1 and abs(weight - Fraction(text)) < Fraction(1, 10**9) else None


def votes_of(qid: str, weights: Mapping[str, Fraction]) -> Iterator[NuggetVote]:
    """Votes that give back the weights of a question's nuggets, by the fewest assessors that can."""
    voters = lcm(*(weight.denominator for weight in weights.values()))
    for nugget, weight in weights.items():
        vital = weight * voters
        for voter in range(1, voters + 1):
            yield NuggetVote(qid, nugget, str(voter), "vital" if voter <= vital else "okay")


def write_pyramid(nuggets: Iterable[Nugget], weights: Mapping[tuple[str, str], Fraction]) -> Iterator[bytes]:
    """The nuggets of a pyramid, in the order given, with their weights by question and name."""
    for nugget in nuggets:
        weight = format_weight(weights[nugget.qid, nugget.name])
        yield f"{nugget.qid}\t{nugget.name}\t{weight}\t{_one_line(nugget.text)}\n".encode()


def format_weight(weight: Fraction) -> str:
    """A weight with 15 significant digits, without zeros at its end."""
    return f"{float(weight):.15g}"


def write(
    nuggets: Iterable[Nugget], vital: Mapping[tuple[str, str], bool], targets: Mapping[str, str]
) -> Iterator[bytes]:
    """A nugget file, a block a question; `targets` holds the target of each question."""
    qid = ""
    for nugget in nuggets:
        if nugget.qid != qid:
            blank = "\n\n" if qid else ""
            qid = nugget.qid
            yield f"{blank}Qid {qid}: 'other' question for target {_one_line(targets[qid])}\n".encode()
        word = "vital" if vital[qid, nugget.name] else "okay"
        yield f"{qid} {nugget.name}\t{word}\t{_one_line(nugget.text)}\n".encode()


def in_order(name: str) -> tuple[int, str]:
    """What the names of nuggets are ordered by: numbers as numbers, then other names."""
    return (int(name), name) if name.isascii() and name.isdigit() and len(name) < 10 else (10**9, name)


def _one_line(text: str) -> str:
    """A text as a file of lines and tabs can hold it."""
    return re.sub(r"[\t\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+", " ", text)


def _lines(data: bytes, problems: Problems) -> Iterator[tuple[int, str]]:
    text = decode(data, problems)
    for number, line in enumerate((text or "").split("\n"), 1):
        if bare := line.rstrip("\r").strip(" "):
            yield number, bare


class _Reader:
    """Keeps the nuggets of a file that are of its topics, each once."""

    def __init__(self, topics: Topics, problems: Problems) -> None:
        self.nuggets: list[Nugget] = []
        self._problems = problems
        self._lines: dict[tuple[str, str], int] = {}
        self._qids = {question.qid for question in topics.questions}
        self._refused: set[str] = set()

    def keep(self, line: int, qid: str, number: str, text: str) -> bool:
        """Take a nugget, or note why not."""
        if qid not in self._qids:
            if qid not in self._refused:
                hint = say("Import nuggets for the questions of this campaign.")
                self._problems.add(
                    line, "unknown_question", say("There is no question {qid}.", qid=shown(qid)), hint
                )
            self._refused.add(qid)
            return False
        first, error = self._lines.setdefault((qid, number), line), qid_error(number)
        if error or first != line or not fold(text):
            named = {"number": shown(number), "qid": qid}
            if error:
                message = say("A nugget of question {qid}: {error}", qid=qid, error=error)
            elif first != line:
                message = say(
                    "Nugget {number} of question {qid} is already in line {line}.",
                    line=str(first),
                    **named,
                )
            else:
                message = say("Nugget {number} of question {qid} has no text.", **named)
            self._problems.add(
                line, "nugget", message, say("Give each nugget of a question a number and a text.")
            )
            return False
        self.nuggets.append(Nugget(qid, number, text, "development"))
        return True

    def group(self, line: int, name: str) -> None:
        """Give the last nugget its group, or note why not."""
        if len(name) > MAX_GROUP:
            message = say(
                "The group {name} has more than {most} characters.", name=shown(name), most=MAX_GROUP
            )
            self._problems.add(line, "group", message, say("Shorten it everywhere."))
        self.nuggets[-1] = self.nuggets[-1]._replace(group=name)
