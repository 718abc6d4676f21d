"""What an entry of the save queue means, and whether a state of the history says the same."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

Entry = dict[str, Any]
State = Mapping[str, Any]


def plain(entry: Entry) -> Entry:
    """An entry with its fields as texts; the items of several as a list."""
    fields = entry["fields"]
    pairs = fields.items() if isinstance(fields, dict) else [tuple(pair) for pair in fields]
    more = {name: str(value) for name, value in pairs}
    items = [str(value) for name, value in pairs if name == "item"]
    names = ("kind", "url", "assignment", "step")
    return {name: entry[name] for name in names if name in entry} | more | {"items": items}


def undone_by(entry: Entry) -> str:
    """The name of what an entry takes back, where it names one."""
    fields = entry["fields"]
    of = fields.get("of") if isinstance(fields, dict) else None
    return str(entry.get("of") or of or "")


def agrees(entry: Entry, state: State) -> bool:
    """Whether a plain entry and the state just after it say the same; what is not looked at agrees."""
    action = urlsplit(entry["url"]).path.rstrip("/").rpartition("/")[2]
    return action not in SAME or bool(SAME[action](entry, state))


def _judgment(entry: Entry, state: State) -> bool:
    wanted: Entry = {part: entry[part] for part in ("grade", "note") if part in entry}
    if "later" in entry:
        wanted["later"] = entry["later"] == "1"
    return bool(wanted.items() <= state["judgments"][entry["item"]].items())


def _classes(entry: Entry, state: State) -> bool:
    return all(state["classes"][one.split()[0]] == (entry["uid"] or None) for one in entry["items"])


SAME: Mapping[str, Callable[[Entry, State], bool]] = {
    "save": _judgment,
    "put": _classes,
    "sheet": lambda entry, state: state["notes"][""]["rules_of_thumb"] == entry["rules_of_thumb"],
    "vote": lambda entry, state: state["votes"][entry["uid"]] == entry["vote"],
    "write": lambda entry, state: state["texts"][entry["uid"]] == entry["text"],
    "mark": lambda entry, state: state["readings"][entry["item"]],
    "question": lambda entry, state: state["annotations"][""]["question"] == entry["question"],
    "long": lambda entry, state: state["annotations"][""]["candidate"] == int(entry["candidate"]),
    "short": lambda entry, state: state["annotations"][""]["yes_no"] == entry["yes_no"],
}
