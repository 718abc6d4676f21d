"""From the HTML of a page to what may be shown of it, with its visible text and the way from one to the other."""

import re
from array import array
from collections.abc import Iterable
from itertools import accumulate, islice

from selectolax.lexbor import LexborHTMLParser, LexborNode

from documents.sanitise.addresses import remote_address
from documents.sanitise.allowed import DROPPED, TEXT_ONLY
from documents.sanitise.doctype import doctype_of
from documents.sanitise.result import Clean, NotClean
from documents.sanitise.sheets import Sheet, filter_sheet
from documents.sanitise.tokens import GONE, Tag, Writer, escape

_ROUNDS = 4  # readings until the page must have come to rest
_TOKENS = re.compile(r"(<[^>]*>)")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_EMPTY_FORM = re.compile(r"<form(?:\s[^>]*)?></form>")
_NOSCRIPT = re.compile(
    r"(<!--.*?-->|<(script|style|textarea|xmp|title)\b[^>]*>.*?</\2\s*>)|<noscript\b[^>]*>.*?</noscript\s*>",
    re.DOTALL | re.IGNORECASE,
)
_CONTROLS = bytes([*range(9), 0x0B, *range(0x0E, 0x20), 0x7F])
_HAS_SHEETS = re.compile("<style|stylesheet", re.IGNORECASE).search
_MOST_SHEETS = 20
_TAIL = "</body></html>"
_LINE_ENDS = re.compile(r"[\n\t\f\r]")
_DROPPED = list(DROPPED)
_COUNTED = ",".join(name for name, said in DROPPED.items() if said)


def clean_page(html: str, base: str = "") -> Clean:
    """The page with only what is allowed. NotClean where it does not come to rest within four readings.

    `base` is the page's own address; its `<base href>` wins over it.
    """
    source = html.encode(errors="replace").translate(None, _CONTROLS).decode()
    if "<noscript" in source or "<NOSCRIPT" in source:
        source = _NOSCRIPT.sub(lambda match: match[1] or "", source)
    parsed = LexborHTMLParser(source)
    removed, remarks = _census(parsed)
    doctype, title = doctype_of(source), _title(parsed)
    writer = Writer(_base_of(parsed, base))
    sheets = _sheets(parsed, writer.base) if _HAS_SHEETS(source) else ()
    for _ in range(_ROUNDS):
        head, body = _shell(parsed, writer, doctype, title), _body(parsed)
        page = _written(body, head, writer)
        parsed = LexborHTMLParser(page.html)
        if _inner(parsed.body) == page.html[len(head) : -len(_TAIL)]:
            page = page._replace(title=title, removed=removed, sheets=sheets)
            return page._replace(remarks=_remarks(page, remarks, removed))
        writer = Writer("")
    raise NotClean(f"It reads differently each time that it is read, also after {_ROUNDS} readings.")


def _census(parsed: LexborHTMLParser) -> tuple[dict[str, int], set[str]]:
    """What there is that will be gone: of each kind how many; and what the page is besides."""
    counts: dict[str, int] = {}
    for node in parsed.css(_COUNTED):
        if node.tag == "input" and (node.attributes.get("type") or "").lower() == "hidden":
            continue
        said = DROPPED[node.tag or ""]
        counts[said] = counts.get(said, 0) + 1
    remarks = {"frameset"} if parsed.css_first("frameset") is not None else set()
    if parsed.css_first("meta[http-equiv=refresh i]") is not None:
        remarks.add("refresh")
    return counts, remarks


def _base_of(parsed: LexborHTMLParser, base: str) -> str:
    node = parsed.css_first("base[href]")
    own = (node.attributes.get("href") or "").strip() if node is not None else ""
    return own if own.startswith(("http://", "https://")) else base


def _sheets(parsed: LexborHTMLParser, base: str) -> tuple[Sheet, ...]:
    """The style sheets for screens, in their order: those in the page, harmless, and the addresses of others."""
    found: list[Sheet] = []
    for node in parsed.css("style, link[rel]"):
        attributes = node.attributes
        media = {name.strip() for name in (attributes.get("media") or "all").lower().split(",")}
        if media.isdisjoint(("all", "screen")):
            continue
        if node.tag == "style":
            found.append(Sheet(css=filter_sheet(node.text())))
        elif (attributes.get("rel") or "").lower().split() == ["stylesheet"]:
            found.append(Sheet(address=remote_address(attributes.get("href") or "", base)))
    return tuple(sheet for sheet in found if any(sheet))[:_MOST_SHEETS]


def _title(parsed: LexborHTMLParser) -> str:
    node = parsed.css_first("head > title")
    return " ".join((node.text() if node is not None else "").split())[:1000]


