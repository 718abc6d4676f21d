"""Changing the keys of the judging pages for one account, and switching them off."""

from collections.abc import Iterator, Mapping

from django.db import transaction

from assessment.people.models import Account
from assessment.people.models.keys import KEYMAPS, Keymap
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say

Keys = Mapping[str, Mapping[str, str]]  # by keymap and action


@transaction.atomic
def save_keys(*, account: Account, keys: Keys, are_on: bool, by: Account | None) -> Account:
    """Store the keys that differ from the usual ones. An empty key is the usual one; unknown names are left out.

    Refused with every conflict at once: two actions of one page on a key, or a key that is no single character.
    """
    problems = [
        problem for name, keymap in KEYMAPS.items() for problem in _problems(keymap, keys.get(name, {}))
    ]
    if problems:
        raise Refused(
            " ".join(problems),
            "keys_conflict",
            say("Nothing was changed. Choose another key for one of them."),
        )
    own = {name: _changed(keymap, keys.get(name, {})) for name, keymap in KEYMAPS.items()}
    stored = Account.objects.select_for_update(no_key=True).get(pk=account.pk)
    wanted = {"on": are_on, "own": {name: changed for name, changed in own.items() if changed}}
    if stored.keys != wanted:
        stored.keys = wanted
        stored.save(update_fields=["keys"])
        record_event(by=by, campaign=None, verb="account:keys_changed", subject=stored.username)
    return stored


def _changed(keymap: Keymap, keys: Mapping[str, str]) -> dict[str, str]:
    given = {one.name: keys.get(one.name, "").strip() for one in keymap.actions if not one.is_fixed}
    return {
        one.name: given[one.name] for one in keymap.actions if given.get(one.name, "") not in ("", one.key)
    }


def _problems(keymap: Keymap, keys: Mapping[str, str]) -> Iterator[str]:
    changed = _changed(keymap, keys)
    holders: dict[str, str] = {}
    for action in keymap.actions:
        if action.is_fixed:
            continue
        key = changed.get(action.name, action.key)
        if len(key) != 1 or not key.isprintable() or key.isspace():
            yield say(
                "{page}: “{key}” is not one character, so it cannot be the key of “{action}”.",
                page=keymap.title,
                key=key,
                action=action.does,
            )
        elif key in keymap.taken:
            yield say(
                "{page}: “{key}” marks a nugget, so it cannot be the key of “{action}”.",
                page=keymap.title,
                key=key,
                action=action.does,
            )
        elif key in holders:
            yield say(
                "{page}: “{key}” would be the key of both “{action}” and “{other_action}”.",
                page=keymap.title,
                key=key,
                action=holders[key],
                other_action=action.does,
            )
        holders.setdefault(key, action.does)
