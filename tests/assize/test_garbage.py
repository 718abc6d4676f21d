"""A process that serves keeps what it loaded, and does not look through it for garbage again and again."""

import subprocess
import sys

LOADED = """
import gc
from assize.garbage import keep_what_is_loaded
kept = {number: [number] for number in range(1000)}
keep_what_is_loaded()
print(gc.get_freeze_count() > 1000, gc.get_threshold()[0], gc.isenabled())
"""


def test_what_is_loaded_is_kept() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "5000", "True"]
