"""Writing a campaign out: whole as a bundle, or one part of it. Who took what is in the event log."""

import hashlib
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from assessment.campaigns.models import Campaign
from assessment.people.models import Account
from assessment.people.services import record_event
from assessment.results.archive import file_names
from assessment.results.selectors import bundle, derived
from assessment.results.selectors.evaluation import load_topics
from assessment.results.selectors.moment import one_moment
from assessment.shared.errors import Refused
from scoring.bundle import manifest, qrels_path
from scoring.formats.tables import TABLES
from scoring.rules import PLAIN, RuleError

MANIFEST = "MANIFEST.sha256"


@dataclass(frozen=True)
class Exported:
    """What an export wrote, and which qrels the judgments do not allow yet."""

    folder: Path
    files: int
    failed: Mapping[str, RuleError]

    @property
    def sentence(self) -> str:
        left_out = "".join(
            f" Left out: qrels/{rule}.txt ({error.message})" for rule, error in self.failed.items()
        )
        return f"Exported {self.files} files to {self.folder}.{left_out}"


def export_bundle(*, campaign: Campaign, folder: Path, by: Account | None) -> Exported:
    """Write the campaign as a bundle into a new or empty folder; a failure leaves nothing behind."""
    refuse_full(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as place:
        made = Path(place, "bundle")
        made.mkdir()
        with one_moment():
            failed = write_bundle(campaign, made)
        files = len(file_names(made))
        made.chmod(0o755)
        made.replace(folder)
    record_event(by=by, campaign=campaign, verb="campaign:exported", subject="the bundle")
    return Exported(folder, files, failed)


def refuse_full(folder: Path) -> None:
    if folder.is_dir() and not any(folder.iterdir()):
        return
    if folder.exists():
        raise Refused(
            f"{folder} exists and is not an empty folder. Nothing was written.",
            "folder_full",
            "Name a new folder.",
        )


@contextmanager
def bundle_in_temporary_folder(campaign: Campaign) -> Iterator[Path]:
    """The campaign as a bundle in a folder that goes away afterwards."""
    with tempfile.TemporaryDirectory(prefix="assize-bundle-") as place:
        with one_moment():
            write_bundle(campaign, Path(place))
        yield Path(place)


def write_bundle(campaign: Campaign, folder: Path) -> dict[str, RuleError]:
    """Fill an empty folder; return the rules whose qrels cannot be derived."""
    (folder / "campaign.json").write_bytes(bundle.campaign_json(campaign))
    topics = campaign.track.write_topics(load_topics(campaign))
    (folder / campaign.track.questions_file).write_bytes(topics)
    for name in TABLES:
        write_pieces(folder / f"{name}.csv", bundle.table(campaign, name))
    for name, data in bundle.run_files(campaign):
        path = folder / "runs" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    failed = write_all_qrels(campaign, folder)
    checksums = {name: file_sha256(folder / name) for name in file_names(folder)}
    (folder / MANIFEST).write_bytes(manifest(checksums))
    return failed


def write_all_qrels(campaign: Campaign, folder: Path) -> dict[str, RuleError]:
    (folder / "qrels").mkdir()
    paths = {rule: folder / qrels_path(rule) for rule in PLAIN}
    failed = derived.write_qrels(campaign, paths)
    for path in paths.values():
        if path.exists() and not path.stat().st_size:
            path.unlink()
    if not any((folder / "qrels").iterdir()):
        (folder / "qrels").rmdir()
    return failed


def write_pieces(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file; none where there are no pieces."""
    pieces = iter(pieces)
    first = next(pieces, None)
    if first is not None:
        with path.open("wb") as file:
            file.write(first)
            file.writelines(pieces)


def file_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def note_export(*, campaign: Campaign, what: str, by: Account) -> None:
    """Log that somebody took a part of the campaign."""
    record_event(by=by, campaign=campaign, verb="campaign:exported", subject=what)
