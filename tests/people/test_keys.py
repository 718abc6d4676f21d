"""Keys of one's own: changed, switched off, refused where two actions would have one, shown on every page."""

import re
from pathlib import Path
from typing import Any

import pytest

from assessment.people.models import Account, Event
from assessment.people.models.keys import KEYMAPS
from assessment.people.selectors.keys import keymap_of
from tests import factory
from tests.client import Client

pytestmark = pytest.mark.django_db
TEMPLATES = Path(__file__).parents[2] / "templates" / "judging"


@pytest.fixture
def ada() -> Account:
    return factory.make_account("ada")


@pytest.fixture
def client(ada: Account) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def save(client: Client, **changed: str) -> Any:
    fields = {name.replace("__", ".").replace("_", "-"): key for name, key in changed.items()}
    return client.post("/account/keys/", {"on": "1", **fields}, follow=True)


def in_force(account: Account, keymap: str) -> dict[str, str]:
    account.refresh_from_db()
    return {one.action.name: one.key for one in keymap_of(account, keymap).keys}


def test_the_usual_keys_are_distinct_on_each_page() -> None:
    for name, keymap in KEYMAPS.items():
        keys = [one.key for one in keymap.actions if not one.is_fixed]
        assert len(keys) == len(set(keys)), name
        assert not set(keys) & set(keymap.taken), name


def test_every_key_of_a_template_is_in_the_table() -> None:
    known = {one.key for keymap in KEYMAPS.values() for one in keymap.actions}
    for path in TEMPLATES.glob("*.html"):
        for key in re.findall(r'(?:data-key|aria-keyshortcuts)="([^"{]+)"', path.read_text()):
            assert key in known | {"Shift+A", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"}, (
                path.name,
                key,
            )


@pytest.mark.both_databases
def test_a_key_is_changed_for_one_page_alone(client: Client, ada: Account) -> None:
    assert "Keys saved." in save(client, answers__undo="y").content.decode()
    assert in_force(ada, "answers")["undo"] == "y"
    assert in_force(ada, "votes")["undo"] == "u"
    assert ada.keys == {"on": True, "own": {"answers": {"undo": "y"}}}
    page = client.get("/account/keys/").content.decode()
    assert 'name="answers.undo" value="y"' in page
    save(client, answers__undo="y")
    assert Event.objects.filter(verb="account:keys_changed").count() == 1  # the same once more is no change
    save(client, answers__undo="")
    assert in_force(ada, "answers")["undo"] == "u"


def test_two_actions_may_change_their_keys_with_each_other(client: Client, ada: Account) -> None:
    save(client, answers__next="k", answers__previous="j")
    assert (in_force(ada, "answers")["next"], in_force(ada, "answers")["previous"]) == ("k", "j")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            {"answers__undo": "j"},
            "“j” would be the key of both “next answer” and “undo, as far back as you like”.",
        ),
        ({"nuggets__new": "a"}, "“a” marks a nugget, so it cannot be the key of"),
        (
            {"votes__vital": "ab"},
            "“ab” is not one character, so it cannot be the key of “vital, next nugget”.",
        ),
        ({"votes__vital": "\x07"}, "is not one character"),
    ],
)
def test_conflicts_are_refused_with_a_sentence(
    client: Client, ada: Account, changed: dict[str, str], said: str
) -> None:
    refused = save(client, **changed, answers__later="y")
    assert refused.status_code == 422
    assert said in refused.content.decode()
    assert 'name="answers.later" value="y"' in refused.content.decode()  # what was typed stays
    ada.refresh_from_db()
    assert ada.keys == {}


@pytest.mark.both_databases
def test_all_conflicts_are_said_at_once(client: Client) -> None:
    refused = save(client, answers__undo="j", votes__okay="v").content.decode()
    assert "Judging answers:" in refused
    assert "Votes on nuggets:" in refused


@pytest.mark.both_databases
def test_keys_are_switched_off_and_restored(client: Client, ada: Account) -> None:
    client.post("/account/keys/", {"answers.undo": "y"})
    ada.refresh_from_db()
    assert ada.keys["on"] is False
    client.post("/account/keys/", {"restore": "1", "on": "1", "answers.undo": "y"})
    ada.refresh_from_db()
    assert ada.keys == {"on": True, "own": {}}


@pytest.mark.both_databases
def test_what_no_longer_fits_the_table_does_not_count(ada: Account) -> None:
    ada.keys = {"own": {"answers": {"undo": "j", "gone": "x"}, "nowhere": {"a": "b"}}}
    ada.save()
    assert in_force(ada, "answers")["undo"] == "u"


def test_a_key_that_another_action_took_since_is_usual_again_and_the_others_stay(ada: Account) -> None:
    own = {"note": "m", "undo": "y", "later": "n", "gone": "q"}  # n was free while notes had m
    ada.keys = {"on": True, "own": {"answers": own}}
    ada.save()
    keys = in_force(ada, "answers")
    assert (keys["accept"], keys["note"], keys["later"], keys["undo"]) == ("m", "n", "l", "y")
