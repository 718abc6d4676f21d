"""What is alike to a search: letters without their dress, words without their endings.

Text is folded here before an engine sees it (compatibility forms, points of Arabic and Hebrew, digits of any script;
signs of Chinese and Japanese stand as words of their own), and tantivy's analyzers do the rest: words, capitals, endings,
accents.
"""

import re
import sys
import unicodedata
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tantivy import TextAnalyzer

# The languages of which the engines know endings, by their codes. Others are searched by whole words.
STEMMED = MappingProxyType(
    {
        "ar": "arabic",
        "da": "danish",
        "de": "german",
        "el": "greek",
        "en": "english",
        "es": "spanish",
        "fi": "finnish",
        "fr": "french",
        "hu": "hungarian",
        "it": "italian",
        "nl": "dutch",
        "no": "norwegian",
        "pt": "portuguese",
        "ro": "romanian",
        "ru": "russian",
        "sv": "swedish",
        "ta": "tamil",
        "tr": "turkish",
    }
)
OTHER = "other"
LANGUAGES = (*STEMMED, OTHER)
PLAIN = "plain"  # for titles
_LONGEST = 100  # bytes of a word; what is longer is no word
_SIGN = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_BESIDE = frozenset((*range(10, 37), *range(200, 241)))  # combining classes, as in documents.folding
_SCRIPTS_WITH_POINTS = range(0x0590, 0x0900)  # Hebrew, Arabic, Syriac, Thaana and their neighbours


def language_field(language: str) -> str:
    """The code under which text of a language is indexed: its own where endings are known, else OTHER."""
    code = language.lower().split("-")[0]
    return code if code in STEMMED else OTHER


def folded(text: str) -> str:
    """The text as it is indexed and as it is looked for."""
    if text.isascii():
        return text
    return _SIGN.sub(r" \g<0> ", unicodedata.normalize("NFKC", text).translate(_plain()))


@cache
def analyzer(name: str) -> "TextAnalyzer":
    """What makes the words of a folded text: of a language with its endings taken off, else as they are."""
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer  # where somebody searches at all

    built = (
        TextAnalyzerBuilder(Tokenizer.simple())
        .filter(Filter.remove_long(_LONGEST))
        .filter(Filter.lowercase())
    )
    if name in STEMMED:
        built = built.filter(Filter.stemmer(STEMMED[name]))
    return built.filter(Filter.ascii_fold()).build()


def words_in(name: str, text: str) -> list[str]:
    """The words of a text as they are indexed and looked for."""
    return list(analyzer(name).analyze(folded(text)))


@cache
def _plain() -> dict[int, str | None]:
    """Digits of all scripts as those of ASCII; points, and the Arabic tatweel, as nothing; i with any dot as i."""
    digits: dict[int, str | None] = {
        code: str(unicodedata.decimal(chr(code)))
        for code in range(0x80, sys.maxunicode + 1)
        if unicodedata.decimal(chr(code), None) is not None
    }
    points = {code: None for code in _SCRIPTS_WITH_POINTS if unicodedata.combining(chr(code)) in _BESIDE}
    return digits | points | {0x0640: None, 0x0130: "i", 0x0307: None}
