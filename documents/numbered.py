"""The HTML of blocks with numbers. Written here and not in a template, since a text may have thousands of them."""

from collections.abc import Iterable

from django.utils.html import escape
from django.utils.safestring import SafeString

from documents.marked import MarkedBlock
from documents.text import NUMBERED

_TAGS = {"title": "h1", "heading": "h2", "section": "h2", "speaker": "h3", "source": "pre"}
_CLASSES = {"section": "section", "speaker": "speaker"}
_ELSEWHERE = ("field", "byline")  # shown in another place of the page


def blocks_html(blocks: Iterable[MarkedBlock], passage: str = "", anchor: str = "p-") -> SafeString:
    """Blocks in their order, the paragraph of a number as the cited one. Without `anchor` they get no ids."""
    seen = set[str]()
    return SafeString(
        "\n".join(_html(block, passage, anchor, seen) for block in blocks if block.kind not in _ELSEWHERE)
    )


def _html(block: MarkedBlock, passage: str, anchor: str, seen: set[str]) -> str:
    tag, css = _TAGS.get(block.kind, "p"), _CLASSES.get(block.kind, "")
    if not block.label or block.kind not in NUMBERED:
        return f'<{tag}{_attribute("class", css)} dir="{block.direction}">{block.html}</{tag}>'
    number = escape(block.label)
    id = f"{anchor}{number}" if anchor and number not in seen else ""
    seen.add(number)
    cited = "cited" if block.label == passage else ""
    attributes = f"{_attribute('id', id)}{_attribute('class', cited)}"
    return f'<{tag} dir="{block.direction}"{attributes}><span class="n">{number}</span>{block.html}</{tag}>'


def _attribute(name: str, value: str) -> str:
    return f' {name}="{value}"' if value else ""
