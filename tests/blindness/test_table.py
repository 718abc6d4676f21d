"""The table of access says something of every canary, its page is what the table says, and every address is walked."""

import base64
import gzip
import hashlib
from itertools import product
from pathlib import Path

import pytest
from django.db import transaction

from assessment.webhooks.models import Delivery
from tests.blindness.addresses import Pattern, all_patterns, paths_of
from tests.blindness.page import PAGE, page
from tests.blindness.phases import Phase
from tests.blindness.scene import Scene, build
from tests.blindness.secrets import SECRETS, found_in
from tests.blindness.table import TABLE
from tests.blindness.walk import Walk
from tests.blindness.who import Who

TURNED_AWAY = {401, 403, 404, 405}
# Addresses that turn everybody away in these campaigns, where they are gone to all the same. tests/assize/security
# opens each with what it wants.
WITH_A_FILLED_FORM = {
    "campaigns:settle-nil",
    "people:end-sessions",
    "people:token-revoke",
    *(f"judging:assign-{act}" for act in ("hand-over", "relieve", "remove", "reopen")),
    *("judging:decide", "judging:remove-known", "judging:undo-decision", "judging:withdraw-decision"),
}
WITH_A_ROW_OF_ITS_OWN = {
    *("campaigns:document-archive", "campaigns:document-list", "documents:picture"),
    *(f"jobs:site-{part}" for part in ("cancel", "job", "part")),
    *("api:list", "api:list-texts", "api:site-job", "api:judgments-taken-back"),
    *(
        f"judging:{file}-{act}"
        for file in (
            *("annotations", "development", "machine-matches", "machine-nuggets"),
            *("table-decisions", "table-matches", "table-votes"),
        )
        for act in ("confirm", "discard")
    ),
    *(
        f"campaigns:import-{file}-{act}"
        for file in ("questions", "document-lists", "file")
        for act in ("confirm", "discard")
    ),
    *(f"judging:judgments-{act}" for act in ("confirm", "discard", "remove")),
    *(
        f"{page}-{act}"
        for page in ("submissions:import-people", "submissions:import-teams", "judging:training-import")
        for act in ("confirm", "discard")
    ),
    "judging:query-log-enter",
    *("submissions:join", "submissions:withdraw-application"),
}
# They lead on; a link opens the last.
WITHOUT_A_PAGE = {
    "admin-sign-in",
    "admin-password",
    "people:sign-in-code",
    "people:sign-out",
    "people:invitation",
}
SWITCHED_OFF = {"metrics", "api:nothing", "people:provider", "people:provider-back", "people:linked"}
ELSEWHERE = WITH_A_FILLED_FORM | WITH_A_ROW_OF_ITS_OWN | WITHOUT_A_PAGE | SWITCHED_OFF
CAMPAIGNS = (
    ("answers", Phase.SHARED),
    ("series", Phase.SHARED),
    ("passages", Phase.OPEN),
    ("spans", Phase.SHARED),
)


def test_the_page_of_the_documentation_is_what_the_table_says() -> None:
    assert PAGE.read_text("utf-8") == page(), "write it anew: python -m tests.blindness.page"


def test_every_canary_of_a_campaign_stands_in_one_row() -> None:
    rows = [secret for row in TABLE for secret in row.secrets]
    assert len(rows) == len(set(rows))
    assert set(rows) <= set(SECRETS.values())


@pytest.mark.parametrize("word", sorted(SECRETS)[::17])
def test_a_canary_is_found_however_it_is_spelled(word: str) -> None:
    spelled = (
        word.upper().encode(),
        *(base64.b64encode(b"x" * place + word.encode() + b"; and more") for place in range(3)),
        word.encode().hex().encode(),
        hashlib.sha1(word.encode()).hexdigest().encode(),
        gzip.compress(f"<p>{word}</p>".encode()),
    )
    for form in spelled:
        assert found_in(b"before " + form if not form.startswith(b"\x1f") else form) == {SECRETS[word]}, form


def test_an_address_with_an_unknown_part_fails() -> None:
    with pytest.raises(LookupError, match="does not know"):
        paths_of(Pattern("new:page", ("surprise",)), None)  # type: ignore[arg-type]  # no campaign is looked at


@pytest.mark.django_db
@pytest.mark.one_database
def test_every_address_is_known_to_a_walk(tmp_path: Path) -> None:
    scene = build("answers", Phase.JUDGING, tmp_path)
    paths = {found.name: paths_of(found, scene) for found in all_patterns()}
    assert [name for name, found in paths.items() if not found] == []
    assert all(path.startswith("/") for found in paths.values() for path in found)


@pytest.mark.proof  # forty seconds of processor
@pytest.mark.django_db
@pytest.mark.one_database
def test_every_address_answers_somebody(tmp_path: Path) -> None:
    patterns = {found.name: found for found in all_patterns()}
    assert set(patterns) >= ELSEWHERE
    closed = {name: found for name, found in patterns.items() if name not in ELSEWHERE}
    for form, phase in CAMPAIGNS:
        with transaction.atomic():
            scene = build(form, phase, tmp_path / form / phase.name)
            for who in (Who.ORGANIZER, Who.SITE_ADMIN, Who.FIRST, Who.TEAM_A, Who.NOBODY):
                closed = {name: found for name, found in closed.items() if not answers(scene, who, found)}
            told = Delivery.objects.filter(webhook__campaign=scene.campaign).values_list("body", flat=True)
            assert any("scores.made" in body for body in told) == scene.is_past(Phase.SCORED)
            assert not found_in("\n".join(told).encode()), "a message to a webhook says too much"
            transaction.set_rollback(True)
    assert not sorted(closed)


def answers(scene: Scene, who: str, pattern: Pattern) -> bool:
    """Whether an address has something to say to somebody: a page, a file, or what is wrong with an empty form."""
    walk = Walk(scene, who)
    for path, method in product(paths_of(pattern, scene), ("get", "post")):
        response = walk.ask(method, path)
        if response.status_code not in TURNED_AWAY and "/sign-in/" not in response.leads:
            return True
    return False
