"""What is wrong with the entries of a manifest.toml, and in which lines."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from documents.encoding import DEFAULT_RULE, split_rule
from documents.readers import READERS
from documents.readers.shapes import TABLES, shape_errors

TEXTS = ("slug", "title", "format", "language", "source", "licence", "licence_text", "encoding")
KNOWN = frozenset({*TEXTS, "documents", "sources", "files", *TABLES})
_HEADER = re.compile(r"\s*\[\s*([\w-]+)\s*\]")
_ENTRY = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*=""")


class ManifestProblem(NamedTuple):
    """One thing that is wrong."""

    place: tuple[str, ...]  # the entry, or the table and its entry
    message: str
    hint: str


class Lines:
    """Where the entries of a manifest stand, as far as they stand in lines of their own."""

    def __init__(self, text: str) -> None:
        self._places: dict[tuple[str, ...], int] = {}
        table: tuple[str, ...] = ()
        for number, line in enumerate(text.splitlines(), 1):
            if header := _HEADER.match(line):
                table = (header[1],)
                self._places.setdefault(table, number)
            elif entry := _ENTRY.match(line):
                self._places.setdefault((*table, entry[1] or entry[2] or entry[3] or ""), number)

    def of(self, place: tuple[str, ...]) -> int:
        """The line of an entry, else of its table; 0 where neither is found."""
        return self._places.get(place) or self._places.get(place[:1], 0)


def manifest_problems(content: Mapping[str, Any], settled: Mapping[str, Any]) -> Iterator[ManifestProblem]:
    """Everything that is wrong. `settled` is the content with what the import itself says of slug and format."""
    for name, value in content.items():
        if name not in KNOWN:
            yield ManifestProblem(
                (name,), f"There is an unknown entry {name!r}.", f"Known are {', '.join(sorted(KNOWN))}."
            )
        elif name in TEXTS and not isinstance(value, str):
            yield ManifestProblem((name,), f"The entry {name!r} is not a text.", "Put it in quotes.")
    if not isinstance(content.get("documents", 0), int):
        yield ManifestProblem(
            ("documents",), "The entry 'documents' is not a number.", "Give the number of documents."
        )
    yield from _format_problems(settled.get("format"))
    yield from _table_problems(content)
    for name in TABLES:
        for key, sentence in shape_errors(name, content.get(name, {})):
            yield ManifestProblem((name, key), sentence, f"Write it as in documents/readers/{name}.toml.")
    yield from _rule_problems(content.get("encoding", DEFAULT_RULE))


def _format_problems(format: Any) -> Iterator[ManifestProblem]:
    if isinstance(format, str) and format and format not in READERS:
        yield ManifestProblem(
            ("format",), f"There is no reader for the format {format!r}.", f"Known are {', '.join(READERS)}."
        )


def _rule_problems(rule: Any) -> Iterator[ManifestProblem]:
    try:
        if isinstance(rule, str):
            split_rule(rule)
    except LookupError as error:
        sentence = f"The encoding rule {rule!r} is not valid: {error}."
        yield ManifestProblem(("encoding",), sentence, f"Write it as in `{DEFAULT_RULE}`.")


def _table_problems(content: Mapping[str, Any]) -> Iterator[ManifestProblem]:
    for name, example in (("sources", 'HRLD = "Coast Herald"'), ("files", '"documents/a.sgm" = "…sha256…"')):
        table, hint = content.get(name, {}), f"Write lines such as `{example}`."
        if not isinstance(table, dict):
            yield ManifestProblem((name,), f"The table [{name}] does not map texts to texts.", hint)
            continue
        for key, value in table.items():
            if not isinstance(value, str):
                yield ManifestProblem((name, key), f"The entry {key!r} of [{name}] is not a text.", hint)
            if name == "files" and (Path(key).is_absolute() or ".." in Path(key).parts):
                sentence = f"It lists {key!r}, which is outside its folder."
                yield ManifestProblem((name, key), sentence, "Name it from the folder on.")
