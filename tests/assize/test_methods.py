"""Every address answers the methods that it names, and no other: what only shows something never takes a form for it."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver

from tests.client import Client
from tests.factory import make_account

Seen = tuple[str, Callable[..., HttpResponse]]
NOWHERE = "nothing_here"  # of the API: of no method is there anything


def pages(patterns: Iterable[URLPattern | URLResolver], before: str = "/") -> Iterator[Seen]:
    """An address and the view of each pattern, without Django's administration and the classes of the API."""
    for found in patterns:
        address = before + str(found.pattern)
        if isinstance(found, URLResolver):
            if found.namespace != "admin":
                yield from pages(found.url_patterns, address)
        elif not hasattr(found.callback, "view_class") and found.callback.__name__ != NOWHERE:
            yield address, found.callback


def methods_named(view: Any) -> list[str] | None:
    """The methods that a decorator lets through to a view."""
    while view is not None:
        names = view.__code__.co_freevars
        if "request_method_list" in names:
            methods: list[str] = view.__closure__[names.index("request_method_list")].cell_contents
            return methods
        view = getattr(view, "__wrapped__", None)
    return None


PAGES = list(pages(get_resolver().url_patterns))


def filled(address: str) -> str:
    """An address with something in each place."""
    by_kind = {"int": "7", "uuid": "12345678-1234-5678-1234-567812345678", "run": "lake1"}
    return re.sub(r"<(?:(\w+):)?\w+>", lambda part: by_kind.get(part[1] or "", "trial"), address)


def test_every_page_names_the_methods_that_it_answers() -> None:
    assert len(PAGES) > 250
    assert [address for address, view in PAGES if not methods_named(view)] == []


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_a_page_refuses_other_methods_whoever_asks(method: str) -> None:
    client, wrong = Client(), []
    client.force_login(make_account("root", site_admin=True))
    for address, view in PAGES:
        if method not in (methods_named(view) or ()) and "(?P" not in address:
            status = client.generic(method, filled(address)).status_code
            wrong += [(address, status)] if status != 405 else []
    assert not wrong, wrong
