"""The sandboxed document over HTTP: who gets it, with which headers, and what it says when there is nothing to show."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import pytest
from pytest_django import DjangoAssertNumQueries, Settings

from assessment.assignments.services.removing import remove_person
from assessment.campaigns.selectors.collections import key_of
from assessment.jobs.models import Job
from assessment.people.models import Account, SignedInBrowser
from assessment.people.services.accounts import ensure_member, set_account_open
from documents import services
from documents.links import WINDOW, document_url
from tests.client import Client
from tests.documents.helpers import import_records, record
from tests.factory import make_account, make_reader

pytestmark = pytest.mark.django_db

DOCID = "HRLD-19260412-0031"
Clock = Callable[[float], None]


@pytest.fixture
def reader() -> Account:
    return make_reader("wire", "other", "none", "ids")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Sets the time at which addresses are made and read."""

    def set_time(seconds: float) -> None:
        monkeypatch.setattr("documents.links.time.time", lambda: seconds)

    return set_time


@pytest.fixture(autouse=True)
def wire(tmp_path: Path) -> None:
    text = "<P>\nFound on 9 April <script>alert(1)</script> & seen.\n<P>\nOn 9\nApril it stood low.\n"
    import_records(tmp_path, record(DOCID, text, extra="<HEAD>New comet</HEAD>\n<SECTION>Page 2</SECTION>"))


def address(reader: Account, docid: str = DOCID, **wanted: Any) -> str:
    return document_url("wire", docid, reader=reader.as_reader, **wanted)


def test_the_page_shows_the_document_with_its_marks(client: Client, reader: Account) -> None:
    response = client.get(address(reader, answer="9 April", find="low", known=["seen"]))
    html = response.content.decode()
    assert response.status_code == 200
    assert "<h1" in html
    assert "New comet" in html
    assert '<mark class="answer" id="hit-2">9 April</mark>' in html
    assert '<mark class="find" id="find-1">low</mark>' in html
    assert '<mark class="known">seen</mark>' in html
    assert "12 April 1926" in html
    assert "Page 2" in html
    assert "<script" not in html
    assert response["X-Hits"] == "answer=2, literal=1, find=1"
    assert 'data-hits="2" data-literal="yes" data-find="1"' in html


def test_the_rest_of_the_record_is_folded_but_where_a_mark_is_in_it(client: Client, reader: Account) -> None:
    for answer, state in (("9 April", ""), ("Page 2", " open")):
        html = client.get(address(reader, answer=answer)).content.decode()
        assert f'<details class="record" lang="en"{state}>' in html
        assert html.index("<details") < html.index("Page") < html.index("read as") < html.index("</details>")


def test_the_page_says_that_an_answer_does_not_stand_there(client: Client, reader: Account) -> None:
    response = client.get(address(reader, answer="low on the 11 April"))
    assert response["X-Hits"] == "answer=0, literal=0, find=0"
    assert '<mark class="word" id="hit-1">April</mark>' in response.content.decode()


def test_the_source_view_shows_the_record_as_it_stands(client: Client, reader: Account) -> None:
    response = client.get(address(reader, answer="9 April") + "&view=source")
    html = response.content.decode()
    assert f"&lt;DOCNO&gt; {DOCID} &lt;/DOCNO&gt;" in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert 'id="hit-1"' in html


def test_headers_keep_the_page_shut(client: Client, reader: Account) -> None:
    for response in (client.get(address(reader)), client.get(f"/documents/wire/{DOCID}/")):
        policy = response["Content-Security-Policy"]
        assert policy.startswith(
            "sandbox; default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'"
        )
        assert "frame-ancestors 'self'" in policy
        assert response["Referrer-Policy"] == "no-referrer"
        assert response["X-Content-Type-Options"] == "nosniff"
        assert response["Cross-Origin-Resource-Policy"] == "same-origin"
        assert response["Content-Type"] == "text/html; charset=utf-8"
        assert "X-Frame-Options" not in response
    assert client.get(address(reader))["Cache-Control"] == "private, max-age=3600"
    assert "no-store" in client.get(f"/documents/wire/{DOCID}/")["Cache-Control"]


def test_a_browser_keeps_a_page_for_good_whose_address_names_its_copy(
    client: Client, reader: Account
) -> None:
    for_good = "private, max-age=86400, immutable"
    assert client.get(address(reader, revision=1))["Cache-Control"] == for_good
    assert client.get(address(reader, revision=2))["Cache-Control"] == "private, max-age=3600"
    assert (
        client.get(address(reader, revision=1, remote="archived"))["Cache-Control"] == "private, max-age=3600"
    )


