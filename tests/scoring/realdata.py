"""Where files of past evaluations are, for tests that read them."""

import os
from pathlib import Path

import pytest

FOLDER = Path(os.environ.get("ASSIZE_REAL_DATA") or Path(__file__).parents[3] / "shared/data/trec")


def path(name: str) -> Path:
    """A file of a past evaluation; skips the test where the folder is absent."""
    if not FOLDER.is_dir():
        pytest.skip(f"the files of past evaluations are not at {FOLDER} (set ASSIZE_REAL_DATA)")
    return FOLDER / name


def real(name: str) -> bytes:
    """The content of such a file."""
    return path(name).read_bytes()
