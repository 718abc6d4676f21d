"""Marks in a clean page: a splice at each text node that a hit touches, and not a letter changed.

The map from the text to the HTML (`Clean.nodes`) makes the search a search in text and the mark a cut into HTML;
nothing is parsed.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from documents.marks import Layer, highlight
from documents.sanitise.result import WHITE, Clean


def mark_html(page: Clean, layers: Sequence[Layer]) -> str:
    """The page's HTML with the spans of all layers marked; a later layer lies inside an earlier one."""
    touched = sorted(_touched(page.nodes, layers))
    if not touched:
        return page.html
    pieces, places, done = list[str](), list[tuple[int, int]](), 0
    for index in touched:
        start, end, place = page.nodes[3 * index : 3 * index + 3]
        pieces += [page.text[done:start], page.text[start:end]]
        places.append((place, end_of_node(page, index)))
        done = end
    marked = highlight(pieces, layers)[1::2]
    return _spliced(page.html, zip(marked, places, strict=True))


def _touched(nodes: "array[int]", layers: Sequence[Layer]) -> set[int]:
    """The numbers of the text nodes in which a span has a letter."""
    starts, touched = nodes[::3], set[int]()
    for layer in layers:
        for span in layer.spans:
            index = max(0, bisect_right(starts, span.start) - 1)
            while index < len(starts) and starts[index] < span.end:
                if nodes[3 * index + 1] > span.start:
                    touched.add(index)
                index += 1
    return touched


def _spliced(html: str, marked: Iterator[tuple[str, tuple[int, int]]]) -> str:
    parts, done = list[str](), 0
    for replacement, (start, end) in marked:
        parts += [html[done:start], replacement]
        done = end
    parts.append(html[done:])
    return "".join(parts)


def end_of_node(page: Clean, index: int) -> int:
    """Where a text node ends in the HTML: at the next tag, or the next node where the tag between them is gone.

    White space that is no part of it may stand before that, where a tag that stood there is gone.
    """
    start, end, place = page.nodes[3 * index : 3 * index + 3]
    following = page.nodes[3 * index + 5 : 3 * index + 6]
    html = page.html[place : min([page.html.index("<", place), *following])]
    return place + len(html.rstrip(WHITE)) + _white_at_end(page.text[start:end])


def _white_at_end(text: str) -> int:
    return len(text) - len(text.rstrip(WHITE))


def frame_html(html: str, head: str, top: str, foot: str) -> str:
    """The page with our own HTML put into its head, and before and after its content."""
    start = html.index("<head>") + len("<head>")
    body = html.index(">", html.index("<body", start)) + 1
    end = html.rindex("</body>")
    return "".join((html[:start], head, html[start:body], top, html[body:end], foot, html[end:]))
