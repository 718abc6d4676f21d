"""The log: request ids that people can quote and jobs carry on, lines for programs, and nothing in them that is secret."""

import json
import logging
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest

from assessment.jobs.models import Job
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.runner import run_job
from assessment.shared import at_hand
from assize.logs import JsonLines, TextLines
from tests.client import Client
from tests.factory import make_account
from tests.judging.room import Room

ID = "0123abcd-EF.9"


class Log:
    """What a handler of the site writes."""

    def __init__(self, formatter: logging.Formatter) -> None:
        self.stream = StringIO()
        self.handler = logging.StreamHandler(self.stream)
        self.handler.setFormatter(formatter)

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]

    def of(self, view: str) -> dict[str, Any]:
        """The line of the one request to a view."""
        (line,) = [line for line in self.lines if line.get("view") == view]
        return line


def _kept(formatter: logging.Formatter) -> Iterator[Log]:
    log = Log(formatter)
    loggers = [logging.getLogger(), logging.getLogger("django")]  # the second hands nothing on
    for logger in loggers:
        logger.addHandler(log.handler)
    yield log
    for logger in loggers:
        logger.removeHandler(log.handler)


@pytest.fixture
def log(settings: Any) -> Iterator[Log]:
    """The log as JSON."""
    settings.LOG_FORM = "json"
    yield from _kept(JsonLines())


@pytest.fixture
def text_log() -> Iterator[Log]:
    """The log as text."""
    yield from _kept(TextLines("{levelname} {name}: {message}", style="{"))


@pytest.mark.django_db
def test_each_request_is_one_line_without_its_address(log: Log) -> None:
    ada = make_account("ada")
    client = Client()
    client.force_login(ada)
    answer = client.get("/account/?word=hidden")
    line = log.of("people:account")
    assert (line["message"], line["method"], line["status"]) == ("answered", "GET", 200)
    assert (line["account"], line["request"]) == (ada.pk, answer["X-Request-ID"])
    assert line["ms"] >= 0
    assert "ada" not in log.text.replace(answer["X-Request-ID"], "")  # which may be of any letters
    assert "hidden" not in log.text


@pytest.mark.django_db
def test_links_and_names_of_runs_are_not_in_the_log(log: Log) -> None:
    for address in (
        "/password/MQ/secret-token/",
        "/campaigns/trial/runs/secret-token/",
        "/secret-token/",
    ):
        Client().get(address)
    Client().post("/sign-in/", {"username": "secret-token", "password": "secret-token"})
    assert len([line for line in log.lines if line["message"] == "answered"]) == 4
    assert any(line["logger"] == "django.request" for line in log.lines)
    assert "secret-token" not in log.text


@pytest.mark.django_db
def test_text_names_no_addresses_either_and_has_the_request_at_its_end(text_log: Log) -> None:
    answer = Client().get("/secret-token/")
    assert (
        f"WARNING django.request: Not Found: GET none [request {answer['X-Request-ID']}]\n" in text_log.text
    )
    assert "secret-token" not in text_log.text


@pytest.mark.parametrize(
    ("proxies", "given", "taken"),
    [(1, ID, True), (0, ID, False), (1, "short", False), (1, "x" * 65, False), (1, "one two three", False)],
)
@pytest.mark.django_db
def test_the_id_of_a_trusted_proxy_is_taken(settings: Any, proxies: int, given: str, taken: bool) -> None:
    settings.TRUSTED_PROXIES = proxies
    answers = [Client().get("/healthz", HTTP_X_REQUEST_ID=given)["X-Request-ID"] for _ in range(2)]
    assert (answers == [given, given]) is taken
    assert taken or answers[0] != answers[1]
    assert at_hand.request_id.get() == ""


@pytest.mark.django_db
def test_pages_of_errors_give_the_id_to_quote(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ValueError("the answer is forty-two")

    monkeypatch.setattr("assessment.people.views.signing.render", broken)
    client = Client(raise_request_exception=False)
    answer = client.get("/sign-in/")
    assert answer.status_code == 500
    assert f"<code>{answer['X-Request-ID']}</code>" in answer.content.decode()
    (line,) = [line for line in log.lines if "exception" in line]
    assert line["request"] == answer["X-Request-ID"]
    assert line["exception"][0]["type"] == "builtins.ValueError"
    assert any("broken" in place for place in line["exception"][0]["at"])
    assert "forty-two" not in log.text


@pytest.mark.django_db(transaction=True)
def test_a_job_carries_the_id_of_the_request_that_asked_for_it(log: Log) -> None:
    named = at_hand.request_id.set(ID)
    job = enqueue(kind="notices.send", by=None)
    at_hand.request_id.reset(named)
    assert Job.objects.get(pk=job.pk).request_id == ID
    assert run_job(job.pk)
    (line,) = [line for line in log.lines if line["logger"] == "assessment.jobs.services.runner"]
    assert (line["job"], line["request"]) == (job.pk, ID)
    assert line["message"].startswith(f"Sending mail (job {job.pk}): ended in ")
    assert (at_hand.job.get(), at_hand.request_id.get()) == (None, "")


@pytest.mark.django_db(transaction=True)
def test_a_judgment_says_nothing_of_itself(log: Log) -> None:
    room = Room()
    sent = room.form(0, grade="correct", note="a private remark")
    assert room.client().post(f"{room.url}save/", sent).status_code < 400
    assert log.of("judging:save")["account"] == room.ada.pk
    for word in ("Halden", "private", "correct", "ada", "trial"):
        assert word not in log.text
