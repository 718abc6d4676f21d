"""What comes out of a page."""

import zlib
from array import array
from collections.abc import Mapping
from typing import NamedTuple

from documents.packing import pack
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

    def packed(self) -> "Packed":
        """The same for the store."""
        html, text, nodes = map(pack, (self.html.encode(), self.text.encode(), self.nodes.tobytes()))
        return Packed(html, text, nodes, self.title, self.removed, self.remarks, self.sheets)


class Packed(NamedTuple):
    """A clean page in compressed bytes, as it crosses between processes and is stored: not unpacked where nobody reads it."""

    html: bytes
    text: bytes
    nodes: bytes
    title: str
    removed: Mapping[str, int]
    remarks: tuple[str, ...]
    sheets: tuple[Sheet, ...]

    def unpacked(self) -> Clean:
        """The page that can be read."""
        html, text, nodes = map(zlib.decompress, self[:3])
        places = array("I")
        places.frombytes(nodes)
        return Clean(html.decode(), text.decode(), places, *self[3:])


class NotClean(Exception):
    """A page that cannot be shown as HTML; the message says why, in a sentence for its reader."""
