"""From the HTML of a page to what may be shown of it, with its visible text and the way from one to the other."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from documents.sanitise.addresses import remote_address
from documents.sanitise.allowed import DROPPED, TEXT_ONLY
from documents.sanitise.body import write_body
from documents.sanitise.doctype import doctype_of
from documents.sanitise.foreign import write_texts
from documents.sanitise.result import Clean, NotClean
from documents.sanitise.sheets import MAX_SHEET, Sheet
from documents.sanitise.spelling import escape
from documents.sanitise.tags import start_tag

_ROUNDS = 4  # readings until the page must have come to rest
_EMPTY_FORM = re.compile(r"<form(?:\s[^>]*)?></form>")
_CONTROLS = bytes([*range(9), 0x0B, *range(0x0E, 0x20), 0x7F])
_MOST_SHEETS = 20
_TAIL = "</body></html>"
_NAMES = re.compile(rb"<([A-Za-z]{3,})")
_IMPLIED = frozenset(("head", "title"))  # that there may be where no tag says so
_LOOKED_AT = frozenset(name for name, said in DROPPED.items() if said) | {"link", "base", "meta", "frameset"}


class _Seen(NamedTuple):
    """What is learned of a page as it came, before anything of it goes."""

    base: str  # where relative addresses start from
    removed: Mapping[str, int]  # what there is that will be gone: of each kind how many
    remarks: Collection[str]
    sheets: tuple[Sheet, ...]


def clean_page(html: str, base: str = "") -> Clean:
    """The page with only what is allowed. NotClean where it does not come to rest within four readings.

    `base` is the page's own address; its `<base href>` wins over it.
    """
    return clean_bytes(html.encode(errors="replace"), base)


def clean_bytes(html: bytes, base: str = "") -> Clean:
    """The same of a page in UTF-8."""
    source = html.translate(None, _CONTROLS)
    parsed = LexborHTMLParser(source, scripting=True)
    names = _names(source)
    seen = _first_pass(parsed, names, base)
    doctype, title, base = doctype_of(source.decode()), _title(parsed), seen.base
    for _ in range(_ROUNDS):
        head = _head(parsed, doctype, title, base)
        body = write_body(_body(parsed, names), len(head), base)
        page = f"{head}{body.html}{_TAIL}"
        if _is_at_rest(doctype, body.bare):
            return Clean(
                page, body.text, body.nodes, title, seen.removed, _remarks(body.text, seen), seen.sheets
            )
        parsed, base = LexborHTMLParser(page), ""
    raise NotClean(f"It reads differently each time, even after {_ROUNDS} readings.")


def _names(source: bytes) -> frozenset[str]:
    """All names of elements that a parser can find, of those with three letters or more; and some others."""
    return frozenset([name.decode().lower() for name in set(_NAMES.findall(source))]) | _IMPLIED


def _first_pass(parsed: LexborHTMLParser, names: frozenset[str], base: str) -> _Seen:
    """What there is in a page, found in one walk through it."""
    nodes: dict[str, list[LexborNode]] = {name: [] for name in names & _LOOKED_AT}
    of_sheets = list[LexborNode]()
    for node in parsed.css(",".join(nodes)) if nodes else ():
        name = node.tag or ""
        nodes[name].append(node)
        if name in ("style", "link"):
            of_sheets.append(node)
    base = _base_of(nodes.get("base", ()), base)
    remarks = ["frameset"] if nodes.get("frameset") else []
    if any(_value(node, "http-equiv").lower() == "refresh" for node in nodes.get("meta", ())):
        remarks.append("refresh")
    return _Seen(base, _census(nodes), remarks, _sheets(of_sheets, base))


def _census(nodes: Mapping[str, Sequence[LexborNode]]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for name in DROPPED:
        if said := DROPPED[name]:
            found = nodes.get(name, ())
            if name == "input":
                found = [node for node in found if _value(node, "type").lower() != "hidden"]
            if found:
                counts[said] = counts.get(said, 0) + len(found)
    return counts


def _value(node: LexborNode, attribute: str) -> str:
    return node.attributes.get(attribute) or ""


def _base_of(nodes: Iterable[LexborNode], base: str) -> str:
    own = next((_value(node, "href").strip() for node in nodes if "href" in node.attributes), "")
    return own if own.startswith(("http://", "https://")) else base


def _sheets(nodes: Iterable[LexborNode], base: str) -> tuple[Sheet, ...]:
    """The style sheets for screens, in their order: those in the page as they came, and the addresses of others."""
    found: list[Sheet] = []
    room = MAX_SHEET  # characters for all sheets that stand in the page
    for node in nodes:
        if len(found) == _MOST_SHEETS:
            break
        attributes = node.attributes
        media = {name.strip() for name in (attributes.get("media") or "all").lower().split(",")}
        if media.isdisjoint(("all", "screen")):
            continue
        sheet = Sheet()
        if node.tag == "style":
            sheet = Sheet(css=node.text()[:room])
            room -= len(sheet.css)
        elif (attributes.get("rel") or "").lower().split() == ["stylesheet"]:
            sheet = Sheet(address=remote_address(attributes.get("href") or "", base))
        if any(sheet):
            found.append(sheet)
    return tuple(found)


def _title(parsed: LexborHTMLParser) -> str:
    head = parsed.head
    node = head.css_first("title") if head is not None else None
    return " ".join((node.text() if node is not None else "").split())[:1000]


def _head(parsed: LexborHTMLParser, doctype: str, title: str, base: str) -> str:
    """All that comes before the content of the body."""
    html, body = _start_tag(parsed.root, "html", base), _start_tag(parsed.body, "body", base)
    return f"{doctype}{html}<head><title>{escape(title)}</title></head>{body}"


def _start_tag(node: LexborNode | None, name: str, base: str) -> str:
    if node is None or node.tag != name:
        return f"<{name}>"
    pairs = ((key, value or "") for key, value in node.attributes.items())
    return start_tag("".join([f' {key}="{escape(value)}"' for key, value in pairs]), name, base)


def _body(parsed: LexborHTMLParser, names: frozenset[str]) -> str:
    """The content of the body in the parser's spelling, without what is dropped whole."""
    if text_only := names.intersection(TEXT_ONLY):
        for node in parsed.css(",".join(text_only)):
            node.replace_with(f" {node.text()} ")
    write_texts(parsed, names)
    parsed.strip_tags([name for name in DROPPED if name in names], recursive=True)
    body = parsed.body
    if body is None or body.tag != "body":
        return ""
    html = _inner(body)
    html = _without_comments(html) if "<!--" in html else html
    return _EMPTY_FORM.sub("", html) if "form" in names else html


