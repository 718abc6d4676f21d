"""Curves of error rates: against scipy, by hand, with nothing to fit; the headline; the band."""

import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import curve_fit

from scoring.studies.curves_fit import At, Curve, curves, fit
from scoring.studies.draws import Draws
from scoring.studies.reliability import Reliability, headline, reliability
from scoring.studies.split_half import ErrorRates
from tests.scoring.studies.tables_of_units import means

SIZES = tuple(range(5, 33))


def exponential(x: np.ndarray, a: float, b: float) -> np.ndarray:
    """The curve."""
    return np.asarray(a * np.exp(b * x))


def of_scipy(sizes: list[int], rates: list[float], start: tuple[float, float]) -> tuple[float, float]:
    """The curve that scipy fits."""
    found, _ = curve_fit(
        exponential, sizes, rates, p0=start, ftol=1e-15, xtol=1e-15, gtol=1e-15, maxfev=10_000
    )
    return float(found[0]), float(found[1])


def counts(
    errors: list[list[int]], cases: list[list[int]], pairs: list[int], sizes: tuple[int, ...]
) -> ErrorRates:
    """Error rates of one trial; rows are sizes, columns bins."""
    return ErrorRates(
        unit="series",
        units=2 * max(sizes),
        runs=("a", "b"),
        sizes=sizes,
        trials=1,
        seed=1,
        bin_width=Fraction(1, 100),
        binning="first",
        best_per_team=False,
        cases=np.array(cases)[:, None],
        errors=np.array(errors)[:, None],
        pairs=np.array(pairs),
    )


def of_rates(*columns: list[int], pairs: list[int] | None = None, cases: int = 1000) -> ErrorRates:
    """Error rates in thousandths, a column for each bin, from size 5 on."""
    rows = [list(row) for row in zip(*columns, strict=True)]
    sizes = tuple(range(5, 5 + len(rows)))
    return counts(rows, [[cases] * len(columns)] * len(rows), pairs or [1] * len(columns), sizes)


@given(st.floats(0.05, 0.6), st.floats(-0.6, 0))
def test_points_on_a_curve_give_it_back(a: float, b: float) -> None:
    found = fit(SIZES, [a * np.exp(b * x) for x in SIZES])
    assert found == pytest.approx((a, b), rel=1e-9, abs=1e-12)


@settings(deadline=None)
@given(
    st.floats(0.2, 0.6), st.floats(-0.2, -0.01), st.lists(st.floats(-0.02, 0.02), min_size=28, max_size=28)
)
def test_the_fit_is_that_of_scipy(a: float, b: float, noise: list[float]) -> None:
    rates = [max(0.0, a * np.exp(b * x) + more) for x, more in zip(SIZES, noise, strict=True)]
    ours, theirs = fit(SIZES, rates), of_scipy(list(SIZES), rates, (a, b))
    assert _squares(ours, rates) <= _squares(theirs, rates) * (1 + 1e-12) + 1e-24
    assert ours == pytest.approx(theirs, rel=1e-6)


def _squares(curve: tuple[float, float], rates: list[float]) -> float:
    return float(((exponential(np.array(SIZES), *curve) - rates) ** 2).sum())


def test_the_fit_is_that_of_scipy_on_a_whole_study() -> None:
    found = _study()
    rates = found.rates.rates
    compared = 0
    for number, curve in enumerate(found.curves):
        if curve.a is not None and curve.b is not None:
            there = ~np.isnan(rates[:, number])
            sizes, values = np.array(found.rates.sizes)[there], rates[there, number]
            theirs = of_scipy(sizes.tolist(), values.tolist(), (curve.a * 1.1, curve.b * 0.9))
            if curve.b:
                assert (curve.a, curve.b) == pytest.approx(theirs, rel=1e-5)
                compared += 1
            else:
                assert theirs[1] > -1e-6  # points that rise
    assert compared > 5


