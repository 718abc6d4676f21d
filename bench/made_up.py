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


def usual_page(seed: int, size: int) -> bytes:
    """A weblog's page as of 2006 with the make-up of an average page, about so many bytes.

    An element for each 58 bytes, of seven one a link to an address of its own, three fifths of the whole tags and
    comments (R. Levering and M. Cutler, The portrait of a common HTML web page, DocEng 2006, and Opera's MAMA, 2008);
    a style sheet and scripts, as the usual templates had them.
    """
    chance = random.Random(seed)
    head, foot = _head(chance), _sidebar(chance)
    parts, length = [head], len(head) + len(foot)
    while length < size:
        parts.append(_entry(chance))
        length += len(parts[-1])
    return "".join([*parts, foot]).encode("windows-1252")


def _head(chance: random.Random) -> str:
    rules = "".join(
        f"#part{number} .post-{name} {{\n  margin:.5em 0 {number}px;\n  color:#{chance.randrange(16**6):06x};\n  }}\n"
        for number in range(8)
        for name in ("title", "body", "footer")
    )
    return (
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" lang="en">\n<head>\n  <title>Tides: Low water</title>\n'
        '  <meta http-equiv="Content-Type" content="text/html; charset=windows-1252" />\n'
        '  <link rel="alternate" type="application/atom+xml" title="Tides" href="http://tides.test/atom.xml" />\n'
        f'<style type="text/css">\n/* Page Structure */\n{rules}</style>\n</head>\n<body bgcolor="#ffffff">\n'
        '<div id="header"><h1 id="blog-title"><a href="http://tides.test/">Tides</a></h1>\n'
        '<p id="description">Notes from the caf\xe9 by the harbour</p></div>\n<!-- Begin #main -->\n<div id="main">\n'
    )


def _entry(chance: random.Random) -> str:
    """What somebody wrote, with what a template puts around it."""
    number = chance.randrange(10**6)
    address = f"http://tides.test/2006/01/entry-{number}.html"
    lines = "<br />\n<br />".join(
        f"{_words(chance, 18)} <a href='http://harbour.test/{chance.randrange(10**6)}'>{_words(chance, 3)}</a>"
        f" {_words(chance, 10)} &#8220;<em>{_words(chance, 4)}</em>&#8221; {_words(chance, 12)}"
        for _ in range(2)
    )
    return (
        f'\n  <!-- Begin .post -->\n  <div class="post"><a name="{number}"></a>\n'
        f'    <h3 class="post-title">\n\t <a href="{address}" title="external link">{_words(chance, 4)}</a>\n    </h3>\n'
        f'    <div class="post-body">\n\t<p>\n      <div style="clear:both;"></div>{lines}'
        f'<div style="clear:both; padding-bottom:0.25em"></div>\n\t</p>\n    </div>\n    <p class="post-footer">\n'
        f'      <em>posted by Ada at <a href="{address}" title="permanent link">9:{number % 60:02d} PM</a></em>\n'
        f'      <a class="comment-link" href="http://comments.test/comment.g?blogID=1&amp;postID={number}" '
        "onclick=\"window.open(this.href, 'comments', 'width=400,height=450'); return false;\">"
        f"<span style='text-transform:lowercase'>{number % 9} Comments</span></a>\n"
        f'      <table border="0" cellpadding="2" cellspacing="0" width="100%"><tr><td class="c{number % 9}" valign="top">'
        f'<b>{_words(chance, 2)}</b> said<br /><font size="1" color="#666666">{_words(chance, 12)}<br />\n</font></td>'
        f'<td align="right" nowrap="nowrap"><span class="item-control"><img src="http://tides.test/icon18_email.gif" '
        'alt="" width="18" height="13" border="0" /></span></td></tr></table>\n'
        "    </p>\n  </div>\n  <!-- End .post -->\n"
    )


def _sidebar(chance: random.Random) -> str:
    links = "".join(
        f'\t<li><a href="http://tides.test/2005/{number:02d}/archive{chance.randrange(10**6)}.html">'
        f"{_words(chance, 2)} &nbsp;{number}</a></li>\n"
        for number in range(30)
    )
    counter = "".join(f"document.write('<img src=c{number}.gif height=1>');\n" for number in range(20))
    return (
        "</div><!-- End #main -->\n<!-- Begin #sidebar: links of the archive, and those that somebody put there -->\n"
        f'<div id="sidebar"><h2 class="sidebar-title">Archives</h2>\n<ul id="recently">\n{links}</ul></div>\n'
        f'<script type="text/javascript">\n<!--\n{counter}//-->\n</script>\n'
        "<table border=0 cellpadding=2><tr><td align=center><font size=1>Tides</font></td></tr></table>\n</body></html>\n"
    )


def _words(chance: random.Random, number: int) -> str:
    return " ".join(chance.choices(_WORDS, k=number))


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
