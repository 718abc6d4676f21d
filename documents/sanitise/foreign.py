"""The text of what is no HTML within a page and is not shown as it looks: formulas, drawings, pictures not fetched."""

from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from documents.sanitise.allowed import ALT_CLASS, DROPPED
from documents.sanitise.styles import filter_style

FOREIGN = frozenset(("math", "svg"))
# What neither is shown nor stands for what is: other spellings of a formula, and parts that other parts refer to.
UNSEEN = frozenset(
    ("annotation", "annotation-xml", "defs", "metadata", "symbol")
) | DROPPED.keys() - FOREIGN - {"title"}
# No word goes on from one of these to the next.
APART = frozenset(("desc", "foreignobject", "mtd", "mtr", "text", "title"))
_IMAGES = frozenset(("img", "image"))  # a parser of HTML reads the second as the first
DEEPEST = 200  # elements within one another; what lies deeper is not read


def write_texts(parsed: LexborHTMLParser, names: frozenset[str]) -> None:
    """Put the text of each formula and drawing in its place, and that of a picture in a placeholder behind it."""
    if present := FOREIGN.intersection(names):
        kinds, inner = ",".join(sorted(present)), set[int]()
        for node in parsed.css(kinds):
            if node.mem_id not in inner:  # else it is a part of another one, whose text it goes with
                inner.update(part.mem_id for part in node.css(kinds))
                node.replace_with(f" {_text_of(node)} ")
    if not _IMAGES.isdisjoint(names):
        for node in parsed.css("img[alt]"):
            _write_alternative(parsed, node)


def _text_of(node: LexborNode) -> str:
    style = filter_style(node.attributes.get("style") or "")
    if style.hides or "hidden" in node.attributes:
        return ""
    return " ".join("".join(_texts(node)).split())


def _texts(node: LexborNode, depth: int = 0) -> Iterator[str]:
    """The pieces of an element's text; a fraction is written with a slash."""
    if depth > DEEPEST:
        return
    part = 0
    for child in node.iter(include_text=True):
        name = (child.tag or "").lower()
        if name == "-text":
            yield child.text_content or ""
        elif name not in UNSEEN:
            apart = " " if name in APART else ""
            yield "/" if node.tag == "mfrac" and part else apart
            yield from _texts(child, depth + 1)
            yield apart
            part += 1


def _write_alternative(parsed: LexborHTMLParser, image: LexborNode) -> None:
    words = " ".join((image.attributes.get("alt") or "").split())
    if "alt" in image.attributes:
        del image.attrs["alt"]
    if words:
        placeholder = parsed.create_node("span")
        placeholder.attrs["class"] = ALT_CLASS
        placeholder.insert_child(words)
        image.insert_after(placeholder)
