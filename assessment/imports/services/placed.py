"""What a table of several assessors says of the pool: its rows may name answers that are in no pool, or spell them otherwise.

A row means the item of its answer. Where answers stand alone it also means those that differ from it in case and white space
alone, unless a row names them as they are, or two rows say different things of them.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from assessment.imports.services.reading import JudgmentEntry
from scoring.formats.folding import fold_label

Said = tuple[str, str]  # item, by its key, and assessor
Alike = Mapping[tuple[str, str], Sequence[tuple[str, str]]]  # question and folded answer -> keys and answers


class Placed(NamedTuple):
    """What the rows of a table say of the items of the pool."""

    found: Mapping[Said, Sequence[JudgmentEntry]]  # of what a row says
    alike: int  # judgments of items whose answers the table spells otherwise

    def of(self, entries: Iterable[JudgmentEntry]) -> list[JudgmentEntry]:
        """What some of its rows say."""
        return [one for said in dict.fromkeys(map(_said, entries)) for one in self.found[said]]

    def missed(self, entries: Iterable[JudgmentEntry], strangers: Iterable[int]) -> list[int]:
        """The lines of rows that name no item of the pool and are left out; those of `strangers` name no question."""
        rows = {(entry.line, entry.key): False for entry in entries}
        for (key, _), some in self.found.items():
            rows.update({(one.line, key): True for one in some})
        return sorted([*(line for (line, _), is_here in rows.items() if not is_here), *strangers])


def placed(entries: Sequence[JudgmentEntry], pool: Iterable[tuple[str, str, str]]) -> Placed:
    """Find the items that rows mean, in a pool of keys, questions and answers."""
    keys, alike = _pool(pool)
    found: dict[Said, list[JudgmentEntry]] = {_said(entry): [] for entry in entries}
    first: dict[Said, tuple[JudgmentEntry, JudgmentEntry]] = {}
    grades: defaultdict[Said, set[str]] = defaultdict(set)
    for entry in entries:
        if entry.key in keys:
            found[_said(entry)].append(entry)
        for other in _others(entry, alike, found):
            first.setdefault(_said(other), (entry, other))
            grades[_said(other)].add(other.judgment.grade)
    more = [pair for said, pair in first.items() if len(grades[said]) == 1]
    for entry, other in more:
        found[_said(entry)].append(other)
    return Placed(found, len(more))


def _pool(pool: Iterable[tuple[str, str, str]]) -> tuple[set[str], Alike]:
    keys, alike = set[str](), defaultdict[tuple[str, str], list[tuple[str, str]]](list)
    for key, qid, answer in pool:
        keys.add(key)
        alike[qid, fold_label(answer)].append((key, answer))
    return keys, alike


def _said(entry: JudgmentEntry) -> Said:
    return entry.key, entry.judgment.assessor


def _others(entry: JudgmentEntry, alike: Alike, named: Container[Said]) -> Iterator[JudgmentEntry]:
    """What a row says of items with answers like its own, which no row names for the same person."""
    item = entry.judgment.item
    if item.docid:
        return
    for key, answer in alike.get((item.qid, fold_label(item.answer)), ()):
        if (key, entry.judgment.assessor) not in named:
            judgment = entry.judgment._replace(item=item._replace(answer=answer))
            yield JudgmentEntry(entry.line, judgment, key)
