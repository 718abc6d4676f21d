"""Past evaluations from their files to scores, by command."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import new_database
from tests.real import journey
from tests.real.site import Site

DATA = Path(os.environ.get("ASSIZE_REAL_DATA", journey.DEFAULT))

needs_data = pytest.mark.skipif(
    not DATA.is_dir(), reason=f"the files of past evaluations are not at {DATA} (set ASSIZE_REAL_DATA)"
)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Gives commands without starting Python for each."""
    with Site(tmp_path, DATA, new_database(tmp_path, postgres=False)).warm() as site:
        yield site


@needs_data
@pytest.mark.proof  # half a minute of processor; make test goes from files to scores by test_series
def test_the_real_run_of_2006_has_107_right_by_first_lines_and_226_by_any(site: Site) -> None:
    assert journey.year_2006(site) == {"first": 107, "any": 226}


@needs_data
@pytest.mark.proof  # nearly as much; so does tests/journeys, from an empty data folder on
def test_the_real_run_of_2007_is_pooled_and_judged_in_part(tmp_path: Path) -> None:
    journey.year_2007(Site(tmp_path, DATA))  # each command a process, from the first migration on


@needs_data
@pytest.mark.proof  # a quarter of a minute; tests/results holds small campaigns to the scores of their files
def test_trec8_with_generated_runs_scores_alike_from_database_and_files(site: Site) -> None:
    best = journey.trec8(site, runs=6)
    assert best["intersection"] <= best["assessor:a1"] <= best["union"]
    assert best["intersection"] <= best["random:1"] <= best["union"]
