"""Whatever is typed or has happened to the index, a search is answered by what was found or by a plain sentence."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes

import pytest
from pytest_django import Settings

from assessment.campaigns.models import State
from assessment.campaigns.services.collections import INDEX
from assessment.jobs.models import Job
from assessment.jobs.services.runner import run_job
from assessment.people.models import Account
from documents.models import Collection
from documents.search.embedded import COMPLETE
from documents.search.indexes import build
from documents.services import import_ids
from tests.api.asking import client_of
from tests.client import Client
from tests.documents.helpers import import_records, record
from tests.documents.search.helpers import folders
from tests.factory import make_campaign, make_member

pytestmark = pytest.mark.django_db

PAGE, THERE = "/campaigns/comet/search/", "/api/v1/campaigns/comet/search/"
TEXTS = {
    "AP-1": "The tide gauge stood at the old mill. It said: stop.",
    "AP-2": "هذا كتاب قديم عن البحر.",
    "AP-3": "C++ and e-mail, 100 % of it.",
}


@pytest.fixture
def data(tmp_path: Path, settings: Settings) -> Path:
    settings.DATA_DIR = tmp_path / "data"
    return tmp_path / "data"


@pytest.fixture
def olga(data: Path, tmp_path: Path) -> Client:
    """An organizer of a campaign whose collection is indexed."""
    import_records(tmp_path / "wire", *(record(docid, text) for docid, text in TEXTS.items()))
    build(Collection.visible.get())
    return organizer()


def organizer() -> Client:
    campaign = make_campaign("comet", collection_slug="wire", state=State.OPEN)
    client = Client()
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


def sentence_of(page: Any) -> str:
    """What the page says in place of hits, or of their number."""
    html = page.content.decode()
    found = re.search(r'role="alert">(.*?)</(?:div|p)>', html, re.DOTALL) or re.search(
        r'role="status">([^<]+)<', html
    )
    return re.sub(r"<[^>]+>", " ", found[1]).strip() if found else ""


@pytest.mark.parametrize(
    ("typed", "status", "said"),
    [
        ("", 200, ""),
        (" \t ", 200, ""),
        ("tide " * 2000, 422, "at most 1,000 characters; this one has 10,000"),
        ("tide " * 100, 422, "at most 64 words and phrases; this one has 100"),
        ('"tide gauge', 200, "1 document"),
        ('tide "', 200, "1 document"),
        ('"', 422, "Nothing is looked for."),
        ("+ - ++ --", 422, "Nothing is looked for."),
        ("-tide", 422, "Nothing is looked for."),
        ("the of at", 200, "2 documents"),
        ("\x01tide\x1b \x7f\x85", 200, "1 document"),
        ("\u202eكتاب\u202c", 200, "1 document"),
        ("كِتَاب", 200, "1 document"),
        ("zebra", 200, "No document has these words."),
        ("title:zebra", 200, "No document has these words."),
        ("id:AP-*", 200, "3 documents"),
        ("id:AP-9", 200, "No document has these words."),
        ("id:[.*+?(", 422, "Nothing is looked for."),
        ("id:.*A[", 200, "No document has these words."),
        ("date:soon", 422, "soon is no date."),
        ("date:", 422, "is no date."),
        ("date:9999999-99-99", 422, "is no date."),
        ("C++", 200, "1 document"),
        ("tide AND (gauge OR *) ~2 ^3 \\ /x/ [a TO b] {", 200, "2 documents"),
        ("🌊 tide", 200, "1 document"),
        ("a" * 900, 200, "No document has these words."),
        ("<script>alert(1)</script>", 200, "No document has these words."),
    ],
)
def test_what_is_typed_is_looked_for_or_refused_with_a_sentence(
    olga: Client, typed: str, status: int, said: str
) -> None:
    page = olga.get(PAGE, {"q": typed})
    assert (page.status_code, said in sentence_of(page)) == (status, True), sentence_of(page)
    assert "<script>alert" not in page.content.decode()
    program = client_of(Account.objects.get(username="olga"))
    answer = program.get(THERE, {"q": typed})
    assert answer.status_code == (status if typed.strip() else 422)
    if answer.status_code == 422:
        assert said in answer.json()["message"]


@pytest.mark.parametrize("typed", [b"\xff\xfe", b"\xed\xa0\x80", b"%00", b"tide%zz"])
def test_bytes_that_are_no_text_are_answered(olga: Client, typed: bytes) -> None:
    query = typed.decode() if typed.isascii() else quote_from_bytes(typed)
    assert olga.get(f"{PAGE}?q={query}").status_code in {200, 400, 422}


@pytest.mark.parametrize(
    "more",
    [
        *({"page": page} for page in ("0", "-1", "2", "999999999999", "abc", "")),
        *({"document": docid} for docid in ("AP-9", "A" * 10_000, "../../etc/passwd", "AP-1/../AP-2")),
        *({"document": "AP-1", "hit": hit} for hit in ("0", "9" * 40, "-1", "١")),
        *({"search": uid} for uid in ("x", "0" * 32, "1" * 500)),
    ],
)
def test_odd_parts_of_an_address_are_none(olga: Client, more: dict[str, str]) -> None:
    page = olga.get(PAGE, {"q": "tide", **more})
    assert page.status_code == 200
    assert "AP-1" in page.content.decode()


def test_a_document_that_is_not_there_is_said_beside_the_hits(olga: Client) -> None:
    page = olga.get(PAGE, {"q": "tide", "document": "AP-9"}).content.decode()
    assert re.search(r'class="notice" role="alert">[^<]*AP-9', page)
    assert "<iframe" not in page


def test_a_collection_of_ids_alone_says_so(data: Path, tmp_path: Path) -> None:
    (tmp_path / "ids.txt").write_text("AP-1\nAP-2\n")
    import_ids(tmp_path / "ids.txt", slug="wire")
    page = organizer().get(PAGE, {"q": "tide"})
    assert page.status_code == 422
    assert "The texts of wire are not held here, only its ids" in sentence_of(page)
    assert not Job.objects.filter(kind=INDEX).exists()


def _missing(folder: Path) -> None:
    for file in folder.iterdir():
        file.unlink()


def _cut_off(folder: Path) -> None:
    for file in folder.iterdir():
        if file.name != COMPLETE:
            file.write_bytes(file.read_bytes()[:-3])


def _older(folder: Path) -> None:
    facts = json.loads((folder / COMPLETE).read_text())
    (folder / COMPLETE).write_text(json.dumps({**facts, "version": 0}))


def _not_whole(folder: Path) -> None:
    (folder / COMPLETE).unlink()


@pytest.mark.parametrize("harm", [_missing, _cut_off, _older, _not_whole])
def test_an_index_that_cannot_be_read_is_said_and_made_anew(olga: Client, data: Path, harm: Any) -> None:
    for folder in folders(data):
        harm(folder)
    page = olga.get(PAGE, {"q": "tide"})
    assert page.status_code == 422
    assert "There is no index of wire yet." in sentence_of(page)
    assert "made by itself" in page.content.decode()
    olga.get(PAGE, {"q": "tide"})
    [job] = Job.objects.filter(kind=INDEX)  # asked for once, however often somebody searches
    run_job(job.pk, heartbeat=False)
    assert sentence_of(olga.get(PAGE, {"q": "tide"})) == "1 document"


def test_the_former_index_is_searched_and_the_page_says_so(olga: Client, tmp_path: Path) -> None:
    import_records(tmp_path / "wire", record("AP-1", "The tide gauge."), record("AP-7", "Another tide."))
    page = olga.get(PAGE, {"q": "tide"})
    assert (page.status_code, sentence_of(page)) == (200, "1 document")
    assert "its new index is being made" in page.content.decode()
