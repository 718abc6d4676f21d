"""Writes the names of tests that failed into the file ASSIZE_FAILED (`-p tests.faults.telling`), for patched.py."""

import os
from pathlib import Path

import pytest


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add one."""
    if report.failed:
        with Path(os.environ["ASSIZE_FAILED"]).open("a", encoding="utf-8") as told:
            told.write(f"{report.nodeid}\n")
