"""What is said of a question and its page: three steps, each open where those before it allow."""

from typing import Any

import pytest

from tests.behaviours.annotating import RECORD, call
from tests.behaviours.conftest import Alone

RECORDS = "annotating/record.js"
GOOD = {**RECORD, "question": "good", "version": 1}
BOXED = {**GOOD, "candidate": 2, "kind": "row", "version": 2}
WHOLE = {**BOXED, "short": [[None, None, 5, 7]], "version": 3}


@pytest.mark.parametrize(
    ("record", "step"),
    [
        (RECORD, "question"),
        (GOOD, "long"),
        (BOXED, "short"),
        (WHOLE, ""),
        ({**BOXED, "short": [], "yes_no": "YES"}, ""),
        ({**GOOD, "candidate": -1}, ""),
        ({**RECORD, "question": "bad", "reason": "opinion"}, ""),
    ],
)
def test_the_next_step_is_the_first_that_is_not_decided(
    alone: Alone, record: dict[str, Any], step: str
) -> None:
    assert call(alone(""), RECORDS, "return it.stepOf(given)", record) == step


def test_what_no_longer_fits_is_cleared(alone: Alone) -> None:
    page = alone("")
    say = "const [record, step, answer] = given; return it.said(record, step, answer)"
    another = call(page, RECORDS, say, [WHOLE, "long", {"candidate": 1, "kind": "list"}])
    assert (another["candidate"], another["short"], another["version"]) == (1, None, 4)
    same = call(page, RECORDS, say, [WHOLE, "long", {"candidate": 2, "kind": "row"}])
    assert same["short"] == WHOLE["short"]
    bad = call(page, RECORDS, say, [WHOLE, "question", {"question": "bad", "reason": "opinion"}])
    assert (bad["candidate"], bad["short"], bad["reason"]) == (None, None, "opinion")
    again = call(page, RECORDS, say, [bad, "question", {"question": "good"}])
    assert (again["question"], again["reason"]) == ("good", "")


def test_only_what_differs_is_said_again(alone: Alone) -> None:
    page = alone("")
    again = "const [stored, wanted] = given; return it.differences(stored, wanted)"
    assert call(page, RECORDS, again, [WHOLE, WHOLE]) == []
    assert call(page, RECORDS, again, [{**WHOLE, "short": []}, WHOLE]) == [
        {"step": "short", "answer": {"ranges": [[5, 7]], "yes_no": "NONE"}}
    ]
    bad = {**RECORD, "question": "bad", "reason": "opinion"}
    assert [one["step"] for one in call(page, RECORDS, again, [bad, WHOLE])] == ["question", "long", "short"]
    assert [one["step"] for one in call(page, RECORDS, again, [WHOLE, bad])] == ["question"]
