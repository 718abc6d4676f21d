"""What the schema promises is what is answered: every operation, with right, missing, odd and foreign values."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django.plugin import DjangoDbBlocker

from assessment.people.services.tokens import make_token
from tests.assize.security.house import House, build
from tests.client import Client

ASKING = ("organizer", "assessor", "adjudicator", "participant", "stranger")
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

# The schema and the codes of answers; the services run on both elsewhere.
pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("schema") / "schema.json"
    call_command(
        "spectacular", "--validate", "--fail-on-warn", "--format", "openapi-json", "--file", str(path)
    )
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def house(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield build(tmp_path_factory.mktemp("house"))
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def clients(house: House) -> dict[str, Client]:
    found = {}
    for who in ASKING:
        token = make_token(account=house.accounts[who], by=None).token
        found[who] = Client(headers={"Authorization": f"Bearer {token}"}, raise_request_exception=False)
    return found


def operations(schema: Any) -> Iterator[tuple[str, str, Any]]:
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def filled(path: str, house: House, **other: str) -> str:
    hook = house.campaign.webhooks.get()
    rows = {
        "/webhooks/": hook.pk,
        "/campaigns/{slug}/jobs/": house.job.pk,
        "/v1/jobs/": house.site_job.pk,
        "/candidates/": house.campaign.candidates.get().pk,
        "/acts/": house.campaign.change_batches.get().pk,
        "/invitations/": house.campaign.invitations.get().pk,
        "/people/": house.mine.member_id,
        "/teams/": house.run.team_id,
        "/moves/": house.campaign.work_moves.get().pk,
    }
    known = {
        "slug": "house",
        "run_id": "secretlkg",
        "id": str(next((pk for room, pk in rows.items() if room in path), house.mine.pk)),
        "item": str(house.items[0].pk),
        "delivery": str(hook.deliveries.get().pk),
        "number": str(house.campaign.imports.get(kind="answers").number),
        "position": "0",
        "qid": "1",
        "key": "S",
        "target": "1",
        "docid": house.items[0].docid,
        "version": "1",
        "name": "bundle.zip",
        "pair": "EN:EN",
        **_page_of(path, house),
    } | other
    return re.sub(r"\{(\w+)\}", lambda found: known[found[1]], path)


def _page_of(path: str, house: House) -> dict[str, str]:
    """Lists, nuggets and pages are of other campaigns there."""
    if "/registrations/" in path:
        return {"slug": "tongues", "id": str(house.tongues.teams.get(name="lkga").pk)}
    if "/registration-requests/" in path:
        return {"slug": "tongues", "id": str(house.tongues.applications.get().pk)}
    if "{pair}" in path:
        return {"slug": "tongues"}
    if "/training/samples/" in path:
        return {"name": "names-1"}
    last = path.rstrip("/").rpartition("/")[2]
    own = {
        "classes": house.my_list,
        "nuggets": house.my_nuggets,
        "matches": house.my_nuggets,
        "annotation": house.my_page,
        "boxes": house.my_page,
    }.get(last)
    return {"slug": own.question.campaign.slug, "id": str(own.pk)} if own and "{id}" in path else {}


def ask(client: Client, method: str, address: str, body: bytes | None = None) -> Any:
    with transaction.atomic():
        more = {"data": body, "content_type": "application/json"} if body is not None else {}
        answer = getattr(client, method)(address, **more)
        if answer.streaming:
            b"".join(answer)
        transaction.set_rollback(True)
    return answer


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
    for path, method, operation in operations(schema):
        for who, client in clients.items():
            body = None if method in ("get", "delete") else b"{}"
            check(operation, ask(client, method, filled(path, house), body), (who, method, path))


def test_nobody_is_told_anything_without_a_token(schema: Any, house: House) -> None:
    for path, method, operation in operations(schema):
        answer = ask(Client(), method, filled(path, house))
        check(operation, answer, (method, path))
        assert answer.status_code == 401


def test_odd_and_foreign_names_and_numbers(schema: Any, house: House, clients: dict[str, Client]) -> None:
    foreign = {"slug": "tongues", "id": str(house.theirs.pk), "item": str(house.items[-1].pk + 10**6)}
    for path, method, operation in operations(schema):
        for name in re.findall(r"\{(\w+)\}", path):
            odd = NO_NUMBER if name in NUMBERS else NO_NAME
            for value in (*odd, *filter(None, [foreign.get(name)])):
                address = filled(path, house, **{name: value})
                body = None if method in ("get", "delete") else b"{}"
                answer = ask(clients["organizer"], method, address, body)
                check(operation, answer, (method, address))


def test_odd_bodies_and_queries(schema: Any, house: House, clients: dict[str, Client]) -> None:
    for path, method, operation in operations(schema):
        for who in ("organizer", "assessor", "adjudicator"):
            if method == "get":
                for query in (
                    "?limit=-1",
                    "?limit=x&cursor=%FF",
                    "?cursor=bnVsbA",
                    "?cursor=W10",
                    "?version=x",
                    "?%00",
                ):
                    check(
                        operation, ask(clients[who], method, filled(path, house) + query), (who, path, query)
                    )
            else:
                for body in BODIES:
                    answer = ask(clients[who], method, filled(path, house), body)
                    check(operation, answer, (who, method, path, body))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(values=st.data())
def test_bodies_with_the_right_names_and_any_values(
    schema: Any, house: House, clients: dict[str, Client], values: Any
) -> None:
    """Each name that the schema has for a body, with a value of the right kind or any other."""
    for path, method, operation in operations(schema):
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            continue
        body = _any_body(schema, content["application/json"]["schema"], values)
        who = "assessor" if path.endswith("/judgments/") or "/assignments/" in path else "organizer"
        answer = ask(clients[who], method, filled(path, house), json.dumps(body).encode())
        check(operation, answer, (method, path, body))


def _any_body(schema: Any, of: Any, values: Any) -> Any:
    of = schema["components"]["schemas"][of["$ref"].rsplit("/", 1)[1]] if "$ref" in of else of
    if of.get("type") == "array":
        return [_any_body(schema, of["items"], values) for _ in range(values.draw(st.integers(0, 2)))]
    if "properties" not in of or values.draw(st.integers(0, 9)) == 0:
        return values.draw(JSON)
    return {
        name: _any_body(schema, inner, values)
        for name, inner in of["properties"].items()
        if values.draw(st.booleans())
    }


def test_an_address_without_any_view_is_told_in_the_same_shape(clients: dict[str, Client]) -> None:
    answer = clients["organizer"].get("/api/v1/none/")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert clients["organizer"].post("/api/v1/none/", {}).json()["code"] == "not_found"
    assert clients["organizer"].get("/api/v1/campaigns/?%00").json()["code"] == "bad_request"


def test_the_page_of_the_api_lists_every_operation(schema: Any) -> None:
    page = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    for path, method, _ in operations(schema):
        assert f"`{method.upper()} {path.removeprefix('/api/v1')}`" in page, (method, path)
