"""Whoever listens hears how far reading is; nobody else pays for it."""

import pytest

from scoring.formats.problems import Problems
from scoring.formats.tables import read_rows
from scoring.progress import EACH, counted, listened, tell

Heard = list[tuple[int, int, str]]


def test_without_a_listener_rows_are_handed_on_as_they_are() -> None:
    rows = [1, 2, 3]
    assert counted(rows, 3, "rows") is rows
    tell(1, 3, "rows")


def test_a_listener_hears_the_beginning_each_portion_and_the_end() -> None:
    heard: Heard = []
    with listened(lambda *said: heard.append(said)):
        rows = counted(range(EACH + 1), EACH + 1, "rows")
    assert list(rows) == list(range(EACH + 1))
    assert heard == [(0, EACH + 1, "rows"), (EACH, EACH + 1, "rows"), (EACH + 1, EACH + 1, "rows")]


def test_what_a_listener_raises_ends_the_work() -> None:
    def stop(done: int, total: int, what: str) -> None:
        raise InterruptedError

    with listened(stop), pytest.raises(InterruptedError):
        list(counted([1], 1, "rows"))


@pytest.mark.parametrize("end", ["", "\n"])
def test_lines_of_a_table_are_counted_with_its_header_and_those_inside_of_cells(end: str) -> None:
    heard: Heard = []
    text = 'a,b\n1,"two\nlines"' + end
    with listened(lambda *said: heard.append(said)):
        rows = read_rows(text.encode(), ("a", "b"), (), Problems("table.csv"))
    assert [row.line for row in rows] == [2]
    assert heard[-1] == (3, 3, "lines read")