def test_flat_rates_have_a_flat_curve() -> None:
    curve = curves(of_rates([200] * 6))[0]
    assert curve.a == pytest.approx(0.2)
    assert curve.b == 0
    assert (curve.needed, curve.needed_reason) == (None, "The error rate does not fall as sets grow.")


def test_a_curve_by_hand() -> None:
    """Halved with each unit: .4, .2, .1, .05 at 5, 6, 7, 8; the level is reached at 8, and with 16 it is .4 / 2^11."""
    curve = curves(of_rates([400, 200, 100, 50]))[0]
    assert curve.b == pytest.approx(-np.log(2))
    assert curve.a == pytest.approx(0.4 * 2**5)
    assert curve.needed == 8
    assert curve.full is not None
    assert curve.double is not None
    assert (curve.full.size, curve.double.size) == (16, 32)
    assert curve.full.rate == pytest.approx(0.4 / 2**11)
    assert [one.size for one in curve.at] == list(range(5, 17))
    assert (curve.full.low, curve.full.high) == pytest.approx(
        (curve.full.rate, curve.full.rate)
    )  # of one trial


def test_points_that_are_not_there_do_not_count() -> None:
    """Cases begin at the 80th size, and errors end there: no number is too small for the curve."""
    sizes = tuple(range(5, 105))
    late = [[int(size >= 85)] for size in sizes]
    found = counts([[int(size == 85)] for size in sizes], late, pairs=[1], sizes=sizes)
    assert curves(found)[0].reason == "Almost all errors occur in the smallest sets."
    halves = [[round(2.0**30 / 2 ** (size - 85)) if size >= 85 else 0] for size in sizes]
    curve = curves(counts(halves, [[one * 2**31] for (one,) in late], pairs=[1], sizes=sizes))[0]
    assert curve.b == pytest.approx(-np.log(2))
    assert curve.needed == 89
    assert (curve.at[0].size, curve.at[0].rate) == (5, 1)


def test_points_that_rise_have_a_flat_curve() -> None:
    """What few cases show by chance is no fact of larger sets: their errors do not become more."""
    curve = curves(of_rates([0, 0, 10, 20, 400, 900]))[0]
    assert curve.b == 0
    assert curve.full is not None
    assert curve.full.rate == pytest.approx(1330 / 6000)


