"""Programs that ask the API, in tests."""

from typing import Any
from uuid import uuid4

from assessment.jobs.services.runner import run_job
from assessment.people.models import Account
from assessment.people.services.tokens import make_token
from tests.client import Client


def client_of(account: Account) -> Client:
    """A program with a token of somebody."""
    token = make_token(account=account, by=account, name=str(uuid4())).token
    return Client(headers={"Authorization": f"Bearer {token}"})


def send_json(client: Client, address: str, body: Any, method: str = "post", **headers: str) -> Any:
    """Send a body as JSON."""
    return getattr(client, method)(address, body, content_type="application/json", headers=headers)


def done(client: Client, asked: Any) -> Any:
    """The job that an answer names, once it has been done."""
    assert asked.status_code == 202, asked.content
    body = asked.json()
    job = body.get("job") or body
    run_job(job["id"], heartbeat=False)
    slug = asked.request["PATH_INFO"].split("/")[4]
    return client.get(f"/api/v1/campaigns/{slug}/jobs/{job['id']}/").json()
