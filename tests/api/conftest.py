"""The schema of the API, and a site for whom it is asked."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command

from assessment.people.services.tokens import make_token
from tests.api.operations import ASKING
from tests.assize.security.house import House, build
from tests.client import Client
from tests.scenes import Kept


@pytest.fixture(scope="session")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("schema") / "schema.json"
    call_command(
        "spectacular", "--validate", "--fail-on-warn", "--format", "openapi-json", "--file", str(path)
    )
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def house(kept: Kept, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with kept():
        yield build(tmp_path_factory.mktemp("house"))


@pytest.fixture(scope="module")
def clients(house: House) -> dict[str, Client]:
    found = {}
    for who in ASKING:
        token = make_token(account=house.accounts[who], by=None).token
        found[who] = Client(headers={"Authorization": f"Bearer {token}"}, raise_request_exception=False)
    return found
