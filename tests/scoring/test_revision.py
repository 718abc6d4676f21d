"""Stored scores are keyed by a revision of the scoring, which no golden score can change without."""

import hashlib
from pathlib import Path

from scoring import REVISION

GOLDEN = Path(__file__).parents[1] / "golden"
DERIVED = ("expected/*/*", "*/qrels/*", "*/nist/*")


def test_the_revision_is_that_of_the_golden_outputs() -> None:
    """A digit that changes makes another revision, and with it every campaign is scored anew."""
    digest = hashlib.sha256()
    for path in sorted(path for pattern in DERIVED for path in GOLDEN.glob(pattern)):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(GOLDEN).as_posix()}\0{len(content)}\0".encode() + content)
    revision = digest.hexdigest()[:12]
    assert revision == REVISION, f'Write REVISION = "{revision}" in scoring/__init__.py.'
