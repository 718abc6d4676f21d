"""The checker that runs offline: the package `scoring` of this site as one file that any Python 3.11 runs."""

import io
import zipfile
from functools import lru_cache
from pathlib import Path

import scoring
from assessment.shared.zips import add_entry

_START = b'"""Checks runs and scores bundles: python assize-scoring.zip check RUN --track TRACK --questions FILE."""\n\nimport sys\n\nfrom scoring.__main__ import main\n\nsys.exit(main())\n'
_KEPT = frozenset({".py", ".typed", ".md", ".toml"})


@lru_cache(maxsize=1)
def checker_zip() -> bytes:
    """The package with its licence, runnable as it is; the same source gives the same bytes."""
    folder = Path(scoring.__file__).parent
    files = sorted(path for path in folder.rglob("*") if path.is_file() and _is_kept(path, folder))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        add_entry(archive, "__main__.py", io.BytesIO(_START), len(_START))
        for path in files:
            data = path.read_bytes()
            add_entry(archive, f"scoring/{path.relative_to(folder).as_posix()}", io.BytesIO(data), len(data))
    return buffer.getvalue()


def _is_kept(path: Path, folder: Path) -> bool:
    inside = path.relative_to(folder).parts
    hidden = any(
        part.startswith((".", "__pycache__", "build")) or part.endswith(".egg-info") for part in inside
    )
    return not hidden and (path.suffix in _KEPT or path.name == "LICENSE")
