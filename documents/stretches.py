"""Stretches: of an answer that does not stand in a document as it is, the longest runs of words that do.

A system may have crossed the fields of a record, left out what stood between two sentences, or cut its string in a
word. Which runs of words an answer and a document share is found in one pass over the document.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from itertools import accumulate, chain, groupby
from operator import add
from typing import NamedTuple

from documents.folding import Folded, Span
from documents.stop_words import STOP_WORDS

_WORD = re.compile(r"\w+(?:'\w+)*")
_REPEATS = (
    32  # places of one word in the answer that are looked at; keeps the cost by the length of the document
)
_MOST = 5000  # runs that are looked at, the longest first
_NEAR = 200  # characters, and twice the length of the answer, within which the lesser parts of it are marked


class Run(NamedTuple):
    """Words in a row that stand in the answer and in the document; neither goes on alike before or after them."""

    answer: int  # the number of its first word in the answer
    document: int  # and in the document
    words: int


class Stretch(NamedTuple):
    """A part of the answer where it stands in the document."""

    span: Span
    answer: int  # the number of its first word in the answer
    words: int


def longest_stretches(document: Folded, answer: str) -> list[Stretch]:
    """The parts of an answer (in the one spelling) to be marked in a document, in the order of the document.

    Its longest run of words wherever that stands; of the others those that stand near such a place, each at the
    nearest. Where no two words stand together: the place where most different words of it do. Stop words are marked in
    runs with others, never alone.
    """
    words = _WORD.findall(answer)
    telling = _telling(words)
    read = _WORD.findall(document.text)
    speaking = (run for run in common_runs(words, read) if any(telling[run.answer : run.answer + run.words]))
    longest = nlargest(_MOST, speaking, key=lambda run: (run.words, -run.document))
    starts = _starts(document.text, read) if longest else []
    found = [_stretch(run, starts, read) for run in longest]
    chosen = _chosen(found, words, max(2 * len(answer), _NEAR))
    there = ((document.origin(*one.span), one) for one in chosen)
    return [one._replace(span=span) for span, one in there if span]


def _telling(words: Sequence[str]) -> list[bool]:
    """Of each word whether a run needs one like it: long or with a digit, and short ones where there are no others."""
    speaks = [word not in STOP_WORDS for word in words]
    long = [
        says and (len(word) > 3 or any(map(str.isdigit, word)))
        for word, says in zip(words, speaks, strict=True)
    ]
    return long if any(long) else speaks


def common_runs(answer: Sequence[str], document: Sequence[str]) -> Iterator[Run]:
    """All runs of words that an answer and a document share, as long as each goes on."""
    numbers = defaultdict[str, list[int]](list)
    for number, word in enumerate(answer):
        if len(numbers[word]) < _REPEATS:
            numbers[word].append(number)
    going, after = (
        dict[int, int](),
        0,
    )  # by the number of its last word, how many words a run has; the place behind it
    for place in [
        place for place, word in enumerate(document) if word in numbers
    ]:  # most words are in no run
        if place != after:
            yield from _ended(going, {}, after)
            going = {}
        here = {number: going.get(number - 1, 0) + 1 for number in numbers[document[place]]}
        yield from _ended(going, here, place)
        going, after = here, place + 1
    yield from _ended(going, {}, after)


def best_of(stretches: Sequence[Stretch], length: int) -> int:
    """The number (from 1) of the stretch from which on most of an answer of some length stands together; 0 of none."""
    starts = [one.span.start for one in stretches]
    together = [
        sum(
            {
                (one.answer, one.words): one.words
                for one in stretches[n : bisect_left(starts, start + length)]
            }.values()
        )
        for n, start in enumerate(starts)
    ]
    return together.index(max(together)) + 1 if together else 0


def _ended(going: Mapping[int, int], here: Mapping[int, int], place: int) -> Iterator[Run]:
    for number, words in going.items():
        if number + 1 not in here:
            yield Run(number - words + 1, place - words, words)


def _starts(text: str, words: Sequence[str]) -> list[int]:
    """Where each of the words of a text begins: behind what is between it and the one before, and behind that one."""
    between = map(len, _WORD.split(text))
    before = chain((0,), map(len, words))
    return list(accumulate(map(add, between, before)))


def _stretch(run: Run, starts: Sequence[int], words: Sequence[str]) -> Stretch:
    """A run with its place in the one spelling."""
    last = run.document + run.words - 1
    return Stretch(Span(starts[run.document], starts[last] + len(words[last])), run.answer, run.words)


def _chosen(found: list[Stretch], words: Sequence[str], near: int) -> list[Stretch]:
    if all(one.words == 1 for one in found):
        return _together(found, words, near)
    chosen, covered = list[Stretch](), set[int]()
    for _, group in groupby(
        sorted(found, key=lambda one: (-one.words, one.answer, one.span)), lambda one: one[1:]
    ):
        parts = list(group)
        own = set(range(parts[0].answer, parts[0].answer + parts[0].words))
        if own <= covered:
            continue
        wanted = _nearest(parts, chosen, near) if chosen else parts
        if wanted:
            chosen = _without_overlaps([*chosen, *wanted])
            covered |= own
    return chosen


def _nearest(parts: Sequence[Stretch], chosen: Sequence[Stretch], near: int) -> list[Stretch]:
    """That one of some places which is nearest to what is chosen already; none where all are far away."""
    starts = [one.span.start for one in chosen]

    def distance(part: Stretch) -> int:
        after = bisect_left(starts, part.span.start)
        beside = chosen[max(0, after - 1) : after + 1]
        return min(max(part.span.start - one.span.end, one.span.start - part.span.end) for one in beside)

    nearest = min(parts, key=distance)
    return [nearest] if distance(nearest) <= near else []


def _without_overlaps(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Stretches in the order of the document; of two that share a word, the later begins after the earlier or is not."""
    kept = list[Stretch]()
    for one in sorted(stretches, key=lambda one: (one.span.start, -one.span.end)):
        if not kept or one.span.start >= kept[-1].span.end:
            kept.append(one)
    return kept


def _together(found: list[Stretch], words: Sequence[str], near: int) -> list[Stretch]:
    """Single words: those at the place where most different ones stand together, or all where there is but one."""
    found = _without_overlaps(found)
    if len({words[one.answer] for one in found}) < 2:
        return found
    starts = [one.span.start for one in found]
    counts, first, best = defaultdict[str, int](int), 0, (0, 0, 0)
    for last, one in enumerate(found):
        counts[words[one.answer]] += 1
        while starts[last] - starts[first] >= near:
            counts[words[found[first].answer]] -= 1
            first += 1
        different = sum(map(bool, counts.values()))
        if different > best[0]:
            best = different, first, last + 1
    return found[best[1] : best[2]]
