"""manifest.toml: what the owner of a collection says of it."""

import hashlib
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from documents.encoding import DEFAULT_RULE, split_rule
from documents.errors import CollectionRefused, Problem
from documents.readers.shapes import TABLES, shape_faults

NAME = "manifest.toml"
_EMPTY: Mapping[str, Any] = MappingProxyType({})
_TEXTS = ("slug", "title", "format", "language", "source", "licence", "licence_text", "encoding")


class Manifest(NamedTuple):
    """The content of a manifest.toml, or what stands for it where there is none."""

    slug: str = ""
    title: str = ""
    format: str = ""
    language: str = "en"
    source: str = ""
    licence: str = ""
    licence_text: str = ""  # what people accept before they take texts away
    encoding: str = DEFAULT_RULE
    documents: int | None = None
    sources: Mapping[str, str] = _EMPTY  # beginning of a docid -> name of the paper
    files: Mapping[str, str] = _EMPTY  # name from the folder on -> SHA-256
    acquis: Mapping[str, Any] = _EMPTY  # what is otherwise than in readers/acquis.toml
    europarl: Mapping[str, Any] = _EMPTY  # and in readers/europarl.toml

    @property
    def mapping(self) -> dict[str, Any]:
        """What the collection says of the shape of its XML, as it is stored."""
        tables = {name: dict(getattr(self, name)) for name in TABLES}
        return {name: table for name, table in tables.items() if table}

    def source_of(self, docid: str) -> str:
        """The name of the paper that a document is from, by the longest beginning of its id that is listed."""
        fitting = [prefix for prefix in self.sources if docid.startswith(prefix)]
        return self.sources[max(fitting, key=len)] if fitting else ""


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a folder, an empty one where there is none; CollectionRefused lists what is wrong with it."""
    path = folder / NAME
    if not path.is_file():
        return Manifest()
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        problem = Problem(
            NAME, 0, "bad_manifest", f"It cannot be read: {error}.", "Write it as TOML in UTF-8."
        )
        raise CollectionRefused("The manifest cannot be read.", [problem]) from error
    if problems := list(_faults(content)):
        raise CollectionRefused("The manifest has faults.", problems)
    return Manifest(**content)


def checksum_faults(
    folder: Path, manifest: Manifest, verified: Collection[str], told: Callable[[int, int], None]
) -> Iterator[Problem]:
    """A problem for each listed file that is missing or does not have its checksum; `verified` ones are not read again."""
    for number, (name, sha256) in enumerate(manifest.files.items()):
        told(number, len(manifest.files))
        path = folder / name
        if name in verified:
            continue
        if not path.is_file():
            yield Problem(
                name, 0, "file_missing", "The manifest lists this file, and it is not there.", "Restore it."
            )
        elif _sha256(path) != sha256:
            remedy = "Restore the file, or correct the manifest if the change is meant."
            yield Problem(
                name, 0, "checksum", "The file does not have the checksum that the manifest gives.", remedy
            )


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _faults(content: Mapping[str, Any]) -> Iterator[Problem]:
    known = set(Manifest._fields)
    for name, value in content.items():
        if name not in known:
            yield _fault(f"It has an unknown entry {name!r}.", f"Known are {', '.join(sorted(known))}.")
        elif name in _TEXTS and not isinstance(value, str):
            yield _fault(f"The entry {name!r} is not a text.", "Put it in quotes.")
    if not isinstance(content.get("documents", 0), int):
        yield _fault("The entry 'documents' is not a number.", "Give the number of documents.")
    yield from _table_faults(content)
    for name in TABLES:
        for sentence in shape_faults(name, content.get(name, {})):
            yield _fault(sentence, f"Write it as in documents/readers/{name}.toml.")
    if isinstance(rule := content.get("encoding", DEFAULT_RULE), str):
        try:
            split_rule(rule)
        except LookupError as error:
            yield _fault(
                f"The encoding rule {rule!r} does not serve: {error}.", f"Write it as in `{DEFAULT_RULE}`."
            )


def _table_faults(content: Mapping[str, Any]) -> Iterator[Problem]:
    for name, example in (("sources", 'HRLD = "Coast Herald"'), ("files", '"documents/a.sgm" = "…sha256…"')):
        table = content.get(name, {})
        if not isinstance(table, dict) or not all(isinstance(value, str) for value in table.values()):
            yield _fault(
                f"The table [{name}] does not map texts to texts.", f"Write lines such as `{example}`."
            )
        elif name == "files":
            for file in table:
                if Path(file).is_absolute() or ".." in Path(file).parts:
                    yield _fault(
                        f"It lists {file!r}, which is outside of its folder.", "Name it from the folder on."
                    )


def _fault(message: str, remedy: str) -> Problem:
    return Problem(NAME, 0, "bad_manifest", message, remedy)
