"""The names by which pages and scripts know each other: attributes data-NAME, and events of our own.

docs/scripts.md lists them. `python -m tests.assize.names_of_scripts` writes its tables anew: who writes a name and who
reads it comes from the code, what it means is kept. A name that is new has no meaning yet, which is then written there.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
LIST = ROOT / "docs/scripts.md"
COMMAND = "python -m tests.assize.names_of_scripts"
MOST_NAMED = 4  # scripts that a cell names; more are counted by folder
PAGE = "the page"  # a template, or Python that makes part of a page
# Events that browsers have; scripts send some of them, too.
BROWSERS = frozenset(["change", "click", "input", "keydown", "pointermove", "submit"])

_BRACES = r"\{((?:[^{}]|\{[^{}]*\})*)\}"
_COMMENT = re.compile(r"(?:^|[ \t])//.*$", re.M)
_ATTRIBUTE = re.compile(r"data-([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?![\w-])")
_SET = re.compile(r'(?:set|toggle|remove)Attribute\(\s*"data-([\w-]+)"')
_PROPERTY = re.compile(r"\bdataset\??\.(\w+)(\s*(?:\|\||\?\?|&&)?=(?!=))?")
_DELETED = re.compile(r"\bdelete [\w.()]*\bdataset\.(\w+)")
_TAKEN_OUT = re.compile(_BRACES + r"\s*=\s*(?:dataset\b|[^;={}]*?\bdataset\s*;)|\bdataset:\s*" + _BRACES)
_ASKED = re.compile(r'"(\w+)" in (?:[\w.]+\.)?dataset\b')
_ASSIGNED = re.compile(r"Object\.assign\(\s*(?:[\w.]+\.)?dataset,((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)")
_BEHAVIOUR = re.compile(r'\bbehaviour\(\s*"([\w-]+)"')
_PART = re.compile(r'\bparts?\(\s*(?:[^(),"]|\([^()]*\))+,\s*"([\w-]+)",?\s*\)')
_HELPER = re.compile(
    r"\b(?:const|function) (\w+)(?: =)? ?\((?:\w+, )?name\)[^;]*?(?:data-([\w-]*)\$\{name\}|parts?\(\w+, name\))"
)
_SENT = re.compile(r'new (?:Custom)?Event\(\s*"([\w-]+)"')
_HEARD = re.compile(r'addEventListener\(\s*"([\w-]+)"')


class Names(NamedTuple):
    """Who writes and who reads each name: scripts by their paths below static, without the ending; or the page."""

    written: dict[str, set[str]]
    read: dict[str, set[str]]

    def all_of_scripts(self) -> list[str]:
        """Names that a script writes or reads."""
        names = self.written.keys() | self.read.keys()
        return sorted(
            name for name in names if (self.written.get(name, set()) | self.read.get(name, set())) - {PAGE}
        )

    def sought_in_vain(self) -> list[str]:
        """Names that scripts look for and nobody writes."""
        return sorted(self.read.keys() - self.written.keys())


def _scripts(root: Path) -> Iterator[tuple[str, str]]:
    for path in sorted((root / "static").rglob("*.js")):
        place = path.relative_to(root / "static").with_suffix("").as_posix()
        yield place.removeprefix("js/"), _COMMENT.sub("", path.read_text(encoding="utf-8"))


def _pages(root: Path) -> Iterator[str]:
    yield from (path.read_text("utf-8") for path in (root / "templates").rglob("*.*"))
    for room in ("assessment", "assize", "documents"):
        yield from (path.read_text("utf-8") for path in (root / room).rglob("*.py"))


def _hyphenated(name: str) -> str:
    """How HTML writes a property of `dataset`."""
    return re.sub(r"[A-Z]", lambda letter: f"-{letter[0].lower()}", name)


def _keys(braces: str) -> Iterator[str]:
    """The keys of an object or a pattern, without what they are or become."""
    depth, begun = 0, True
    for token in re.finditer(r"[\w$]+|\.\.\.|[^\s\w]", braces):
        if begun and re.fullmatch(r"[a-z]\w*", token[0]):
            yield token[0]
        depth += (token[0] in "({[") - (token[0] in ")}]")
        begun = token[0] == "," and depth == 0


def _written_in(text: str) -> Iterator[str]:
    yield from _SET.findall(text)
    yield from (_hyphenated(name) for name, assigned in _PROPERTY.findall(text) if assigned)
    yield from map(_hyphenated, _DELETED.findall(text))
    for given in _ASSIGNED.findall(text):
        for braces in re.findall(_BRACES, given):
            yield from map(_hyphenated, _keys(braces))


def _read_in(text: str) -> Iterator[str]:
    yield from _ATTRIBUTE.findall(_SET.sub("", text))
    yield from (
        _hyphenated(name) for name, assigned in _PROPERTY.findall(_DELETED.sub("", text)) if not assigned
    )
    for braces in _TAKEN_OUT.findall(text):
        yield from (_hyphenated(name) for found in braces for name in _keys(found))
    yield from map(_hyphenated, _ASKED.findall(text))
    yield from _BEHAVIOUR.findall(text)
    yield from _PART.findall(text)
    for helper, before in _HELPER.findall(text):
        yield from (before + name for name in re.findall(rf'\b{helper}\(\s*"([\w-]+)"\s*\)', text))


def _gathered(found: Iterable[tuple[str, Iterable[str]]]) -> dict[str, set[str]]:
    gathered: dict[str, set[str]] = {}
    for place, names in found:
        for name in names:
            gathered.setdefault(name, set()).add(place)
    return gathered


def names_of_data(root: Path = ROOT) -> Names:
    """The attributes data-NAME that scripts write or read, or pages write."""
    scripts = list(_scripts(root))
    written = _gathered((place, _written_in(text)) for place, text in scripts)
    for text in _pages(root):
        for name in _ATTRIBUTE.findall(text):
            written.setdefault(name, set()).add(PAGE)
    return Names(written, _gathered((place, _read_in(text)) for place, text in scripts))


def names_of_events(root: Path = ROOT) -> Names:
    """The events that scripts send, but for those of browsers; and who hears them."""
    scripts = list(_scripts(root))
    sent = _gathered((place, set(_SENT.findall(text)) - BROWSERS) for place, text in scripts)
    heard = _gathered((place, sent.keys() & set(_HEARD.findall(text))) for place, text in scripts)
    return Names(sent, heard)


class Table(NamedTuple):
    """A table of docs/scripts.md."""

    heading: str
    names: Names
    prefix: str  # what stands before each name

    def rows(self, meanings: dict[str, str]) -> Iterator[str]:
        """A line for each name, with what it meant before."""
        for name in self.names.all_of_scripts():
            cells = (
                f"`{self.prefix}{name}`",
                *(_told(side.get(name, set())) for side in self.names),
                meanings.get(f"{self.prefix}{name}", ""),
            )
            yield f"| {' | '.join(cells)} |"


def tables(root: Path = ROOT) -> list[Table]:
    """What the list consists of."""
    return [
        Table("## Attributes", names_of_data(root), "data-"),
        Table("## Events", names_of_events(root), ""),
    ]


def _told(places: set[str]) -> str:
    """Scripts by name, or by folder where they are many; the page first."""
    scripts = sorted(places - {PAGE})
    if len(scripts) > MOST_NAMED:
        folders = [script.rpartition("/")[0] for script in scripts]
        many = {folder for folder in folders if folder and folders.count(folder) > 1}
        named = zip(scripts, folders, strict=True)
        scripts = [f"{at}/ ({folders.count(at)})" if at in many else script for script, at in named]
    return ", ".join(dict.fromkeys([PAGE] * (PAGE in places) + scripts))


def rows_in(text: str, heading: str) -> list[str]:
    """The lines of the table under a heading, without its head."""
    _, _, below = text.partition(f"{heading}\n")
    return re.findall(r"^\| `.*\|$", below.partition("\n## ")[0], re.M)


def name_of(row: str) -> str:
    """The name that a line is about."""
    return row.split("`")[1]


def meaning_in(row: str) -> str:
    """What the line says that the name means; empty where nobody has said it yet."""
    return row.rstrip("| ").rpartition(" | ")[2].strip() if not row.endswith("|  |") else ""


def renewed(text: str, root: Path = ROOT) -> str:
    """The list as the code has it now."""
    for table in tables(root):
        before = rows_in(text, table.heading)
        meanings = {name_of(row): meaning_in(row) for row in before}
        head, mark, below = text.partition(f"{table.heading}\n")
        lines = below.split("\n")
        at = next(number for number, line in enumerate(lines) if line.startswith("|---")) + 1
        rest = [line for line in lines[at:] if line not in before]
        text = head + mark + "\n".join([*lines[:at], *table.rows(meanings), *rest])
    return text


if __name__ == "__main__":
    LIST.write_text(renewed(LIST.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"{LIST.relative_to(ROOT)} names what scripts use now. A line without a meaning waits for one.")
