"""A page with what its campaign lets it load, and the places that its content policy opens for that."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from documents.headers import OWN_STYLES, allowance
from documents.remote.archive import Archive
from documents.remote.images import LiveImages, addresses_in, put_back
from documents.remote.setting import SENTENCES, Remote
from documents.remote.sheets import Linked, live_sheets, page_styles
from documents.sanitise.sheets import Sheet

_ATTRIBUTES = "style-src-attr 'unsafe-inline'"


class Shown(NamedTuple):
    """The HTML of a page, the rules of its sheets, and what a browser may load for it."""

    html: str
    sentence: str  # what its reader sees
    styles: SafeString = SafeString("")
    image_sources: Sequence[str] = ()

    def style_sources(self, *own: str) -> str:
        """What the content policy says of styles, with rules of our own beside the page's."""
        allowed = (allowance(rules) for rules in (self.styles, *own) if rules)
        return f"{' '.join((OWN_STYLES, *allowed))}; {_ATTRIBUTES}"


def load(html: str, sheets: Sequence[Sheet], remote: Remote, archive: Archive) -> Shown:
    """A clean page with its pictures and sheets under a setting."""
    sentence = SENTENCES[remote]
    if remote == "off":
        return Shown(html, sentence)
    if remote == "live":
        images = LiveImages()
        html = put_back(html, images)
        return Shown(html, sentence, _styles(sheets, live_sheets), tuple(images.origins))
    archive.look_up(addresses_in(html))
    html = put_back(html, archive.picture)
    return Shown(html, sentence, _styles(sheets, archive.sheets), archive.sources)


def _styles(sheets: Sequence[Sheet], linked: Linked) -> SafeString:
    # Only our own filter writes these rules, and nothing in them ends a STYLE element.
    return mark_safe(page_styles(sheets, linked))