def test_an_origin_of_its_own(client: Client, reader: Account, settings: Settings) -> None:
    settings.DOCUMENT_ORIGIN = "https://documents.test"
    settings.ALLOWED_HOSTS = ["assize.test", ".example.test", "[::1]", "testserver", "documents.test"]
    url = address(reader)
    assert url.startswith("https://documents.test/documents/wire/")
    split = urlsplit(url)
    path = f"{split.path}?{split.query}"
    client.force_login(make_account("mallory"))
    shown = client.get(path, headers={"host": "documents.test"})
    assert shown.status_code == 200, "no session counts there, the key alone does"
    assert not shown.cookies
    assert shown["Content-Security-Policy"].endswith(
        "frame-ancestors 'self' assize.test:* *.example.test:* testserver:* documents.test:*"
    )
    assert client.get(path).status_code == 404
    for other in ("/", "/sign-in/", "/api/v1/campaigns/"):
        answer = client.get(other, headers={"host": "documents.test"})
        assert (answer.status_code, answer.content) == (404, b"Nothing is here.")
        assert not answer.cookies


@pytest.mark.parametrize("key", ["", "x", "1:2:3"])
def test_without_a_good_key_there_is_no_document(client: Client, key: str) -> None:
    response = client.get(f"/documents/wire/{DOCID}/", {"key": key} if key else {})
    assert response.status_code == 403
    assert "does not open the document" in response.content.decode()
    assert "Open the document again from the page where you judge it." in response.content.decode()
    assert "comet" not in response.content.decode()


def test_a_key_opens_one_document_only(client: Client, reader: Account, tmp_path: Path) -> None:
    import_records(tmp_path / "b", record(DOCID), slug="other")
    key = parse_qs(urlsplit(address(reader)).query)["key"][0]
    assert client.get(f"/documents/wire/{DOCID}/", {"key": key}).status_code == 200
    assert client.get(f"/documents/other/{DOCID}/", {"key": key}).status_code == 403
    assert client.get("/documents/wire/A-1/", {"key": key}).status_code == 403


def test_a_key_is_good_for_its_reader_alone(client: Client, reader: Account) -> None:
    url = address(reader)
    client.force_login(make_account("eve"))
    assert client.get(url).status_code == 403
    client.force_login(reader)
    assert client.get(url).status_code == 200
    assert client.get(f"/documents/wire/{DOCID}/").status_code == 403


def test_a_closed_account_reads_no_more(client: Client, reader: Account) -> None:
    url = address(reader)
    Account.objects.filter(pk=reader.pk).update(is_active=False)
    assert client.get(url).status_code == 403


def test_a_superuser_needs_no_key(client: Client) -> None:
    root = make_account("root")
    Account.objects.filter(pk=root.pk).update(is_superuser=True)
    client.force_login(root)
    assert client.get(f"/documents/wire/{DOCID}/").status_code == 200


def test_an_address_stays_the_same_for_half_a_day_and_dies_after_one(
    client: Client, reader: Account, clock: Clock
) -> None:
    start = 1000 * WINDOW
    clock(start)
    url = address(reader)
    clock(start + WINDOW - 1)
    assert address(reader) == url
    clock(start + WINDOW)
    assert address(reader) != url
    clock(start + 2 * WINDOW - 1)
    assert client.get(url).status_code == 200
    clock(start + 2 * WINDOW + 1)
    assert client.get(url).status_code == 403


@pytest.mark.parametrize("word", ["word ", "слово ", "x", "\n"])
def test_long_answers_and_many_known_ones_fit_into_an_address(
    client: Client, reader: Account, word: str
) -> None:
    known = [f"{word} known {n}" for n in range(1000)]
    url = address(reader, "д" * 10, answer=word * 2000, find=word * 2000, known=known)
    assert len(url) < 4000
    assert client.get(url).status_code == 404
    assert client.get(address(reader, answer=word * 2000, known=known)).status_code == 200


def test_ids_with_odd_characters_have_addresses(client: Client, reader: Account, tmp_path: Path) -> None:
    for docid in ("a/b.c", "ä&?#%", "x;y=1"):
        import_records(tmp_path / "odd", record(docid), slug="wire")
        assert client.get(address(reader, docid)).status_code == 200


