"""What is wrong with the entries of a manifest.toml, and in which lines."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from documents.encoding import DEFAULT_RULE, split_rule
from documents.readers import READERS
from documents.readers.shapes import TABLES, shape_errors
from documents.say import say

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
                (name,),
                say("There is an unknown entry {entry}.", entry=repr(name)),
                say("Known are {names}.", names=", ".join(sorted(KNOWN))),
            )
        elif name in TEXTS and not isinstance(value, str):
            yield ManifestProblem(
                (name,), say("The entry {entry} is not a text.", entry=repr(name)), say("Put it in quotes.")
            )
    if not isinstance(content.get("documents", 0), int):
        yield ManifestProblem(
            ("documents",),
            say("The entry 'documents' is not a number."),
            say("Give the number of documents."),
        )
    yield from _format_problems(settled.get("format"))
    yield from _table_problems(content)
    for name in TABLES:
        for key, message in shape_errors(name, content.get(name, {})):
            hint = say("Write it as in {file}.", file=f"documents/readers/{name}.toml")
            yield ManifestProblem((name, key), message, hint)
    yield from _rule_problems(content.get("encoding", DEFAULT_RULE))


def _format_problems(format: Any) -> Iterator[ManifestProblem]:
    if isinstance(format, str) and format and format not in READERS:
        yield ManifestProblem(
            ("format",),
            say("There is no reader for the format {format}.", format=repr(format)),
            say("Known are {names}.", names=", ".join(READERS)),
        )


def _rule_problems(rule: Any) -> Iterator[ManifestProblem]:
    try:
        if isinstance(rule, str):
            split_rule(rule)
    except LookupError as error:
        message = say("The encoding rule {rule} is not valid: {reason}.", rule=repr(rule), reason=str(error))
        hint = say("Write it as in `{example}`.", example=DEFAULT_RULE)
        yield ManifestProblem(("encoding",), message, hint)


def _table_problems(content: Mapping[str, Any]) -> Iterator[ManifestProblem]:
    for name, example in (("sources", 'HRLD = "Coast Herald"'), ("files", '"documents/a.sgm" = "…sha256…"')):
        table, hint = content.get(name, {}), say("Write lines such as `{example}`.", example=example)
        if not isinstance(table, dict):
            yield ManifestProblem(
                (name,), say("The table [{table}] does not map texts to texts.", table=name), hint
            )
            continue
        for key, value in table.items():
            if not isinstance(value, str):
                yield ManifestProblem(
                    (name, key),
                    say("The entry {entry} of [{table}] is not a text.", entry=repr(key), table=name),
                    hint,
                )
            if name == "files" and (Path(key).is_absolute() or ".." in Path(key).parts):
                message = say("It lists {file}, which is outside its folder.", file=repr(key))
                yield ManifestProblem((name, key), message, say("Name it from the folder on."))
