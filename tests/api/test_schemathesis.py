"""schemathesis sends every operation what the schema allows and what it does not: nothing is answered that the schema does not say.

`make test` sends each second operation what is allowed, and the others what is not; `make proof` sends more, and all to all.
"""

import re
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import islice
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import checks, openapi
from schemathesis.config import SchemathesisConfig
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode

from assessment.people.services.tokens import make_token
from tests.api.operations import filled, operations
from tests.assize.security.house import House
from tests.sizes import FULL

EXAMPLES = 60 if FULL else 2  # of what is allowed, and of what is not
PARTS = 4 if FULL else 2  # of the operations: each test is short
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
]
BLANKS = (
    "violates `maxLength`"  # it makes texts long by blanks at their end, which are taken off and do not count
)
REFUSALS = ["400", "401", "403", "404", "406", "409", "412", "413", "415", "422", "429"]

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]  # the services run on both elsewhere


@pytest.fixture
def connected() -> Iterator[None]:
    """One connection for all requests: a request without Django's client would close it."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("mode", GenerationMode)
# As many requests once more, most of which are refused; test_schema.py asks for everything as everybody.
@pytest.mark.parametrize("who", ["organizer", pytest.param("assessor", marks=pytest.mark.proof)])
def test_nothing_is_answered_that_the_schema_does_not_say(
    schema: Any, house: House, connected: None, part: int, mode: GenerationMode, who: str
) -> None:
    token = make_token(account=house.accounts[who], by=None).token
    headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}
    said: Counter[int] = Counter()
    wrong: list[str] = []

    def send(case: Any) -> None:
        with transaction.atomic():
            answer = case.call(headers=headers)
            transaction.set_rollback(True)
        said[answer.status_code] += 1
        case.validate_response(answer, checks=CHECKS, headers=headers)

    asked = list(islice(_loaded(schema, house), part, None, PARTS))
    if not FULL:
        asked = asked[list(GenerationMode).index(mode) :: len(GenerationMode)]
    for operation in asked:
        cases = operation.as_strategy(generation_mode=mode)
        try:
            seed(1)(_some(given(case=cases)(send)))()
        except FailureGroup as failures:
            found = [f"{operation.label}: {failure}" for failure in failures.exceptions]
            wrong += [each for each in found if BLANKS not in each]
    assert wrong == []
    assert said.total() > EXAMPLES * len(asked) // 2


_some = settings(
    max_examples=EXAMPLES,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def _loaded(schema: Any, house: House) -> Iterator[Any]:
    """The operations as schemathesis knows them, each at its right address and without a token of its own."""
    mine = deepcopy(schema)
    for path, _, operation in operations(mine):
        operation["security"] = []
        known = _values(path, filled(path, house))
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "path":
                parameter["schema"] = {"enum": [known[parameter["name"]]]}
    config = SchemathesisConfig.from_dict(
        {"checks": {"negative_data_rejection": {"expected-statuses": REFUSALS}}}
    )
    loaded = openapi.from_dict(mine, config=config)
    loaded.app, loaded.location = _whole_answers, "/api/v1/schema/"
    for found in loaded.get_all_operations():
        assert isinstance(found, Ok), found
        yield found.ok()


def _whole_answers(environ: Any, start_response: Any) -> list[bytes]:
    """The site, whose answers are read to their end and closed, as a server does."""
    answer = _site()(environ, start_response)
    try:
        return [b"".join(answer)]
    finally:
        answer.close()


@cache
def _site() -> Any:
    """Making it takes as long as a request."""
    return get_wsgi_application()


def _values(path: str, address: str) -> dict[str, str]:
    pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(path))
    found = re.fullmatch(pattern, address)
    assert found, (path, address)
    return found.groupdict()
