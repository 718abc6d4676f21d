"""Pages made to be too much for any parser: shown as text with a notice, while the site goes on: `make proof`."""

import gzip
import threading
import urllib.request
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest
from pytest_django.live_server_helper import LiveServer

from documents.links import document_url
from documents.services import import_collection
from tests.documents.helpers import make_folder
from tests.factory import make_reader

pytestmark = pytest.mark.django_db(transaction=True)
MEGABYTE = 1024**2
HOSTILE = {
    "nested": b"<div>" * 100_000 + b"<p>The word.",
    "attributes": b"<p " + b" ".join(b"a%d=1" % n for n in range(100_000)) + b">The word.",
    "long": b"<p>The word.</p>\n" * (50 * MEGABYTE // 17),
    "bomb": gzip.compress(b"<p>The word.</p>" + b"\0" * (500 * MEGABYTE), 9),
    "tables": b"<table><tr><td>" * 100_000 + b"The word.",
    "misnested": b"<a href=x><div>" * 50_000 + b"The word.",
}


def fetch(url: str) -> tuple[float, str]:
    """The seconds that a page took, and the page."""
    begun = perf_counter()
    with urllib.request.urlopen(url) as answer:
        page = answer.read().decode()
    return perf_counter() - begun, page


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_are_text_and_hold_nobody_up(
    live_server: LiveServer, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    import_collection(make_folder(tmp_path, {"a.html": HOSTILE[name]}), slug="hostile", format="html")
    address = live_server.url + document_url(
        "hostile", "a", reader=make_reader("hostile").as_reader, answer="The word"
    )
    other = f"{live_server.url}/sign-in/"
    fetch(other)
    before = [fetch(other)[0] for _ in range(20)]
    result: list[tuple[float, str]] = []
    visit = threading.Thread(target=lambda: result.append(fetch(address)))
    visit.start()
    during = [fetch(other)[0]]
    while visit.is_alive():
        during.append(fetch(other)[0])
    visit.join()
    seconds, page = result[0]
    with capsys.disabled():
        print(
            f"\n{name}: shown after {seconds:.2f} s, again after {fetch(address)[0]:.2f} s; another page "
            f"{median(before) * 1000:.0f} ms before, {median(during) * 1000:.0f} ms meanwhile, at most {max(during) * 1000:.0f} ms"
        )
    assert "The word" in page or "The </mark>word" in page
    assert 'id="hit-1"' in page
    assert ("This page is shown as plain text" in page) or name in ("tables", "misnested")
