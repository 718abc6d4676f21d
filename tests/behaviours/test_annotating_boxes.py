"""The rule of the page for annotating: the earliest, smallest box with all the information."""

from typing import Any

import pytest

from tests.behaviours.annotating import call
from tests.behaviours.conftest import Alone

# Tokens count elements too; words stand at every second one.
TEXT = "The comet ( C/1926 ) was found in 1926 . Nobody knew it then . It was found in 1926 again"
TOKENS = [[2 * place, word] for place, word in enumerate(TEXT.split())]


def told(*boxes: tuple[Any, ...]) -> dict[str, Any]:
    """What a frame tells of a page with these boxes, their ends counted in words: (first, last + 1, tag, …)."""
    return {"tokens": TOKENS, "boxes": [[2 * start, 2 * end, *more] for start, end, *more in boxes]}


def better(alone: Alone, boxes: list[tuple[Any, ...]], index: int, *ranges: tuple[int, int]) -> Any:
    """What is offered in place of a box in which words are chosen, counted in words."""
    given = [told(*boxes), index, [[2 * start, 2 * end] for start, end in ranges]]
    body = "const [page, ...rest] = given; const boxes = it.makeBoxes(); boxes.learn(page); return boxes.better(...rest)"
    return call(alone(""), "annotating/boxes.js", body, given)


WHOLE, HALF, SENTENCE, LATER = (0, 21, "table"), (0, 10, "tr"), (10, 15, "li"), (15, 21, "p")


def test_a_smaller_box_with_nearly_the_same_words_is_better(alone: Alone) -> None:
    assert better(alone, [(0, 21, "table"), (0, 20, "tr"), (0, 10, "tr")], 0) == {
        "index": 1,
        "why": "same",
        "ranges": [],
    }


def test_half_of_the_words_is_not_nearly_the_same(alone: Alone) -> None:
    assert better(alone, [WHOLE, HALF], 0) is None


def test_the_smallest_box_that_holds_all_chosen_words_is_better(alone: Alone) -> None:
    boxes = [WHOLE, HALF, (5, 10, "p"), LATER]
    assert better(alone, boxes, 0, (8, 9)) == {"index": 2, "why": "holds", "ranges": [[16, 18]]}
    assert better(alone, boxes, 0, (3, 4), (8, 9)) == {
        "index": 1,
        "why": "holds",
        "ranges": [[6, 8], [16, 18]],
    }
    assert better(alone, boxes, 0, (8, 9), (18, 19)) is None


def test_an_earlier_box_with_the_same_words_is_better(alone: Alone) -> None:
    boxes = [HALF, SENTENCE, LATER]
    assert better(alone, boxes, 2, (17, 20)) == {"index": 0, "why": "earlier", "ranges": [[12, 17]]}
    assert better(alone, [HALF, SENTENCE, (0, 15, "div"), LATER], 3, (17, 20))["index"] == 0
    assert better(alone, [(5, 9, "p"), HALF, LATER], 2, (17, 20))["index"] == 0


@pytest.mark.parametrize(
    ("index", "ranges"),
    [
        (2, [(20, 21)]),  # "again" stands nowhere before
        (2, [(18, 19)]),  # "in" is everywhere
        (2, [(17, 18), (19, 20)]),  # of several answers none is looked for
        (0, [(6, 9)]),  # the first
        (9, []),  # no box of the page
    ],
)
def test_the_rule_is_kept(alone: Alone, index: int, ranges: list[tuple[int, int]]) -> None:
    assert better(alone, [HALF, SENTENCE, LATER], index, *ranges) is None


def test_a_box_that_cannot_be_chosen_is_not_offered(alone: Alone) -> None:
    assert better(alone, [WHOLE, (*HALF, False), LATER], 0, (8, 9)) is None


def test_a_box_is_known_by_its_kind_its_words_and_how_it_begins(alone: Alone) -> None:
    body = "const boxes = it.makeBoxes(); boxes.learn(given); return [boxes.describe(0), boxes.describe(7), boxes.textOf([4, 12])]"
    box, none, text = call(alone(""), "annotating/boxes.js", body, told((0, 10, "<Tr>")))
    assert box == {"index": 0, "kind": "row", "words": 7, "text": "The comet (C/1926) was found in 1926."}
    assert (none, text) == (None, "(C/1926) was")


def test_before_the_page_is_there_any_box_may_hold_any_words(alone: Alone) -> None:
    body = """const boxes = it.makeBoxes();
      const before = boxes.holds(0, [50, 60]);
      boxes.learn(given);
      return [before, boxes.holds(0, [50, 60]), boxes.holds(0, [2, 4])];"""
    assert call(alone(""), "annotating/boxes.js", body, told(HALF)) == [True, False, True]
