"""From the elements of a text to what is shown of it, in their order: headings, speakers, numbered paragraphs."""

from typing import NamedTuple

from lxml import etree

from documents.readers.shapes import Shape
from documents.text import Block, one_line


class Walked(NamedTuple):
    """The blocks of a text, and the exact text of each numbered paragraph (the first where a number is repeated)."""

    blocks: list[Block]
    paragraphs: dict[str, str]


def walk(shape: Shape, text: "etree._Element") -> Walked:
    """Everything that is to be read in an element. Text outside of all paragraphs becomes paragraphs without number."""
    walker = _Walker(shape)
    for event, element in etree.iterwalk(text, events=("start", "end")):
        if event == "start":
            walker.start(element)
        else:
            walker.end(element)
            if element is not text:
                walker.stray(element.tail)
    return Walked(walker.blocks, walker.paragraphs)


def local_name(element: "etree._Element") -> str:
    """The name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


class _Walker:
    """Goes through elements in their order."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.section, self.section_attribute = _split(shape.section)
        self.speaker, self.speaker_attribute = _split(shape.speaker)
        self.heading, self.heading_attribute = _split(shape.heading)
        self.inside: etree._Element | None = None  # whose whole text is a block already
        self.speaks = ""
        self.blocks: list[Block] = []
        self.paragraphs: dict[str, str] = {}

    def start(self, element: "etree._Element") -> None:
        """An element begins."""
        name = local_name(element)
        if self.section and name == self.section:
            self._section(element)
        if self.speaker and name == self.speaker:
            self._speaker(element.get(self.speaker_attribute) or "")
        if self.heading_attribute and name == self.heading:
            self._add("heading", element.get(self.heading_attribute) or "", "")
        if self.inside is None:
            self._text(element, name)

    def end(self, element: "etree._Element") -> None:
        """An element ends; a speaker whose element held paragraphs has ended with it."""
        if element is self.inside:
            self.inside = None
        if self.speaker and local_name(element) == self.speaker and len(element):
            self.speaks = ""

    def stray(self, text: str | None) -> None:
        """Text between elements."""
        if self.inside is None and text and text.strip():
            self._add("paragraph", text, "")

    def _text(self, element: "etree._Element", name: str) -> None:
        number = element.get(self.shape.number) or ""
        if name == self.shape.paragraph:
            self._whole(element, "paragraph", number)
        elif name == self.shape.title:
            self._whole(element, "title" if not self._has_title() else "heading", number)
        elif name == self.heading and not self.heading_attribute:
            self._whole(element, "heading", number)
        else:
            self.stray(element.text)

    def _whole(self, element: "etree._Element", kind: str, number: str) -> None:
        self.inside = element
        text = "".join(map(str, element.itertext())) if len(element) else element.text or ""
        if number:
            self.paragraphs.setdefault(number, text)
        self._add(kind, text, number)

    def _has_title(self) -> bool:
        return any(block.kind == "title" for block in self.blocks)

    def _section(self, element: "etree._Element") -> None:
        name = element.get(self.section_attribute) if self.section_attribute else self.section
        self._add("section", dict(self.shape.labels).get(name or "", ""), name or "")

    def _speaker(self, name: str) -> None:
        if name and name != self.speaks:
            self._add("speaker", name, "")
        self.speaks = name

    def _add(self, kind: str, text: str, label: str) -> None:
        shown = one_line(text)
        if shown:
            self.blocks.append(Block(kind, shown, label))


def _split(path: str) -> tuple[str, str]:
    """Element and attribute of `element/@attribute`."""
    name, _, attribute = path.partition("/@")
    return name, attribute
