"""Qrels files: the grades that a rule derived, in NIST's form and in trec_eval's.

NIST's form is `qid docid judgment answer-string`, with the scale's codes (1 right, -1 wrong, 2 unsupported, 3 inexact).
An item without a document has `-` in the place of its id; a document that is graded itself has no answer string.
Where responses name paragraphs it is `qid docid passage judgment answer-string`, with 4 for missed; a paragraph without an
answer string has four columns.

trec_eval keys on the document id alone, so each [document, string] pair gets a made-up id: the document id, a dot and
the first 12 hexadecimal digits of the item's key; a document without a string keeps its own id. Its qrels are `qid 0 made-up-id relevance` with relevance 1 for a
correct item and 0 for any other (of a graded scale what the grade is worth, where all its values are whole), and a run rewritten to match is `qid Q0 made-up-id rank score tag`: the score is minus
the rank. Each response keeps its rank, by which trec_eval numbers a question's lines again: a pair that a run repeats
within a question has `.2`, `.3`, … behind its id, which no qrels judge, and a line `none.<rank>` stands for a rank that a
run left out, or gave to NIL or to what it held back (of a longer gap for the first MAX_GAP ranks). Where a document has such
an id itself, the next number is taken.

All lines are sorted by code point of their item; runs by question and rank.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from operator import attrgetter
from types import MappingProxyType

from scoring.formats.encoded import decode_line, lines, refuse_whole
from scoring.formats.problems import Problems, shown
from scoring.records import Item, Problem, Qrels, Response
from scoring.say import say, say_n
from scoring.scales import Scale

_SPLIT = re.compile(r"[ \t]+")
_CODE = re.compile(r"-?[0-9]")
_CHUNK = 1000
NO_DOCUMENT = "-"  # where an answer names none: columns between blanks cannot be empty
MAX_GAP = 1000  # ranks that are filled in a row
LIKE_MADE_UP = r"[.][0-9]+$"  # ends ids of documents that a run's made-up ids could be taken for


def rows(qrels: Qrels) -> Iterator[tuple[str, ...]]:
    """The columns of each judged item, by code point of the item."""
    for item, grade in sorted(qrels.grades.items()):
        scale = qrels.scales[item.qid]
        code, docid = str(scale.codes[grade]), item.docid or NO_DOCUMENT
        if not scale.passages:
            yield item.qid, docid, code, *([item.answer] if item.answer else [])
        elif item.answer:
            yield item.qid, docid, item.passage, code, item.answer
        else:
            yield item.qid, docid, item.passage, code


def write(qrels: Qrels) -> Iterator[bytes]:
    """The bytes of a qrels file in NIST's form, in pieces."""
    return _in_pieces(f"{' '.join(columns)}\n" for columns in rows(qrels))


def write_trec_eval(qrels: Qrels, right: Mapping[str, Collection[str]]) -> Iterator[bytes]:
    """The bytes of a qrels file for trec_eval, in pieces. `right`: the grades that count as right, by question."""
    return _in_pieces(
        f"{item.qid} 0 {made_up_docid(item)} {_relevance(qrels.scales[item.qid], grade, right[item.qid])}\n"
        for item, grade in sorted(qrels.grades.items())
    )


def _relevance(scale: Scale, grade: str, right: Collection[str]) -> int:
    """Of a graded scale the value, where trec_eval can read all of them; else whether it is right."""
    if scale.is_graded and all(value.denominator == 1 for value in scale.values.values()):
        return scale.values[grade].numerator
    return int(grade in right)


def write_run(
    responses: Iterable[Response], tag: str, judged: Mapping[str, Collection[str]] = MappingProxyType({})
) -> Iterator[bytes]:
    """The bytes of a run rewritten to match `write_trec_eval`, in pieces. `judged`: documents that are graded themselves, by
    question, as far as they could be taken for what is made up here (`LIKE_MADE_UP`).
    """
    ordered = sorted(responses, key=lambda response: (response.qid, response.rank))
    return _in_pieces(
        f"{qid} Q0 {docid} {rank} {-rank} {tag}\n"
        for qid, given in groupby(ordered, key=attrgetter("qid"))
        for docid, rank in _places(list(given), judged.get(qid, ()))
    )


