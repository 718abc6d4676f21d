"""Parts of a campaign's questions, drawn by a seed: for training, development and a test that only its organizers see.

A part becomes a campaign of its own, so that who sees what in it goes by its people, like everywhere.
"""

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from assessment.campaigns.models import Campaign
from assessment.shared.errors import Refused
from assessment.shared.say import say


class Share(NamedTuple):
    """The part of this number, from 1 on, where questions are split into parts of these sizes: 80, 10 and 10."""

    sizes: tuple[int, ...]
    part: int
    seed: int = 1


def share_of(sizes: str, part: int | None, seed: int | None) -> Share | None:
    """What somebody typed: sizes as 80:10:10, and the number of a part. None where all questions go along."""
    if not sizes.strip():
        if part is not None:
            raise Refused(
                say("A part needs the sizes of all parts. Nothing was created."),
                "split_sizes",
                say("Write them like 80:10:10."),
            )
        return None
    written = [one.strip() for one in sizes.split(":")]
    if not all(one.isascii() and one.isdecimal() and 0 < int(one) < 10_000 for one in written):
        raise Refused(
            say("{sizes} are no sizes of parts. Nothing was created.", sizes=sizes[:60]),
            "split_sizes",
            say("Write them like 80:10:10."),
        )
    if part is None or not 1 <= part <= len(written):
        raise Refused(
            say(
                "There is no part {part} of {n}. Nothing was created.",
                part=str(part or 0),
                n=str(len(written)),
            ),
            "split_part",
            say("Count them from 1 on."),
        )
    return Share(tuple(map(int, written)), part, 1 if seed is None else seed)


def shared_qids(campaign: Campaign, share: Share) -> set[str]:
    """The ids of the questions in a part. A series, and a question in all its languages, stay together.

    The parts of one split are disjoint and hold all questions, also where questions come or go between two parts: where a
    topic belongs hangs on its id and the seed alone. So a part has about its share, as a draw has.
    """
    before, whole = sum(share.sizes[: share.part - 1]), sum(share.sizes)
    first, last = before / whole, (before + share.sizes[share.part - 1]) / whole
    return {qid for topic, qid in _topics(campaign) if first <= _place(topic, share.seed) < last}


def _place(topic: str, seed: int) -> float:
    """Where a topic lies between 0 and 1, evenly."""
    digest = hashlib.sha256(f"{seed} {topic}".encode()).digest()
    return int.from_bytes(digest[:6], "big") / 2**48


def _topics(campaign: Campaign) -> Iterator[tuple[str, str]]:
    """Each question with what it is kept together with."""
    for row in campaign.questions.select_related("series").in_order():
        yield f"series {row.series.key}" if row.series else row.qid.partition(":")[0], row.qid
