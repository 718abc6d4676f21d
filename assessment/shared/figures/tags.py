"""The inside of figures. A figure may have thousands of marks, for which a template's loops are many times slower."""

from collections.abc import Sequence

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString

from assessment.shared.figures.base import ShownCell, Table
from assessment.shared.figures.drawing import Drawing, Group, Path, Words

register = template.Library()


@register.simple_tag
def drawn(drawing: Drawing, *, silent: bool = False) -> SafeString:
    """All groups of a drawing; `silent` where another drawing of the figure has the words of its points."""
    return SafeString("\n".join(_group(group, silent=silent) for group in drawing.groups))


@register.filter
def drawn_words(words: Sequence[Words]) -> SafeString:
    """Texts at their places."""
    return SafeString("".join(map(_text, words)))


@register.filter
def value_rows(table: Table) -> SafeString:
    """The rows of a table of values."""
    return SafeString("\n".join(f"<tr>{_cells(row)}</tr>" for row in table.shown))


def _group(group: Group, *, silent: bool) -> str:
    points = ' data-points=""' if group.has_points else ""
    paths = "".join(_path(path, silent=silent) for path in group.paths)
    look = group.look
    return f'<g class="{look.classes}"{look.attributes}{points}>{paths}{drawn_words(group.words)}</g>'


def _path(path: Path, *, silent: bool) -> str:
    if path.words and not silent:
        return f'<path d="{path.d}"><title>{escape(path.words)}</title></path>'
    return f'<path d="{path.d}"/>'


def _text(words: Words) -> str:
    anchor = "" if words.anchor == "start" else f' text-anchor="{words.anchor}"'
    turned = f' transform="translate({words.x} {words.y}) rotate(-90)"'
    place = turned if words.turned else f' x="{words.x}" y="{words.y}"'
    full = f"<title>{escape(words.full)}</title>" if words.full else ""
    return f"<text{anchor}{place}>{escape(words.text)}{full}</text>"


def _cells(row: Sequence[ShownCell]) -> str:
    return "".join(_cell(cell, is_head=number == 0) for number, cell in enumerate(row))


def _cell(cell: ShownCell, *, is_head: bool) -> str:
    if cell.is_number:
        return f'<td class="r">{escape(cell.text)}</td>'
    if is_head:
        return f'<th scope="row"><bdi>{escape(cell.text)}</bdi></th>'
    return f"<td><bdi>{escape(cell.text)}</bdi></td>"