def _shell(parsed: LexborHTMLParser, writer: Writer, doctype: str, title: str) -> str:
    """All that comes before the content of the body."""
    html = _start_tag(parsed.root, "html", writer)
    body = _start_tag(parsed.body, "body", writer)
    return f"{doctype}{html}<head><title>{escape(title)}</title></head>{body}"


def _start_tag(node: LexborNode | None, name: str, writer: Writer) -> str:
    if node is None or node.tag != name:
        return f"<{name}>"
    pairs = ((key, value or "") for key, value in node.attributes.items())
    token = f"<{name}" + "".join(f' {key}="{escape(value)}"' for key, value in pairs) + ">"
    return writer.start(token, name, name)[0]


def _body(parsed: LexborHTMLParser) -> str:
    """The content of the body in the parser's spelling, without what is dropped whole."""
    for node in parsed.css(", ".join(TEXT_ONLY)):
        node.replace_with(f" {node.text()} ")
    parsed.strip_tags(_DROPPED, recursive=True)
    body = parsed.body
    if body is None or body.tag != "body":
        return ""
    html = _COMMENT.sub("", _inner(body))
    return _EMPTY_FORM.sub("", html) if "<form" in html else html


def _inner(body: LexborNode | None) -> str:
    return ((body.inner_html if body is not None else "") or "").replace("\r", "\n")


def _written(body: str, head: str, writer: Writer) -> Clean:
    """The body's tags anew and its text as it is; and the text as a browser shows it."""
    tokens = _TOKENS.split(body)
    known, write = writer.tags, writer.write
    texts, tags = tokens[::2], [known.get(token) or write(token) for token in tokens[1::2]]
    if "<" in "".join(texts):
        raise NotClean("A tag in it cannot be told from text.")
    if "<pre" in body or "<listing" in body:
        _strip_after_pre(texts, tags)
    tokens[::2], tokens[1::2] = texts, [tag.html for tag in tags]
    places = accumulate(map(len, tokens), initial=len(head))
    text, nodes = _shown(texts, islice(places, 0, None, 2), [*tags, GONE])
    return Clean("".join([head, *tokens, _TAIL]), text, nodes)


def _strip_after_pre(texts: list[str], tags: list[Tag]) -> None:
    """Line ends at the start of a PRE go: the first is none to a parser, so that they would become fewer each time."""
    for index, tag in enumerate(tags, start=1):
        if tag.name == "pre" and tag.opens:
            texts[index] = texts[index].lstrip("\n")


def _shown(texts: list[str], places: Iterable[int], tags: list[Tag]) -> "tuple[str, array[int]]":
    """The visible text, and the map from it to the HTML. After each text comes its tag."""
    shown: list[str] = []
    nodes: list[int] = []
    length, border, inside = 0, False, _Inside()
    for token, place, tag in zip(texts, places, tags, strict=False):
        if token and not inside.hidden:
            plain = _unescaped(token) if "&" in token else token
            if not inside.kept and _LINE_ENDS.search(plain):
                plain = _LINE_ENDS.sub(" ", plain)
            if border and length:
                shown.append("\n")
                length += 1
            border = False
            end = length + len(plain)
            nodes += (length, end, place)
            shown.append(plain)
            length = end
        breaks = inside.passing(tag) if tag.special or inside.tags else tag.breaks
        border = border or (breaks and not inside.hidden)
    return "".join(shown), array("I", nodes)


class _Inside:
    """The elements, from the first one on that is shown otherwise than by its name, in which a place stands."""

    def __init__(self) -> None:
        self.tags: list[Tag] = []
        self.hidden = 0
        self.kept = 0  # elements that keep the line ends of their text

    def passing(self, tag: Tag) -> bool:
        """Goes past a tag, and says whether it breaks lines: an element does at its end what it did at its start."""
        if tag.opens:
            self.tags.append(tag)
            self.hidden += tag.hides
            self.kept += tag.keeps
        elif tag.closes and self.tags:
            tag = self.tags.pop()
            self.hidden -= tag.hides
            self.kept -= tag.keeps
        return tag.breaks


def _unescaped(token: str) -> str:
    """The text of a text node; a parser's own spelling knows four entities."""
    token = token.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", "\xa0")
    return token.replace("&amp;", "&")


def _remarks(page: Clean, found: Iterable[str], removed: dict[str, int]) -> tuple[str, ...]:
    """What the reader of the page should know of it."""
    remarks = []
    if "frameset" in found:
        remarks.append("The page is a set of frames: its text stands in other pages, which are not shown.")
    elif not page.text.strip():
        if removed.get("script"):
            remarks.append(
                "The page was made by a script as it was opened; without the script it has no text."
            )
        else:
            remarks.append("The page has no text.")
    if "refresh" in found:
        remarks.append("The page sends its readers on to another address; that was switched off.")
    return tuple(remarks)
