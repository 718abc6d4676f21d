"""Quantiles of Student's t are those of scipy, which is there for the tests alone."""

import ast
import math
from pathlib import Path

import pytest
from scipy.stats import t

import scoring
from scoring.intervals.student import student_quantile


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
