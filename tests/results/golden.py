"""The small campaigns of tests/golden, as folders and as campaigns in the database."""

import json
from pathlib import Path

from django.conf import settings

from assessment.campaigns.models import Campaign
from assessment.results.services.bundle_import import import_folder

FOLDER = settings.BASE_DIR / "tests" / "golden"
NAMES = ("trec8_small", "series_small", "programs_small", "tac_small", "nq_small")


def golden(name: str) -> Path:
    """The committed bundle."""
    return FOLDER / name


def expected_scores(name: str) -> dict[str, str]:
    """The committed scores, by rule."""
    return {
        json.loads(path.read_bytes())["rule"]: path.read_text("utf-8")
        for path in sorted((FOLDER / "expected" / name).glob("*.json"))
    }


def imported(name: str, slug: str = "") -> Campaign:
    """A new campaign made of a committed bundle, under its own name unless another is given."""
    return import_folder(folder=golden(name), slug=slug, by=None).campaign


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }
