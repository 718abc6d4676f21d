"""The manual that comes with the program: the pages of docs/, in English, of which pages of the site link to what they are about."""

import re

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString

from assessment.shared.markdown import manual_as_html

PAGES = settings.BASE_DIR / "docs"
_LINK = re.compile(r"\]\(([\w-]+)\.md(#[\w-]+)?\)")  # to another page of the manual


def manual_page(name: str) -> SafeString | None:
    """The page of this name; None where there is none."""
    there = {path.stem: path for path in PAGES.glob("*.md")}
    if name not in there:
        return None
    return manual_as_html(_LINK.sub(_linked, there[name].read_text(encoding="utf-8")))


def _linked(found: re.Match[str]) -> str:
    return f"]({reverse('judging:manual', args=[found[1]])}{found[2] or ''})"
