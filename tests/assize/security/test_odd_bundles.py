"""Bundles whose campaign.json no export wrote: each is refused with a sentence, on every database, and stores nothing."""

import json
import shutil
from pathlib import Path

import pytest

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import create_campaign
from assessment.results.services.bundle_import import import_folder
from assessment.shared.errors import AssizeError
from tests.results.golden import golden

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("title", "x" * 201),
        ("title", "a\0b"),
        ("title", "\ud800"),
        ("title", None),
        ("slug", "../up"),
        ("track", []),
        ("settings", {"judges": float("inf")}),
        ("settings", {"judges": float("nan")}),
        ("settings", {"judges": 10**30}),
        ("settings", {"judges": [[1]]}),
        ("settings", {"judges": {"a": 1}}),
        ("settings", {"judges": ["x"]}),
        ("settings", {"\0": 1}),
    ],
    ids=lambda value: ascii(value)[:20],
)
def test_an_odd_value_is_refused(tmp_path: Path, key: str, value: object) -> None:
    folder = tmp_path / "bundle"
    shutil.copytree(golden("trec8_small"), folder)
    (folder / "MANIFEST.sha256").unlink()
    campaign = json.loads((folder / "campaign.json").read_bytes())
    (folder / "campaign.json").write_text(json.dumps(campaign | {key: value}))
    with pytest.raises(AssizeError):
        import_folder(folder=folder, slug="", by=None)
    assert not Campaign.objects.exists()


def test_a_title_that_no_column_holds_makes_no_campaign() -> None:
    with pytest.raises(AssizeError, match="200"):
        create_campaign(slug="trial", track="trec8", title="x" * 201, by=None)
    assert not Campaign.objects.exists()
