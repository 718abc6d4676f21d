"""Sample questions of training by the API: written as versions, ordered, read from a file, removed; for organizers."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.api.asking import client_of, send_json
from tests.factory import make_campaign, make_member

AT = "/api/v1/campaigns/trial/training/"
ITEM = {"docid": "AP-9", "supporting_text": "Mayor Vasquez spoke.", "answer": "Vasquez"}
ITEMS = [
    {**ITEM, "right_grade": "yes", "reason": "Enough."},
    {**ITEM, "supporting_text": "", "answer": "spoke", "right_grade": "no", "reason": "No name."},
]


@pytest.mark.django_db
def test_samples_are_written_ordered_and_removed() -> None:
    campaign = make_campaign("trial")
    olga = client_of(make_member(campaign, "olga", "organizer"))
    assert olga.get(AT).json() == {"required": False, "samples": []}
    assert send_json(olga, AT, {"required": True}, "patch").json()["required"]
    body: dict[str, Any] = {"type": "factoid", "text": "Who is mayor?", "items": ITEMS}
    wrong = send_json(olga, f"{AT}samples/time-1/", {**body, "items": []}, "put")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "no_answers")
    first = send_json(olga, f"{AT}samples/time-1/", body, "put").json()
    assert (first["version"], first["items"][1]["supporting_text"]) == (1, "Mayor Vasquez spoke.")
    again = send_json(olga, f"{AT}samples/time-1/", {**body, "text": "Who?"}, "put")
    assert (again.status_code, again.json()["code"]) == (409, "sample_exists")
    assert (
        send_json(olga, f"{AT}samples/time-1/", {**body, "text": "Who?", "seen": 1}, "put").status_code == 200
    )
    assert olga.get(f"{AT}samples/time-1/").json()["version"] == 2
    send_json(olga, f"{AT}samples/time-2/", body, "put")
    moved = olga.post(f"{AT}samples/time-2/move/").json()
    assert [one["name"] for one in moved["samples"]] == ["time-2", "time-1"]
    assert olga.delete(f"{AT}samples/time-2/").status_code == 204
    assert olga.get(f"{AT}samples/time-2/").status_code == 404
    file = olga.post(f"{AT}files/", {"file": SimpleUploadedFile("samples.csv", b"nothing of it")})
    assert (file.status_code, bool(file.json()["problems"])) == (422, True)
    ada = client_of(make_member(campaign, "ada", "assessor"))
    assert ada.get(AT).status_code == 404
    assert ada.get(f"{AT}samples/time-1/").status_code == 404


@pytest.mark.django_db
def test_of_nuggets_it_is_written_which_an_answer_holds() -> None:
    campaign = make_campaign("trial", "series2004")
    olga = client_of(make_member(campaign, "olga", "organizer"))
    first = {**ITEM, "nugget": "leads the town", "right_grade": "yes", "reason": "A mayor does."}
    second = {**ITEM, "nugget": "was born in Vell", "right_grade": "no", "reason": "Not a word of it."}
    body = {"type": "OTHER", "target": "Vasquez", "text": "Other", "items": [first, second]}
    wrong = send_json(olga, f"{AT}samples/mayor-1/", {**body, "items": [{**first, "nugget": ""}]}, "put")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "nugget_missing")
    stored = send_json(olga, f"{AT}samples/mayor-1/", body, "put").json()
    shown = olga.get(f"{AT}samples/mayor-1/").json()
    assert shown == stored
    assert [(one["nugget"], one["right_grade"]) for one in shown["items"]] == [
        ("leads the town", "yes"),
        ("was born in Vell", "no"),
    ]
