"""Rules, file formats, measures and studies of question-answering evaluations, in plain Python."""

__version__ = "0.1.0"

# Stored scores are made anew where this is another than theirs. It is the beginning of the SHA-256 of all golden
# outputs, so tests/scoring/test_revision.py fails until it follows them. A corrected formula whose correction no golden
# score shows needs a golden case that does.
REVISION = "417d00fd9f11"
