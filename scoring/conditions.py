"""Under which condition somebody judged a question: blind, or post-editing, with a machine's grades in view.

The condition is drawn for each question and assessor by itself, by the seed and both names alone: whoever gets a question
again, after it was taken off them, has the condition that they had, and nothing that is drawn for others changes it.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Collection, Iterable

from scoring.records import Evaluation, Item, PostEditing
from scoring.scales import CANNOT_JUDGE

BLIND, POST_EDITING = "blind", "post-editing"

Pair = tuple[str, str]  # question, assessor


def is_drawn(plan: PostEditing, qid: str, assessor: str) -> bool:
    """Whether somebody sees the machine's grades in a question, as was declared."""
    if plan.questions and qid not in plan.questions:
        return False
    words = hashlib.sha256(f"{plan.seed}\0{qid}\0{assessor}".encode()).digest()
    return int.from_bytes(words[:8], "big") * 100 < plan.share << 64


def digest(grades: Iterable[tuple[Item, str]]) -> str:
    """SHA-256 of what a machine said of items."""
    lines = sorted([*item, grade] for item, grade in grades)
    return hashlib.sha256(json.dumps(lines, ensure_ascii=False).encode()).hexdigest()


def condition_of(shown: str) -> str:
    """The name of the condition under which the grades of a machine, or of none, were shown."""
    return POST_EDITING if shown else BLIND


def post_edited(evaluation: Evaluation) -> dict[Pair, str]:
    """Who judged which question with a machine's grades in view, and whose these were."""
    return {(it.qid, it.assessor): it.shown for it in evaluation.assignments if it.shown}


def without(evaluation: Evaluation, pairs: Collection[Pair]) -> Evaluation:
    """The evaluation without the judgments of some people in some questions.

    A decision on an item that they judged stays only where others differ, too: else there would have been nothing to decide.
    """
    if not pairs:
        return evaluation
    gone: set[Item] = set()
    kept, grades = [], defaultdict[Item, set[str]](set)
    for one in evaluation.judgments:
        if one.kind == "human" and (one.item.qid, one.assessor) in pairs:
            gone.add(one.item)
            continue
        kept.append(one)
        if one.kind == "human" and one.grade != CANNOT_JUDGE:
            grades[one.item].add(one.grade)
    decided = (it for it in evaluation.adjudications if it.item not in gone or len(grades[it.item]) > 1)
    return evaluation._replace(judgments=tuple(kept), adjudications=tuple(decided))


def blind_part(evaluation: Evaluation) -> Evaluation:
    """The same with nothing that people said with a machine's grades in view: what yardsticks of people rest on."""
    return without(evaluation, post_edited(evaluation))


def edited_part(evaluation: Evaluation) -> Evaluation:
    """The same with nothing that people said blind."""
    edited = post_edited(evaluation)
    pairs = {(one.item.qid, one.assessor) for one in evaluation.judgments if one.kind == "human"}
    return without(evaluation, pairs - edited.keys())
