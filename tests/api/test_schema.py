"""What the schema promises is what is answered: every operation, with right, missing, odd and foreign values.

`make test` sends each operation a sixth of the odd values, and each value to a sixth of the operations, and not everybody
asks for each right address; `make proof` has all of it.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from tests.api.operations import ASKING, filled, operations
from tests.assize.security.house import House
from tests.client import Client
from tests.sizes import FULL

NUMBERS = ("id", "delivery", "item", "number", "position", "version")
NO_NUMBER = ("0", "-1", "x", "99999999", "9" * 30, "1.5", "%00", "%2e%2e")
NO_NAME = ("none", "-", "a" * 300, "%00", "Ω", "'%22;--", "%2e%2e")
BODIES = (
    b"",
    b"{}",
    b"[]",
    b"null",
    b"{",
    b"\xff",
    b'"x"',
    b"1",
    b'{"judgments":[{}]}',
    b'{"changes":[{"do":"rest"}]}',
    b'{"changes":[{"do":[]},{"do":"put","answers":[{}]}]}',
    b'{"matches":[{"item":1,"nuggets":[]},{}]}',
    b'{"settings":{"x":[]}}',
)
QUERIES = ("?limit=-1", "?limit=x&cursor=%FF", "?cursor=bnVsbA", "?cursor=W10", "?version=x", "?%00")
SHARE = 1 if FULL else 6
OTHERS = len(ASKING) if FULL else 2

# The schema and the codes of answers; the services run on both elsewhere.
pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


def ask(client: Client, method: str, address: str, body: bytes | None = None) -> Any:
    with transaction.atomic():
        more = {"data": body, "content_type": "application/json"} if body is not None else {}
        answer = getattr(client, method)(address, **more)
        if answer.streaming:
            b"".join(answer)
        transaction.set_rollback(True)
    return answer


def share(values: Sequence[Any], place: int) -> Sequence[Any]:
    """The values that the operation at a place is sent."""
    return values[place % SHARE :: SHARE]


def asking(place: int) -> set[str]:
    """Who asks for the right address of the operation at a place: the organizer, and others in turn."""
    return {"organizer", *(ASKING[(place + further) % len(ASKING)] for further in range(OTHERS))}


def check(operation: Any, answer: Any, what: object) -> None:
    """A status that the schema names, and problem details wherever something went wrong."""
    assert str(answer.status_code) in operation["responses"], (what, answer.status_code, answer.content[:300])
    assert answer.status_code < 500, what
    if answer.status_code >= 400:
        assert answer["Content-Type"] == "application/problem+json", what
        body = answer.json()
        assert body["status"] == answer.status_code, what
        assert {"type", "title", "detail", "code", "remedy", "message", "problems"} <= body.keys(), what
        assert "Traceback" not in answer.content.decode()


def test_the_schema_has_no_warning_and_describes_each_operation(schema: Any) -> None:
    found = list(operations(schema))
    assert len(found) > 20
    for path, method, operation in found:
        assert operation.get("description"), (path, method)
        assert {"401", "404", "429"} <= operation["responses"].keys(), (path, method)


def test_it_names_every_address_of_the_api(schema: Any) -> None:
    from assize.api_urls import urlpatterns

    views = [pattern for pattern in urlpatterns if pattern.name not in ("schema", "docs", "nothing")]
    assert len(schema["paths"]) == len(views)


def test_right_addresses(schema: Any, house: House, clients: dict[str, Client]) -> None:
    for place, (path, method, operation) in enumerate(operations(schema)):
        for who in asking(place):
            body = None if method in ("get", "delete") else b"{}"
            check(operation, ask(clients[who], method, filled(path, house), body), (who, method, path))


def test_nobody_is_told_anything_without_a_token(schema: Any, house: House) -> None:
    for path, method, operation in operations(schema):
        answer = ask(Client(), method, filled(path, house))
        check(operation, answer, (method, path))
        assert answer.status_code == 401


def test_odd_and_foreign_names_and_numbers(schema: Any, house: House, clients: dict[str, Client]) -> None:
    foreign = {"slug": "tongues", "id": str(house.theirs.pk), "item": str(house.items[-1].pk + 10**6)}
    for place, (path, method, operation) in enumerate(operations(schema)):
        for name in re.findall(r"\{(\w+)\}", path):
            odd = share(NO_NUMBER if name in NUMBERS else NO_NAME, place)
            for value in (*odd, *filter(None, [foreign.get(name)])):
                address = filled(path, house, **{name: value})
                body = None if method in ("get", "delete") else b"{}"
                answer = ask(clients["organizer"], method, address, body)
                check(operation, answer, (method, address))


def test_odd_bodies_and_queries(schema: Any, house: House, clients: dict[str, Client]) -> None:
    for place, (path, method, operation) in enumerate(operations(schema)):
        address = filled(path, house)
        for who in ("organizer", "assessor", "adjudicator") if FULL else ("organizer",):
            if method == "get":
                for query in share(QUERIES, place):
                    check(operation, ask(clients[who], method, address + query), (who, path, query))
            else:
                for body in share(BODIES, place):
                    check(operation, ask(clients[who], method, address, body), (who, method, path, body))


def test_an_address_without_any_view_is_told_in_the_same_shape(clients: dict[str, Client]) -> None:
    answer = clients["organizer"].get("/api/v1/none/")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert "/api/v1/docs/" in answer.json()["remedy"]
    assert clients["organizer"].post("/api/v1/none/", {}).json()["code"] == "not_found"
    assert clients["organizer"].get("/api/v1/campaigns/?%00").json()["code"] == "bad_request"


def test_the_page_of_the_api_lists_every_operation(schema: Any) -> None:
    page = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    for path, method, _ in operations(schema):
        assert f"`{method.upper()} {path.removeprefix('/api/v1')}`" in page, (method, path)
