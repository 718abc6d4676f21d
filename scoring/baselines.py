"""What untrained baselines say (Natural Questions, section 6.1): no system has a part in them.

    first passage     the first paragraph of a page; where collections are searched, the passage found first
    most frequent     what most annotators of another campaign took for the long answer of the same page
    closest question  what answers the question of another campaign that shares most with this one

Where they come from is told by whoever has the texts: here are the choices.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping
from math import log
from typing import NamedTuple, TypeVar

from scoring.index import Index
from scoring.records import Item
from scoring.tracks.base import GivenAnswer, QuestionType

T = TypeVar("T", bound=Hashable)
NAMES = ("first-passage", "most-frequent", "closest-question")


class Shared(NamedTuple):
    """A known question, and how much it has in common with another."""

    key: str
    weight: float


class ClosestQuestion:
    """Finds the known question with the highest TF-IDF weighted overlap of words.

    The weight of a pair is the sum of idf(w) = ln(1 + N / n(w)) over the words that both have, each once; N known
    questions, of which n(w) have the word. The paper leaves the weighting open. Of equal ones the first known wins.
    """

    def __init__(self, known: Mapping[str, Iterable[str]]) -> None:
        self._keys = list(known)
        self._having: defaultdict[str, list[int]] = defaultdict(list)
        for place, words in enumerate(known.values()):
            for word in dict.fromkeys(words):
                self._having[word].append(place)

    def to(self, words: Iterable[str]) -> Shared | None:
        """The closest to a question of these words; None where none shares a word with it."""
        weights: defaultdict[int, float] = defaultdict(float)
        for word in sorted(set(words) & self._having.keys()):
            places = self._having[word]
            for place in places:
                weights[place] += log(1 + len(self._keys) / len(places))
        if not weights:
            return None
        best = max(weights, key=lambda place: (weights[place], -place))
        return Shared(self._keys[best], weights[best])


def most_frequent(said: Iterable[T]) -> T | None:
    """What was said most often, the first of several; None where nothing was."""
    counts = Counter(said)
    return max(counts, key=counts.__getitem__) if counts else None


def right_answers(index: Index, kinds: Mapping[str, QuestionType]) -> dict[str, GivenAnswer]:
    """A right answer of each question that has one: of those judged right that which most runs gave, then by document.

    Of questions with nuggets the one with most of them. Paragraphs of the gold standard stand beside what was judged.
    """
    grades = index.automatic | index.common | {item: one.grade for item, one in index.decisions.items()}
    right: defaultdict[str, dict[Item, int]] = defaultdict(dict)
    for item, grade in grades.items():
        scale = kinds[item.qid].scale_for(item.answer)
        if scale and scale.is_correct(grade):
            right[item.qid][item] = 0
    for match in index.evaluation.matches:
        if match.item.qid in index.retained and index.holds(match.item.qid, match.label):
            found = right[match.item.qid]
            found[match.item] = found.get(match.item, 0) + 1
    for responses in index.evaluation.responses.values():
        for response in responses:
            given = response.item
            if given and given in right[response.qid]:
                right[response.qid][given] += 1
    chosen = {qid: min(items, key=lambda item: (-items[item], item)) for qid, items in right.items() if items}
    gold = {
        one.qid: GivenAnswer(one.docid, one.answer, one.passage) for one in reversed(index.evaluation.gold)
    }
    return gold | {qid: GivenAnswer(item.docid, item.answer, item.passage) for qid, item in chosen.items()}
