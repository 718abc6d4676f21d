"""What the pages of an account set, by command: keys, time zone and language."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from assessment.people.models import Account, Event
from assessment.people.selectors.keys import are_on, keymap_of
from tests.factory import make_account
from tests.languages import all_languages

__all__ = ["all_languages"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Account:
    return make_account("ada")


def run(name: str, *words: str) -> str:
    out = StringIO()
    call_command(name, "ada", *words, stdout=out)
    return out.getvalue()


def key_of(ada: Account, page: str, action: str) -> str:
    ada.refresh_from_db()
    return next(one.key for one in keymap_of(ada, page).keys if one.action.name == action)


def test_keys_are_listed_changed_and_switched_off(ada: Account) -> None:
    assert "answers.later=l: decide later" in run("account_keys")
    assert run("account_keys", "answers.later=y") == "Keys of ada: on, 1 changed.\n"
    run("account_keys", "answers.note=x", "--off")  # the other change stays
    assert (key_of(ada, "answers", "later"), key_of(ada, "answers", "note")) == ("y", "x")
    assert not are_on(ada)
    assert "answers.later=y: decide later (usually l)" in run("account_keys")
    run("account_keys", "answers.later=", "--on")
    assert (key_of(ada, "answers", "later"), are_on(ada)) == ("l", True)
    assert run("account_keys", "--usual") == "Keys of ada: on, all the usual ones.\n"


@pytest.mark.parametrize(
    "wrong", ["answers.later=n", "answers.nothing=y", "later=y", "answers.scroll=y", "x"]
)
def test_keys_that_cannot_be_are_refused(ada: Account, wrong: str) -> None:
    with pytest.raises(CommandError):
        run("account_keys", wrong)
    assert key_of(ada, "answers", "later") == "l"
    assert not Event.objects.filter(verb="account:keys_changed").exists()


def test_a_zone_is_set_as_the_list_spells_it(ada: Account) -> None:
    assert run("account_zone") == "ada sees dates and times in UTC.\n"
    assert run("account_zone", "europe/paris") == "ada sees dates and times in Europe/Paris.\n"
    with pytest.raises(CommandError):
        run("account_zone", "Paris")
    ada.refresh_from_db()
    assert ada.zone == "Europe/Paris"
    assert Event.objects.filter(verb="account:edited", subject="ada").count() == 1


def test_a_language_is_one_that_the_site_offers(ada: Account, all_languages: None) -> None:
    assert run("account_language") == "ada sees pages in the language of the browser.\n"
    assert run("account_language", "FR") == "ada sees pages in Français.\n"
    with pytest.raises(CommandError, match="en, de, fr, ar, browser"):
        run("account_language", "xx")
    ada.refresh_from_db()
    assert ada.page_language == "fr"
    assert run("account_language", "browser") == "ada sees pages in the language of the browser.\n"
    assert Event.objects.filter(verb="account:edited", subject="ada").count() == 2
