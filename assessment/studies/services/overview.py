"""The report of a version of the scores as files: one page, its tables as CSV and LaTeX, its figures as SVG."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import override

from assessment.campaigns.models import Campaign
from assessment.results.models import ScoreSet, VersionFile
from assessment.results.selectors.version_files import Wanted
from assessment.results.services.versions import version_of
from assessment.shared import figures
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n
from assessment.shared.zips import stream_zip
from assessment.studies.selectors.overview import ENGLISH, Overview, overview_of, report_mark
from scoring.overview.command import table_files

REPORT = "report.html"
PACKED = "report.zip"
TABLES = "report.json"
REPORT_JOB = "studies.report"


def page(overview: Overview) -> bytes:
    """The report as one page that needs nothing else."""
    with override(ENGLISH):
        return render_to_string("studies/version_report.html", dict(overview.context)).encode()


def wanted_report(score_set: ScoreSet, name: str) -> Wanted:
    """One of the files that the job writes of the report, as it would be now."""
    return Wanted(score_set, name, REPORT_JOB, report_mark(score_set))


def kept_files(overview: Overview) -> list[VersionFile]:
    """The report as a page, as that with all its files, and as tables for programs."""
    whole = list(files(overview))
    contents = {REPORT: [whole[0][1]], PACKED: stream_zip(whole), TABLES: [tables(overview)]}
    return [VersionFile.of(name, pieces) for name, pieces in contents.items()]


def tables(overview: Overview) -> bytes:
    """Every table with all digits, as JSON."""
    qrels = overview.score_set.qrels
    themes = [
        {"name": part.name, "title": part.title, "tables": [table.as_json() for table in part.tables]}
        for part in overview.parts
    ]
    document = {
        "version": qrels.version,
        "rule": qrels.rule,
        "software": overview.context["software"],
        "inputs_sha256": qrels.inputs_sha256,
        "methods": overview.context["methods"],
        "themes": themes,
    }
    return json.dumps(document, ensure_ascii=False).encode()


def files(overview: Overview) -> Iterator[tuple[str, bytes]]:
    """All of the report, file by file."""
    yield REPORT, page(overview)
    yield from table_files(overview.parts)
    with override(ENGLISH):
        drawn = [(f"figures/{one.name}.svg", figures.svg(one)) for one in overview.all_figures]
    yield from drawn


class Written(NamedTuple):
    """What was written."""

    version: int
    folder: Path
    files: int

    @property
    def sentence(self) -> str:
        """It in words."""
        return say_n(
            "Wrote the report of version {version} to {folder}: {n} file.",
            "Wrote the report of version {version} to {folder}: {n} files.",
            self.files,
            version=str(self.version),
            folder=self.folder,
        )


def write_overview(*, campaign: Campaign, folder: Path, version: int | None = None) -> Written:
    """Write the report of a version into a new or empty folder; a failure leaves nothing behind.

    Without a version that of the released one, else of the one that the campaign leads with.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused(
            say("The folder {folder} is not empty. Nothing was written.", folder=folder),
            "folder_full",
            say("Name a new folder."),
        )
    score_set = version_of(campaign, version)
    found = list(files(overview_of(score_set)))
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as place:
        made = Path(place, "report")
        for name, content in found:
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            (made / name).write_bytes(content)
        made.chmod(0o755)
        made.replace(folder)
    return Written(score_set.qrels.version, folder, len(found))
