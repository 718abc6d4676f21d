"""Made-up web pages as of 2005, and bundles of them in the shape of Blog06."""

import gzip
import random
from pathlib import Path

_WORDS = (
    "tide",
    "harbour",
    "Halden",
    "comet",
    "ferry",
    "low",
    "water",
    "the",
    "of",
    "late",
    "night",
    "and",
    "was",
)
MEAN = 27_600  # bytes: the mean page of Blog06
BUNDLE = 100_000_000  # bytes, uncompressed


def page(seed: int, size: int) -> bytes:
    """A weblog's page as of 2005 of about so many bytes: tables, fonts, comments, scripts."""
    chance = random.Random(seed)
    parts = [
        "<html><head><title>Tides</title><script>var a=1;</script><style>p{color:red}</style></head><body bgcolor=white>"
    ]
    length = 0
    while length < size - 300:
        words = " ".join(chance.choices(_WORDS, k=chance.randint(20, 80)))
        number = chance.randrange(1000)
        parts.append(
            f"<table border=0><tr><td><h3><a href='/e{number}'>Entry {number}</a></h3>"
            f"<p class=post><font size=2>{words}</font><br>\n<b>{words[:40]}</b> &amp; more"
            f"<img src=a.gif onclick='x()'></p><script>count({number})</script></td></tr></table>\n"
        )
        length += len(parts[-1])
    return "".join([*parts, "</body></html>"]).encode()


def write_bundles(folder: Path, bundles: int) -> tuple[int, int]:
    """Write so many packed bundles; returns their bytes, unpacked, and how many pages they hold."""
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(2006)
    pages = [page(seed, int(min(200_000, chance.lognormvariate(9.9, 0.8)))) for seed in range(400)]
    total = number = 0
    for bundle in range(bundles):
        size = 0
        with gzip.open(folder / f"permalinks-{bundle:03d}.gz", "wb", compresslevel=1) as out:
            while size < BUNDLE:
                docid = f"BLOG06-20060101-{bundle:03d}-{size:010d}"
                size += out.write(_record(docid, chance.choice(pages), chance.random()))
                number += 1
        total += size
    return total, number


def _record(docid: str, body: bytes, salt: float) -> bytes:
    head = (
        f"<DOC>\n<DOCNO>{docid}</DOCNO>\n<DATE_XML>2006-01-01T10:00:00+0000</DATE_XML>\n"
        f"<PERMALINK>http://tides.test/{docid}.html</PERMALINK>\n<DOCHDR>\nHTTP/1.1 200 OK\n"
        f"Content-Type: text/html; charset=UTF-8\n\n</DOCHDR>\n<!-- {salt} -->\n"
    )
    return head.encode() + body + b"\n</DOC>\n"
