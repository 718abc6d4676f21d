"""The display form of a document: what a reader of the page sees, in order, and nothing else."""

from collections.abc import Iterator
from typing import NamedTuple


class Field(NamedTuple):
    """A part of the record that is neither title nor text, under its own name."""

    name: str
    text: str


class Block(NamedTuple):
    """A piece of visible text that stands by itself on the page."""

    kind: str  # title, byline, paragraph, field, source; in a body also section, heading, speaker
    text: str
    label: str = ""  # of a field its name, of a paragraph its number


CITED = "cited"  # the label of the paragraph that is what an id names of a document that is shown around it
NUMBERED = ("title", "heading", "paragraph")  # the kinds of blocks of which the label is a paragraph's number


class Page(NamedTuple):
    """A document as it is shown. White space inside each text is single blanks, but for a raw source."""

    title: str = ""
    date: str = ""
    source: str = ""
    byline: str = ""
    paragraphs: tuple[str, ...] = ()
    fields: tuple[Field, ...] = ()
    body: tuple[
        Block, ...
    ] = ()  # a text with numbered paragraphs, its title among them; instead of title and paragraphs
    language: str = ""  # where the document names its own
    cited: int = -1  # the place among the paragraphs of the one that is cited, with the others around it
    error: str = ""  # why it cannot be read as what it should be; then its source is shown

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The visible text in its order. Date and source, our own reading of the record, are not part of it."""
        return tuple(block for block in self._all_blocks() if block.text)

    def _all_blocks(self) -> Iterator[Block]:
        yield from self.body or (Block("title", self.title),)
        yield Block("byline", self.byline)
        for place, text in enumerate(self.paragraphs):
            yield Block("paragraph", text, CITED if place == self.cited else "")
        yield from (Block("field", field.text, field.name) for field in self.fields)


class RawPage(NamedTuple):
    """The record itself as one block: the source view."""

    text: str

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The whole source."""
        return (Block("source", self.text),) if self.text else ()


def one_line(text: str) -> str:
    """The text with every run of white space as one blank."""
    return " ".join(text.split())
