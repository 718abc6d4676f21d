"""Quantiles of Student's t are those of scipy, which is there for the tests alone."""

import ast
import math
from pathlib import Path

import pytest
from scipy.stats import nct, t

import scoring
from scoring.intervals.student import power_of, student_quantile


@pytest.mark.parametrize("freedom", [1, 1.5, 2, 3, 7.25, 10, 29, 100, 1234.5, 1e6])
@pytest.mark.parametrize("probability", [0.5, 0.6, 0.9, 0.95, 0.975, 0.995, 0.9999])
def test_quantiles_are_those_of_scipy(probability: float, freedom: float) -> None:
    assert student_quantile(probability, freedom) == pytest.approx(
        t.ppf(probability, freedom), rel=1e-8, abs=1e-8
    )


def test_without_degrees_of_freedom_there_is_no_quantile() -> None:
    assert math.isnan(student_quantile(0.975, 0))
    with pytest.raises(ValueError, match="probability"):
        student_quantile(0.2, 3)


def test_scoring_needs_no_library_but_numpy() -> None:
    for path in Path(scoring.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not [
                name for name in names if name.startswith(("scipy", "statsmodels", "krippendorff"))
            ], path


@pytest.mark.parametrize("freedom", [1, 2, 4, 9.5, 30, 400, 20_000])
@pytest.mark.parametrize("shift", [0, 0.5, 2, 4])
def test_powers_are_those_of_scipy(shift: float, freedom: float) -> None:
    bound = t.ppf(0.975, freedom)
    theirs = nct.sf(bound, freedom, shift) + nct.cdf(-bound, freedom, shift) if shift else 0.05
    assert power_of(shift, freedom) == pytest.approx(theirs, abs=1e-4 if freedom == 1 else 1e-6)
