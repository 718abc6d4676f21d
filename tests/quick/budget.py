"""Ends a run of tests in time (`-p tests.quick.budget`): what would begin later is left, and named at the end."""

import os
import time

import pytest
from hypothesis import Phase
from hypothesis import settings as hypothesis_settings

UNTIL = "ASSIZE_QUICK_UNTIL"  # seconds since 1970, for all processes of the run
ALWAYS = "ASSIZE_QUICK_ALWAYS"  # a file whose tests are run however late it is
OVER = "the time is over; make test runs it"


@pytest.hookimpl(trylast=True)  # after tests/conftest.py has chosen a profile
def pytest_configure() -> None:
    """Shows failing examples as they are found: to make one small can take five minutes."""
    usual = hypothesis_settings()
    phases = [phase for phase in usual.phases if phase not in (Phase.shrink, Phase.explain)]
    hypothesis_settings.register_profile("assize-quick", parent=usual, phases=phases)
    hypothesis_settings.load_profile("assize-quick")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begins no test any more."""
    is_late = time.time() > float(os.environ.get(UNTIL, "inf"))
    if is_late and item.nodeid.partition("::")[0] != os.environ.get(ALWAYS):
        pytest.skip(OVER)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Names the files of which something was left."""
    skipped = terminalreporter.stats.get("skipped", [])
    left = [report.nodeid.partition("::")[0] for report in skipped if OVER in str(report.longrepr)]
    if left:
        files = sorted(set(left))
        terminalreporter.write_line(f"Left to make test, since the time was over: {len(left)} tests of")
        for file in files:
            terminalreporter.write_line(f"    {file} ({left.count(file)})")
