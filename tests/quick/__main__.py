"""Runs lint, types and the nearest tests of what changed: `python -m tests.quick [--since COMMIT] [--list]`.

What is chosen is said first; what the time did not allow, at the end. All that fails is shown, and ends in 1.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.quick.budget import ALWAYS, UNTIL
from tests.quick.changes import changed_files, usual_base
from tests.quick.nearest import MOST, nearest
from tests.quick.uses import Uses

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 120
RESERVE = 10  # seconds for tests that have begun, and for what is said at the end
SHOWN = 12  # files that are listed


def main() -> int:
    """Do it, in the folder of the project."""
    wanted = _arguments()
    until = time.time() + SECONDS - RESERVE
    since = wanted.since or usual_base(ROOT)
    try:
        changed = changed_files(ROOT, since)
    except subprocess.CalledProcessError as error:
        print(f"There is nothing to compare with: {error.stderr.strip()}", file=sys.stderr)
        return 2
    tests = nearest(Uses(ROOT), changed)[:MOST]
    print(_chosen(since, changed, tests), flush=True)
    if wanted.list:
        print("\n".join(tests))
        return 0
    lint = subprocess.Popen(
        ["make", "--no-print-directory", "lint"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    failed = bool(tests) and run(tests, until)
    said, _ = lint.communicate()
    print(said.rstrip() if lint.returncode else "make lint: nothing to say")
    return int(failed or bool(lint.returncode))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make quick", description=__doc__)
    parser.add_argument("--since", help="a commit or branch (default: main)")
    parser.add_argument("--list", action="store_true", help="only say which tests would be run")
    return parser.parse_args()


def _chosen(since: str, changed: Sequence[str], tests: Sequence[str]) -> str:
    """What is run, and why."""
    if not tests:
        return f"{len(changed)} files differ from {since}, and no test is near them: lint and types alone."
    files = [f"    {file}" for file in tests[:SHOWN]]
    if more := len(tests) - SHOWN:
        files += [f"    and {more} more"] if more > 0 else []
    head = f"{len(changed)} files differ from {since}; {len(tests)} test files, the nearest first:"
    return "\n".join([head, *files, "All other tests, and PostgreSQL, are left to make test."])


def run(tests: Sequence[str], until: float) -> bool:
    """Run some test files in their order, until a moment (seconds since 1970), but the first one in any case.

    Returns whether any failed.
    """
    command = [sys.executable, "-m", "pytest", "-p", "tests.quick.budget", "-p", "no:randomly", "-q"]
    command += ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder", *tests]
    environment = os.environ | {UNTIL: str(until), ALWAYS: tests[0]}
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode != 0


if __name__ == "__main__":
    sys.exit(main())
