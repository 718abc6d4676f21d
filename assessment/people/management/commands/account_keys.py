"""List the keys of the judging pages as an account has them, or change them."""

from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from assessment.people.management.rows import account_named
from assessment.people.models import Account
from assessment.people.models.keys import KEYMAPS
from assessment.people.selectors.keys import are_on, keymaps_of
from assessment.people.services.keys import save_keys
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.errors import Refused

Own = dict[str, dict[str, str]]  # keys by page and action


class Command(AssizeCommand):
    """Shows or changes somebody's keys of the judging pages."""

    help = (
        "List the keys of the judging pages as an account has them; PAGE.ACTION=KEY gives an action another key, and an "
        "empty KEY the usual one. Example: manage.py account_keys ada answers.later=y"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="what the person signs in with")
        parser.add_argument("keys", nargs="*", metavar="PAGE.ACTION=KEY", help="as the list writes them")
        parser.add_argument("--usual", action="store_true", help="give all actions their usual keys first")
        switch = parser.add_mutually_exclusive_group()
        switch.add_argument("--on", action="store_true", help="let single keys work")
        switch.add_argument("--off", action="store_true", help="switch single keys off")

    def do(self, **options: Any) -> Outcome:
        account = account_named(options["username"])
        if not (options["keys"] or options["usual"] or options["on"] or options["off"]):
            return listed(account)
        own: Own = {} if options["usual"] else {name: {**keys} for name, keys in _own(account).items()}
        for page, action, key in named(options["keys"]):
            own.setdefault(page, {})[action] = key
        on = options["on"] or (are_on(account) and not options["off"])
        saved = save_keys(account=account, keys=own, are_on=on, by=None)
        changed = sum(one.is_changed for keymap in keymaps_of(saved) for one in keymap.keys)
        return Outcome(f"Keys of {saved.username}: {said(on, changed)}.", {"on": on, "changed": changed})


def _own(account: Account) -> Own:
    return {keymap.name: {one.action.name: one.key for one in keymap.keys} for keymap in keymaps_of(account)}


def named(written: Iterable[str]) -> list[tuple[str, str, str]]:
    """What the command line says. Raises Refused for an action that no page has."""
    found = []
    for text in written:
        name, _, key = text.partition("=")
        page, _, action = name.partition(".")
        known = KEYMAPS[page].action(action) if page in KEYMAPS else None
        if known is None or known.is_fixed or "=" not in text:
            message = f"{text} names no key that can be changed. Nothing was changed."
            raise Refused(message, "key", "Write PAGE.ACTION=KEY as the list of keys does.")
        found.append((page, action, key))
    return found


def listed(account: Account) -> Outcome:
    """All keys, those that were changed marked."""
    maps = keymaps_of(account)
    lines = [
        f"{keymap.name}.{one.action.name}={one.key}: {one.action.does}"
        + (f" (usually {one.action.key})" if one.is_changed else "")
        for keymap in maps
        for one in keymap.keys
        if not one.action.is_fixed
    ]
    changed = sum(one.is_changed for keymap in maps for one in keymap.keys)
    fields = {"on": are_on(account), "keys": _own(account)}
    return Outcome(f"Keys of {account.username}: {said(are_on(account), changed)}.", fields, lines)


def said(on: bool, changed: int) -> str:
    """Whether keys work, and how many are not the usual ones."""
    others = "all the usual ones" if not changed else f"{changed} changed"
    return f"{'on' if on else 'switched off'}, {others}"
