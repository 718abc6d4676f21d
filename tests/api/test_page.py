"""The page of the API: its examples run, and so does the client that judges with any model."""

import io
import json
import os
import re
import runpy
import sys
from email.message import Message
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request

import pytest

from assessment.campaigns.models import Campaign, State
from assessment.jobs.models import Job, JobState
from assessment.jobs.services.runner import run_job
from assessment.judging.models import Judgment
from assessment.people.models import Account, Member
from assessment.people.services.tokens import make_token
from assessment.results.selectors.report import report_json
from assessment.results.services.scores import score
from tests.api.series import by_hand, grade_all, series
from tests.client import Client
from tests.factory import make_assignment, make_campaign, make_items, make_member, make_questions
from tests.judging.annotating import import_pages

DOCS = Path(__file__).parents[2] / "docs"
MODEL = "import json, sys; one = json.load(sys.stdin); print('yes' if one['answer'] == 'Halden' else 'no')"

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(tmp_path: Path) -> Client:
    """The programs of somebody who organizes the campaign and judges two questions of it."""
    campaign = make_campaign("trial", state=State.OPEN)
    questions = make_questions(campaign, "1", "2", type="factoid")
    ada = make_member(campaign, "ada", "organizer", "assessor")
    for question in questions:
        make_items(question, ("D-1", "Halden"), ("D-2", "Rehn"))
        make_assignment(question, ada)
    assert Member.objects.count() == 1
    series("series", ada)
    import_pages(tmp_path / "pages", qids=("71",))
    (page,) = make_questions(make_campaign("pages", "nq", collection_slug="pages"), "71", type="question")
    make_assignment(page, ada)
    token = make_token(account=ada, by=ada).token
    return Client(headers={"Authorization": f"Bearer {token}"})


def examples_before(heading: str) -> list[str]:
    """The examples of the page as far as a heading."""
    page = (DOCS / "api.md").read_text(encoding="utf-8").partition(heading)[0]
    return re.findall(r"```python\n(.*?)```", page, re.DOTALL)


def test_the_examples_run(client: Client) -> None:
    def ask(method: str, address: str, body: Any = None, headers: Any = None) -> Any:
        form = {"data": body, "content_type": "application/json"} if body is not None else {}
        return getattr(client, method)(f"/api/v1/{address}", headers=headers or {}, **form)

    def right(answer: Any) -> Any:
        assert answer.status_code < 300, answer.content
        return answer.json()

    names = {
        "get": lambda address: right(ask("get", address)),
        "post": lambda address, body: right(ask("post", address, body)),
        "patch": lambda address, body, headers: ask("patch", address, body, headers),
        "read": lambda address: ask("get", address),
    }
    examples = examples_before("## A whole campaign")
    assert len(examples) >= 5
    for example in examples:
        exec(example, {**names})  # what the page tells people to run
    _as_by_the_pages()


def _as_by_the_pages() -> None:
    """The series that the examples judged has the scores of one that was judged by the services of the pages."""
    account = Account.objects.get(username="ada")
    judged, twin = Campaign.objects.get(slug="series"), series("twin", account)
    by_hand(twin, account)
    grade_all(judged, "1.1", account, {"in 1843"})
    reports = []
    for campaign in (judged, twin):
        scored = score(campaign=campaign, rule="adjudicated", by=None)
        report = json.loads(report_json(scored.score_set, whole=True))
        reports.append({name: report[name] for name in ("runs", "warnings", "evaluated_questions")})
    assert reports[0] == reports[1]
    lake = reports[0]["runs"]["lake1"]["questions"]
    assert (lake["1.2"]["list_f"], lake["1.3"]["other_f"]) == (pytest.approx(2 / 3), 1.0)


class Answer:
    """What urlopen gives, made of an answer to the test client."""

    def __init__(self, response: Any) -> None:
        assert response.status_code in (200, 202), response.content
        self.headers, self._body = response.headers, io.BytesIO(response.content)

    def __enter__(self) -> "Answer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._body.close()

    def read(self) -> bytes:
        return self._body.read()


def test_a_model_judges_all_that_is_to_judge(
    client: Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def urlopen(request: Request) -> Answer:
        parts, body = urlsplit(request.full_url), request.data
        there = f"{parts.path}?{parts.query}"
        if body is None:
            answer = client.get(there)
        else:
            answer = client.post(there, body, content_type="application/json")
        if answer.status_code >= 400:
            raise HTTPError(there, answer.status_code, "", Message(), io.BytesIO(answer.content))
        return Answer(answer)

    monkeypatch.setattr("urllib.request.urlopen", urlopen)
    monkeypatch.setitem(os.environ, "ASSIZE_TOKEN", "the client of the test has it")
    to = ["http://testserver", "trial", "judge", "2", "some-model"]
    monkeypatch.setattr(sys, "argv", ["api_judge.py", *to, sys.executable, "-c", MODEL])
    for _ in range(2):  # the same again changes nothing
        runpy.run_path(str(DOCS / "api_judge.py"), run_name="__main__")
        assert capsys.readouterr().out.startswith("judge@2: 4 of 4 answers judged; ")
        for job in Job.objects.filter(state=JobState.WAITING):
            run_job(job.pk, heartbeat=False)
    to[-1] = "another-model"
    monkeypatch.setattr(sys, "argv", ["api_judge.py", *to, sys.executable, "-c", MODEL])
    with pytest.raises(SystemExit, match=r"judge@2"):
        runpy.run_path(str(DOCS / "api_judge.py"), run_name="__main__")
    to[2:] = ["choosy", "1", "some-model"]  # a command that fails at some answers loses none of the others
    choosy = f"{MODEL}; sys.exit(one['answer'] == 'Halden')"
    monkeypatch.setattr(sys, "argv", ["api_judge.py", *to, sys.executable, "-c", choosy])
    runpy.run_path(str(DOCS / "api_judge.py"), run_name="__main__")
    assert capsys.readouterr().out.startswith("choosy@1: 2 of 4 answers judged; ")
    monkeypatch.setattr(sys, "argv", ["api_judge.py", *to])
    with pytest.raises(SystemExit, match="Judge the pools of a campaign"):
        runpy.run_path(str(DOCS / "api_judge.py"), run_name="__main__")
    stored = Judgment.ever.order_by("item__answer", "pk")
    assert [(row.item.answer, row.grade) for row in stored] == [("Halden", "yes")] * 2 + [("Rehn", "no")] * 2
    assert {(row.member.name, row.kind, row.changes) for row in stored} == {("judge@2", "machine", 0)}


def test_it_is_short() -> None:
    assert len((DOCS / "api_judge.py").read_text(encoding="utf-8").splitlines()) <= 60
