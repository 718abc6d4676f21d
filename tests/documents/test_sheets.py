"""Style sheets: written anew without anything that fetches, hides or covers; fetched only from public places."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.headers import allowance
from documents.remote import fetch as fetching
from documents.remote.fetch import NotFetched, fetch
from documents.remote.public import is_public
from documents.remote.sheets import live_sheets, page_styles
from documents.sanitise import process
from documents.sanitise.clean import clean_page
from documents.sanitise.sheets import Sheet, filter_sheet
from tests.documents.elsewhere import Elsewhere, elsewhere

__all__ = ["elsewhere"]

RULE = re.compile(
    r"(?:(?:[a-z0-9]+|\*)?(?:[.#](?:doc|assize)-[\w-]+)*(?::[a-z-]+)?(?: [>+] | |, )?)+"
    r" \{ (?:[a-z-]+: [^{}<>;@\\]+(?:; )?)+ \}"
)
PIECES = (
    "p", "a:link", "A:VISITED", ".x", "#y", "*", " > ", " ", ",", "{", "}", ";", ":", "color: red", "display:none", "url(http://e.test/)",
    "@import 'x';", "@media screen {", "@media print {", "@font-face {", "/*", "*/", "<!--", "-->", "</style><script>", "\\75 rl(x)", "'", '"',
    "background: red", "background:url(x)", "position:fixed", "content: 'a'", "!important", "visibility: hidden", "DISPLAY: None", "expression(1)", "[x=y]",
    "\n", "font: 12px a", ":first-line", "::before", "\x00", "é",
)  # fmt: skip  # a table of cases, read by the row


@pytest.mark.parametrize(
    ("css", "rules"),
    [
        ("P.lead, #top > b { color: Red; }", "p.doc-lead, #doc-top > b { color: Red }"),
        ("a:link { color: red } a:visited {color: blue}", ".assize-link { color: red }"),
        ("p { color: red !important; display: none; visibility: hidden }", "p { color: red }"),
        ("p { Display: NONE ; DISPLAY: none!Important; Visibility: Hidden; color: red }", "p { color: red }"),
        ("p { background: url(x.gif) red; position: fixed; content: 'x'; width: expression(1) }", ""),
        ("@import url(x.css); @charset 'utf-7'; p { color: red }", "p { color: red }"),
        ("@media print { p { color: red } } b { color: blue }", "b { color: blue }"),
        ("@media screen, all { p { color: red } } b { color: blue }", "p { color: red }\nb { color: blue }"),
        ("@font-face { src: url(x) } @keyframes k { from { color: red } }", ""),
        ("p[title^=a], mark, .a:hover, input, p::before { color: red }", ""),
        ("/* p { color: red } */ <!-- i { color: red } --> /* b { color: red }", "i { color: red }"),
        ("p { color: red", "p { color: red }"),
        ("* { color: red } html body { margin: 0 }", "* { color: red }\nhtml body { margin: 0 }"),
    ],
)  # fmt: skip  # a table of cases, read by the row
def test_what_stays_of_a_sheet(css: str, rules: str) -> None:
    assert filter_sheet(css) == rules


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=30).map("".join))
def test_only_plain_rules_come_out(css: str) -> None:
    for rule in filter_sheet(css).splitlines():
        assert RULE.fullmatch(rule), rule
        for never in ("url", "display: none", "position", "content:", "!important", "<"):
            assert never not in rule.partition("{")[2].lower()


def test_sheets_of_a_page_are_kept_beside_it_in_their_order() -> None:
    html = (
        "<base href=http://b.test/c/><link rel=StyleSheet href=one.css><style>p.x{color:red}</style><body class=x>"
        "<link rel=stylesheet href=/print.css media=print><link rel='alternate stylesheet' href=/no.css>"
        "<link rel=stylesheet href='javascript:1'><style media=handheld>b{color:red}</style>a"
    )
    page = clean_page(html)
    assert page.sheets == (Sheet(address="http://b.test/c/one.css"), Sheet(css="p.x{color:red}"))
    assert '<body class="doc-x">' in page.html
    assert "stylesheet" not in page.html
    assert process.sanitise(html) == page


def test_very_many_sheets_are_cut_and_hold_nobody_up() -> None:
    rules = "".join(f"p.x{number} {{ color: red }} " for number in range(200))
    page = process.sanitise(
        f"<style>{rules}</style>" * 1200 + "<link rel=stylesheet href=http://b.test/a.css>" * 50
    )
    assert sum(len(sheet.css) for sheet in page.sheets) < 250_000
    assert len(page_styles(page.sheets, lambda _: {})) < 250_000
    assert len(page.sheets) == 20
    many = process.sanitise("<style>p { color: red }</style>" * 100)
    assert len(many.sheets) == 20


def test_rules_stand_in_a_layer_of_their_own_and_are_named_to_the_browser() -> None:
    styles = page_styles(
        [Sheet("p{color:red;position:fixed}"), Sheet(address="a"), Sheet(address="b")],
        lambda _: {"b": "b { color: blue }"},
    )
    assert styles == "@layer page {\np { color: red }\nb { color: blue }\n}"
    assert page_styles([Sheet(address="a")], lambda _: {}) == ""
    assert re.fullmatch(r"'sha256-[A-Za-z0-9+/]{43}='", allowance(styles))


def test_a_live_sheet_is_fetched_once_and_without_a_word_of_the_reader(elsewhere: str) -> None:
    address = f"{elsewhere}/a.css"
    for _ in range(2):
        assert live_sheets([address]) == {address: "p { color: red }"}
    assert [path for path, _ in Elsewhere.heard] == ["/a.css"]
    assert set(Elsewhere.heard[0][1]) == {"Host", "User-Agent", "Accept", "Accept-Encoding", "Connection"}


def test_what_is_no_sheet_or_not_there_has_no_rules(elsewhere: str) -> None:
    addresses = [f"{elsewhere}/{name}.css" for name in ("none", "page", "long")]
    assert live_sheets(addresses) == dict.fromkeys(addresses, "")


def test_a_redirect_leads_to_public_places_alone(elsewhere: str) -> None:
    assert fetch(f"{elsewhere}/to?/a.css").type == "text/css"
    for there in ("http://127.0.0.1/x", "http://localhost/x", "file:///etc/passwd", "ftp://blog.test/x"):
        with pytest.raises(NotFetched, match="no public place"):
            fetch(f"{elsewhere}/to?{there}")
    with pytest.raises(NotFetched, match="again and again"):
        fetch(f"{elsewhere}/to?" + "/to?" * 9)


def test_a_server_that_never_ends_is_left(elsewhere: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "SECONDS", 0.4)
    with pytest.raises(NotFetched):
        fetch(f"{elsewhere}/slow.css")


def test_a_name_that_leads_into_a_private_network_is_not_asked(
    elsewhere: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "is_public", is_public)
    with pytest.raises(NotFetched, match="private network"):
        fetch(f"{elsewhere}/a.css")
    assert Elsewhere.heard == []
    host = elsewhere.removeprefix("http://")
    assert fetch(f"{elsewhere}/a.css", trusted=host).type == "text/css"


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fe80::1%eth0", "224.0.0.1", "0.0.0.0", "100.64.0.1"],
)  # fmt: skip  # a table of cases, read by the row
def test_private_addresses(address: str) -> None:
    assert not is_public(address)
    assert is_public("1.1.1.1")
