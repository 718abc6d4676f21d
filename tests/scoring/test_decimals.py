"""One way to write a number, wherever it is written."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assessment.results.templatetags.results import measure, signed
from assessment.shared.figures import DIFFERENCE, SCORE
from assessment.shared.templatetags.assize import probability, score
from assessment.studies.templatetags.studies import tau
from scoring.decimals import decimal, in_full, rounded


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0.0625, ".063"),
        (0.2345, ".235"),
        (-0.0001, ".000"),
        (-0.0, ".000"),
        (-0.0625, "-.063"),
        (0.9996, "1.000"),
        (0.12, ".120"),
        (10.5, "10.500"),
        (1, "1.000"),
        (Fraction(1, 16), ".063"),
    ],
)
def test_the_same_everywhere(value: float, written: str) -> None:
    assert decimal(value) == written
    on_pages = written.replace("-", "−")
    for write in (score, measure, probability, SCORE.value):
        if write is score or (value >= 0.001 and not isinstance(value, int)):
            assert write(float(value)).strip("\u2066\u2069") == on_pages
    for write in (signed, DIFFERENCE.value):
        assert write(float(value)).strip("\u2066\u2069").lstrip("+") == on_pages


def test_more_digits() -> None:
    assert tau(0.83525) == ".8353"
    assert in_full(0.00005) == "0.0001"
    assert in_full(-0.00001) == "0.0000"
    assert signed(-0.0001) == "+.000"


@given(st.decimals("-1", "1", places=4))
def test_half_of_the_last_digit_goes_away_from_zero(value: object) -> None:
    """As by hand on the digits that are read: the fourth one decides."""
    text = f"{value:+.4f}"
    thousandths = int(text[1] + text[3:6]) + (text[6] >= "5")
    assert abs(rounded(float(text))) * 1000 == thousandths
    assert (rounded(float(text)) < 0) == (text[0] == "-" and thousandths > 0)
