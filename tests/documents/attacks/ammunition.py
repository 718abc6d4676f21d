"""Which attacks a run of the tests shoots, and with which sanitisers."""

import random

from selectolax.lexbor import LexborHTMLParser

from documents.readers.base import WebRecord
from documents.sanitise.plain import plain_text
from documents.webpage import decode_page, read_page
from tests.documents.attacks.tables import attacks

SEED, FEW = 20060105, 40


def some_attacks() -> list[tuple[str, bytes]]:
    """Forty of them, always the same."""
    return random.Random(SEED).sample(sorted(attacks().items()), FEW)


def our_sanitiser(data: bytes) -> str:
    """The page as it is stored; where it can be shown as text alone, an empty one."""
    page = read_page(WebRecord(data, "http://page.test/"))
    return page.clean.html if page.clean else f"<pre>{plain_text(page.decoded.text)[0].count(' ')}"


def without_scripts(data: bytes) -> str:
    """What a sanitiser makes that only removes SCRIPT elements."""
    parsed = LexborHTMLParser(decode_page(data).text)
    parsed.strip_tags(["script"], recursive=True)
    return parsed.html or ""
