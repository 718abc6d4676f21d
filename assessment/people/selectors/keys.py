"""The keys in force for an account."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from assessment.people.models import Account
from assessment.people.models.keys import KEYMAPS, Action, Keymap


class InForce(NamedTuple):
    """An action with the key that an account presses for it."""

    action: Action
    key: str

    @property
    def is_changed(self) -> bool:
        """Whether it is another than the usual one."""
        return self.key != self.action.key


class KeymapInForce(NamedTuple):
    """The keys of one kind of page, as an account has them."""

    name: str
    title: str
    are_on: bool
    keys: list[InForce]

    @property
    def moved(self) -> str:
        """The usual keys that are others now, as JSON for scripts."""
        return json.dumps({one.action.key: one.key for one in self.keys if one.is_changed})


def are_on(account: Account) -> bool:
    """Whether single keys do anything."""
    return bool(account.keys.get("on", True))


def keymap_of(account: Account, name: str) -> KeymapInForce:
    """One keymap. What is stored of an action that no longer is, or of a key that was taken since, does not count."""
    keymap = KEYMAPS[name]
    own = _without_taken(keymap, account.keys.get("own", {}).get(name, {}))
    keys = [InForce(one, one.key if one.is_fixed else own.get(one.name, one.key)) for one in keymap.actions]
    return KeymapInForce(name, keymap.title, are_on(account), keys)


def _without_taken(keymap: Keymap, own: Mapping[str, str]) -> Mapping[str, str]:
    """The same without what another action has by now; whatever gets its usual key back may need another's."""
    kept = dict(own)
    while True:
        keys = {one.name: kept.get(one.name, one.key) for one in keymap.actions if not one.is_fixed}
        holders = Counter(keys.values())
        taken = [name for name in kept if holders[keys.get(name, "")] > 1]
        if not taken:
            return kept
        for name in taken:
            del kept[name]


def keymaps_of(account: Account) -> list[KeymapInForce]:
    """All keymaps."""
    return [keymap_of(account, name) for name in KEYMAPS]
