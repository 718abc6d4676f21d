"""Django's test client, whose pages have no white space that no browser shows: templates may break lines where they like."""

import re
from functools import cache
from typing import Any

from django.core.signals import setting_changed
from django.http import HttpResponse
from django.test import Client as DjangoClient
from django.test.client import ClientHandler
from whitenoise.middleware import WhiteNoiseMiddleware

# In these, every space and every new line counts.
_AS_WRITTEN = re.compile(r"(<(textarea|pre|script|style)\b.*?</\2>)", re.DOTALL)
_BLOCKS = (
    "article|aside|body|caption|col|colgroup|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|legend|"
    "li|link|main|meta|nav|ol|option|optgroup|p|script|section|select|summary|table|tbody|td|template|tfoot|th|thead|title|tr|ul"
)
_REST = r"(?=[\s>/])(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>"  # of a tag
_BLOCK = re.compile(
    rf"(</?(?:{_BLOCKS}){_REST}|<!doctype html>|<input type=\"hidden\"{_REST})\s*", re.IGNORECASE
)
_OPENED, _CLOSED = re.compile(rf"(<button{_REST})\s+"), re.compile(r"(</(?:button|progress)>)")
_IN_TAGS = re.compile(r"""(<[a-z]|"[^"]*"|'[^']*')\s{2,}(?=[a-z][^<>]*>)""")


def folded(html: str) -> str:
    """A page with its lines joined, and without the space that stands beside the edges of blocks and tags."""
    parts = _AS_WRITTEN.split(html)
    # Of three parts, the second is as written, and the third its name.
    parts[::3] = [_fold(part) for part in parts[::3]]
    del parts[2::3]
    return "".join(parts)


def _fold(html: str) -> str:
    tight = _IN_TAGS.sub(r"\1 ", re.sub(r"(</?[a-z][^<>]*?)\s+(/?>)", r"\1\2", _joined(html)))
    return _without_space_before(_CLOSED, _OPENED.sub(r"\1", _without_space_before(_BLOCK, tight)))


def _joined(html: str) -> str:
    """Its lines with a space between, which stands for those without text too."""
    first, *others = html.split("\n")
    if not others:
        return html
    between = filter(None, map(str.strip, others[:-1]))
    return " ".join([first.rstrip(), *between, others[-1].lstrip()])


def _without_space_before(tags: re.Pattern[str], html: str) -> str:
    """Cut at the tags: a pattern that began with space would be tried at every space, which takes three times as long."""
    parts = tags.split(html)
    parts[:-1:2] = [text.rstrip() for text in parts[:-1:2]]
    return "".join(parts)


class _Folded(HttpResponse):
    """A page that is folded when it is first read: many tests ask for its status alone."""

    is_folded = False

    @property
    def content(self) -> bytes:
        """The page, folded."""
        written: bytes = super().content
        if not self.is_folded:
            self.is_folded = True
            self.content = written = folded(written.decode()).encode()
        return written

    @content.setter
    def content(self, value: object) -> None:
        HttpResponse.content.fset(self, value)  # type: ignore[attr-defined]  # a property, as it stands there


@cache
def _folding(kind: type[HttpResponse]) -> Any:
    """The same kind of answer, folded."""
    return type(kind.__name__, (_Folded, kind), {})


class _Shared:
    """The handler of all clients: to make its middleware, which looks for all static files, takes longer than a page."""

    handler = ClientHandler(enforce_csrf_checks=False)

    @classmethod
    def renew(cls, **_: Any) -> None:
        """Middleware reads settings when it is made."""
        cls.handler = ClientHandler(enforce_csrf_checks=False)


setting_changed.connect(_Shared.renew)


_find = WhiteNoiseMiddleware.add_files_from_finders
_found: dict[str, Any] = {}


def _find_once(middleware: WhiteNoiseMiddleware) -> None:
    """All static files: middleware is made anew wherever a test sets a setting, and none sets theirs."""
    if not _found:
        _find(middleware)
        _found.update(middleware.files)
    middleware.files.update(_found)


WhiteNoiseMiddleware.add_files_from_finders = _find_once


class Client(DjangoClient):
    """Reads pages folded."""

    def __init__(self, enforce_csrf_checks: bool = False, **more: Any) -> None:
        super().__init__(enforce_csrf_checks, **more)
        if not enforce_csrf_checks:
            self.handler = _Shared.handler

    def request(self, **request: Any) -> Any:
        """Ask for something, and fold the answer where it is a page."""
        response = super().request(**request)
        is_html = response.headers.get("Content-Type", "").startswith("text/html")
        is_page = response.templates or "Content-Disposition" in response.headers  # and not a document
        if is_html and is_page and isinstance(response, HttpResponse):
            kind: Any = type(response)
            response.__class__ = _folding(kind)
        return response
