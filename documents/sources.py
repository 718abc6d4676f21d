"""Which files a collection has, and what it is called, before any of them is read."""

import os
import stat
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug

from documents.errors import CollectionRefused
from documents.lzw import can_unpack, is_lzw
from documents.manifest import NAME, Manifest
from documents.readers import READERS

_NOT_DOCUMENTS = (".md", ".dtd", ".toml")
_YOUNG = 2 * 10**9  # nanoseconds within which a file may change without looking younger
_LONGEST_NAME = 500  # characters


class FileFacts(NamedTuple):
    """A file of a collection, as far as it can be known without reading it."""

    name: str  # from the collection's folder on
    size: int  # bytes on the disk
    mtime: int  # nanoseconds; 0 where the file was written so lately that it might change unseen


def settle_manifest(manifest: Manifest, path: Path, slug: str | None, format: str | None) -> Manifest:
    """The manifest with slug and format as given with the import; without either it is refused."""
    settled = manifest._replace(slug=slug or manifest.slug, format=format or manifest.format)
    if not settled.format:
        message = f"It is not said of which format the files in {path} are. Nothing was imported."
        remedy = f"Give --format ({', '.join(READERS)}), or write a {NAME} beside them."
        raise CollectionRefused(message, remedy=remedy, code="format_missing")
    if settled.format not in READERS:
        message = f"There is no reader for the format {settled.format!r}. Nothing was imported."
        raise CollectionRefused(message, remedy=f"Known are {', '.join(READERS)}.", code="format_unknown")
    check_slug(settled.slug)
    return settled


def check_slug(slug: str) -> None:
    """Refuses a name that could not stand in an address."""
    try:
        validate_slug(slug)
    except ValidationError:
        message = (
            f"{slug!r} does not serve as the name of a collection." if slug else "The collection has no name."
        )
        remedy = "Give --slug with letters, digits, hyphens and underscores, 64 at most."
        raise CollectionRefused(f"{message} Nothing was imported.", remedy=remedy, code="bad_slug") from None
    if len(slug) > 64:
        raise CollectionRefused(f"The name {slug[:80]!r} is longer than 64 characters.", code="bad_slug")


def find_sources(path: Path, manifest: Manifest) -> list[str]:
    """The files to read, by name: those that the manifest lists, else all in documents/ or, without that, in the folder.

    Hidden files, README files and the like are not documents.
    """
    if path.is_file():
        return [str(path)]
    if not path.is_dir():
        message = f"There is no folder or file {path}. Nothing was imported."
        raise CollectionRefused(message, remedy="Look at the spelling of the path.", code="path_missing")
    if manifest.files:
        return [str(path / name) for name in sorted(manifest.files)]
    root = path / "documents" if (path / "documents").is_dir() else path
    found = list(_documents_in(root))
    if not can_unpack() and (packed := [file for file in found if is_lzw(Path(file))]):
        message = f"{len(packed)} files are packed by compress ({Path(packed[0]).name} …), and there is no program gzip to unpack them. Nothing was imported."
        raise CollectionRefused(
            message, remedy="Install gzip, or unpack them elsewhere, with `gzip -d`.", code="packed_files"
        )
    return sorted(found)


def _documents_in(root: Path) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if _may_be_document(name) and os.path.isfile(path := os.path.join(folder, name)):
                yield path


def check_inside(paths: Iterable[Path], roots: Sequence[Path]) -> None:
    """Refuses a path that leads out of all the roots, be it over a link; without roots everything may be read."""
    real = [root.resolve() for root in roots]
    for path in paths if real else ():
        if not any(path.resolve().is_relative_to(root) for root in real):
            message = (
                f"{path} is not in a folder that collections may be imported from. Nothing was imported."
            )
            remedy = "Move or copy it there, or have ASSIZE_COLLECTION_ROOTS name its folder too."
            raise CollectionRefused(message, remedy=remedy, code="outside_of_roots")


def facts_of(files: Iterable[str], folder: Path) -> list[FileFacts]:
    """What tells later whether the files have changed, of those that are there; a name that no database takes is refused."""
    prefix = f"{folder}{os.sep}"
    facts = [found for file in files if (found := _facts(file, prefix))]
    if bad := [file.name for file in facts if not _is_fit(file.name)]:
        message = f"{len(bad)} files have names with control characters, not in UTF-8 or longer than {_LONGEST_NAME} characters"
        raise CollectionRefused(
            f"{message}, the first {bad[0]!a}. Nothing was imported.",
            remedy="Rename them.",
            code="bad_file_name",
        )
    return facts


def _facts(file: str, prefix: str) -> FileFacts | None:
    try:
        found = os.stat(file)
    except OSError:
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    is_young = time.time_ns() - found.st_mtime_ns < _YOUNG
    name = file.removeprefix(prefix).replace(os.sep, "/")
    return FileFacts(name, found.st_size, 0 if is_young else found.st_mtime_ns)


def _is_fit(name: str) -> bool:
    return len(name) <= _LONGEST_NAME and name.isprintable()


def _may_be_document(name: str) -> bool:
    return (
        not name.startswith(".")
        and not name.lower().startswith("readme")
        and not name.lower().endswith(_NOT_DOCUMENTS)
    )
