"""A campaign as a folder of files (docs/bundle.md): reading it whole, and the parts that are worked out.

Tables and their rows are written with scoring.formats.tables and scoring.formats.rows.
"""

from scoring.bundle.derived import MANIFEST, manifest, qrels_files, qrels_path
from scoring.bundle.reader import read

__all__ = ["MANIFEST", "manifest", "qrels_files", "qrels_path", "read"]
