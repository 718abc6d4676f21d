"""Writing a campaign out: whole as a bundle, or one part of it. Who took what is in the event log."""

import hashlib
import tempfile
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.locks import refuse_unfinished
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.results.selectors import bundle
from assessment.results.selectors.batches import batches
from assessment.results.selectors.consistent_campaign import consistent_campaign
from assessment.results.selectors.evaluation import load_dropped, load_topics
from assessment.results.selectors.pseudonyms import Pseudonyms, pseudonyms_of
from assessment.results.selectors.release_file import FILE as RELEASE_FILE
from assessment.results.selectors.release_file import release_json
from assessment.results.services.drift import refuse_other_than_released
from assessment.shared.errors import Refused
from assessment.shared.say import say
from assessment.shared.zips import file_names
from scoring.bundle import MANIFEST, manifest, qrels_path
from scoring.bundle.annotations import FILE as ANNOTATIONS
from scoring.evaluate.files import FILES
from scoring.evaluate.key import forms_of
from scoring.evaluations.own import FILE as DEFINITION
from scoring.formats import qrels as qrels_format
from scoring.index import Index
from scoring.rules import PLAIN, RuleError, derive


@dataclass(frozen=True)
class Exported:
    """What an export wrote, and which files the judgments do not allow yet, by path."""

    folder: Path
    files: int
    failed: Mapping[str, RuleError]

    @property
    def sentence(self) -> str:
        left_out = "".join(
            f" Left out: {path} ({error.message})" for path, error in sorted(self.failed.items())
        )
        return f"Exported {self.files} files to {self.folder}.{left_out}"


