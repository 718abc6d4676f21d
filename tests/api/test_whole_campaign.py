"""A whole campaign by the API alone, as docs/api.md tells it: its scores are those of the same files by commands."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile

from assessment.campaigns.models import Campaign, State
from assessment.jobs.models import Job, JobState
from assessment.jobs.services.runner import run_job
from assessment.people.models import Account
from tests.api.asking import client_of
from tests.client import Client
from tests.commands import run
from tests.factory import make_account

ROOT = Path(settings.BASE_DIR)
FOLDER = ROOT / "demo" / "coast-facts"
PEOPLE = ("ada", "ben", "cleo")

pytestmark = pytest.mark.django_db


class Programs:
    """The programs of the example: one of whoever makes the campaign, one of each assessor."""

    def __init__(self) -> None:
        self.clients = {name: client_of(make_account(name)) for name in PEOPLE}
        self.clients[""] = client_of(make_account("olga", may_create=True))
        self.names: dict[str, Any] = {
            "get": lambda address, by="": self.right(self.ask("get", address, by=by)),
            "post": lambda address, body, by="": self.right(self.ask("post", address, body, by=by)),
            "patch": lambda address, body: self.right(self.ask("patch", address, body)),
            "send": lambda address, file, **fields: self.right(self.send(address, file, **fields)),
            "fetch": lambda address: self.ask("get", address).getvalue(),
            "sleep": lambda seconds: work_waiting(),
            "folder": FOLDER,
            "csv": csv,
        }

    def ask(self, method: str, address: str, body: Any = None, by: str = "") -> Any:
        form = {} if body is None else {"data": body, "content_type": "application/json"}
        return getattr(self.clients[by], method)(f"/api/v1/{address}", **form)

    def send(self, address: str, file: Path, **fields: Any) -> Any:
        upload = SimpleUploadedFile(file.name, file.read_bytes())
        return self.clients[""].post(f"/api/v1/{address}", {"file": upload, **fields})

    @staticmethod
    def right(answer: Any) -> Any:
        assert answer.status_code < 300, answer.content
        return answer.json()

    def done(self, answer: Any) -> Any:
        """The job of an answer, ended."""
        assert answer.status_code == 202, answer.content
        work_waiting()
        return self.right(self.ask("get", f"campaigns/coast/jobs/{answer.json()['id']}/"))


def work_waiting() -> None:
    for job in Job.objects.filter(state=JobState.WAITING).order_by("pk"):
        run_job(job.pk, heartbeat=False)


def examples() -> list[str]:
    """What the page tells people to run, part by part."""
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8").partition("## A whole campaign")[2]
    return re.findall(r"```python\n(.*?)```", page, re.DOTALL)


def test_from_nothing_to_released_scores_and_the_bundle(tmp_path: Path) -> None:
    programs = Programs()
    make, submit, judge, decide, release = examples()
    for part in (make, submit, judge):
        exec(part, programs.names)  # what the page tells people to run
    refuses_to_undo_what_is_in_use(programs)
    refuses_to_release_what_is_disputed(programs)
    exec(decide, programs.names)
    refuses_what_nobody_saw(programs)
    exec(release, programs.names)
    assert Campaign.objects.get(slug="coast").state == State.RELEASED
    assert programs.names["scores"]["runs"] == by_commands(tmp_path)["runs"]
    goes_into_a_campaign_of_its_own(programs, programs.names["bundle"])
    run("score", "elsewhere", "--json", str(tmp_path / "elsewhere.json"))
    elsewhere = json.loads((tmp_path / "elsewhere.json").read_text(encoding="utf-8"))
    assert elsewhere["runs"] == programs.names["scores"]["runs"]
    takes_the_release_back(programs)


def refuses_to_undo_what_is_in_use(programs: Programs) -> None:
    told = programs.right(programs.ask("get", "campaigns/coast/imports/1/"))["undo"]
    assert (told["possible"], told["lost"][0]) == (False, "5 runs.")
    refused = programs.ask("post", "campaigns/coast/imports/1/undo/", {"reason": "a slip"})
    assert (refused.status_code, refused.json()["details"]) == (422, told["lost"])


def refuses_to_release_what_is_disputed(programs: Programs) -> None:
    programs.done(programs.ask("post", "campaigns/coast/release/preview/", {}))
    shown = programs.right(programs.ask("get", "campaigns/coast/release/"))
    assert (shown["can_release"], len(shown["missing"]) > 0) == (False, True)
    failed = programs.done(
        programs.ask("post", "campaigns/coast/release/", {"audience": "all", "seen": shown["seen"]})
    )
    assert (failed["state"], failed["error"]["code"]) == ("failed", "release_refused")
    assert len(failed["error"]["details"]) == len(shown["missing"])
    by_rule = programs.done(programs.ask("post", "campaigns/coast/scores/", {}))
    assert (by_rule["state"], len(by_rule["error"]["details"]) > 0) == ("failed", True)
    export = programs.ask("get", "campaigns/coast/exports/qrels.txt/")
    assert (export.status_code, len(export.json()["details"]) > 0) == (422, True)


def refuses_what_nobody_saw(programs: Programs) -> None:
    stale = programs.right(programs.ask("get", "campaigns/coast/release/"))["seen"]
    changed = programs.done(
        programs.ask("post", "campaigns/coast/release/", {"audience": "all", "seen": stale})
    )
    assert changed["error"]["code"] == "changed_meanwhile"
    unseen = programs.ask("post", "campaigns/coast/release/", {"audience": "all", "seen": "0" * 64})
    assert (unseen.status_code, unseen.json()["code"]) == (409, "changed_meanwhile")
    assert programs.ask("post", "campaigns/coast/release/", {}).status_code == 400


def goes_into_a_campaign_of_its_own(programs: Programs, bundle: bytes) -> None:
    def send(slug: str) -> Any:
        upload = SimpleUploadedFile("bundle.zip", bundle)
        return programs.clients[""].post("/api/v1/bundles/", {"bundle": upload, "slug": slug})

    assert (send("").status_code, send("coast").json()["code"]) == (422, "slug_taken")
    asked = send("elsewhere")
    assert asked.status_code == 202
    work_waiting()
    job = programs.right(programs.ask("get", f"jobs/{asked.json()['id']}/"))
    assert (job["state"], job["error"]) == ("done", None)
    assert programs.right(programs.ask("get", "jobs/"))[0]["id"] == job["id"]
    assert programs.ask("get", "jobs/", by="ada").status_code == 404
    asked = programs.ask("post", "campaigns/coast/clones/", {"slug": "next", "title": "Next"})
    work_waiting()
    assert programs.right(programs.ask("get", f"jobs/{asked.json()['id']}/"))["state"] == "done"
    assert programs.right(programs.ask("get", "campaigns/next/"))["state"] == "draft"


def takes_the_release_back(programs: Programs) -> None:
    olga: Client = programs.clients[""]
    assert olga.get("/api/v1/campaigns/coast/scores/versions/").json()[0]["official"] is True
    assert olga.delete("/api/v1/campaigns/coast/release/").status_code == 400
    back = olga.delete("/api/v1/campaigns/coast/release/?reason=a+slip")
    assert (back.status_code, back.json()["released"]) == (200, None)
    assert Campaign.objects.get(slug="coast").state == State.CLOSED


def by_commands(folder: Path) -> Any:
    """The scores of the same files by commands."""
    run("create_campaign", "same", "--track", "trec8", "--set", "judges=3")
    run("import_questions", "same", str(FOLDER / "questions.txt"))
    run("open_campaign", "same")
    for file in sorted((FOLDER / "runs").iterdir()):
        team, length = file.stem.rstrip("0123456789ab"), "250" if "250" in file.stem else "50"
        run("submit_run", "same", str(file), "--team", team, "--length", length)
    run("close_campaign", "same")
    run("pool", "same")
    for account in Account.objects.filter(username__in=PEOPLE).order_by("pk"):
        run("add_person", "same", account.username, "--role", "assessor")
    run("assign", "same")
    for table in ("judgments.csv", "judgments-rest.csv"):
        run("import_judgments", "same", str(FOLDER / table))
    run("accept_majorities", "same")
    run("score", "same", "--json", str(folder / "same.json"))
    return json.loads((folder / "same.json").read_text(encoding="utf-8"))
