"""The list of what a backup holds: each file with its checksum, each table with its rows, and what made it."""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Self

from assessment.shared.errors import Refused
from scoring import __version__

NAME = "manifest.json"
FORMAT = 1
CHUNK = 1024 * 1024
COUNTED = {  # what people ask for after a restore, and the table that holds it
    "accounts": "people_account",
    "campaigns": "campaigns_campaign",
    "judgments": "judging_judgment",
    "changes": "judging_change",
    "scores": "results_runscore",
    "events": "people_event",
}


class TableDigest(NamedTuple):
    """How many rows a table has, and the digest of all their values."""

    rows: int
    sha256: str


class File(NamedTuple):
    """The size and digest of a file."""

    bytes: int
    sha256: str


@dataclass
class BackupManifest:
    """What a backup says of itself. Whoever alters it, or a file of it, alters a checksum."""

    made_at: str
    kind: str  # of database
    database: str  # name of its file
    server: str  # version of SQLite or PostgreSQL
    program: str = ""  # what wrote the file of the database, where that is a program of its own
    software: str = __version__
    format: int = FORMAT
    migrations: list[str] = field(default_factory=list)
    tables: dict[str, TableDigest] = field(default_factory=dict)
    files: dict[str, File] = field(default_factory=dict)
    collections: dict[str, str] = field(
        default_factory=dict
    )  # slug -> folder of the files, which no backup holds

    @property
    def counts(self) -> dict[str, int]:
        """Rows of what people ask for."""
        return {name: self.tables[table].rows for name, table in COUNTED.items() if table in self.tables}

    @property
    def summary(self) -> str:
        """The counts and the size in one line."""
        rows = ", ".join(f"{count:,} {name}" for name, count in self.counts.items())
        return f"{rows}; {self.bytes / 1e6:,.1f} MB"

    @property
    def bytes(self) -> int:
        """The size of all files."""
        return sum(file.bytes for file in self.files.values())

    def write(self, folder: Path) -> None:
        """Write it into its backup."""
        content = asdict(self) | {
            "tables": {name: table._asdict() for name, table in self.tables.items()},
            "files": {name: file._asdict() for name, file in self.files.items()},
            "counts": self.counts,
        }
        content["checksum"] = _checksum(content)
        text = json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
        with private_file(folder / NAME) as out:
            out.write(text.encode())

    @classmethod
    def read(cls, folder: Path) -> Self:
        """The manifest of a backup; refused where it is missing, altered or of another format."""
        content = _content(folder)
        if content.get("format") != FORMAT:
            raise Refused(
                f"{folder} was made by another version of Assize ({content.get('software', 'unknown')}), "
                "whose backups this version does not read. Nothing was changed.",
                "backup_format",
                "Restore it with that version, then update.",
            )
        del content["checksum"], content["counts"]
        content["tables"] = {name: TableDigest(**table) for name, table in content["tables"].items()}
        content["files"] = {name: File(**file) for name, file in content["files"].items()}
        return cls(**content)


def _content(folder: Path) -> dict[str, Any]:
    path = folder / NAME
    if not path.is_file():
        raise Refused(
            f"{folder} is no complete backup: it has no {NAME}. Nothing was changed.",
            "backup_incomplete",
            "Give the folder of a backup that was completed; an unfinished one can be deleted.",
        )
    try:
        content: dict[str, Any] = json.loads(path.read_bytes())
        is_whole = content["checksum"] == _checksum(content)
    except (ValueError, KeyError, TypeError):
        is_whole = False
    if not is_whole:
        raise Refused(
            f"{path} was altered or is damaged: its checksum does not match. Nothing was changed.",
            "backup_damaged",
            "Use another backup, or another copy of this one.",
        )
    return content


def _checksum(content: Mapping[str, Any]) -> str:
    rest = {name: value for name, value in content.items() if name != "checksum"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def private_file(path: Path) -> Any:
    """Open a new file for its owner alone."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def file_of(path: Path) -> File:
    """The size and digest of a file as it is now."""
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
            size += len(chunk)
    return File(size, digest.hexdigest())


def damaged_files(folder: Path, manifest: BackupManifest) -> list[str]:
    """A line for each file that is missing or differs from the manifest."""
    lines = []
    for name, said in sorted(manifest.files.items()):
        path = folder / name
        if not path.is_file():
            lines.append(f"{name}: missing")
        elif (size := path.stat().st_size) != said.bytes:
            lines.append(f"{name}: {size:,} bytes instead of {said.bytes:,}")
        elif file_of(path) != said:
            lines.append(f"{name}: its checksum does not match")
    return lines


def read_whole(folder: Path) -> BackupManifest:
    """The manifest of a backup of which every file is as it was written; else refused with a line for each error."""
    if not folder.is_dir():
        what = "is a file" if folder.exists() else "does not exist"
        raise Refused(
            f"{folder} {what}; a backup is a folder. Nothing was changed.", "no_backup", "Give its folder."
        )
    manifest = BackupManifest.read(folder)
    if lines := damaged_files(folder, manifest):
        error = Refused(
            f"The backup {folder} is damaged: {len(lines)} of its files "
            f"{'is' if len(lines) == 1 else 'are'} missing or altered. Nothing was changed.",
            "backup_damaged",
            "Use another backup, or another copy of this one.",
        )
        error.details = lines
        raise error
    return manifest
