"""Which files a collection has, and what it is called, before any of them is read."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug

from documents.errors import CollectionRefused
from documents.listing import FileFacts, Listing, documents_under, facts_of
from documents.lzw import can_unpack, is_lzw
from documents.manifest import NAME, Manifest
from documents.readers import READERS
from documents.say import say, say_n

_LONGEST_NAME = 500  # characters


def settle_manifest(manifest: Manifest, path: Path, slug: str | None, format: str | None) -> Manifest:
    """The manifest with slug and format as given with the import; without either it is refused."""
    settled = manifest._replace(slug=slug or manifest.slug, format=format or manifest.format)
    if not settled.format:
        _refuse_missing(path)
        message = say("The format of the files in {path} is not given. Nothing was imported.", path=str(path))
        hint = say(
            "Choose a format ({formats}), or write a {file} beside them.",
            formats=", ".join(READERS),
            file=NAME,
        )
        raise CollectionRefused(message, hint=hint, code="format_missing")
    if settled.format not in READERS:
        message = say(
            "There is no reader for the format {format}. Nothing was imported.", format=repr(settled.format)
        )
        raise CollectionRefused(
            message, hint=say("Known are {names}.", names=", ".join(READERS)), code="format_unknown"
        )
    check_slug(settled.slug)
    return settled


def check_slug(slug: str) -> None:
    """Refuses a name that could not stand in an address."""
    try:
        validate_slug(slug)
    except ValidationError:
        message = (
            say("{name} does not serve as the name of a collection. Nothing was imported.", name=repr(slug))
            if slug
            else say("The collection has no name. Nothing was imported.")
        )
        hint = say(
            "Give it a short name of letters, digits, hyphens and underscores, 64 at most (--slug on the command line)."
        )
        raise CollectionRefused(message, hint=hint, code="bad_slug") from None
    if len(slug) > 64:
        raise CollectionRefused(
            say("The name {name} is longer than {most} characters.", name=repr(slug[:80]), most=64),
            code="bad_slug",
        )


def list_sources(path: Path, manifest: Manifest) -> Listing:
    """The files to read, by name: those that the manifest lists, else all in documents/ or, without that, in the folder.

    Refused where the path leads nowhere, and where no database takes a file's name or nothing here unpacks the file.
    """
    bad: list[str] = []
    listing = Listing(_with_fit_names(_sources(path, manifest), bad))
    if bad:
        raise CollectionRefused(
            say_n(
                "{n} file has a name with control characters, not in UTF-8 or longer than {most} characters, {first}. "
                "Nothing was imported.",
                "{n} files have names with control characters, not in UTF-8 or longer than {most} characters, "
                "the first {first}. Nothing was imported.",
                len(bad),
                most=_LONGEST_NAME,
                first=ascii(bad[0]),
            ),
            hint=say("Rename them."),
            code="bad_file_name",
        )
    if not can_unpack() and (packed := [file.name for file in listing if is_lzw(file.name)]):
        message = say_n(
            "{n} file is packed by compress ({first}), and there is no program gzip to unpack it. Nothing was imported.",
            "{n} files are packed by compress ({first} …), and there is no program gzip to unpack them. "
            "Nothing was imported.",
            len(packed),
            first=packed[0],
        )
        raise CollectionRefused(
            message, hint=say("Install gzip, or unpack them elsewhere, with `gzip -d`."), code="packed_files"
        )
    return listing


def _refuse_missing(path: Path) -> None:
    if not (path.is_file() or path.is_dir()):
        message = say("There is no folder or file {path}. Nothing was imported.", path=str(path))
        raise CollectionRefused(message, hint=say("Check the spelling of the path."), code="path_missing")


def _sources(path: Path, manifest: Manifest) -> Iterator[FileFacts]:
    if path.is_file():
        return _facts_of_all(path.parent, [path.name])
    _refuse_missing(path)
    if manifest.files:
        return _facts_of_all(path, sorted(manifest.files))
    inner = "documents/" if (path / "documents").is_dir() else ""
    return documents_under(str(path / inner), inner)


def _facts_of_all(folder: Path, names: Iterable[str]) -> Iterator[FileFacts]:
    return (found for name in names if (found := facts_of(str(folder / name), name)))


def _with_fit_names(files: Iterable[FileFacts], bad: list[str]) -> Iterator[FileFacts]:
    """Those with names that a database takes; the names of the others are added to `bad`."""
    for file in files:
        if len(file.name) <= _LONGEST_NAME and file.name.isprintable():
            yield file
        else:
            bad.append(file.name)


def check_inside(paths: Iterable[Path], roots: Sequence[Path]) -> None:
    """Refuses a path that leads out of all the roots, be it over a link; without roots everything may be read."""
    real = [root.resolve() for root in roots]
    for path in paths if real else ():
        if not any(path.resolve().is_relative_to(root) for root in real):
            message = say(
                "{path} is not in a folder that collections may be imported from. Nothing was imported.",
                path=str(path),
            )
            hint = say("Move or copy it there, or have ASSIZE_COLLECTION_ROOTS name its folder too.")
            raise CollectionRefused(message, hint=hint, code="outside_of_roots")
