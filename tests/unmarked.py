"""Sentences in the code that nobody could translate, since they were not marked (docs/translating.md)."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from django.template.base import DebugLexer, Token, TokenType

WORDS = re.compile(r"[A-Za-z]{2}")
SHOWN = {
    "title",
    "aria-label",
    "placeholder",
    "alt",
    "label",
    "aria-description",
    "aria-roledescription",
    "content",
}
# What stands in these is the same in every language.
AS_IT_IS = {"code", "kbd", "script", "style", "pre", "samp"}
NAMES = re.compile(
    r"\b(Assize|NIST|TREC|TAC|CLEF|JSON|SVG|PNG|CSV|XML|OL|SHA-256|UTF-8|nR|nU)\b|\b[\w.-]+\.(?:zip|csv|gz)\b"
)
# Arguments of filters and tags that are shown: default:"…", yesno:"…", with title="…".
ARGUMENT = re.compile(r"""(?:default|default_if_none|yesno|join|add|pluralize)(?::("[^"]*"|'[^']*'))?""")
# States of pages, which stand in their attributes; classes of their bodies, and for which behaviour these are.
STATES = {"open|default:'done'", "marked.hits.literal|yesno:'yes,no'"}
CLASSES = {"body_class", "behaviour"}
TRANSLATED = ("translate ", "trans ")
VALUE = "\N{OBJECT REPLACEMENT CHARACTER}"


class _Page(HTMLParser):
    """What of a page's text and attributes has words."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.inside: list[str] = []
        self.found: list[tuple[int, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in AS_IT_IS:
            self.inside.append(tag)
        kind = dict(attrs).get("type") or ""
        for name, value in attrs:
            is_button = tag == "input" and name == "value" and kind in ("submit", "button", "reset")
            is_shown = name in SHOWN and not (tag == "meta" or (tag == "link" and name == "title"))
            if value and (is_shown or is_button):
                self._look(value)

    def handle_endtag(self, tag: str) -> None:
        if tag in AS_IT_IS and tag in self.inside:
            self.inside.remove(tag)

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self._look(data)

    def _look(self, text: str) -> None:
        if WORDS.search(NAMES.sub("", text)):
            line, _ = self.getpos()
            self.found.append((line, " ".join(text.replace(VALUE, "…").split())))


def in_template(source: str) -> list[tuple[int, str]]:
    """Lines and texts of a template that stand outside translations."""
    kept: list[str] = []
    found: list[tuple[int, str]] = []
    is_translated = is_comment = is_class = False
    for token in DebugLexer(source).tokenize():
        breaks = "\n" * source[slice(*_span(token))].count("\n")
        if token.token_type == TokenType.BLOCK:
            name, *rest = token.contents.split()
            is_class = (name == "block" and rest[0] in CLASSES) or (is_class and name != "endblock")
            is_translated = name in ("blocktranslate", "blocktrans") or (
                is_translated and name not in ("endblocktranslate", "endblocktrans")
            )
            is_comment = name == "comment" or (is_comment and name != "endcomment")
        if is_translated or is_comment or is_class or token.token_type == TokenType.COMMENT:
            kept.append(breaks)
        elif token.token_type == TokenType.TEXT:
            kept.append(token.contents)
        else:
            # A word beside a value is looked at as one text; a tag parts texts only where it parts cases.
            kept.append(breaks + (VALUE if token.token_type == TokenType.VAR else ""))
            found += [(token.lineno or 0, text) for text in _arguments(token)]
    page = _Page()
    page.feed("".join(kept))
    page.close()
    return sorted(found + page.found)


def _span(token: Token) -> tuple[int, int]:
    assert token.position is not None
    return token.position


def _arguments(token: Token) -> Iterator[str]:
    """Literals in a tag that a reader would see."""
    if token.token_type == TokenType.BLOCK and token.contents.startswith(TRANSLATED):
        return
    if "|pluralize" in token.contents:
        yield token.contents
        return
    for match in ARGUMENT.finditer(token.contents):
        if (
            token.contents not in STATES
            and match.group(1)
            and WORDS.search(match.group(1))
            and token.token_type == TokenType.VAR
        ):
            yield token.contents


SAYING = {"say", "say_n", "sentence", "gettext_lazy", "ngettext_lazy", "gettext", "ngettext", "_"}
SENTENCE = re.compile(r"^[A-Z“\"{].*[a-z}”\"\d)] .*[.?!…:]$", re.S)


def in_python(source: str) -> list[tuple[int, str]]:
    """Lines and texts of whole sentences in Python that are neither said nor documentation."""
    tree = ast.parse(source)
    passed = {id(node) for node in _documentation(tree)}
    found = []
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if id(node) in passed or _is_passed(node):
            continue
        text = _text(node)
        if text is not None:
            if SENTENCE.match(text) and len(text.split()) > 2:
                found.append((getattr(node, "lineno", 0), text))
            continue
        waiting += ast.iter_child_nodes(node)
    return sorted(found)


def _documentation(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from (node.body[:1] if node.body and isinstance(node.body[0], ast.Expr) else ())


def _is_passed(node: ast.AST) -> bool:
    """What is said, asserted, written to the log, or Python's own kind of error."""
    if isinstance(node, ast.Assert):
        return True
    if not isinstance(node, ast.Call):
        return False
    name = node.func.id if isinstance(node.func, ast.Name) else ""  # a method of such a name is another thing
    of = node.func.value if isinstance(node.func, ast.Attribute) else None
    is_log = isinstance(of, ast.Name) and of.id in ("log", "logger", "LOG", "warnings")
    return name in SAYING or is_log or name in PYTHONS


PYTHONS = {
    "ValueError",
    "TypeError",
    "RuntimeError",
    "KeyError",
    "LookupError",
    "ImproperlyConfigured",
    "compile",
}


def _text(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


def unmarked(path: Path) -> list[str]:
    """Places and texts of a file's sentences that are not marked."""
    source = path.read_text(encoding="utf-8")
    found = in_template(source) if path.suffix in (".html", ".txt") else in_python(source)
    return [f"{path}:{line}: {text[:120]}" for line, text in found]
