"""From the HTML of a page to what may be shown of it, with its visible text and the way from one to the other."""

import re
from array import array
from collections.abc import Iterable

from selectolax.lexbor import LexborHTMLParser, LexborNode

from documents.sanitise.allowed import DROPPED, TEXT_ONLY
from documents.sanitise.doctype import doctype_of
from documents.sanitise.result import Clean, NotClean
from documents.sanitise.tokens import Tag, Writer, escape

_ROUNDS = 4  # readings until the page must have come to rest
_TOKENS = re.compile(r"(<[^>]*>)")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_EMPTY_FORM = re.compile(r"<form(?:\s[^>]*)?></form>")
_NOSCRIPT = re.compile(
    r"(<!--.*?-->|<(script|style|textarea|xmp|title)\b[^>]*>.*?</\2\s*>)|<noscript\b[^>]*>.*?</noscript\s*>",
    re.DOTALL | re.IGNORECASE,
)
_CONTROLS = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f\ufffe\uffff]")
_TAIL = "</body></html>"
_LINE_ENDS = re.compile(r"[\n\t\f\r]")
_DROPPED = list(DROPPED)
_COUNTED = ",".join(name for name, said in DROPPED.items() if said)


def clean_page(html: str, base: str = "") -> Clean:
    """The page with only what is allowed. NotClean where it does not come to rest within four readings.

    `base` is the page's own address; its `<base href>` wins over it.
    """
    source = _CONTROLS.sub("", html)
    if "<noscript" in source or "<NOSCRIPT" in source:
        source = _NOSCRIPT.sub(lambda match: match[1] or "", source)
    parsed = LexborHTMLParser(source)
    removed, remarks = _census(parsed)
    doctype, title = doctype_of(source), _title(parsed)
    writer = Writer(_base_of(parsed, base))
    for _ in range(_ROUNDS):
        head, body = _shell(parsed, writer, doctype, title), _body(parsed)
        page = _written(body, head, writer)
        parsed = LexborHTMLParser(page.html)
        if _inner(parsed.body) == page.html[len(head) : -len(_TAIL)]:
            return page._replace(title=title, removed=removed, remarks=_remarks(page, remarks, removed))
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
    page = _Page(head)
    tokens = _TOKENS.split(body)
    write = writer.write
    for index, token in enumerate(tokens):
        if index & 1:
            page.add_tag(write(token))
        elif token:
            page.add_text(token)
    return page.finished()


class _Page:
    """A page as it is written, from its first tag to its last."""

    def __init__(self, head: str) -> None:
        self.parts = [head]
        self.at = len(head)  # characters of HTML
        self.text: list[str] = []
        self.length = 0  # characters of text
        self.nodes: list[int] = []
        self.open_tags: list[Tag] = []
        self.hidden = 0  # open elements that hide what is in them
        self.preserved = 0  # open elements that keep their line ends
        self.border = False  # whether the next text stands apart from the one before
        self.after_pre = False  # a line end there is none to a parser

    def add_tag(self, tag: Tag) -> None:
        """Writes a tag. An element breaks lines at its end as it did at its start."""
        breaks = tag.breaks
        self.after_pre = False
        if tag.opens:
            self.open_tags.append(tag)
            self.hidden += tag.hides
            self.preserved += tag.keeps
            self.after_pre = tag.name == "pre"
        elif tag.closes and self.open_tags:
            opened = self.open_tags.pop()
            breaks = opened.breaks
            self.hidden -= opened.hides
            self.preserved -= opened.keeps
        self.parts.append(tag.html)
        self.at += len(tag.html)
        if breaks and not self.hidden:
            self.border = True

    def add_text(self, token: str) -> None:
        """Writes text; NotClean where it is not text alone."""
        if self.after_pre:
            token, self.after_pre = token.lstrip("\n"), False
        if "<" in token:
            raise NotClean("A tag in it cannot be told from text.")
        self.parts.append(token)
        if not self.hidden and token:
            self._show(token)
        self.at += len(token)

    def _show(self, token: str) -> None:
        plain = _unescaped(token) if "&" in token else token
        if not self.preserved and _LINE_ENDS.search(plain):
            plain = _LINE_ENDS.sub(" ", plain)
        if self.border and self.length:
            self.text.append("\n")
            self.length += 1
        self.border = False
        end = self.length + len(plain)
        self.nodes += (self.length, end, self.at)
        self.text.append(plain)
        self.length = end

    def finished(self) -> Clean:
        """The page as a whole."""
        return Clean("".join([*self.parts, _TAIL]), "".join(self.text), array("I", self.nodes))


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
