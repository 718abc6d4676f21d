"""A page of Natural Questions as annotators see it: harmless as ever, its boxes with ids and its words between signs.

Nothing of its text changes: with the signs taken out it is that of the ordinary view, or there are no signs. It is
prepared once and kept, so that the second annotator does not wait.
"""

import json
import re
import zlib
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from operator import itemgetter
from typing import Any, NamedTuple

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

from documents import snapshots
from documents.errors import DocumentsError
from documents.layouts import Layout, layout_row
from documents.models import PageLayout, Snapshot
from documents.nontext import OPENING
from documents.packing import pack
from documents.readers import nq
from documents.readers.base import WebRecord
from documents.sanitise.allowed import PREFIX
from documents.sanitise.result import Clean
from documents.signs import Signs, places_of, signs_for
from documents.webpage import read_page

FORMAT = "nq"
SCRIPTS = (
    "documents/in-view.js",
    *(
        f"js/annotating/frame{part}.js"
        for part in ("-words", "-boxes", "-paint", "-ranges", "-pick", "-finger", "-find", "-keys", "")
    ),
)
NO_WORDS = "The words of this page cannot be selected: it reads differently with signs between them."
_STEM = "nq-candidate-"
# A parser makes several of one of these where tags are crossed, and counts those that are alike.
_FORMATTING = frozenset(
    ["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"]
)


class BoxesPage(NamedTuple):
    """A page for annotators, and what its script is told of it."""

    html: str
    described: Mapping[str, Any]

    @property
    def remark(self) -> str:
        """What the reader should know of it."""
        return "" if self.described["signs"] else NO_WORDS

    @property
    def data(self) -> SafeString:
        """What the script is told, as it may stand in a page."""
        # Numbers, names of elements and ids of ours; and no `<`, so that nothing in it ends the element.
        return mark_safe(json.dumps(self.described, separators=(",", ":")).replace("<", "\\u003c"))


def boxes_page(snapshot: Snapshot, clean: Clean) -> BoxesPage:
    """The page of a copy, whose ordinary view is given; prepared now where nobody has seen it yet."""
    kept = layout_row(snapshot)
    if kept.page:
        return BoxesPage(zlib.decompress(kept.page).decode(), kept.described)
    page = prepared(nq.web(snapshots.record_of(snapshot)), Layout(kept), clean)
    changed = {"page": pack(page.html.encode()), "described": page.described}
    PageLayout.objects.filter(pk=kept.pk).update(**changed)
    return page


def prepare_some(collection_slug: str, docids: Collection[str]) -> None:
    """Prepare the pages of some documents that were copied, so that their first annotators need not wait.

    One that is no page with tokens and boxes is passed over: whoever opens it is told why.
    """
    for copy in snapshots.newest_of_some(collection_slug, docids).values():
        if clean := snapshots.clean_of(copy):
            with suppress(DocumentsError):
                boxes_page(copy, clean)


def script_paths() -> list[str]:
    """Where the scripts of the page are, in the order in which they run."""
    return [static(script) for script in SCRIPTS]


def prepared(record: WebRecord, layout: Layout, clean: Clean) -> BoxesPage:
    """The page of a record; without signs where they would change its text."""
    signs = signs_for(clean.html, layout.tokens)
    stem = _free_stem(clean.html)
    ids = dict(_ids(record.body, layout, stem))
    for chosen in (signs, None) if signs else (None,):
        page = _cleaned(record, layout, ids, chosen)
        if page and (chosen.without(page.text) if chosen else page.text) == clean.text:
            return BoxesPage(page.html, _described(page.html, layout, ids, chosen))
    return BoxesPage(clean.html, _described(clean.html, layout, {}, None))


def _cleaned(record: WebRecord, layout: Layout, ids: Mapping[int, str], signs: Signs | None) -> Clean | None:
    """The page with ids and signs put in, made harmless after that."""
    insertions = list[tuple[int, bytes]]()
    for start, id in ids.items():
        if opening := OPENING.match(record.body, start):
            insertions.append((opening.end(), f' id="{id}"'.encode()))
    if signs:
        before, after = signs.numbers(), signs.end.encode()
        for token, start, end in places_of(record.body, layout.words):
            insertions += ((start, before[token]), (end, after))
    insertions.sort(key=itemgetter(0))
    return read_page(WebRecord(_put_in(record.body, insertions), record.address, "utf-8")).clean


def _put_in(html: bytes, insertions: list[tuple[int, bytes]]) -> bytes:
    parts, done = list[bytes](), 0
    for offset, inserted in insertions:
        parts += [html[done:offset], inserted]
        done = offset
    return b"".join([*parts, html[done:]])


def _free_stem(html: str) -> str:
    """How ids of ours begin, so that none of the page's own is one of them."""
    stem = _STEM
    while stem in html:
        stem += "x"
    return stem


def _ids(html: bytes, layout: Layout, stem: str) -> Iterator[tuple[int, str]]:
    """For each place where a candidate begins its id; two that begin at one place have one."""
    places = set[int]()
    for number, candidate in enumerate(layout.candidates, start=1):
        if candidate.is_selectable and candidate.start not in places and _may_have_id(html, candidate.start):
            places.add(candidate.start)
            yield candidate.start, f"{stem}{number}"


def _may_have_id(html: bytes, start: int) -> bool:
    opening = OPENING.match(html, start)
    return opening is not None and opening[0][1:].decode().lower() not in _FORMATTING


def _described(html: str, layout: Layout, ids: Mapping[int, str], signs: Signs | None) -> dict[str, Any]:
    """What the script is told: of each candidate its tokens, its element's name and id, or no id where it is not shown."""
    shown = set(re.findall(rf' id="({PREFIX}{_STEM}[x0-9]+)"', html))
    return {
        "candidates": [
            [
                one.start_token,
                one.end_token,
                re.sub(r"\W.*", "", one.opening[1:], flags=re.DOTALL).lower(),
                id if one.is_selectable and (id := f"{PREFIX}{ids.get(one.start, '')}") in shown else "",
            ]
            for one in layout.candidates
        ],
        "tokens": layout.tokens,
        "signs": list(signs) if signs else [],
    }
