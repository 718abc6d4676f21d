"""Curves thinned for figures and tables, and addresses of pages with many answers."""

from urllib.parse import parse_qs, urlsplit

from hypothesis import given
from hypothesis import strategies as st

from assessment.results.selectors.curves import DOT_STEP, LINE_STEP, ROWS, Dot, spread, thinned
from documents.links import PASSAGES_ROOM, document_url
from scoring.spans.scores import Counts, Point


@st.composite
def dots(draw: st.DrawFn) -> list[Dot]:
    """Points of a run, from the strictest on; one of them may be the best."""
    steps = draw(st.lists(st.booleans(), min_size=1, max_size=300))
    best = draw(st.none() | st.integers(0, len(steps) - 1))
    found, right = [], 0
    for number, is_right in enumerate(steps):
        right += is_right
        point = Point(-float(number), Counts(200, number + 1, min(right, 200)))
        found.append(Dot(point, number == best))
    return found


@given(dots(), st.sampled_from([LINE_STEP, DOT_STEP]))
def test_no_point_is_further_from_the_line_than_the_step(points: list[Dot], step: float) -> None:
    kept = thinned(points, step)
    assert (kept[0], kept[-1]) == (points[0], points[-1])
    assert [one for one in points if one.is_best] == [one for one in kept if one.is_best]
    for one in points:
        # Places in the figure are rounded to a tenth of a pixel.
        assert any(max(abs(one.x - other.x), abs(one.y - other.y)) <= step + 0.2 for other in kept)


@given(dots())
def test_a_table_has_few_rows_with_the_best_and_the_last(points: list[Dot]) -> None:
    rows = spread(points)
    assert len(rows) <= ROWS
    assert rows[-1] == points[-1]
    assert [one for one in rows if one.is_best] == [one for one in points if one.is_best]
    assert rows == sorted(rows, key=lambda one: -one.point.threshold)


def test_as_many_answers_go_into_an_address_as_fit() -> None:
    places = [f"short:{number}:{number + 10}" for number in range(1_000_000, 1_000_200)]
    address = document_url("pages", "1", reader="1", passages=[places[0], *places])
    named = parse_qs(urlsplit(address).query)["passage"]
    assert named == places[: len(named)]
    assert 30 < len(named) < 60
    assert len(address) < PASSAGES_ROOM + 300
