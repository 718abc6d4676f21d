"""Puts a backup into this installation: everything is checked first, and what is there is kept under another name."""

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import connection

from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assize.first_start import note_installed
from assize.keeping.backing_up import KEY, UPLOADS
from assize.keeping.folders import copy_private
from assize.keeping.manifest import BackupManifest, read_whole
from assize.keeping.stores import Progress, Store, this_store
from assize.versions import COME_ALONG, MADE_BEFORE, is_from_before, own_migrations, unknown_migrations
from scoring import __version__

NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


class Restored(NamedTuple):
    """What a restore did."""

    manifest: BackupManifest
    kept: list[str]  # where the former installation is now
    is_old: bool  # of an older version: its tables are to be brought up to date
    missing: list[str]  # folders of collections that are not on this machine


def restore(*, folder: Path, replace: bool, progress: Progress) -> Restored:
    """Put a backup into the database and the data folder that this process is set up for.

    What is there already is kept under another name, and only where `replace` says that it may be moved. Afterwards
    every table is compared with what the backup says of it.
    """
    manifest, store = read_whole(folder), this_store()
    _refuse_foreign(manifest, store)
    _refuse_used(store, replace=replace)
    store.refuse_unfit(manifest)
    store.refuse_busy()
    store.check(folder / manifest.database, manifest)
    former = f"before-restore-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _copied(folder, manifest, former) as copies:
        kept = [store.replace(folder / manifest.database, manifest, former, progress)]
        kept += _put_files(copies, former)
    note_installed()
    is_old = bool(own_migrations() - set(manifest.migrations))
    if not is_old:
        record_event(by=None, campaign=None, verb="site:restored", subject=manifest.made_at)
    connection.close()
    missing = [path for path in manifest.collections.values() if not Path(path).is_dir()]
    return Restored(manifest, [place for place in kept if place], is_old, missing)


def _refuse_foreign(manifest: BackupManifest, store: Store) -> None:
    """Refuse a backup of a newer version, of one whose tables were others, or of the other kind of database."""
    unknown = unknown_migrations(manifest.migrations)
    if is_from_before(unknown):
        raise Refused(
            f"The backup {MADE_BEFORE} Nothing was changed.",
            "software_former",
            f"Restore it with that version. {COME_ALONG}",
        )
    if unknown or _numbers(manifest.software) > _numbers(__version__):
        raise Refused(
            f"The backup was made by Assize {manifest.software}, and this is {__version__}, which is older. Nothing was changed.",
            "software_older",
            "Restore it with that version or a newer one.",
        )
    if manifest.kind != store.kind:
        raise Refused(
            f"The backup is of {NAMES[manifest.kind]}, and this installation uses {NAMES[store.kind]}. Nothing was changed.",
            "other_database",
            "Set ASSIZE_DATABASE_URL to a database of the backup's kind. "
            "Campaigns without their history move between the two as bundles (export, import_bundle).",
        )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


def _refuse_used(store: Store, *, replace: bool) -> None:
    uploads = settings.DATA_DIR / UPLOADS
    if replace or not (store.is_used() or any(uploads.glob("*/*"))):
        return
    raise Refused(
        "This installation has data. Nothing was changed.",
        "installation_used",
        "Restore into a new data folder or database (ASSIZE_DATA_DIR, ASSIZE_DATABASE_URL), or add --replace, "
        "which keeps what is here under another name.",
    )


@contextmanager
def _copied(folder: Path, manifest: BackupManifest, former: str) -> Iterator[Path]:
    """The files beside the database, copied into the data folder under a passing name."""
    copies: Path = settings.DATA_DIR / f"{former}-new"
    try:
        for name in manifest.files:
            if name == KEY or name.startswith(f"{UPLOADS}/"):
                copy_private(folder / name, copies / name)
        yield copies
    finally:
        shutil.rmtree(copies, ignore_errors=True)


def _put_files(copies: Path, former: str) -> Iterable[str]:
    """Rename what is there, then what was copied; a key that is the same is left alone."""
    for name in (KEY, UPLOADS):
        new, place = copies / name, settings.DATA_DIR / name
        if new.is_file() and place.is_file() and new.read_bytes() == place.read_bytes():
            continue
        if place.exists():
            aside = place.with_name(f"{name}.{former}")
            place.rename(aside)
            yield str(aside)
        if new.exists():
            new.rename(place)
