"""Who gets which questions: k assessors each, least loaded first. Plain Python; the same input always gives the same plan."""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple


class QuestionLoad(NamedTuple):
    """One question: its pool items, who judges it, and who ever had it (never given to them again)."""

    qid: str
    items: int
    holders: frozenset[str] = frozenset()
    had: frozenset[str] = frozenset()  # includes the holders


class Unit(NamedTuple):
    """Questions that are assigned together: a whole series, or one question."""

    name: str
    pieces: tuple[QuestionLoad, ...]
    able: frozenset[str] | None = None  # who can read its documents; None: everybody

    @property
    def items(self) -> int:
        """Pool items of the whole unit."""
        return sum(piece.items for piece in self.pieces)

    @property
    def had(self) -> frozenset[str]:
        """Everybody who ever had a part of it."""
        return frozenset[str]().union(*(piece.had for piece in self.pieces))

    @property
    def crew(self) -> list[str]:
        """Who judges parts of it, most parts first: they get its late questions."""
        parts = Counter(name for piece in self.pieces for name in piece.holders)
        return sorted(parts, key=lambda name: (-parts[name], name))


class Shortage(NamedTuple):
    """A question for which there are not enough assessors who never had it."""

    qid: str
    missing: int


class AssignmentPlan(NamedTuple):
    """What to add: (qid, assessor) pairs; and where it could not be done."""

    additions: list[tuple[str, str]]
    shortages: list[Shortage]


def make_plan(
    units: Iterable[Unit],
    assessors: Collection[str],
    loads: Mapping[str, int],
    judges: int,
    seed: int,
    keepers: Collection[str] = (),
) -> AssignmentPlan:
    """Fill every question up to `judges` assessors.

    Units are dealt by size, the largest first, each to its own crew and then to the assessors with the smallest
    load in pool items; equal loads are decided by the seed. From equal loads, no two assessors end further apart
    than the largest unit. `keepers` may keep getting the late questions of units that they judge already.
    """
    chance = random.Random(seed)
    loads = Counter(loads)
    plan = AssignmentPlan([], [])
    for unit in sorted(units, key=lambda unit: -unit.items):
        luck = {name: chance.random() for name in sorted(assessors)}
        able = luck.keys() if unit.able is None else luck.keys() & unit.able
        fresh = sorted(able - unit.had, key=lambda name: (loads[name], luck[name]))
        line = [name for name in unit.crew if name in luck or name in keepers] + fresh
        for piece in unit.pieces:
            _fill(piece, line, judges, loads, plan)
    return plan


def _fill(
    piece: QuestionLoad, line: Sequence[str], judges: int, loads: Counter[str], plan: AssignmentPlan
) -> None:
    missing = max(0, judges - len(piece.holders))
    chosen = [name for name in line if name not in piece.had][:missing]
    for name in chosen:
        loads[name] += piece.items
        plan.additions.append((piece.qid, name))
    if len(chosen) < missing:
        plan.shortages.append(Shortage(piece.qid, missing - len(chosen)))
