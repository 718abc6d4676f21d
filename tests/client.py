"""Django's test client, whose pages have no white space that no browser shows: templates may break lines where they like."""

import re
from typing import Any

from django.core.signals import setting_changed
from django.http import HttpResponse
from django.test import Client as DjangoClient
from django.test.client import ClientHandler

# In these, every space and every new line counts.
_AS_WRITTEN = re.compile(r"(<(textarea|pre|script|style)\b.*?</\2>)", re.DOTALL)
_BLOCKS = (
    "article|aside|body|caption|col|colgroup|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|legend|"
    "li|link|main|meta|nav|ol|option|optgroup|p|script|section|select|summary|table|tbody|td|template|tfoot|th|thead|title|tr|ul"
)
_REST = r"(?=[\s>/])(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>"  # of a tag
_AROUND = re.compile(
    rf"\s*(</?(?:{_BLOCKS}){_REST}|<!doctype html>|<input type=\"hidden\"{_REST})\s*", re.IGNORECASE
)
_INSIDE = re.compile(rf"(<button{_REST})\s+|\s+(</(?:button|progress)>)")
_IN_TAGS = re.compile(r"""(<[a-z]|"[^"]*"|'[^']*')\s{2,}(?=[a-z][^<>]*>)""")


def folded(html: str) -> str:
    """A page with its lines joined, and without the space that stands beside the edges of blocks and tags."""
    parts = _AS_WRITTEN.split(html)
    # Of three parts, the second is as written, and the third its name.
    parts[::3] = [_fold(part) for part in parts[::3]]
    del parts[2::3]
    return "".join(parts)


def _fold(html: str) -> str:
    joined = re.sub(r"\s*\n\s*", " ", html)
    tight = _IN_TAGS.sub(r"\1 ", re.sub(r"(</?[a-z][^<>]*?)\s+(/?>)", r"\1\2", joined))
    return _INSIDE.sub(r"\1\2", _AROUND.sub(r"\1", tight))


class _Shared:
    """The handler of all clients: to make its middleware, which looks for all static files, takes longer than a page."""

    handler = ClientHandler(enforce_csrf_checks=False)

    @classmethod
    def renew(cls, **_: Any) -> None:
        """Middleware reads settings when it is made."""
        cls.handler = ClientHandler(enforce_csrf_checks=False)


setting_changed.connect(_Shared.renew)


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
            response.content = folded(response.content.decode()).encode()
        return response