def test_a_bin_of_few_cases_has_no_curve() -> None:
    """In the whole study: what 19 comparisons of the larger sets show is not told."""
    found = _study()
    few = [
        number for number, one in enumerate(found.curves) if "comparisons of the larger sets" in one.reason
    ]
    larger = found.rates.cases[len(found.rates.sizes) // 2 :].sum(axis=(0, 1))
    assert few == [number for number, cases in enumerate(larger) if cases < 20]
    assert few
    assert all(found.bin_as_json(number)["at_full"] is None for number in few)


def test_bins_without_a_curve_say_why() -> None:
    found = counts(
        errors=[[0, 1, 9], [0, 1, 0], [0, 0, 0], [0, 0, 0]],
        cases=[[9, 1, 9], [9, 1, 9], [9, 0, 9], [9, 0, 9]],
        pairs=[1, 1, 1],
        sizes=(5, 6, 7, 8),
    )
    none, few, steep = curves(found)
    assert [curve.reason for curve in (none, few, steep)] == [
        "No error was seen at any set size.",
        "Fewer than 3 set sizes have differences in this range.",
        "Almost all errors occur in the smallest sets.",
    ]
    assert none.full == At(16, 0.0, 0.0, 0.0)
    assert few.full is None
    assert steep.full is not None
    assert steep.full.rate < 1e-9
    assert all(curve.a is None and curve.b is None for curve in (none, few, steep))
    assert few.as_json() == {
        "a": None,
        "b": None,
        "reason": few.reason,
        "curve": {"size": [], "rate": [], "low": [], "high": []},
        "at_full": None,
        "at_double": None,
        "needed": None,
        "needed_reason": few.reason,
    }


def test_a_rate_that_is_low_already_needs_no_more_units() -> None:
    curve = curves(of_rates([40, 30, 20, 10]))[0]
    assert (curve.needed, curve.needed_reason) == (None, "The error rate is already that low with sets of 5.")


def test_the_headline_is_the_smallest_bin_from_which_all_are_low() -> None:
    low, high = [400, 200, 100, 50], [400, 390, 380, 370]
    rates = of_rates(high, low, high, low, [0] * 4, pairs=[10, 20, 30, 25, 15])
    found = headline(rates, curves(rates))
    assert found.difference == Fraction(3, 100)
    assert (found.needed, found.pairs, found.pairs_at_least, found.share) == (8, 100, 40, Fraction(2, 5))
    assert found.as_json()["difference"] == 0.03


def test_a_bin_of_which_nothing_is_known_does_not_stand_in_the_way() -> None:
    unknown = Curve(None, None, (), None, None, None, "", "few")
    rates = of_rates([400, 200, 100, 50], [0] * 4, [0] * 4)
    known = curves(rates)[0]
    assert headline(rates, (known, unknown, unknown)).difference == 0
    assert headline(rates, (unknown, known, unknown)).difference == Fraction(1, 100)
    assert headline(rates, (unknown, unknown, unknown)).reason.startswith("No difference occurs")


def test_a_difference_that_a_few_small_sets_happen_to_show_does_not_stand_in_the_way() -> None:
    errors = [[400, 0], [200, 0], [100, 1], [50, 0]]
    cases = [[1000, 9], [1000, 2], [1000, 1], [1000, 1]]
    rates = counts(errors, cases, pairs=[1, 0], sizes=(5, 6, 7, 8))
    found = curves(rates)
    assert found[1].full is not None
    assert found[1].full.rate > 0.05
    assert headline(rates, found).difference == 0
    often = rates._replace(cases=10 * rates.cases, errors=10 * rates.errors)
    assert headline(often, found).difference is None


def test_where_no_difference_is_enough_it_is_said() -> None:
    rates = of_rates([0] * 4, [400] * 4)
    found = headline(rates, curves(rates))
    assert found.reason == "Even differences of 0.01 and more have an error rate above 5 %."
    assert (found.difference, found.share, found.needed) == (None, None, None)


def test_a_whole_study_says_what_follows_under_every_choice() -> None:
    found = _study()
    written = found.as_json()
    assert written["headline"]["difference"] == 0.06
    assert [(one["binning"], one["best_per_team"]) for one in written["sensitivity"]] == [
        *((name, False) for name in ("first", "second", "larger", "mean", "full")),
        ("first", True),
    ]
    assert written["sensitivity"][0]["headline"] == written["headline"]
    assert written["pairs"] == 66 == sum(one["pairs"] for one in written["bins"])
    below = found.headline.pairs - (found.headline.pairs_at_least or 0)
    assert below == sum(one["pairs"] for one in written["bins"] if one["below"] <= 0.06)
    json.dumps(written, allow_nan=False)


def test_the_band_holds_the_curve_and_narrows_with_more_trials() -> None:
    def width(trials: int) -> float:
        full = _study(trials).curves[2].full
        assert full is not None
        assert full.low is not None
        assert full.high is not None
        assert full.low <= full.rate <= full.high
        return full.high - full.low

    assert width(400) < width(50) < width(8)


def test_without_samples_there_is_no_band_and_the_same_curve() -> None:
    rates = _study().rates
    for with_band, without in zip(curves(rates), curves(rates, resamples=0), strict=True):
        assert with_band.needed == without.needed
        assert with_band.a == pytest.approx(without.a)
        assert with_band.b == pytest.approx(without.b)
        if without.a is not None and without.full is not None:
            assert (without.full.low, without.full.high) == (None, None)


def _study(trials: int = 50) -> Reliability:
    """Twelve runs of four teams over forty series."""
    words = Draws(7).choices([40] * 40, 12)
    rows = [[Fraction(int(word) + run, 100) for word in row] for run, row in enumerate(words)]
    return reliability(means(rows)._replace(teams=tuple("AAABBBCCCDDD")), trials=trials)
