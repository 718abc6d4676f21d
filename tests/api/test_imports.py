"""Files by the API: checked, imported, looked at and undone, with the words and lines of the pages."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from assessment.campaigns.models import Campaign, FileImport, State
from assessment.campaigns.services.intakes import INTAKES
from assessment.judging.models import Judgment
from assessment.people.models import Account, Member
from assessment.people.services.tokens import make_token
from assessment.submissions.models import Run
from tests.api.asking import client_of, done, send_json
from tests.client import Client
from tests.factory import make_assignment, make_campaign, make_items, make_member, make_questions

IMPORTS = "/api/v1/campaigns/trial/imports/"
TOPICS = b"<top>\n\n<num> Number: 1\n\n<desc> Description:\nWho saw Halden?\n\n</top>\n"
HEADER = "qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at\n"
FIRST = "1,D-1,,Halden,ada,yes,,,2026-11-09T09:00:00Z\n"

pytestmark = pytest.mark.django_db


def send(client: Client, kind: str, data: str | bytes, **fields: Any) -> Any:
    content = data.encode() if isinstance(data, str) else data
    file = SimpleUploadedFile(f"{kind}.csv", content)
    return client.post(IMPORTS, {"kind": kind, "file": file, **fields})


def undo(client: Client, number: int) -> Any:
    return send_json(client, f"{IMPORTS}{number}/undo/", {"reason": "a slip"})


def test_questions_are_checked_then_imported_then_undone() -> None:
    campaign = make_campaign("trial")
    olga = client_of(make_member(campaign, "olga", "organizer"))
    other_track = send(olga, "questions", b'<?xml version="1.0"?>\n<QASet><Q q_id="1"/></QASet>')
    assert (other_track.status_code, other_track.json()["code"]) == (422, "file_refused")
    assert other_track.json()["problems"][0]["message"]
    checked = send(olga, "questions", TOPICS, check_only="true")
    assert (checked.status_code, checked.json()["review"]["questions"]) == (200, 1)
    assert not campaign.questions.exists()
    assert not FileImport.objects.exists()
    stored = send(olga, "questions", TOPICS)
    assert (stored.status_code, stored.json()["number"], stored.json()["job"]) == (201, 1, None)
    twice = send(olga, "questions", TOPICS)
    assert (twice.status_code, twice.json()["number"]) == (201, None)
    assert "import 1; nothing new" in twice.json()["sentence"]
    one = olga.get(f"{IMPORTS}1/").json()
    assert (one["undo"]["possible"], one["undo"]["removes"]) == (True, ["1 question"])
    assert olga.get(f"{IMPORTS}1/files/0/").getvalue() == TOPICS
    done(olga, undo(olga, 1))
    assert not campaign.questions.exists()
    again = undo(olga, 1)
    assert (again.status_code, again.json()["code"]) == (422, "import_undone")


def test_what_was_built_on_an_import_is_told_first_and_keeps_it() -> None:
    campaign = make_campaign("trial")
    olga = client_of(make_member(campaign, "olga", "organizer"))
    assert send(olga, "questions", TOPICS).status_code == 201
    team = campaign.teams.create(name="lake")
    Run.objects.create(campaign=campaign, team=team, run_id="lake1", run_key="lake1", responses_count=1)
    told = olga.get(f"{IMPORTS}1/").json()["undo"]
    assert (told["possible"], told["lost"]) == (False, ["1 run."])
    refused = undo(olga, 1)
    assert (refused.status_code, refused.json()["code"]) == (422, "import_in_use")
    assert refused.json()["details"] == ["1 run."]


@pytest.fixture
def campaign() -> Campaign:
    campaign = make_campaign("trial", state=State.OPEN)
    (question,) = make_questions(campaign, "1", type="factoid")
    make_items(question, ("D-1", "Halden"), ("D-2", "Rehn"))
    make_assignment(question, make_member(campaign, "ada", "assessor"))
    return campaign


def test_judgments_are_checked_stored_by_a_job_and_taken_back(campaign: Campaign) -> None:
    olga = client_of(make_member(campaign, "olga", "organizer"))
    head = send(olga, "judgments", "question,document,grade\n1,D-1,yes\n")
    assert (head.status_code, head.json()["problems"][0]["line"]) == (422, 1)
    wrong = send(olga, "judgments", HEADER + FIRST.replace("yes", "maybe") + FIRST.replace("ada", "eve"))
    assert wrong.status_code == 422
    assert {one["line"] for one in wrong.json()["problems"]} == {2, 3}
    checked = send(olga, "judgments", HEADER + FIRST, check_only="true")
    assert (checked.status_code, checked.json()["review"]["added"]) == (200, 1)
    assert not Judgment.objects.exclude(grade="").exists()
    stored = send(olga, "judgments", HEADER + FIRST)
    assert stored.status_code == 202, stored.content
    assert "1" in done(olga, stored)["sentence"]
    assert Judgment.objects.get().grade == "yes"
    twice = done(olga, send(olga, "judgments", HEADER + FIRST))
    assert "no import was made" in twice["sentence"]
    told = olga.get(f"{IMPORTS}1/").json()["undo"]
    assert (told["possible"], len(told["remarks"])) == (True, 1)
    assert "no longer count" in done(olga, undo(olga, 1))["sentence"]
    assert Judgment.objects.get().grade == ""


def test_names_that_nobody_knows_join_where_one_says_so(campaign: Campaign) -> None:
    olga = client_of(make_member(campaign, "olga", "organizer"))
    new = HEADER + FIRST.replace("ada", "eve")
    assert send(olga, "judgments", new).json()["problems"][0]["code"] == "assessor_unknown"
    done(olga, send(olga, "judgments", new, newcomers="true"))
    assert Member.objects.get(name="eve").account is None


def test_a_job_that_failed_tells_the_lines(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    taken_in = INTAKES["judgments"]
    monkeypatch.setitem(INTAKES._kept, "judgments", taken_in._replace(checked_at_once=0))
    olga = client_of(make_member(campaign, "olga", "organizer"))
    assert done(olga, send(olga, "judgments", HEADER + FIRST, check_only="true"))["review"]["added"] == 1
    failed = done(olga, send(olga, "judgments", HEADER + FIRST.replace("yes", "maybe")))
    assert failed["state"] == "failed"
    assert [one["line"] for one in failed["error"]["problems"]] == [2]


def test_kinds_and_who_may_bring_them(campaign: Campaign) -> None:
    olga = client_of(make_member(campaign, "olga", "organizer"))
    jude = client_of(make_member(campaign, "jude", "adjudicator"))
    unknown = send(olga, "nuggets", "x")
    assert (unknown.status_code, unknown.json()["wrong"].keys()) == (400, {"kind"})
    assert send(olga, "questions", TOPICS, newcomers="true").status_code == 400
    known = send(olga, "answers", "1 Halden\n", check_only="true")
    assert known.status_code in (200, 422)
    decisions = "qid,docid,passage,answer,grade,ground,overruled,adjudicator,note\n1,D-1,,Halden,yes,opinion,0,jude,\n"
    assert send(jude, "judgments", HEADER + FIRST).status_code == 404
    decided = send(jude, "decisions", decisions, check_only="true")
    assert decided.status_code in (200, 422)
    assert jude.get(IMPORTS).status_code == 404
    account = Account.objects.get(username="olga")
    reading = make_token(account=account, by=None, name="r", writes=False).token
    reader = Client(headers={"Authorization": f"Bearer {reading}"})
    assert send(reader, "judgments", HEADER + FIRST).status_code == 403
