"""What comes out of a page."""

from array import array
from collections.abc import Mapping
from typing import NamedTuple

from documents.sanitise.sheets import Sheet

WHITE = " \n\t\f"  # what a browser takes for white space
NO_NODES: "array[int]" = array("I")


class Clean(NamedTuple):
    """A harmless page with the text that a browser shows of it.

    `nodes` maps the text to the HTML: for each text node three numbers, where it begins and ends in `text` and where
    it begins in `html`. What stands in `text` between two nodes is white space, or a border of one line end.
    """

    html: str
    text: str
    nodes: "array[int]" = NO_NODES
    title: str = ""
    removed: Mapping[str, int] = {}
    remarks: tuple[str, ...] = ()
    sheets: tuple[Sheet, ...] = ()  # kept beside the page, which does not name them

    def encoded(self) -> "Encoded":
        """The same in bytes."""
        html, text, nodes, title, removed, remarks, sheets = self
        return Encoded(html.encode(), text.encode(), nodes.tobytes(), title, removed, remarks, sheets)


class Encoded(NamedTuple):
    """A clean page in bytes, as it crosses between processes and is stored: not decoded where nobody reads it."""

    html: bytes
    text: bytes
    nodes: bytes
    title: str
    removed: Mapping[str, int]
    remarks: tuple[str, ...]
    sheets: tuple[Sheet, ...]

    def decoded(self) -> Clean:
        """The page that can be read."""
        html, text, nodes, title, removed, remarks, sheets = self
        places = array("I")
        places.frombytes(nodes)
        return Clean(html.decode(), text.decode(), places, title, removed, remarks, sheets)


class NotClean(Exception):
    """A page that cannot be shown as HTML; the message says why, in a sentence for its reader."""
