"""manifest.toml: what the owner of a collection says of it."""

import hashlib
import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from documents.encoding import DEFAULT_RULE
from documents.errors import NOWHERE, CollectionRefused, Problem
from documents.manifest_problems import Lines, manifest_problems
from documents.readers.shapes import TABLES
from documents.say import say

NAME = "manifest.toml"
_EMPTY: Mapping[str, Any] = MappingProxyType({})


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


def read_manifest(folder: Path, given: Mapping[str, str | None] = _EMPTY) -> Manifest:
    """The manifest of a folder, an empty one where there is none; CollectionRefused lists all that is wrong with it.

    `given` is the slug and the format that the import names itself, whatever the manifest says.
    """
    path = folder / NAME
    if not path.is_file():
        return Manifest()
    text, content = _parsed(path.read_bytes())
    found = list(
        manifest_problems(content, {**content, **{name: said for name, said in given.items() if said}})
    )
    if found:
        lines = Lines(text)
        problems = [
            Problem(NAME, lines.of(entry.place), "bad_manifest", *entry[1:], NOWHERE) for entry in found
        ]
        raise CollectionRefused(say("The manifest has errors."), sorted(problems, key=lambda one: one.line))
    return Manifest(**content)


def _parsed(data: bytes) -> tuple[str, dict[str, Any]]:
    """The text and what it says. Only the first error of what is no TOML can be found."""
    try:
        text = data.decode()
        return text, tomllib.loads(text)
    except UnicodeDecodeError as error:
        line, said = data.count(b"\n", 0, error.start) + 1, str(error)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at line (\d+)", str(error))
        line, said = int(place[1]) if place else len(data.splitlines()), str(error)
    except ValueError:  # without a place: Python reads no more than 4,300 digits
        number = re.search(r"(?<![0-9_])[0-9](?:_?[0-9]){4300}", text)
        line = text.count("\n", 0, number.start()) + 1 if number else 0
        said = say("a number has more than {most} digits", most=4_300)
    except RecursionError:
        line, said = 0, say("brackets are nested too deeply")
    message = say("It cannot be read: {reason}.", reason=said)
    problem = Problem(NAME, line, "bad_manifest", message, say("Write it as TOML in UTF-8."), NOWHERE)
    raise CollectionRefused(say("The manifest cannot be read."), [problem])


def checksum_problems(
    folder: Path, manifest: Manifest, verified: Collection[str], on_file: Callable[[int, int], None]
) -> Iterator[Problem]:
    """A problem for each listed file that is missing or does not have its checksum; `verified` ones are not read again."""
    for number, (name, sha256) in enumerate(manifest.files.items()):
        on_file(number, len(manifest.files))
        path = folder / name
        if name in verified:
            continue
        if not path.is_file():
            yield Problem(
                name,
                0,
                "file_missing",
                say("The manifest lists this file, but it is missing."),
                say("Restore it."),
            )
        elif _sha256(path) != sha256:
            hint = say("Restore the file, or correct the manifest if the change is meant.")
            yield Problem(
                name, 0, "checksum", say("The file does not have the checksum that the manifest gives."), hint
            )


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
