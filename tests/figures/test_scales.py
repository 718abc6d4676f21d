"""Axes hold all values, and their ticks are round."""

from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from assessment.shared.figures import COUNT, DIFFERENCE, PLAIN, SCORE, SHARE, Axis, Unit
from assessment.shared.figures.scales import MOST, scale

sizes = st.floats(-1e6, 1e6, allow_nan=False).map(lambda value: round(value, 6))
values = st.lists(sizes, min_size=1, max_size=12)


def names(axis: Axis, *numbers: float, length: float = 400) -> list[str]:
    return [tick.name for tick in scale(axis, numbers, 0, length).ticks]


@pytest.mark.parametrize(
    ("axis", "numbers", "ticks"),
    [
        (Axis("Score"), [0.31, 0.62], ["0", ".1", ".2", ".3", ".4", ".5", ".6", ".7"]),
        (Axis("Score"), [0.3], ["0", ".05", ".1", ".15", ".2", ".25", ".3"]),
        (Axis("Score", high=1), [0.2], ["0", ".2", ".4", ".6", ".8", "1"]),
        (Axis("Tau", low=None), [0.93, 0.98], [".93", ".94", ".95", ".96", ".97", ".98"]),
        (Axis("Error rate", SHARE), [0.33], [f"{n}\u00a0%" for n in range(0, 36, 5)]),
        (Axis("Items", COUNT), [3], ["0", "1", "2", "3"]),
        (Axis("Items", COUNT), [4200], ["0", "1,000", "2,000", "3,000", "4,000", "5,000"]),
        (Axis("Difference", DIFFERENCE), [-0.1, 0.1], ["−.1", "−.05", "0", ".05", ".1"]),
        (Axis("Nothing"), [], ["0", ".2", ".4", ".6", ".8", "1"]),
    ],
)
def test_ticks_are_the_numbers_that_people_would_choose(
    axis: Axis, numbers: list[float], ticks: list[str]
) -> None:
    assert names(axis, *numbers) == ticks


@pytest.mark.parametrize(
    ("unit", "value", "text"),
    [
        (SCORE, 0.66, ".660"),
        (SCORE, 1.0, "1.000"),
        (DIFFERENCE, 0.0341, "+.034"),
        (DIFFERENCE, -0.5, "−.500"),
        (COUNT, 1204.0, "1,204"),
        (COUNT, 2.5, "2.5"),
        (SHARE, 0.047, "4.7\u00a0%"),
        (PLAIN, -2.5, "−2.5"),
    ],
)
def test_values_are_written_as_everywhere(unit: Unit, value: float, text: str) -> None:
    assert unit.value(value) == text


@given(values, st.integers(100, 900), st.booleans())
@example([100001.0, -6.1e-05], 100, False)
def test_every_value_lies_between_the_ends_and_ticks_are_round(
    numbers: list[float], length: int, is_whole: bool
) -> None:
    made = scale(Axis("Values", COUNT if is_whole else SCORE, low=None), numbers, 40, 40 + length)
    off = 1e-9 * float(made.step)  # what floats may be off by, which nobody sees
    assert all(made.first - off <= value <= made.last + off for value in numbers)
    assert all(40 <= made.place(value) <= 40 + length for value in numbers)
    assert made.step.normalize().as_tuple().digits in ((1,), (2,), (5,))
    assert not is_whole or made.step >= 1
    ticks = made.ticks
    assert 2 <= len(ticks) <= MOST + 1
    assert (ticks[0].value, ticks[-1].value) == (made.first, made.last)
    assert all(Decimal(str(tick.value)) % made.step == 0 for tick in ticks)
    assert len({tick.name for tick in ticks}) == len(ticks)


@given(values)
def test_places_keep_the_order_of_values(numbers: list[float]) -> None:
    upright = scale(Axis("Values"), numbers, 300, 0)
    places = [upright.place(value) for value in sorted(numbers)]
    assert places == sorted(places, reverse=True)
