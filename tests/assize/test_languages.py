"""Pages in the reader's language: catalogs are whole, and the account, else the browser, chooses."""

import re
import subprocess
import sys
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message
from django.utils import translation

from assessment.people.models import Account
from assessment.shared.say import say, say_n
from assize.catalogs import catalogs, compile_catalogs, read_catalog, script_of
from assize.languages import PLURALS
from tests.client import Client
from tests.factory import make_account
from tests.languages import all_languages, english_alone

__all__ = ["all_languages", "english_alone"]

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def account(db: None) -> Account:
    return make_account("ada")


# catalogs


def test_catalogs_are_not_behind_the_code() -> None:
    written = [path.stat().st_ctime_ns for path in catalogs()]
    done = subprocess.run(
        [sys.executable, "scripts/messages", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert [path.stat().st_ctime_ns for path in catalogs()] == written  # others may be reading them


@pytest.mark.parametrize("path", catalogs(), ids=lambda path: f"{path.parts[-3]} {path.stem}")
def test_every_sentence_is_translated_with_all_its_values(path: Path) -> None:
    catalog = read_catalog(path)
    for message in catalog:
        if not message.id:
            continue
        assert not message.fuzzy, message.id
        forms = as_forms(message.string)
        assert len(forms) == (catalog.num_plurals if message.pluralizable else 1), message.id
        for form in forms:
            assert form, message.id
            assert values_of(form, message) <= named(message), message.id
            assert not has_lone_percent(form, message), message.id
        assert values_of(forms[-1], message) == named(message), message.id


def has_lone_percent(form: str, message: Message) -> bool:
    """Whether a sentence that Python's % fills holds a % that it would take for a value."""
    is_filled = any("%%" in one or re.search(r"%\(\w+\)s", one) for one in as_forms(message.id))
    return is_filled and bool(re.search(r"%(?!\(\w+\)s)", form.replace("%%", "")))


def named(message: Message) -> set[str]:
    """The values that the English sentence names."""
    return set().union(*(values_of(sentence, message) for sentence in as_forms(message.id)))


def as_forms(said: object) -> list[str]:
    """One sentence, or its forms for one and for several things."""
    return [str(form) for form in said] if isinstance(said, list | tuple) else [str(said)]


def values_of(sentence: str, message: Message) -> set[str]:
    """The names in {braces}, or in the form that blocktranslate writes."""
    if "python-format" in message.flags:
        return set(re.findall(r"%\((\w+)\)s", sentence))
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_values_in_sentences_have_names_that_say_what_they_are() -> None:
    """Translators see nothing but the sentence. A count may be called n, and F1 is a measure."""
    found = [
        (name, as_forms(message.id)[0])
        for path in catalogs()
        for message in read_catalog(path)
        for name in named(message) - {"n", "f1"}
        if re.fullmatch(r"\w|\w*[a-z_]\d|shown|join|len|sum|cells|what|some_of", name)
    ]
    assert not found


def test_a_catalog_is_compiled_once() -> None:
    compile_catalogs()
    assert compile_catalogs() == []


# sentences


def test_counts_are_written_as_the_language_writes_numbers() -> None:
    with translation.override("en"):
        assert say("{n} of {name}", n=12345, name="1234") == "12,345 of 1234"
        assert say_n("{n} run", "{n} runs", 1) == "1 run"
        assert say_n("{n} run", "{n} runs", 2000) == "2,000 runs"
    with translation.override("de"):
        assert say("{n} of {name}", n=12345, name="1234") == "12.345 of 1234"


def test_braces_in_a_sentence_without_values_are_left() -> None:
    assert say("a {brace}") == "a {brace}"


def test_scripts_know_as_many_kinds_of_numbers_as_catalogs_have_forms() -> None:
    for path in catalogs():
        assert len(PLURALS[path.parts[-3]]) == read_catalog(path).num_plurals
    assert '"plurals": ["zero", "one", "two", "few", "many", "other"]' in script_of("ar")


# which language


@pytest.mark.usefixtures("english_alone")
def test_a_site_may_offer_english_alone(account: Account) -> None:
    page = Client().get("/sign-in/", headers={"Accept-Language": "de"})
    assert "<h1>Sign in</h1>" in page.content.decode()
    assert page.headers["Content-Language"] == "en"
    client = Client()
    client.force_login(account)
    assert "page_language" not in client.get("/account/").content.decode()


def test_the_browser_chooses_until_the_account_does(account: Account, all_languages: None) -> None:
    asks = {"Accept-Language": "fr-CH, fr;q=0.9, en;q=0.8"}
    page = Client().get("/sign-in/", headers=asks)
    assert "<h1>Se connecter</h1>" in page.content.decode()
    assert (page.headers["Content-Language"], "Accept-Language" in page.headers["Vary"]) == ("fr", True)
    client = Client()
    client.force_login(account)
    assert '<html lang="fr">' in client.get("/account/", headers=asks).content.decode()
    sent = {"display_name": "Ada", "email": "", "zone": "", "page_language": "ar"}
    assert client.post("/account/", sent, headers=asks, follow=True).status_code == 200
    page_in_arabic = client.get("/account/", headers=asks).content.decode()
    assert '<html lang="ar" dir="rtl">' in page_in_arabic
    assert "حسابك" in page_in_arabic
    account.refresh_from_db()
    assert account.page_language == "ar"


def test_a_language_that_no_page_speaks_is_refused(account: Account, all_languages: None) -> None:
    client = Client()
    client.force_login(account)
    refused = client.post("/account/", {"display_name": "", "email": "", "zone": "", "page_language": "xx"})
    assert refused.status_code == 422
    account.refresh_from_db()
    assert account.page_language == ""


def test_programs_get_english(account: Account, all_languages: None) -> None:
    asks = {"Accept-Language": "de"}
    client = Client()
    client.force_login(account)
    assert "Content-Language" not in client.get("/api/v1/", headers=asks).headers
