"""Who counts anew when items leave the pools or come back: apps up the street say so here, which this one cannot know.

As with kinds of jobs, they register when the site starts. Items never move without their counters: what follows is
called inside the transaction of the move.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple


class Follower(NamedTuple):
    """What has to be locked before items of some questions move, and counted anew afterwards (questions, items)."""

    lock: Callable[[Collection[int]], object]
    count_anew: Callable[[Collection[int], Collection[int]], object]


_followers: list[Follower] = []


def follow(follower: Follower) -> None:
    """Have somebody called whenever items move."""
    if follower not in _followers:
        _followers.append(follower)


@contextmanager
def moving(rows: Sequence[tuple[int, int]]) -> Iterator[list[int]]:
    """Within a transaction: move some items, given as (question, item), and have all that follows counted anew."""
    questions, items = {question for question, _ in rows}, sorted(item for _, item in rows)
    for follower in _followers:
        follower.lock(questions)
    yield items
    for follower in _followers:
        follower.count_anew(questions, items)
