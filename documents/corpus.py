"""Makes of a page of HTML and a question an example in the very layout of Natural Questions.

Tokens are the words of the page and the tags of its headings, paragraphs, tables and lists, each with its bytes. A word
ends where a tag begins, references such as &amp; belong to the word that they are in, and what no reader sees (scripts,
style sheets, comments) holds none. Candidates are the elements that may be a long answer; one whose end tag was left
out ends where a browser ends it.
"""

import re
import unicodedata
from collections.abc import Iterator
from html import unescape
from html.entities import html5
from typing import Any, NamedTuple

from documents.outline import TOKENS, Outline

_SEEN_BY_NOBODY = "script|style|noscript|template|iframe|noembed|noframes|textarea"
_MARKUP = re.compile(
    rf"""<!--(?:-?>|.*?(?:--!?>|\Z))
    |<(?P<hidden>{_SEEN_BY_NOBODY})(?=[\s/>]).*?(?:</(?P=hidden)(?=[\s/>])[^>]*(?:>|\Z)|\Z)
    |<(?P<slash>/?)(?P<name>[A-Za-z][^\s/>]*+)
        (?:[^>"'=]++|=\s*+(?:"[^"]*+"|'[^']*+')?+|["'])*+(?:>|\Z)
    |<[!?/][^>]*(?:>|\Z)""".encode(),
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)
_REFERENCE = re.compile(r"&(?:#(?:[0-9]+|[xX][0-9A-Fa-f]+);?|[A-Za-z][A-Za-z0-9]*;?)")
# In the shape of a text: letters (s for S), digits, marks of letters, signs that stand alone, full stops and the like,
# apostrophes; "Ada’s" is two words, "O’Lott" and "19:30" are one.
_WORD = re.compile(
    r"(?<=[wsdm])as(?![wsdm])"
    r"|[wsd][wsdm]*+(?:a(?!s(?![wsdm]))[ws][wsdm]*+|(?<=d)p(?=d)[wsdm]++)*+"
    r"|[^ m]m*+"
)
_ALONE = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]"
)


class Piece(NamedTuple):
    """A word or a tag of a page, with its bytes."""

    token: str
    start: int
    end: int
    tag: str = ""  # of a tag, its name in small letters, with the slash of an end tag

    def as_json(self) -> dict[str, Any]:
        """As the corpus writes it."""
        return {
            "token": self.token,
            "start_byte": self.start,
            "end_byte": self.end,
            "html_token": bool(self.tag),
        }


class _Shapes(dict[int, str]):
    """What a character is to `_WORD`, by its code."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        self[code] = shape = _shape(char, unicodedata.category(char))
        return shape


def _shape(char: str, category: str) -> str:
    if char in "sS":
        return "s"
    if char in ".,:":
        return "p"
    if char in "'’":
        return "a"
    if char.isspace() or category in ("Cc", "Zs", "Zl", "Zp"):
        return " "
    if _ALONE.match(char):
        return "."
    names = {"L": "w", "N": "w", "M": "m"}
    return "m" if category == "Cf" else "d" if category == "Nd" else names.get(category[0], ".")


_SHAPES = _Shapes()


def example_of(html: bytes, example_id: int, question: str, title: str, address: str) -> dict[str, Any]:
    """A line of the corpus without annotations. Raises UnicodeDecodeError where the page is not UTF-8."""
    text = html.decode()
    outline = Outline()
    tokens = [piece for piece in _pieces(html, outline) if not piece.tag or piece.tag.strip("/") in TOKENS]
    return {
        "example_id": example_id,
        "question_text": question,
        "question_tokens": question.split(),
        "document_title": title,
        "document_url": address,
        "document_html": text,
        "document_tokens": [token.as_json() for token in tokens],
        "long_answer_candidates": [box.as_json() for box in outline.boxes(len(html), len(tokens))],
        "annotations": [],
    }


def title_of(html: bytes) -> str:
    """What the page calls itself; empty where it does not."""
    found = re.search(rb"<title\b[^>]*>(.*?)</title", html, re.DOTALL | re.IGNORECASE)
    return " ".join(unescape(found[1].decode()).split()) if found else ""


def _pieces(html: bytes, outline: Outline) -> Iterator[Piece]:
    """Everything in the order of the page; the outline is told of the tags as they come."""
    done = number = 0
    for markup in _MARKUP.finditer(html):
        for word in _words(html, done, markup.start()):
            number += 1
            yield word
        done = markup.end()
        if name := markup["name"]:
            tag = (markup["slash"] + name).decode().lower()
            outline.note(tag, markup.start(), markup.end(), number)
            number += tag.strip("/") in TOKENS
            written = f"<{markup['slash'].decode()}{name.decode().capitalize()}>"
            yield Piece(written, markup.start(), markup.end(), tag)
    yield from _words(html, done, len(html))


def _words(html: bytes, start: int, end: int) -> Iterator[Piece]:
    text, shape, starts, ends = _characters(html[start:end].decode(), start)
    for word in _WORD.finditer(shape):
        yield Piece(text[word.start() : word.end()], starts[word.start()], ends[word.end() - 1])


def _characters(source: str, offset: int) -> tuple[str, str, list[int], list[int]]:
    """The text that a reader sees, its shape, and the first and last byte of each character."""
    chars, shapes = list[str](), list[str]()
    starts, ends = list[int](), list[int]()
    place = 0
    while place < len(source):
        length, decoded = _next(source, place)
        until = offset + len(source[place : place + length].encode())
        for number, char in enumerate(decoded):
            chars.append(char)
            shapes.append("m" if number else _SHAPES[ord(char)])  # a reference is never parted
            starts.append(offset)
            ends.append(until)
        place, offset = place + length, until
    return "".join(chars), "".join(shapes), starts, ends


def _next(source: str, place: int) -> tuple[int, str]:
    """How long the next character is in the source, and what it is; several where a reference names several."""
    if source[place] == "&" and (found := _REFERENCE.match(source, place)):
        if found[0][1] == "#":
            return len(found[0]), unescape(found[0])
        for length in range(len(found[0]), 1, -1):
            if decoded := html5.get(found[0][1:length]):
                return length, decoded
    return 1, source[place]
