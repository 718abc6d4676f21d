"""Damaged pages of weblogs, made by a seed: whole ones whose tags are lost, doubled, swapped, cut or left open."""

import random
import re

_PIECES = (
    "<h1>The tide {n}</h1>",
    "<p>Low water at {n} <b>by the <i>pier</b> today</i> &amp; after",
    "<p align=center>See <a href='/a{n}'>entry {n}</a>, <a href=b>or <a href=c>that</a></a>.</p>",
    "<table border=1><tr><td>Ferry {n}<td>late<tr><th>Bus</th><td colspan=2>on time</table>",
    "<table>stray {n}<tr><td><table><tr><td>inner</table><td>outer</table>",
    "<ul><li>one {n}<li>two<ul><li>deep</ul><li>three</ul>",
    "<ol><li><p>first {n}<li>second</ol>",
    "<div class=post><div><h3>Entry {n}</h3>text<br>more text<hr>end</div></div>",
    "<font color=red size=2>red {n} <center>middle</center> still</font>",
    "<blockquote>said {n}<p>again</blockquote>",
    "<form action=x>Ask {n} <input name=a> <button>Go {n}</button></form>",
    "<table><form><tr><td>in a form {n}</td></tr></form></table>",
    "<!-- note {n} -- more --><span>seen {n}</span>",
    "<script>var a = '<p>unseen {n}';</script>",
    "<noscript><p>unseen {n}</p></noscript>",
    "<style>p {{ color: red }}</style>",
    "<span style='display:none'>unseen {n}</span><span style='display:block'>block {n}</span>",
    "<pre>\nkept   {n}\n  lines</pre>",
    "<dl><dt>term {n}<dd>meaning</dl>",
    "<nobr>no {n}</nobr> <tt>tt</tt><big>big</big><strike>gone</strike>",
    "<p>x{n}<sup>2</sup> &eacute;&nbsp;&copy &lt;b&gt; &bogus; AT&T",
    "<marquee>moves {n}</marquee><blink>blinks</blink>",
    "<center><table width=50%><caption>cap {n}</caption><td>cell</center>",
    "<o:p>office {n}</o:p><st1:place w:st=on>Vell</st1:place>",
    "<iframe src=x>unseen {n}</iframe><img src=x.gif alt=''>",
    "<h2><a name=top>head {n}</h2></a><p><div>block in p</div>rest",
    "<xmp><b>example {n}</xmp>",
    "<div><b><p>bold {n}<p>bold on</div>not in div",
    "<address>by {n}</address><fieldset><legend>leg {n}</legend>field</fieldset>",
)
_TAG = re.compile(r"<[^>]*>")
_DOCTYPES = ("", "", "<!DOCTYPE html>", '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">')


def damaged_pages(number: int, seed: int) -> list[str]:
    """So many pages; the same for the same seed."""
    chance = random.Random(seed)
    return [_damaged(chance) for _ in range(number)]


def _damaged(chance: random.Random) -> str:
    html = "\n".join(
        chance.choice(_PIECES).format(n=chance.randrange(1000)) for _ in range(chance.randint(4, 14))
    )
    for _ in range(chance.randint(1, 6)):
        html = chance.choice((_lost, _doubled, _moved, _opened))(html, chance)
    head = chance.choice(
        ("<html><head><title>t</title></head><body>", "<body bgcolor=white>", "", "<title>t</title>")
    )
    return (
        chance.choice(_DOCTYPES)
        + head
        + html
        + chance.choice(("</body></html>", "", "</html>after", "</div></p></td>"))
    )


def _lost(html: str, chance: random.Random) -> str:
    tag = _any_tag(html, chance)
    return html[: tag.start()] + html[tag.end() :]


def _doubled(html: str, chance: random.Random) -> str:
    tag = _any_tag(html, chance)
    return html[: tag.end()] + tag[0] + html[tag.end() :]


def _moved(html: str, chance: random.Random) -> str:
    tag, place = _any_tag(html, chance), _any_tag(html, chance).end()
    return html[:place] + tag[0] + html[place:]


def _opened(html: str, chance: random.Random) -> str:
    name = chance.choice(
        (
            "b",
            "i",
            "font color=blue",
            "td",
            "li",
            "div",
            "a href=z",
            "h2",
            "table",
            "/table",
            "/p",
            "/div",
            "em",
        )
    )
    place = _any_tag(html, chance).end()
    return f"{html[:place]}<{name}>{html[place:]}"


def _any_tag(html: str, chance: random.Random) -> "re.Match[str]":
    """A tag that may be damaged: the others would change what a browser hides, not how it is nested.

    MARQUEE stays whole too: Chromium draws it as a box of its own and drops the blank that begins it; we keep it.
    """
    tags = [
        tag
        for tag in _TAG.finditer(html)
        if not re.match(r"</?(script|style|noscript|iframe|xmp|marquee|!|span)|<!", tag[0])
    ]
    return chance.choice(tags)
