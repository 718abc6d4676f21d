"""Our styles and our script within a document that stands beside an answer.

Such a document has an origin of no name, and a browser keeps no file for one: each of them would ask for the files anew.
The content policy names each text by its hash, so nothing else of its kind runs or applies.
"""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.contrib.staticfiles import finders
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from documents.headers import allowance

_SCRIPTS = ("documents/in-view.js", "documents/keys.js")


class Inline(NamedTuple):
    """What is written into a document, and how its policy names that."""

    styles: SafeString
    script: SafeString

    @property
    def elements(self) -> SafeString:
        """Both as elements. Nothing stands around the texts: that would be hashed with them."""
        return style_elements(self.styles) + format_html("<script>{}</script>", self.script)

    @property
    def script_source(self) -> str:
        """The hash of the script."""
        return allowance(self.script)


def style_elements(*styles: str) -> SafeString:
    """Style sheets as elements, with nothing around each text that its hash would not know of."""
    return format_html_join("\n", "<style>{}</style>", ((text,) for text in styles if text))


def inline(names: Iterable[str]) -> Inline:
    """The script that tells the keys pressed in a document, and these of our style sheets (`page`, `web`, …)."""
    styles = "\n".join(_text(f"documents/{name}.css") for name in names)
    script = "\n".join(_text(name) for name in _SCRIPTS)
    return Inline(mark_safe(styles), mark_safe(script))  # files of ours, in which no such element ends


def _text(name: str) -> str:
    return _read(name) if settings.DEBUG else _read_once(name)


@lru_cache
def _read_once(name: str) -> str:
    return _read(name)


def _read(name: str) -> str:
    found = finders.find(name)
    assert isinstance(found, str), f"{name} is a file of this repository"
    return Path(found).read_text(encoding="utf-8")
