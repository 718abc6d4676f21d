"""What lies outside a page: kept out of sight in its copy, and loaded only where the signed address says so."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assessment.people.models import Account
from documents.links import document_url
from documents.remote.images import MOST_ORIGINS, addresses_in, put_back
from documents.sanitise.addresses import is_remote, remote_address
from documents.sanitise.clean import clean_page
from documents.services import import_collection
from tests.client import Client
from tests.documents.helpers import make_folder
from tests.factory import make_account, make_reader

PAGE = (
    b"<base href='http://blog.test/2005/'><body background=../back.gif><p class='answer lead'>Low water"
    b"<img src='tide chart.png?y=1&amp;m=2' alt=Chart><img src=data:image/gif,x><img src=//192.168.0.1/a.gif>"
    b"<img src=http://localhost:8000/account/><img src=http://testserver/account/ alt=own>"
)


@pytest.fixture
def reader(db: None) -> Account:
    return make_reader("pages")


def show(client: Client, folder: Path, address: str, page: bytes = PAGE) -> tuple[str, str]:
    """The page and its policy."""
    import_collection(make_folder(folder, {"a.html": page}), slug="pages", format="html")
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode(), response["Content-Security-Policy"]


def test_off_is_the_rule_and_loads_nothing(client: Client, reader: Account, tmp_path: Path) -> None:
    html, policy = show(client, tmp_path, document_url("pages", "a", reader=reader.as_reader))
    assert " src=" not in html
    assert " background=" not in html
    assert "img-src" not in policy
    assert "images and style sheets are not loaded" in html


def test_live_loads_pictures_from_their_first_addresses(
    client: Client, reader: Account, tmp_path: Path
) -> None:
    html, policy = show(client, tmp_path, document_url("pages", "a", reader=reader.as_reader, remote="live"))
    assert '<img src="http://blog.test/2005/tide%20chart.png?y=1&amp;m=2"' in html
    assert '<body background="http://blog.test/back.gif">' in html
    assert html.count(" src=") == 1
    assert "; img-src http://blog.test; " in policy
    assert policy.startswith("sandbox; default-src 'none'; ")
    assert "Images and style sheets come from their first addresses as they are today" in html


def test_nobody_switches_it_on_by_editing_the_address(
    client: Client, reader: Account, tmp_path: Path
) -> None:
    import_collection(make_folder(tmp_path, {"a.html": PAGE}), slug="pages", format="html")
    off = document_url("pages", "a", reader=reader.as_reader)
    live = document_url("pages", "a", reader=reader.as_reader, remote="live")
    assert client.get(off + "&remote=live").status_code == 403
    assert client.get(live.replace("remote=live", "remote=archived")).status_code == 403
    assert client.get(live.replace("remote=live", "")).status_code == 403
    root = make_account("root")
    Account.objects.filter(pk=root.pk).update(is_superuser=True)
    root.refresh_from_db()
    client.force_login(root)
    shown = client.get(off + "&remote=live")
    assert shown.status_code == 200
    assert " src=" not in shown.content.decode()
    assert "img-src" not in shown["Content-Security-Policy"]


def test_sheets_in_a_page_count_where_sheets_do(client: Client, reader: Account, tmp_path: Path) -> None:
    page = b"<style>p.x { color: red; background: url(//e.test/) }</style><p class=x>a"
    off, _ = show(client, tmp_path, document_url("pages", "a", reader=reader.as_reader), page)
    assert "<style" not in off
    assert "removed: 1 style sheet" in off
    live = document_url("pages", "a", reader=reader.as_reader, remote="live")
    html, policy = show(client, tmp_path, live, page)
    assert "<style>@layer page {\np.doc-x { color: red }\n}</style>" in html
    assert '<p class="doc-x">' in html
    assert "removed:" not in html
    assert re.search("; style-src 'self' 'sha256-[^']+'; style-src-attr 'unsafe-inline'; form-action", policy)


def test_a_page_has_pictures_from_a_limited_number_of_places(
    client: Client, reader: Account, tmp_path: Path
) -> None:
    page = "".join(f"<img src=http://h{n}.test/a.gif>" for n in range(MOST_ORIGINS + 5)).encode()
    address = document_url("pages", "a", reader=reader.as_reader, remote="live")
    html, policy = show(client, tmp_path, address, page)
    assert html.count(" src=") == policy.count("http://h") == MOST_ORIGINS


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("b.gif", "http://page.test/a/b.gif"),
        ("//Other.TEST/é x.gif#part", "http://other.test/%C3%A9%20x.gif"),
        ("\\\\other.test\\x", "http://other.test/x"),
        ("https://user:word@other.test:8443/x?a=b&c", "https://other.test:8443/x?a=b&c"),
        ("data:image/png;base64,AA", ""),
        ("javascript:alert(1)", ""),
        ("http://127.0.0.1/x", ""),
        ("http://2130706433/x", ""),
        ("http://0x7f.0.0.1/x", ""),
        ("http://[::1]/x", ""),
        ("http://localhost/x", ""),
        ("http://printer/x", ""),
        ("http://printer.local/x", ""),
        ("http://a.test:99999/x", ""),
        ("http://a.test;script-src/x", ""),
        ("http://a.test/" + "x" * 2000, ""),
    ],
)
def test_addresses_that_a_browser_may_be_sent_to(given: str, written: str) -> None:
    assert remote_address(given, "http://page.test/a/") == written


@given(
    st.text(max_size=40),
    st.sampled_from(["", "http://page.test/", "http:", "//a.test/", "https://a.test:8/"]),
)
def test_an_address_is_absolute_plain_and_at_rest(address: str, before: str) -> None:
    written = remote_address(before + address, "http://page.test/a/")
    if written:
        assert is_remote(written)
        assert written.isascii()
        assert not set(written) & set(' "<>`\\\t\n\r')
        assert written.startswith(("http://", "https://"))


@given(
    st.lists(
        st.sampled_from(
            [
                "<img src=http://a.test/x>",
                "<img data-image=http://evil.test/x>",
                "<img title='data-image=\"http://evil.test/x\"'>",
                "<p title=' data-image=' lang=en>",
                'data-image="http://evil.test/x"',
                "<img alt='<img data-image=\"http://a.test/y\">' src=/z>",
                "<td background=http://b.test/b>",
                "<b>",
            ]
        )
    ).map("".join)
)
def test_only_addresses_of_pictures_are_put_back(html: str) -> None:
    clean = clean_page(html, "http://page.test/").html
    back = put_back(clean, lambda address: address)
    assert addresses_in(back) == []
    assert put_back(clean, lambda address: "") == clean
    restored = back.replace(' src="http', ' data-image="http').replace(
        ' background="http', ' data-image="http'
    )
    assert restored == clean