def export_bundle(
    *,
    campaign: Campaign,
    folder: Path,
    by: Account | None,
    without_names: bool = False,
    released: bool = False,
) -> Exported:
    """Write the campaign as a bundle into a new or empty folder; a failure leaves nothing behind.

    `without_names`, people have pseudonyms in it. `released`, it is refused unless what there is now is what was released.
    """
    refuse_empty(campaign)
    if released:
        refuse_other_than_released(campaign)
    refuse_full(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as place:
        made = Path(place, "bundle")
        made.mkdir()
        with consistent_campaign(campaign):
            failed = write_bundle(campaign, made, without_names=without_names)
        files = len(file_names(made))
        sha256 = file_sha256(made / MANIFEST)
        made.chmod(0o755)
        made.replace(folder)
    record_event(
        by=by, campaign=campaign, verb="campaign:exported", subject=called(without_names), sha256=sha256
    )
    return Exported(folder, files, failed)


def called(without_names: bool) -> str:
    """What the log says was taken."""
    return "the bundle without names" if without_names else "the bundle"


def refuse_empty(campaign: Campaign) -> None:
    """A bundle without questions could not be read back, and half a pool would be taken for a whole one."""
    refuse_unfinished(campaign, say("Nothing was exported."))
    if not campaign.questions.exists():
        raise Refused(
            say("The campaign has no questions, so there is nothing to export."),
            "no_questions",
            say("Import them first."),
        )


def refuse_full(folder: Path) -> None:
    if folder.is_dir() and not any(folder.iterdir()):
        return
    if folder.exists():
        raise Refused(
            say("{folder} exists and is not an empty folder. Nothing was written.", folder=folder),
            "folder_full",
            say("Name a new folder."),
        )


@contextmanager
def bundle_in_temporary_folder(campaign: Campaign, *, without_names: bool = False) -> Iterator[Path]:
    """The campaign as a bundle in a folder that goes away afterwards."""
    refuse_empty(campaign)
    with tempfile.TemporaryDirectory(prefix="assize-bundle-") as place:
        with consistent_campaign(campaign):
            write_bundle(campaign, Path(place), without_names=without_names)
        yield Path(place)


def write_bundle(campaign: Campaign, folder: Path, *, without_names: bool = False) -> dict[str, RuleError]:
    """Fill an empty folder; return what cannot be worked out, by path."""
    people = pseudonyms_of(campaign) if without_names else None
    (folder / "campaign.json").write_bytes(bundle.campaign_json(campaign))
    if definition := campaign.definition:
        (folder / DEFINITION).write_bytes(definition.encode())
    topics = campaign.track.write_topics(load_topics(campaign))
    (folder / campaign.track.questions_file).write_bytes(topics)
    for name in bundle.READERS:
        with (folder / f"{name}.csv").open("wb") as file:
            file.writelines(bundle.table(campaign, name, people))
    with (folder / ANNOTATIONS).open("wb") as file:
        file.writelines(bundle.annotations(campaign, people))
    (folder / "runs").mkdir()
    for name, data in bundle.run_files(campaign):
        (folder / "runs" / name).write_bytes(data)
    failed = write_batches(campaign, folder, people)
    (folder / RELEASE_FILE).write_bytes(release_json(campaign))
    remove_empty(folder)
    checksums = {name: file_sha256(folder / name) for name in file_names(folder)}
    (folder / MANIFEST).write_bytes(manifest(checksums))
    return failed


def write_batches(campaign: Campaign, folder: Path, people: Pseudonyms | None) -> dict[str, RuleError]:
    """Write the big tables and all that is worked out of the judgments in one pass; what fails leaves no file."""
    topics, dropped = load_topics(campaign), load_dropped(campaign)
    failed: dict[str, RuleError] = {}
    blocks: dict[str, dict[str, bytes]] = {path: {} for path in FILES}
    (folder / "qrels").mkdir()
    with ExitStack() as stack:
        tables = {
            name: stack.enter_context((folder / f"{name}.csv").open("wb")) for name in bundle.BATCH_READERS
        }
        qrels = {rule: stack.enter_context((folder / qrels_path(rule)).open("wb")) for rule in PLAIN}
        for batch in batches(campaign):
            for name, file in tables.items():
                rows = bundle.batch_of_table(batch, name, people)
                file.write(rows if file.tell() or not rows else bundle.table_header(campaign, name) + rows)
            index = batch.index(topics, dropped)
            failed |= write_batch_qrels(index, qrels, failed)
            failed |= add_blocks(index, blocks, failed)
    for path in failed:
        (folder / path).unlink(missing_ok=True)
    write_blocks(folder, [question.qid for question in topics.questions], blocks, failed)
    return failed


def write_batch_qrels(
    index: Index, files: Mapping[str, IO[bytes]], failed: Mapping[str, RuleError]
) -> dict[str, RuleError]:
    """Write one batch's grades under each rule that has not failed yet; return those that fail now, by path."""
    failing = {}
    for rule, file in files.items():
        if qrels_path(rule) not in failed:
            try:
                file.writelines(qrels_format.write(derive(index, rule)))
            except RuleError as error:
                failing[qrels_path(rule)] = error
    return failing


def add_blocks(
    index: Index, blocks: Mapping[str, dict[str, bytes]], failed: Mapping[str, RuleError]
) -> dict[str, RuleError]:
    """Work out one batch's part of the files in NIST's forms; return those that fail now, by path."""
    forms = forms_of(index)
    failing = {}
    for path, found in blocks.items():
        questions = forms.get(FILES[path])
        if questions and path not in failed:
            try:
                found.update(questions.blocks())
            except RuleError as error:
                failing[path] = error
    return failing


def write_blocks(
    folder: Path, qids: Iterable[str], blocks: Mapping[str, Mapping[str, bytes]], failed: Container[str]
) -> None:
    """Write these files in the order of the questions; one that would be empty is absent."""
    order = list(qids)
    for path, found in blocks.items():
        if found and path not in failed:
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_bytes(b"".join(found[qid] for qid in order if qid in found))


def remove_empty(folder: Path) -> None:
    """Tables without rows are absent, and so are folders without files."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()
        elif path.parent.name != "runs" and path.is_file() and not path.stat().st_size:
            path.unlink()


def file_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def note_export(*, campaign: Campaign, what: str, by: Account | None, file: IO[bytes] | None = None) -> None:
    """Log that somebody took a part of the campaign, and the checksum of the file where there is one."""
    known = {}
    if file:
        file.seek(0)
        known = {"sha256": hashlib.file_digest(file, "sha256").hexdigest()}  # type: ignore[arg-type]  # a file of bytes
    record_event(by=by, campaign=campaign, verb="campaign:exported", subject=what, **known)


def noted_export(
    *, campaign: Campaign, what: str, by: Account | None, pieces: Iterator[bytes]
) -> Iterator[bytes]:
    """The pieces of a file, one after the other, and then its checksum in the log; none of one that was broken off."""
    digest, whole = hashlib.sha256(), False
    try:
        for piece in pieces:
            digest.update(piece)
            yield piece
        whole = True
    finally:
        known = {"sha256": digest.hexdigest()} if whole else {}
        record_event(by=by, campaign=campaign, verb="campaign:exported", subject=what, **known)
