"""Where two assessors grouped the answers of a list question differently.

The names of classes do not matter, only which answers stand together. An answer that one of them put into no class
stands alone.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping
from typing import TypeVar

Thing = TypeVar("Thing", bound=Hashable)


def differences(first: Mapping[Thing, str], second: Mapping[Thing, str]) -> list[list[Thing]]:
    """The smallest groups of answers within which the two disagree; each must be settled as a whole.

    Both map an answer to its class. Groups and their members stand in the order in which they are first met.
    """
    things = list(dict.fromkeys([*first, *second]))
    together = [*_classes(first).values(), *_classes(second).values()]
    group = {thing: [thing] for thing in things}
    for members in together:
        for other in members[1:]:
            _join(group, members[0], other)
    place = {thing: number for number, thing in enumerate(things)}
    groups = {id(members): sorted(members, key=place.__getitem__) for members in group.values()}
    return [members for members in groups.values() if _pattern(first, members) != _pattern(second, members)]


def _classes(named: Mapping[Thing, str]) -> dict[str, list[Thing]]:
    classes: defaultdict[str, list[Thing]] = defaultdict(list)
    for thing, name in named.items():
        if name:
            classes[name].append(thing)
    return classes


def _join(group: dict[Thing, list[Thing]], one: Thing, other: Thing) -> None:
    kept, moved = group[one], group[other]
    if kept is not moved:
        kept.extend(moved)
        group.update(dict.fromkeys(moved, kept))


def _pattern(named: Mapping[Thing, str], members: Collection[Thing]) -> list[int]:
    """For each answer the place of the first that stands in its class."""
    first: dict[str, int] = {}
    return [
        first.setdefault(name, number) if (name := named.get(thing, "")) else number
        for number, thing in enumerate(members)
    ]
