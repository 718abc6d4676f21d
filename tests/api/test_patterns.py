"""Answer patterns by the API: tried, saved on top of what was seen, taken away, and judging the pool."""

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from assessment.campaigns.models import Campaign
from assessment.jobs.services.runner import run_job
from assessment.judging.models import Judgment
from tests.api.asking import client_of, done, send_json
from tests.factory import make_member
from tests.imports.test_patterns import PATTERNS, lamps

assert lamps  # a fixture
AT = "/api/v1/campaigns/lamps/"


def test_patterns_are_tried_saved_and_taken_away(lamps: Campaign) -> None:
    judy, ada = (
        client_of(make_member(lamps, name, role))
        for name, role in (("judy", "adjudicator"), ("ada", "assessor"))
    )
    one = f"{AT}patterns/1/"
    seen = judy.get(one)
    assert (seen.json()["version"], seen.json()["answers"][0]) == (
        0,
        {"answer": "Bo", "right": True, "matching": []},
    )
    tried = send_json(judy, f"{one}trial/", {"text": "Dunn$"}).json()
    assert {row["answer"]: row["matching"] for row in tried["answers"]} == {"Bo": [], "Ada Dunn": ["Dunn$"]}
    assert tried["proposals"] == ["Bo"]
    broken = send_json(judy, one, {"text": "fine\n("}, "put")
    assert (broken.status_code, broken.json()["problems"][0]["line"]) == (422, 2)
    saved = send_json(judy, one, {"text": "Bo\n"}, "put", **{"If-Match": seen["ETag"]})
    assert (saved.status_code, saved.json()["version"], saved.json()["text"]) == (200, 1, "Bo")
    late = send_json(judy, one, {"text": "Bob"}, "put", **{"If-Match": seen["ETag"]})
    assert (late.status_code, late.json()["now"]) == (412, {"version": 1, "text": "Bo"})
    assert [row["qid"] for row in judy.get(f"{AT}patterns/").json()] == ["1"]
    assert judy.get(f"{AT}pattern-file/").content == b"1 Bo\n"
    assert judy.get(f"{AT}pattern-file/?documents=true").content == b"1 Bo HN-2\n"
    assert ada.get(one).status_code == 404
    assert judy.get(f"{AT}patterns/7/").status_code == 404


def test_a_file_of_patterns_judges_the_pool(lamps: Campaign) -> None:
    olga = client_of(make_member(lamps, "olga", "organizer"))

    def send(**more: Any) -> Any:
        file = SimpleUploadedFile("patterns.txt", PATTERNS.encode())
        job = done(olga, olga.post(f"{AT}pattern-judgments/", {"file": file, "machine": "v1", **more}))
        if not job["next"]:
            return job
        run_job(job["next"], heartbeat=False)
        return olga.get(f"{AT}jobs/{job['next']}/").json()

    assert send(check_only=True)["review"]["added"] == 4
    assert not Judgment.ever.filter(member__name="patterns").exists()
    assert send(name="ann")["error"]["code"] == "assessor_is_a_person"
    assert send()["state"] == "done"
    assert Judgment.ever.filter(member__name="patterns", grade="yes").count() == 2
    file = SimpleUploadedFile("one.txt", b"1 Ada\n")
    sent = {"file": file, "machine": "v1", "name": "one", "complete": True, "check_only": True}
    job = done(olga, olga.post(f"{AT}pattern-judgments/", sent))
    run_job(job["next"], heartbeat=False)
    assert olga.get(f"{AT}jobs/{job['next']}/").json()["review"]["added"] == 4
