"""Laws of all layouts: what is drawn is inside, and both sizes of a figure hold the same points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assessment.shared import figures
from assessment.shared.figures import Axis, DotRows, Figure, Guide, Plot, Point, Row, Series, Spread
from assessment.shared.figures.base import NARROW, WIDE
from assessment.shared.figures.dotrows import letters
from assessment.shared.figures.drawing import Drawing
from assessment.shared.figures.styles import SIZE, SMALL
from assessment.shared.figures.texts import width
from tests.figures import samples
from tests.figures.paths import places, strays

VALUES = ("marks", "many", "hollow", "interval", "strokes", "line", "band", "box", "middle", "whisker")
numbers = st.floats(-1000, 1000).map(lambda value: round(value, 4))
each = pytest.mark.parametrize("figure", samples.every(), ids=lambda figure: figure.name)


@each
@pytest.mark.parametrize("room", [WIDE, NARROW])
def test_all_of_a_figure_is_on_its_sheet(figure: Figure, room: int) -> None:
    drawing = figure.drawing(room)
    values = [group.look.kind for group in drawing.groups if group.look.kind in VALUES]
    keys = 12  # swatches of the key are drawn with the same looks, above the plot
    below = [path for path in strays(drawing, *values) if any(y > drawing.plot.top for _, y in places(path))]
    assert below == []
    assert len(strays(drawing, *values)) <= keys
    for group in drawing.groups:
        for path in group.paths:
            assert all(0 <= x <= drawing.width and 0 <= y <= drawing.height for x, y in places(path))
        for words in group.words:
            assert 0 <= words.x <= drawing.width
            assert 0 <= words.y <= drawing.height


@each
@pytest.mark.parametrize("room", [WIDE, NARROW])
def test_no_level_text_reaches_over_an_edge(figure: Figure, room: int) -> None:
    drawing = figure.drawing(room)
    for group in drawing.groups:
        size = SIZE if group.look.kind == "names" else SMALL
        for words in group.words:
            long = 0 if words.turned else width(words.text, size)
            share = {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor]
            assert words.x - share * long >= -4, words
            assert words.x + (1 - share) * long <= drawing.width + 4, words


@each
def test_both_sizes_have_the_same_points_in_the_same_order(figure: Figure) -> None:
    broad, slim = (size.drawing for size in figure.sizes)
    assert [point.words for point in broad.points] == [point.words for point in slim.points]
    assert all(all(path.words for path in group.paths) for group in broad.groups if group.has_points)


def points_of(drawing: Drawing, kind: str) -> list[tuple[float, float]]:
    return [
        places(path)[0]
        for group in drawing.groups
        if group.look.kind == kind
        for path in group.paths
        if path.words
    ]


@given(
    st.lists(st.tuples(numbers, numbers), min_size=1, max_size=30, unique=True),
    st.sampled_from([WIDE, NARROW]),
)
def test_points_are_where_the_axes_say(pairs: list[tuple[float, float]], room: int) -> None:
    figure = Plot(
        name="plot",
        title="Plot",
        x=Axis("x", figures.PLAIN, low=None),
        y=Axis("y", figures.PLAIN),
        series=[Series("one", [Point(x, y) for x, y in pairs], line=sorted(dict(pairs).items()))],
        guides=[Guide(0.05, "5 %"), Guide(2, "two", "x")],
    )
    drawing = figure.drawing(room)
    drawn = points_of(drawing, "marks")
    assert all(drawing.plot.holds(x, y) for x, y in drawn)
    assert [x for x, _ in drawn] == sorted(x for x, _ in drawn)
    heights = dict(zip(sorted(pairs), drawn, strict=True))
    by_value = sorted(heights, key=lambda pair: pair[1])
    assert [heights[pair][1] for pair in by_value] == sorted((y for _, y in drawn), reverse=True)


@given(st.lists(st.tuples(numbers, numbers, numbers), min_size=1, max_size=20))
def test_rows_follow_each_other_and_their_marks_lie_in_them(rows: list[tuple[float, float, float]]) -> None:
    given_rows = [Row(str(n), [two], *sorted((one, three))) for n, (one, two, three) in enumerate(rows)]
    figure = DotRows(
        name="rows",
        title="Rows",
        axis=Axis("Score"),
        series=("score",),
        rows=given_rows,
        spread=Spread("interval"),
        groups=[(0, len(rows) - 1)],
    )
    drawing = figure.drawing(NARROW)
    drawn = points_of(drawing, "marks")
    assert [y for _, y in drawn] == sorted({y for _, y in drawn})
    assert all(drawing.plot.holds(x, y) for x, y in drawn)


def test_a_value_that_is_undefined_is_not_drawn() -> None:
    rows = [Row("lkg1", [None, 0.4]), Row("lkg2", [0.2, None], None, 0.3)]
    figure = DotRows(
        name="r", title="R", axis=Axis("Score"), series=("a", "b"), rows=rows, spread=Spread("95 %")
    )
    said = [point.words for point in figure.drawing(WIDE).points]
    assert said == ["lkg1: b .400", "lkg2: a .200"]


def test_bars_of_groups_do_not_touch() -> None:
    drawing = samples.board().drawing(WIDE)
    bars = [
        [places(path)[0][0], places(path)[0][1], places(path)[1][1]]
        for group in drawing.groups
        if group.has_points and group.look.kind == "groups"
        for path in group.paths
    ]
    assert len(bars) == 5
    for number, (x, top, bottom) in enumerate(bars):
        for other, (at, start, end) in enumerate(bars):
            assert number == other or x != at or bottom < start or end < top


def test_groups_are_named_like_columns_of_a_spreadsheet() -> None:
    assert [letters(number) for number in (0, 25, 26, 27, 52, 702)] == ["a", "z", "aa", "ab", "ba", "aaa"]


def test_more_levels_than_grey_can_tell_are_refused() -> None:
    with pytest.raises(ValueError, match="5 parts, 4 at most"):
        figures.Bars(name="b", title="B", axis=Axis("n"), bars=[], parts=tuple("abcde"))
    with pytest.raises(ValueError, match="5 levels, 4 at most"):
        figures.Matrix(name="m", title="M", names=[], levels=[figures.Level("A", "a")] * 5, squares=[])


def test_many_boxes_lie_beside_each_other_where_there_is_room() -> None:
    broad, slim = (size.drawing for size in samples.boxes().sizes)
    assert (broad.along, slim.along) == ("x", "y")
    assert broad.height < 600


def test_many_points_are_drawn_small() -> None:
    kinds = {group.look.kind for group in samples.scatter(2000).drawing(WIDE).groups}
    assert "many" in kinds
    assert "marks" not in kinds


def test_a_matrix_of_many_runs_is_as_wide_as_its_letters_need() -> None:
    assert samples.matrix(41).is_over
    assert not samples.matrix(6).is_over