def _places(given: Sequence[Response], judged: Collection[str]) -> Iterator[tuple[str, int]]:
    """The id at each rank of one question's responses, in order of rank."""
    free, seen, expected = _Free(given, judged), set[str](), 1
    for rank, at_rank in groupby(given, key=attrgetter("rank")):
        items = sorted(one.item for one in at_rank if one.item and not one.noa)
        if not items:
            continue
        yield from (
            (free.id(f"none.{empty}"), empty) for empty in range(expected, min(rank, expected + MAX_GAP))
        )
        for docid in map(made_up_docid, items):
            yield (free.id(docid) if docid in seen else docid), rank
            seen.add(docid)
        expected = rank + 1


class _Free:
    """Makes up ids that nothing in a question has."""

    def __init__(self, given: Iterable[Response], judged: Collection[str]) -> None:
        self._taken = {made_up_docid(one.item) for one in given if one.item}.union(judged)
        self._numbers = dict[str, int]()

    def id(self, docid: str) -> str:
        """The same id, or with .2, .3, … behind it."""
        found, number = docid, self._numbers.get(docid, 1)
        while found in self._taken:
            number += 1
            found = f"{docid}.{number}"
        self._numbers[docid] = number
        self._taken.add(found)
        return found


def made_up_docid(item: Item) -> str:
    """A document id that stands for an item, the same wherever it is made; where nothing but a document was given, its own."""
    if item.docid and not (item.passage or item.answer):
        return item.docid
    return f"{item.docid or NO_DOCUMENT}.{item.key[:12]}"


def read(data: bytes, name: str, scales: Mapping[str, Scale]) -> tuple[dict[Item, str], list[Problem]]:
    """The grades of a file in NIST's form. `scales` holds the scale of each question."""
    problems = Problems(name)
    grades: dict[Item, str] = {}
    if not refuse_whole(data, problems):
        for number, offset, raw in lines(data):
            text = decode_line(raw, number, offset, "utf-8", problems)
            if text is not None and text.strip(" \t"):
                _read_line(number, text.strip(" \t"), scales, grades, problems)
    return grades, problems.listed()


def _read_line(
    number: int,
    text: str,
    scales: Mapping[str, Scale],
    grades: dict[Item, str],
    problems: Problems,
) -> None:
    scale = scales.get(_SPLIT.split(text, maxsplit=1)[0])
    columns = 5 if scale and scale.passages else 4
    cells = _SPLIT.split(text, maxsplit=columns - 1)
    if columns == 4 and len(cells) == 3:  # a document that is graded itself
        cells.append("")
    if len(cells) < 4:
        line = (
            "qid docid passage judgment answer-string" if columns == 5 else "qid docid judgment answer-string"
        )
        hint = say("Write: {line}.", line=line)
        problems.add(
            number,
            "columns",
            say_n("The line has {n} column.", "The line has {n} columns.", len(cells)),
            hint,
        )
        return
    qid, docid, *passage, code, answer = cells if columns == len(cells) else (*cells, "")
    if scale is None:
        problems.add(
            number,
            "unknown_question",
            say("There is no judged question {qid}.", qid=shown(qid)),
            say("See the topics file."),
        )
        return
    item = Item(qid, docid if docid != NO_DOCUMENT else "", "".join(passage), answer)
    grade = scale.grade_of(int(code)) if _CODE.fullmatch(code) else None
    if grade is None:
        codes = ", ".join(f"{code} {grade}" for grade, code in scale.codes.items())
        problems.add(
            number,
            "unknown_code",
            say("{code} is not a judgment.", code=shown(code)),
            say("The codes are {codes}.", codes=codes),
        )
    elif grades.setdefault(item, grade) != grade:
        problems.add(
            number,
            "contradiction",
            say("An earlier line judges this item otherwise."),
            say("Keep one of the two."),
        )


def _in_pieces(written: Iterator[str]) -> Iterator[bytes]:
    while piece := "".join(islice(written, _CHUNK)):
        yield piece.encode()
