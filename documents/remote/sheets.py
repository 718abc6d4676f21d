"""The style sheets of a page as one text of our own: no browser ever meets a sheet as it came."""

import hashlib
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import lru_cache

from django.core.cache import cache

from documents.remote.fetch import Fetched, NotFetched, fetch
from documents.sanitise.sheets import Sheet, filter_sheet

PATIENCE = 3.0  # seconds that a page waits for its live sheets; later ones are there for the next reader
_FRESH, _RETRY = 24 * 60 * 60, 60 * 60  # seconds until a sheet is fetched anew, and one that could not be had
MAX_SHEET_BYTES = 500_000
_fetching = ThreadPoolExecutor(4, "sheets")

Linked = Callable[[list[str]], dict[str, str]]


def page_styles(sheets: Iterable[Sheet], linked: Linked) -> str:
    """All rules of a page's sheets in their order, below our own; empty where there are none.

    `linked` gives the rules of sheets at other addresses, by address.
    """
    sheets = list(sheets)
    found = linked([sheet.address for sheet in sheets if sheet.address])
    rules = "\n".join(filter(None, (_rules(sheet.css) or found.get(sheet.address, "") for sheet in sheets)))
    return f"@layer page {{\n{rules}\n}}" if rules else ""


def live_sheets(addresses: list[str]) -> dict[str, str]:
    """The rules of sheets as they are today, at most a day old; without those that do not come in time."""
    keys = {address: f"sheet:{hashlib.sha256(address.encode()).hexdigest()}" for address in addresses}
    stored = cache.get_many(keys.values())
    found = {address: str(stored[key]) for address, key in keys.items() if key in stored}
    missing = {_fetching.submit(_fetched, address, keys[address]): address for address in keys.keys() - found}
    done: set[Future[str]] = wait(missing, PATIENCE).done
    return found | {missing[future]: future.result() for future in done}


def _fetched(address: str, key: str) -> str:
    rules = ""
    with suppress(NotFetched):
        rules = rules_of(fetch(address, limit=MAX_SHEET_BYTES))
    cache.set(key, rules, _FRESH if rules else _RETRY)
    return rules


def rules_of(fetched: Fetched) -> str:
    """The harmless rules of a sheet that was fetched; none where it is something else."""
    return (
        _rules(fetched.body.decode("utf-8", "replace")) if fetched.type in ("text/css", "text/plain") else ""
    )


_rules = lru_cache(maxsize=256)(filter_sheet)