def _without_comments(html: str) -> str:
    parts, done = list[str](), 0
    while (start := html.find("<!--", done)) >= 0 and (end := html.find("-->", start + 4)) >= 0:
        parts.append(html[done:start])
        done = end + 3
    return "".join([*parts, html[done:]])


def _inner(body: LexborNode | None) -> str:
    return ((body.inner_html if body is not None else "") or "").replace("\r", "\n")


def _is_at_rest(doctype: str, bare: str) -> bool:
    """Whether a page of these tags, with X for text and a blank for white space, is to a parser what it says.

    So is then the page itself: which element stands in which hangs on the names of tags, on where text stands that is
    more than white space, and on the document type. Attributes count only for what was left open where it should have
    been closed, and there is none of that in a page that reads as it is written.
    """
    return _inner(LexborHTMLParser(f"{doctype}<body>{bare}").body) == bare


def _remarks(text: str, seen: _Seen) -> tuple[str, ...]:
    """What the reader of the page should know of it."""
    remarks = []
    if "frameset" in seen.remarks:
        remarks.append("The page is a set of frames: its text stands in other pages, which are not shown.")
    elif not text.strip():
        if seen.removed.get("script"):
            remarks.append(
                "The page was made by a script as it was opened; without the script it has no text."
            )
        else:
            remarks.append("The page has no text.")
    if "refresh" in seen.remarks:
        remarks.append("The page sends its readers on to another address; that was switched off.")
    return tuple(remarks)
