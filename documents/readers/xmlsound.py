"""Tells in short of most files of XML that nothing is to be said of them: they are well-formed, and can be cited.

Expat tells so without a tree, in a third of the time. Of any other file the whole reading (`xmlparse`) says what is
amiss: nothing here does.
"""

from collections.abc import Mapping
from itertools import accumulate, count
from operator import methodcaller, sub
from xml.parsers import expat

from documents.readers.shapes import Shape
from documents.readers.xmlparse import prepared

_LONGEST = 9_000_000  # bytes; the whole reading takes no text of more than 10 MB
_DEEPEST = 200  # elements within each other; the whole reading has a limit too
_LEFT = b"xml:id"  # for the whole reading, which knows rules of its own for them
_signs, _empty = methodcaller("count", b"<"), methodcaller("count", b"/>")
_BETWEEN = " "  # a namespace and a name


def is_sound(shape: Shape, data: bytes) -> bool:
    """Whether a file surely reads without an error and has a paragraph with a number, where the shape looks for one."""
    text = prepared(data, shape.entities)
    if text is None or len(text) > _LONGEST or _LEFT in text or _is_deep(text):
        return False
    parser = expat.ParserCreate("utf-8", _BETWEEN)
    search = _Search(shape, parser)
    try:
        parser.Parse(text, True)
    except expat.ExpatError:
        return False
    return search.found


def _is_deep(text: bytes) -> bool:
    """Whether more elements may be within each other than the whole reading is sure to take; found without a loop."""
    if text.count(b"<") < 2 * _DEEPEST:
        return False
    parts = text.split(b"</")  # before each end of an element
    begun = map(_signs, parts)
    opened = accumulate(map(sub, begun, map(_empty, parts)) if b"/>" in text else begun)
    return bool(max(map(sub, opened, count())) > _DEEPEST)


class _Search:
    """Looks for a numbered paragraph in the first text of the first record; then it leaves the parser alone."""

    def __init__(self, shape: Shape, parser: expat.XMLParserType) -> None:
        self.shape, self.parser = shape, parser
        self.names = {name for name in (shape.paragraph, shape.title) if name}
        self.depth = self.record = self.text = 0  # of the element that we are in, and of those two
        self.found = False
        parser.StartElementHandler, parser.EndElementHandler = self.start, self.end

    def start(self, full_name: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""
        self.depth += 1
        shape, name = self.shape, full_name.rpartition(_BETWEEN)[2]
        if not self.record:
            if name == shape.record or not shape.record:
                self.record = self.depth
                self.text = self.depth if shape.text == "." else 0
        elif not self.text and name == shape.text:
            self.text = self.depth
        if self.text and name in self.names and attributes.get(shape.number):
            self.found = True
            self._leave()

    def end(self, name: str) -> None:
        """An element ends; after the text, or the record, there is nothing to look for."""
        if self.depth in (self.record, self.text):
            self._leave()
        self.depth -= 1

    def _leave(self) -> None:
        self.parser.StartElementHandler = self.parser.EndElementHandler = None
