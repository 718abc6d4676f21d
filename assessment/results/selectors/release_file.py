"""release.json of a bundle: which version is released, for whom, what of it is unjudged, and what differs since."""

import json
from datetime import UTC, datetime

from django.utils.translation import override

from assessment.campaigns.models import Campaign, State
from assessment.results.models import Release
from assessment.results.selectors.access import release_in_force
from assessment.results.selectors.drift import difference
from assessment.results.selectors.release_page import bounded_runs

FILE = "release.json"


def release_json(campaign: Campaign) -> bytes:
    """The file; nothing where no scores are released."""
    row = release_in_force(campaign) if campaign.state == State.RELEASED else None
    if row is None:
        return b""
    with override("en"):
        content = _said(campaign, row)
    return (json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def _said(campaign: Campaign, row: Release) -> dict[str, object]:
    qrels = row.scores.qrels
    return {
        "version": qrels.version,
        "rule": qrels.rule,
        "inputs_sha256": qrels.inputs_sha256,
        "qrels_sha256": qrels.sha256,
        "software": qrels.software,
        "released": _written(row.made_at),
        "public": _written(row.public_at) if row.public_at else None,
        "audience": row.audience,
        "left_out": row.left_out,
        "partial": row.partial,
        "unjudged": row.unjudged,
        "bounds": {
            run.run.run_id: {"score": run.score, "low": run.bounds["low"], "high": run.bounds["high"]}
            for run in bounded_runs(row)
        },
        "differs": difference(campaign, row) or None,
    }


def _written(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
