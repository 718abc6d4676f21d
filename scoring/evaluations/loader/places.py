"""Where in a TOML file each key stands. Python's reader tells no lines, so the text is gone through once more."""

import re
from collections.abc import Iterator, Mapping

Place = tuple[str | int, ...]  # keys, and positions in lists: ("type", 1, "measures")

_TOKEN = re.compile(
    r"""^[ \t]*\[\[?[ \t]*[\w.-]+[ \t]*\]\]?[ \t]*(?=\r?$|\#)"""  # a header
    r"""|\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\#[^\n]*"""
    r"""|(?<![\w.-])[\w.-]++(?=[ \t]*=)|[\[\]{}]|\n""",
    re.DOTALL | re.MULTILINE,
)


def lines_of(text: str) -> Mapping[Place, int]:
    """The line of each key, table and text in a list. `text` is sound TOML; keys in quotation marks are passed over."""
    walk = _Walk()
    line = 1
    for found in _TOKEN.finditer(text):
        walk.token(found[0], line)
        line += found[0].count("\n")
    return walk.lines


class _Walk:
    """Goes through the tokens of a file in order."""

    def __init__(self) -> None:
        self.lines: dict[Place, int] = {}
        self._counts: dict[Place, int] = {}  # tables of each list so far
        self._table: Place = ()  # that of the last header
        self._key: Place = ()  # whose value is being read
        self._open: list[tuple[str, Place]] = []  # brackets of values

    def token(self, token: str, line: int) -> None:
        """Take in a header, a key, a bracket or a text."""
        if token in ("[", "{"):
            self._note(place := self._next() if self._in_list else self._key, line)
            self._open.append((token, place))
        elif token in ("]", "}"):
            self._close()
        elif token[0] in "\"'":
            if self._in_list:
                self._note(self._next(), line)
        elif token.lstrip().startswith("[") and not self._open:
            self._header(token.strip(), line)
        elif token not in ("\n",) and token[0] not in "# \t[":
            self._key = self._within()
            for name in token.split("."):
                self._key = (*self._key, name)
                self._note(self._key, line)

    @property
    def _in_list(self) -> bool:
        return bool(self._open) and self._open[-1][0] == "["

    def _within(self) -> Place:
        return self._open[-1][1] if self._open else self._table

    def _next(self) -> Place:
        """The place of the next entry of the list that is open."""
        return (*self._open[-1][1], self._count(self._open[-1][1]))

    def _count(self, place: Place) -> int:
        self._counts[place] = self._counts.get(place, -1) + 1
        return self._counts[place]

    def _close(self) -> None:
        if self._open:
            self._open.pop()

    def _header(self, token: str, line: int) -> None:
        names = token.strip("[] \t").split(".")
        place: Place = ()
        for name in names[:-1]:
            self._note((*place, name), line)
            place = self._last((*place, name))
        place = (*place, names[-1])
        self._note(place, line)
        self._table = (*place, self._count(place)) if token.startswith("[[") else place
        self._note(self._table, line)

    def _last(self, place: Place) -> Place:
        """The table of a list that a header is below; the place itself where it is none."""
        return (*place, self._counts[place]) if place in self._counts else place

    def _note(self, place: Place, line: int) -> None:
        self.lines.setdefault(place, line)


def prefixes(place: Place) -> Iterator[Place]:
    """The place and those that it lies in, the nearest first."""
    for length in range(len(place), -1, -1):
        yield place[:length]


def path_of(place: Place) -> str:
    """A place as people find it: type[2].measures."""
    return "".join(f"[{one + 1}]" if isinstance(one, int) else f".{one}" for one in place).lstrip(".")