def test_an_unknown_document_or_collection(client: Client, reader: Account) -> None:
    response = client.get(address(reader, "A-1"))
    assert response.status_code == 404
    assert "The collection wire has no document A-1." in response.content.decode()
    response = client.get(document_url("none", "A-1", reader=reader.as_reader))
    assert response.status_code == 404


def test_a_text_that_is_not_held_is_no_error(client: Client, reader: Account, tmp_path: Path) -> None:
    (tmp_path / "ids").write_text("A-1\n")
    services.import_ids(tmp_path / "ids", slug="ids")
    response = client.get(document_url("ids", "A-1", reader=reader.as_reader, answer="x"))
    assert response.status_code == 200
    assert "is not held here" in response.content.decode()
    assert "Look the document up by its id" in response.content.decode()


def test_a_changed_file_is_said_plainly(client: Client, reader: Account, tmp_path: Path) -> None:
    (tmp_path / "a.sgm").write_bytes(b"something else")
    response = client.get(address(reader))
    assert response.status_code == 500
    assert "has changed since it was imported" in response.content.decode()


def test_only_reading_is_possible(client: Client, reader: Account) -> None:
    assert client.post(address(reader)).status_code == 405


def test_a_document_takes_few_queries(
    client: Client, reader: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    url = address(reader, answer="9 April")
    client.get(url)  # copies the document
    with django_assert_num_queries(4):
        client.get(url)


class Frame(NamedTuple):
    """Somebody who reads a document in a frame, which sends no cookie, and in a browser, which does."""

    reader: Account
    browser: Client
    frame: Client

    def opens(self, url: str) -> tuple[int, int]:
        """The status of an address in the browser, and in the frame alone."""
        return self.browser.get(url).status_code, self.frame.get(url).status_code


@pytest.fixture
def frame(reader: Account) -> Frame:
    browser = Client()
    browser.force_login(reader)
    reader.browser = SignedInBrowser.objects.latest("pk").pk
    return Frame(reader, browser, Client())


def test_an_address_lives_as_long_as_its_browser_is_signed_in(frame: Frame) -> None:
    url, other = address(frame.reader), Client()
    other.force_login(frame.reader)
    assert frame.opens(url) == (200, 200)
    frame.browser.post("/sign-out/")
    assert frame.opens(url) == (403, 403)
    assert other.get(url).status_code == 200, "the person is signed in here"


def test_an_address_without_a_browser_needs_its_person(frame: Frame) -> None:
    assert frame.opens(document_url("wire", DOCID, reader=str(frame.reader.pk))) == (200, 403)


def test_an_address_dies_with_the_last_role_and_with_the_account(frame: Frame) -> None:
    url = address(frame.reader)
    member = frame.reader.memberships.get(campaign__collection_slug="wire")
    assert frame.opens(url) == (200, 200)
    remove_person(member=member, reason="ended", with_judgments=False, by=None)
    assert frame.opens(url) == (403, 403)
    ensure_member(campaign=member.campaign, name="ada", roles=["adjudicator"], by=None, account=frame.reader)
    assert frame.opens(url) == (200, 200)
    set_account_open(account=frame.reader, is_open=False, by=None)
    assert frame.frame.get(url).status_code == 403


def test_who_brought_a_collection_reads_it(frame: Frame) -> None:
    frame.reader.memberships.get(campaign__collection_slug="wire").roles.all().delete()
    assert frame.opens(address(frame.reader)) == (403, 403)
    Job.objects.create(kind="import", key=key_of("wire"), asked_by=frame.reader)
    assert frame.opens(address(frame.reader)) == (200, 200)


def test_ending_a_session_from_elsewhere_ends_its_addresses(frame: Frame) -> None:
    url, browser, other = address(frame.reader), frame.reader.browser, Client()
    other.force_login(frame.reader)
    other.post("/account/sessions/end/", {"browser": str(browser)})
    assert frame.opens(url) == (403, 403)


def test_a_new_password_keeps_the_addresses_of_open_pages(frame: Frame) -> None:
    url = address(frame.reader)
    fields = {
        "old_password": "correct horse",
        "new_password1": "plain battery",
        "new_password2": "plain battery",
    }
    assert frame.browser.post("/account/password/", fields).status_code == 302
    assert frame.opens(url) == (200, 200)


def test_a_session_of_an_earlier_version_gets_addresses_too(frame: Frame) -> None:
    session = frame.browser.session
    del session["browser"]
    session.save()
    SignedInBrowser.objects.all().delete()
    frame.browser.get("/account/")
    frame.reader.browser = SignedInBrowser.objects.get().pk
    assert frame.opens(address(frame.reader)) == (200, 200)
