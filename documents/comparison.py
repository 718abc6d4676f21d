"""Two readings of a page side by side: where the words are the same, and where not."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

AROUND = 12  # words shown at either side of a difference
_MOST_WORDS = 3000  # that are compared one by one; of longer stretches is only said that they differ
_MOST_SHOWN = 400  # words of a difference


class Stretch(NamedTuple):
    """A stretch of both readings. Where it is the same in both, and long, only its ends are there."""

    same: bool
    ours: str
    theirs: str


def compare(ours: Sequence[str], theirs: Sequence[str]) -> list[Stretch]:
    """The stretches of two readings in their order."""
    start = _common(ours, theirs)
    end = _common(ours[start:][::-1], theirs[start:][::-1])
    inner, other = ours[start : len(ours) - end], theirs[start : len(theirs) - end]
    stretches = list(_differing(inner, other))
    first = [_same(ours[:start], after=bool(stretches))] if start else []
    last = [_same(ours[len(ours) - end :], before=bool(stretches))] if end else []
    return [*first, *stretches, *last]


def _common(ours: Sequence[str], theirs: Sequence[str]) -> int:
    pairs = enumerate(zip(ours, theirs, strict=False))
    return next((n for n, (one, other) in pairs if one != other), min(len(ours), len(theirs)))


def _differing(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[Stretch]:
    """The stretches of what begins and ends with a difference."""
    if not ours and not theirs:
        return
    if len(ours) > _MOST_WORDS or len(theirs) > _MOST_WORDS:
        yield Stretch(False, _begun(ours), _begun(theirs))
        return
    for tag, a, b, c, d in SequenceMatcher(None, ours, theirs).get_opcodes():
        if tag == "equal":
            yield _same(ours[a:b], before=True, after=True)
        else:
            yield Stretch(False, _begun(ours[a:b]), _begun(theirs[c:d]))


def _same(words: Sequence[str], *, before: bool = False, after: bool = False) -> Stretch:
    """A stretch that is the same, shown as far as it stands beside a difference `before` or `after` it."""
    head, tail = (AROUND if near else 0 for near in (before, after))
    left_out = len(words) - head - tail
    if left_out <= AROUND:
        return Stretch(True, " ".join(words), " ".join(words))
    shown = " ".join([*words[:head], f"[… {left_out:,} equal words …]", *words[len(words) - tail :]])
    return Stretch(True, shown, shown)


def _begun(words: Sequence[str]) -> str:
    more = len(words) - _MOST_SHOWN
    shown = " ".join(words[:_MOST_SHOWN])
    return f"{shown} … and {more:,} words more" if more > 0 else shown
