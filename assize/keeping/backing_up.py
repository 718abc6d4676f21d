"""Writes a backup while people go on working, and checks one."""

import json
import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from assessment.shared.errors import Refused
from assize.keeping.folders import copy_private, new_folder, refuse_full, size_of
from assize.keeping.manifest import BackupManifest, file_of, private_file, read_whole
from assize.keeping.stores import (
    Progress,
    Snapshot,
    Store,
    collections_of,
    migrations_of,
    store_of,
    this_store,
    waiting_uploads,
)

KEY = "secret_key"
VARIABLES = "settings.env"
UPLOADS = "uploads"
ATTEMPTS = 5


def back_up(*, folder: Path, progress: Progress) -> BackupManifest:
    """Write database, waiting uploads, secret key and settings into a new folder.

    The database is copied as it is at one moment; nothing is written into it. Uploads are written once and deleted
    when their job has ended, so they are copied before that moment and again right after it. Where a job of that
    moment waits for an upload that was met neither time, another moment is taken.
    """
    manifest = _backed_up(folder, progress)
    note_backup(folder, manifest.made_at)
    return manifest


def _backed_up(folder: Path, progress: Progress) -> BackupManifest:
    store, uploads = this_store(), settings.DATA_DIR / UPLOADS
    with new_folder(folder) as part:
        refuse_full(part, store.size() + size_of(uploads))
        met_before: set[Path] = set()
        for _ in range(ATTEMPTS):
            _copy_uploads(uploads, part / UPLOADS)
            with store.snapshot() as snapshot:
                _copy_uploads(uploads, part / UPLOADS)
                missing = {
                    path for path in waiting_uploads(snapshot) if not (part / UPLOADS / path).is_file()
                }
                # One that a job still waits for a moment later was lost before, and hinders no backup.
                if missing <= met_before:
                    return _kept(part, store, snapshot, progress)
                met_before = missing
        raise Refused(
            "Jobs began and ended faster than their files could be copied. Nothing was kept.",
            "uploads_moving",
            "Try again.",
        )


def note_backup(folder: Path, at: str) -> None:
    """Note in the data folder when the last backup was made and where it is: site admins see it on their first page."""
    said = json.dumps({"at": at, "folder": str(folder.resolve())})
    with suppress(OSError):  # the backup is whole without the note
        settings.BACKUP_NOTE.write_text(f"{said}\n", "utf-8")


def check_backup(*, folder: Path) -> tuple[BackupManifest, str]:
    """Read a whole backup without restoring it; what was checked, in words."""
    manifest = read_whole(folder)
    return manifest, store_of(manifest.kind).check(folder / manifest.database, manifest)


def _kept(part: Path, store: Store, snapshot: Snapshot, progress: Progress) -> BackupManifest:
    """Write database, secrets and manifest, and read the copy of the database again."""
    manifest = BackupManifest(
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        kind=store.kind,
        database=store.file,
        server=store.version(),
        migrations=migrations_of(snapshot),
        tables=snapshot.tables(progress),
        collections=collections_of(snapshot),
    )
    manifest.program = snapshot.write(part / store.file, progress)
    (part / store.file).chmod(0o600)
    store.check(part / store.file, manifest)
    _write_secrets(part)
    manifest.files = {
        str(path.relative_to(part)): file_of(path) for path in part.rglob("*") if path.is_file()
    }
    manifest.write(part)
    return manifest


def _copy_uploads(uploads: Path, target: Path) -> None:
    """Copy what is not there yet; what a job deletes meanwhile is not needed. A longer file was still being written."""
    for file in [path for path in uploads.glob("*/*") if path.is_file()]:
        copy = target / file.relative_to(uploads)
        with suppress(FileNotFoundError):
            if copy.exists() and copy.stat().st_size == file.stat().st_size:
                continue
            copy.unlink(missing_ok=True)
            copy_private(file, copy)


def _write_secrets(part: Path) -> None:
    """The key that signs sessions and links, and the variables of the environment, which may hold passwords."""
    with private_file(part / KEY) as out:
        out.write(f"{settings.SECRET_KEY}\n".encode())
    given = {name: value for name, value in os.environ.items() if name.startswith("ASSIZE_")}
    given.pop("ASSIZE_SECRET_KEY", None)
    with private_file(part / VARIABLES) as out:
        out.write("".join(f"{name}={value}\n" for name, value in sorted(given.items())).encode())
