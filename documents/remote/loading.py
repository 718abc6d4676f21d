"""A page with what its campaign lets it load, and the places that its content policy opens for that."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from documents.headers import OWN_STYLES
from documents.remote.images import LiveImages, put_back
from documents.remote.setting import SENTENCES, Remote
from documents.remote.sheets import allowance, live_sheets, page_styles
from documents.sanitise.sheets import Sheet

_ATTRIBUTES = "style-src-attr 'unsafe-inline'"


class Shown(NamedTuple):
    """The HTML of a page, the rules of its sheets, and what a browser may load for it."""

    html: str
    sentence: str  # what its reader is told
    styles: SafeString = SafeString("")
    image_sources: Sequence[str] = ()

    @property
    def style_sources(self) -> str:
        """What the content policy says of styles."""
        own = f"{OWN_STYLES} {allowance(self.styles)}" if self.styles else OWN_STYLES
        return f"{own}; {_ATTRIBUTES}"


def load(html: str, sheets: Sequence[Sheet], remote: Remote) -> Shown:
    """A clean page with its pictures and sheets under a setting."""
    if remote != "live":
        return Shown(html, SENTENCES[remote])
    images = LiveImages()
    html = put_back(html, images)
    # Only our own filter writes these rules, and nothing in them ends a STYLE element.
    styles = mark_safe(page_styles(sheets, live_sheets))
    return Shown(html, SENTENCES[remote], styles, tuple(images.origins))
