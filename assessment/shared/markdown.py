"""Texts that organizers write, as HTML: headings, lists, tables and examples by CommonMark, and nothing else.

HTML in the text is shown as it is written, pictures are not loaded, and links lead nowhere but to web addresses, mail
and places of this site; they open beside the work.
"""

import re
from collections.abc import Sequence
from typing import Any

from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

LINKS = ("https://", "http://", "mailto:", "/", "#")
FIRST_HEADING = 3  # the page around the text has the headings above


class _Renderer(RendererHTML):
    """The library's HTML, with headings below those of the page and links that open beside it."""

    def heading_open(self, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
        return f"<{_heading(tokens[place])}>"

    def heading_close(self, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
        return f"</{_heading(tokens[place])}>\n"

    def link_open(self, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
        tokens[place].attrSet("target", "_blank")
        tokens[place].attrSet("rel", "noopener noreferrer")
        return self.renderToken(tokens, place, options, env)


def _heading(token: Token) -> str:
    return f"h{min(int(token.tag[1]) + FIRST_HEADING - 1, 6)}"


class _OfManual(RendererHTML):
    """The library's HTML, whose headings can be linked to."""

    def heading_open(self, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
        return f'<{tokens[place].tag} id="{anchor_of(tokens[place + 1].content)}">'


def anchor_of(heading: str) -> str:
    """The id of a heading, as the places where repositories are read make it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _parser(renderer: type[RendererHTML], *, breaks: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "breaks": breaks}, renderer_cls=renderer)
    parser.enable("table").disable(["image", "html_block", "html_inline"])
    parser.validateLink = lambda url: url.lower().startswith(LINKS)  # type: ignore[method-assign]  # the library's hook
    return parser


_PARSER = _parser(_Renderer, breaks=True)
_OF_MANUAL = _parser(_OfManual, breaks=False)


def as_html(text: str) -> SafeString:
    """The text as HTML. Every character of it that HTML would take for its own is escaped by the parser."""
    return SafeString(_PARSER.render(text))


def manual_as_html(text: str) -> SafeString:
    """The same of a page of the manual, whose lines are broken anywhere and whose first heading is the page's."""
    return SafeString(_OF_MANUAL.render(text))
