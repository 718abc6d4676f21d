"""Which files a collection has, and what it is called, before any of them is read."""

from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug

from documents.errors import CollectionRefused
from documents.manifest import NAME, Manifest
from documents.readers import READERS

_PACKED = (".z", ".0z", ".1z", ".2z")  # the LZW packing of the original discs
_NOT_DOCUMENTS = (".md", ".dtd", ".toml")


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


def find_sources(path: Path, manifest: Manifest) -> list[Path]:
    """The files to read, by name: those that the manifest lists, else all in documents/ or, without that, in the folder.

    Hidden files, README files and the like are not documents.
    """
    if path.is_file():
        return [path]
    if not path.is_dir():
        message = f"There is no folder or file {path}. Nothing was imported."
        raise CollectionRefused(message, remedy="Look at the spelling of the path.", code="path_missing")
    if manifest.files:
        return [path / name for name in sorted(manifest.files)]
    root = path / "documents" if (path / "documents").is_dir() else path
    found = [file for file in root.rglob("*") if file.is_file() and _may_be_documents(file.relative_to(root))]
    if packed := [file for file in found if file.suffix.lower() in _PACKED]:
        message = f"{len(packed)} files are packed by compress ({packed[0].name} …). Nothing was imported."
        raise CollectionRefused(message, remedy="Unpack them once, with `gzip -d`.", code="packed_files")
    return sorted(found, key=lambda file: file.as_posix())


def _may_be_documents(file: Path) -> bool:
    hidden = any(part.startswith(".") for part in file.parts)
    return (
        not hidden
        and not file.name.lower().startswith("readme")
        and file.suffix.lower() not in _NOT_DOCUMENTS
    )
