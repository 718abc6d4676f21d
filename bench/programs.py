"""A program that judges through the API: ten thousand judgments in one call, all or none."""

import json
from typing import Any

from django.conf import settings
from django.test import Client

from assessment.campaigns.models import State
from assessment.judging.models import Change, Judgment
from assessment.people.services.tokens import make_token
from bench.site import Figures, peak_megabytes, timed
from tests.factory import make_account, make_assignment, make_campaign, make_items, make_questions

QUESTIONS, ANSWERS = 20, 500
ADDRESS = "/api/v1/campaigns/bench/judgments/"


def api_judgments() -> Figures:
    """10,000 judgments of 20 questions in one call of the API, beside a second assessor's (target on PostgreSQL: under 5 s); then the same again, which stores nothing."""
    settings.ALLOWED_HOSTS.append("testserver")
    campaign = make_campaign("bench", state=State.OPEN)
    ada, ben = make_account("ada"), make_account("ben")
    of_ada: list[dict[str, Any]] = []
    of_ben: list[dict[str, Any]] = []
    for question in make_questions(campaign, *map(str, range(1, QUESTIONS + 1)), type="factoid"):
        items = make_items(question, *((f"DOC-{n:04}", f"answer {n}") for n in range(ANSWERS)))
        for account, rows in ((ada, of_ada), (ben, of_ben)):
            work = make_assignment(question, account)
            rows += [
                {
                    "assignment": work.pk,
                    "item": item.pk,
                    "grade": "yes" if n % 3 else "no",
                    "id": f"{work.pk:08x}-0000-4000-8000-{item.pk:012x}",
                }
                for n, item in enumerate(items)
            ]
    _send(_client(ben), of_ben)
    client = _client(ada)
    first, _ = timed(lambda: _send(client, of_ada))
    again, _ = timed(lambda: _send(client, of_ada))
    assert Judgment.objects.count() == Change.objects.count() == 2 * QUESTIONS * ANSWERS
    return {
        "judgments": QUESTIONS * ANSWERS,
        "seconds": first.wall,
        "seconds of the processor": first.cpu,
        "seconds, sent again": again.wall,
        "peak memory, MB": peak_megabytes(),
    }


def _client(account: Any) -> Client:
    token = make_token(account=account, by=account).token
    return Client(headers={"Authorization": f"Bearer {token}"})


def _send(client: Client, rows: list[dict[str, Any]]) -> None:
    answer = client.post(ADDRESS, json.dumps({"judgments": rows}), content_type="application/json")
    if answer.status_code != 200:
        raise SystemExit(f"the site answered {answer.status_code}: {answer.content[:300]!r}")
