"""What a table of several assessors says of the pool: its rows may name answers that are in no pool, or spell them otherwise.

A row means the item of its answer. Where answers stand alone it also means those that differ from it in case and white space
alone, unless a row names them as they are, or two rows say different things of them.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from assessment.imports.services.reading import JudgmentEntry
from scoring.formats.folding import fold_label

Place = tuple[int, str]  # line and assessor
Alike = Mapping[tuple[str, str], Sequence[tuple[str, str]]]  # question and folded answer -> keys and answers


class Placed(NamedTuple):
    """What the rows of a table say of the items of the pool."""

    found: Mapping[Place, list[JudgmentEntry]]
    alike: int  # judgments of items whose answers the table spells otherwise

    def of(self, entries: Iterable[JudgmentEntry]) -> list[JudgmentEntry]:
        """What some of its rows say."""
        return [one for entry in entries for one in self.found[_place(entry)]]

    def missed(self, strangers: Iterable[int]) -> list[int]:
        """The lines that name no item of the pool and are left out; `strangers` name no question."""
        here = {line for (line, _), some in self.found.items() if some}
        return sorted({line for line, _ in self.found}.difference(here).union(strangers))


def placed(entries: Sequence[JudgmentEntry], pool: Iterable[tuple[str, str, str]]) -> Placed:
    """Find the items that rows mean, in a pool of keys, questions and answers."""
    keys, alike = _pool(pool)
    found = {_place(entry): [entry] if entry.key in keys else [] for entry in entries}
    named = {(entry.key, entry.judgment.assessor) for entry in entries}
    first: dict[tuple[str, str], tuple[Place, JudgmentEntry]] = {}
    said: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for entry in entries:
        for other in _others(entry, alike, named):
            one = other.key, other.judgment.assessor
            first.setdefault(one, (_place(entry), other))
            said[one].add(other.judgment.grade)
    more = [of for one, of in first.items() if len(said[one]) == 1]
    for place, other in more:
        found[place].append(other)
    return Placed(found, len(more))


def _pool(pool: Iterable[tuple[str, str, str]]) -> tuple[set[str], Alike]:
    keys, alike = set[str](), defaultdict[tuple[str, str], list[tuple[str, str]]](list)
    for key, qid, answer in pool:
        keys.add(key)
        alike[qid, fold_label(answer)].append((key, answer))
    return keys, alike


def _place(entry: JudgmentEntry) -> Place:
    return entry.line, entry.judgment.assessor


def _others(entry: JudgmentEntry, alike: Alike, named: Container[tuple[str, str]]) -> Iterator[JudgmentEntry]:
    """What a row says of items with answers like its own, which no row names for the same person."""
    item = entry.judgment.item
    if item.docid:
        return
    for key, answer in alike.get((item.qid, fold_label(item.answer)), ()):
        if (key, entry.judgment.assessor) not in named:
            judgment = entry.judgment._replace(item=item._replace(answer=answer))
            yield JudgmentEntry(entry.line, judgment, key)
