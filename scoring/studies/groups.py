"""Groups of runs that cannot be told apart: runs that share a letter do not differ significantly.

A group is a largest set of runs no two of which differ significantly. They are found by inserting and absorbing (Piepho,
"An Algorithm for a Letter-Based Representation of All-Pairwise Comparisons", Journal of Computational and Graphical
Statistics 13, 2004): all runs begin as one group; each significant pair splits every group that holds both into one without
the first and one without the second; a group within another is absorbed.
"""

from collections.abc import Iterable
from string import ascii_lowercase
from typing import NamedTuple

Places = frozenset[int]


class Group(NamedTuple):
    """Runs that cannot be told apart, by their places in a ranking."""

    letter: str
    places: tuple[int, ...]  # in order

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """First and last places of its stretches of neighbours, to draw bars along. Mostly there is but one."""
        firsts = [place for place in self.places if place - 1 not in self.places]
        lasts = [place for place in self.places if place + 1 not in self.places]
        return tuple(zip(firsts, lasts, strict=True))


def groups_of(n: int, significant: Iterable[tuple[int, int]]) -> tuple[Group, ...]:
    """The groups of n runs in the order of a ranking; the pairs of places differ significantly."""
    groups = {frozenset(range(n))} if n else set()
    for first, second in sorted(significant):
        groups = _split(groups, first, second)
    ordered = sorted(tuple(sorted(places)) for places in groups)
    return tuple(Group(letter_of(number), places) for number, places in enumerate(ordered))


def _split(groups: set[Places], first: int, second: int) -> set[Places]:
    """Part two runs wherever they are in one group."""
    with_both = {places for places in groups if first in places and second in places}
    rest = groups - with_both
    halves = {places - {one} for places in with_both for one in (first, second)}
    return rest | {half for half in halves if not any(half < other for other in rest | halves)}


def letters_of(n: int, groups: Iterable[Group]) -> tuple[tuple[str, ...], ...]:
    """The letters of the groups of each run."""
    letters: list[list[str]] = [[] for _ in range(n)]
    for group in groups:
        for place in group.places:
            letters[place].append(group.letter)
    return tuple(map(tuple, letters))


def letter_of(number: int) -> str:
    """a, b, …, z, aa, ab, …"""
    higher, last = divmod(number, len(ascii_lowercase))
    return (letter_of(higher - 1) if higher else "") + ascii_lowercase[last]
