"""What the tests of faults start from."""

from tests.jobs.ground import kinds

__all__ = ["kinds"]  # imported so that the test's jobs are known
