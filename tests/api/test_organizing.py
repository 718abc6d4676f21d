"""Guidelines, deadlines, single questions and series by the API, as the pages change them."""

from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from assessment.campaigns.models import Campaign, State
from assessment.submissions.services import pool
from tests.api.asking import client_of, done, send_json
from tests.client import Client
from tests.documents.helpers import import_records, record
from tests.factory import make_assignment, make_campaign, make_items, make_member, make_questions
from tests.submissions.scene import QIDS, as_bytes, submit, whole_run

CAMPAIGN = "/api/v1/campaigns/trial/"

pytestmark = pytest.mark.django_db


def draft(track: str = "trec8", **fields: Any) -> tuple[Campaign, Client]:
    campaign = make_campaign("trial", track, **fields)
    return campaign, client_of(make_member(campaign, "olga", "organizer"))


def change(client: Client, address: str, body: Any, method: str = "patch", **headers: str) -> Any:
    return send_json(client, f"{CAMPAIGN}{address}", body, method, **headers)


def test_guidelines_are_read_and_written_on_top_of_what_was_seen() -> None:
    campaign, olga = draft()
    ada = client_of(make_member(campaign, "ada", "assessor"))
    empty = ada.get(f"{CAMPAIGN}guidelines/")
    assert (empty.json()["version"], empty.json()["versions"]) == (0, [])
    first = change(olga, "guidelines/", {"text": "Be fair."}, "post", **{"If-Match": empty["ETag"]})
    assert (first.status_code, first.json()["version"]) == (201, 1)
    late = change(olga, "guidelines/", {"text": "Be kind."}, "post", **{"If-Match": empty["ETag"]})
    assert (late.status_code, late.json()["now"]) == (412, {"version": 1, "text": "Be fair."})
    seen = ada.get(f"{CAMPAIGN}guidelines/")["ETag"]
    assert change(olga, "guidelines/", {"text": "Be kind."}, "post", **{"If-Match": seen}).status_code == 201
    assert ada.get(f"{CAMPAIGN}guidelines/?version=1").json()["text"] == "Be fair."
    assert [one["version"] for one in ada.get(f"{CAMPAIGN}guidelines/").json()["versions"]] == [2, 1]
    assert ada.get(f"{CAMPAIGN}guidelines/?version=7").status_code == 404
    assert change(ada, "guidelines/", {"text": "Be quick."}, "post").status_code == 404


def test_deadlines_are_set_and_moved_with_reasons() -> None:
    _, olga = draft(state=State.OPEN)
    day = timezone.now() + timedelta(days=30)
    first, later = (f"{day + timedelta(days=days):%Y-%m-%d} 12:00 UTC" for days in (0, 7))
    none = olga.get(f"{CAMPAIGN}deadlines/")
    assert (none.json()["deadline"], none.json()["free"]) == ("", True)
    asked = change(olga, "deadlines/", {"deadline": first}, "post", **{"If-Match": none["ETag"]})
    assert (asked.status_code, asked.json()["deadline"]) == (201, first)
    assert change(olga, "deadlines/", {"deadline": "soon"}, "post").status_code == 400
    silent = change(olga, "deadlines/", {"deadline": later}, "post")
    assert (silent.status_code, silent.json()["code"]) == (422, "reason_missing")
    over = change(olga, "deadlines/", {"deadline": "2020-01-01 12:00 UTC", "reason": "a slip"}, "post")
    assert (over.status_code, over.json()["code"]) == (422, "deadline_past")
    moved = {"deadline": later, "reason": "a storm", "team": "lake"}
    late = change(olga, "deadlines/", moved, "post", **{"If-Match": none["ETag"]})
    assert (late.status_code, late.json()["now"]["deadline"]) == (412, first)
    (move,) = change(olga, "deadlines/", moved, "post").json()["moves"]
    assert (move["team"], move["reason"]) == ("lake", "a storm")


def test_a_question_is_edited_corrected_dropped_and_its_nil_settled() -> None:
    campaign, olga = draft("series2004", state=State.OPEN)
    (question,) = make_questions(campaign, "1.1", type="FACTOID", series="1")
    ann = client_of(make_member(campaign, "ann", "participant"))
    seen = olga.get(f"{CAMPAIGN}questions/1.1/")
    wanted = {"text": "Who kept the light?", "source": "log", "nil": "right", "dropped": "twice"}
    changed = change(olga, "questions/1.1/", wanted, **{"If-Match": seen["ETag"]})
    assert changed.status_code == 200, changed.content
    assert (changed.json()["text"], changed.json()["origin"]["source"]) == ("Who kept the light?", "log")
    assert (changed.json()["origin"]["nil"], changed.json()["dropped"]) == ("right", "twice")
    late = change(olga, "questions/1.1/", {"text": "Who?"}, **{"If-Match": seen["ETag"]})
    assert (late.status_code, late.json()["now"]["dropped"]) == (412, "twice")
    again = change(olga, "questions/1.1/", {"dropped": "once more"})
    assert (again.status_code, again.json()["code"]) == (422, "dropped_already")
    make_items(question, ("D1", "Halden"))
    half = change(olga, "questions/1.1/", {"dropped": "", "text": "Who kept it?"})
    assert (half.status_code, half.json()["code"]) == (422, "reason_missing")
    assert olga.get(f"{CAMPAIGN}questions/1.1/").json()["dropped"] == "twice"
    change(olga, "questions/1.1/", {"dropped": "", "text": "Who kept it?", "reason": "too long"})
    shown = ann.get(f"{CAMPAIGN}questions/1.1/").json()
    assert (shown["text"], shown["corrections"][0]["reason"]) == ("Who kept it?", "too long")
    assert (shown["dropped"], shown["origin"]) == ("", None)
    assert change(ann, "questions/1.1/", {"text": "?"}).status_code == 404


def test_a_series_gets_another_target_order_and_a_question_more() -> None:
    campaign, olga = draft("series2004")
    make_questions(campaign, "1.1", "1.2", type="FACTOID", series="1")
    seen = olga.get(f"{CAMPAIGN}series/1/")
    assert [one["key"] for one in olga.get(f"{CAMPAIGN}series/").json()] == ["1"]
    wanted = {"target": "Sow Rock", "order": ["1.2", "1.1"]}
    changed = change(olga, "series/1/", wanted, **{"If-Match": seen["ETag"]})
    assert (changed.json()["target"], changed.json()["order"]) == ("Sow Rock", ["1.2", "1.1"])
    assert change(olga, "series/1/", wanted, **{"If-Match": seen["ETag"]}).status_code == 412
    assert change(olga, "series/1/", {"order": ["1.1"]}).status_code == 400
    more = change(olga, "series/1/questions/", {"type": "LIST", "text": "Which ships?"}, "post")
    assert (more.status_code, more.json()["order"]) == (201, ["1.2", "1.1", "1.3"])
    assert change(olga, "series/1/", {"dropped": "a slip"}).json()["dropped"] == "a slip"
    assert olga.get(f"{CAMPAIGN}questions/1.3/").json()["dropped"] == "a slip"


def test_assessors_ask_and_organizers_rule() -> None:
    campaign, olga = draft(state=State.OPEN)
    (question,) = make_questions(campaign, "1", type="factoid")
    (item,) = make_items(question, ("D-1", "1956"))
    ada, ben = (make_member(campaign, name, "assessor") for name in ("ada", "ben"))
    desk = f"assignments/{make_assignment(question, ada).pk}/asked/"
    asked = {"text": "Does a year count?", "item": item.pk, "id": str(uuid4())}
    sent = [change(client_of(ada), desk, asked, "post") for _ in "ab"]
    assert sent[0].json() == sent[1].json()
    assert change(client_of(ben), desk, asked, "post").status_code == 404
    (other,) = make_items(make_questions(campaign, "2", type="factoid")[0], ("D-1", "1957"))
    for strange in (other.pk, other.pk + 1000):
        refused = change(client_of(ada), desk, {"text": "And this?", "item": strange}, "post")
        assert (refused.status_code, list(refused.json()["wrong"])) == (400, ["item"])
    key = {"Idempotency-Key": "one"}
    again = [change(client_of(ada), desk, asked, "post", **key) for _ in "ab"]
    assert again[1]["Idempotent-Replayed"] == "true"
    (waiting,) = olga.get(f"{CAMPAIGN}rulings/").json()
    assert (waiting["asked"], waiting["text"]) == ("Does a year count?", "")
    wrong = {"ruling": waiting["id"], "seen": 7, "text": "No."}
    assert change(olga, "rulings/", {**wrong, "qid": "2"}, "post").json()["wrong"].keys() == {"qid"}
    refused = change(olga, "rulings/", wrong, "post")
    assert (refused.status_code, refused.json()["code"]) == (409, "ruling_changed")
    assert change(olga, "rulings/", {**wrong, "seen": 0, "text": "Yes."}, "post").status_code == 201
    (mine,), (theirs,) = (client_of(who).get(f"{CAMPAIGN}rulings/").json() for who in (ada, ben))
    assert (mine["text"], mine["asked"]) == ("Yes.", "Does a year count?")
    assert (theirs["text"], theirs["asked"], theirs["item"]) == ("Yes.", "", None)


def test_what_is_known_is_changed_all_or_none() -> None:
    campaign, olga = draft()
    make_questions(campaign, "1", type="factoid")
    add = [{"do": "add", "text": "Halden", "docid": "D-1"}, {"do": "add", "text": "Rehn"}]
    first, second = change(olga, "known/1/", {"changes": add}, "post").json()
    assert (first["text"], first["docid"], second["docid"]) == ("Halden", "D-1", "")
    for odd in ({"text": "Halden | D-1"}, {"text": "Orrin", "vote": "vital"}, {"text": " ", "docid": "D-1"}):
        refused = change(olga, "known/1/", {"changes": [{"do": "add", **odd}]}, "post")
        assert (refused.status_code, len(refused.json()["wrong"]["changes"])) == (400, 1), odd
    remove = {"do": "remove", "uid": first["uid"]}
    late = {"do": "change", "uid": second["uid"], "text": "Edda Rehn", "seen": "Orrin"}
    refused = change(olga, "known/1/", {"changes": [remove, late]}, "post")
    assert (refused.status_code, refused.json()["code"]) == (409, "known_changed")
    assert len(olga.get(f"{CAMPAIGN}known/1/").json()) == 2
    changed = change(olga, "known/1/", {"changes": [remove, {**late, "seen": "Rehn"}]}, "post")
    assert [one["text"] for one in changed.json()] == ["Edda Rehn"]


def test_a_candidate_is_entered_changed_rejected_and_accepted() -> None:
    _, olga = draft("series2004")
    asked = {"type": "FACTOID", "text": "Who kept the light?", "known": "Halden | D-1"}
    body = {"target": "Sow Rock", "questions": [asked, {**asked, "text": "Who?", "reason": "vague"}]}
    made = change(olga, "candidates/", body, "post").json()
    one = f"candidates/{made['id']}/"
    seen = olga.get(f"{CAMPAIGN}{one}")["ETag"]
    changed = change(olga, one, {**body, "target": "Low Rock"}, "put", **{"If-Match": seen})
    assert (changed.json()["target"], changed.json()["version"]) == ("Low Rock", 2)
    assert change(olga, one, body, "put", **{"If-Match": seen}).status_code == 412
    silent = change(olga, f"{one}decision/", {"do": "reject"}, "post")
    assert (silent.status_code, silent.json()["code"]) == (422, "reason_missing")
    for step in ({"do": "reject", "reason": "twice"}, {"do": "reconsider"}, {"do": "accept", "key": "7"}):
        done_so = change(olga, f"{one}decision/", step, "post")
        assert done_so.status_code == 200, done_so.content
    assert [question["qid"] for question in done_so.json()["questions"]] == ["7.1", ""]
    assert olga.get(f"{CAMPAIGN}questions/7.1/").json()["origin"]["known"][0]["text"] == "Halden"
    assert [row["state"] for row in olga.get(f"{CAMPAIGN}candidates/").json()] == ["accepted"]


def test_a_candidate_is_translated_and_keeps_its_texts_when_it_is_changed() -> None:
    _, olga = draft("respubliqa2010")
    asked = {"type": "Factoid", "text": "Who fixes it?", "language": "EN", "known": "| jrc1-en | 12"}
    made = change(olga, "candidates/", {"questions": [asked]}, "post").json()
    one = f"candidates/{made['id']}/"
    first = made["questions"][0]["id"]
    text = {"question": first, "language": "DE", "text": "Wer legt es fest?", "checked": True}
    done = change(olga, f"{one}languages/", {"texts": [text]}, "post")
    assert done.status_code == 200, done.content
    told = [{"language": "DE", "text": "Wer legt es fest?", "state": "checked", "translated_by": "olga"}]
    assert done.json()["questions"][0]["translations"] == told
    kept = change(olga, one, {"questions": [{**asked, "id": first, "source": "assessor"}]}, "put").json()
    assert kept["questions"][0]["translations"] == told
    wrong = change(olga, f"{one}languages/", {"texts": [{**text, "language": "EN"}]}, "post")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "text_unknown")
    accept = {"do": "accept", "pairs": "DE:EN"}
    assert change(olga, f"{one}decision/", accept, "post").json()["questions"][0]["qid"] == "0001"
    assert olga.get(f"{CAMPAIGN}questions/0001/").json()["text"] == "Wer legt es fest?"


def test_runs_leave_the_pool_once_that_was_looked_at() -> None:
    campaign, olga = draft(state=State.OPEN)
    make_questions(campaign, *QIDS, type="factoid")
    submit(campaign, as_bytes(whole_run("lake1", "Halden {}")), team="lake")
    pool(by=None, campaign=campaign)
    cut = {"what": "run:lake1", "reason": "a slip"}
    shown = change(olga, "pool-cuts/", cut, "post").json()
    assert (shown["runs"], shown["items"] > 0, shown["job"]) == (1, True, None)
    stale = change(olga, "pool-cuts/", {**cut, "seen": "0" * 20}, "post")
    assert (stale.status_code, stale.json()["code"]) == (409, "changed_meanwhile")
    assert change(olga, "pool-cuts/", {**cut, "what": "run:none"}, "post").status_code == 400
    asked = change(olga, "pool-cuts/", {**cut, "seen": shown["seen"]}, "post")
    assert done(olga, asked)["state"] == "done"
    assert change(olga, "pool-cuts/", cut, "post").status_code == 400
    assert olga.get(f"{CAMPAIGN}acts/").json() == []


def test_an_invitation_is_withdrawn() -> None:
    _, olga = draft()
    change(olga, "people/", {"name": "Zoe", "roles": ["assessor"]}, "post")
    (invited,) = olga.get(f"{CAMPAIGN}invitations/").json()
    assert (invited["name"], invited["state"]) == ("Zoe", "open")
    assert olga.delete(f"{CAMPAIGN}invitations/{invited['id']}/").json()["state"] == "withdrawn"
    assert olga.delete(f"{CAMPAIGN}invitations/{invited['id']}/").status_code == 422


def test_documents_have_addresses_for_organizers_and_assessors(tmp_path: Path) -> None:
    import_records(tmp_path, record("D-1", "Halden saw the light."), record("D-2"))
    campaign, olga = draft(state=State.OPEN, collection_slug="wire")
    (question,) = make_questions(campaign, "1", type="factoid")
    (item, strange) = make_items(question, ("D-1", "Halden"), ("D-9", "Rehn"))
    ada = make_member(campaign, "ada", "assessor")
    desk = f"{CAMPAIGN}assignments/{make_assignment(question, ada).pk}/items"
    first = olga.get(f"{CAMPAIGN}documents/?limit=1")
    assert (first.json(), 'rel="next"' in first["Link"]) == ([{"docid": "D-1"}], True)
    found = olga.get(f"{CAMPAIGN}documents/D-1/").json()
    assert (found["state"], "Halden saw the light." in found["text"]) == ("held", True)
    assert client_of(ada).get(f"{desk}/{item.pk}/document/").json() == found
    lost = client_of(ada).get(f"{desk}/{strange.pk}/document/").json()
    assert (lost["state"], lost["text"], "D-9" in lost["message"]) == ("unknown", "", True)
    assert olga.get(f"{CAMPAIGN}documents/D-2/").status_code == 404  # nobody cites it
    assert client_of(ada).get(f"{CAMPAIGN}documents/").status_code == 404
    assert done(olga, olga.post(f"{CAMPAIGN}documents/D-1/"))["error"]["code"] == "no_second_reading"
    assert olga.get(f"{CAMPAIGN}flagged-documents/").status_code == 200


def test_document_lists_are_checked_imported_and_read(tmp_path: Path) -> None:
    import_records(tmp_path, record("D-1"))
    campaign, olga = draft("series2004", state=State.OPEN, collection_slug="wire")
    make_questions(campaign, "1.1", type="FACTOID", series="1")

    def send(**more: Any) -> Any:
        file = SimpleUploadedFile("lists.txt", b"1 1 D-1 2.5\n1 2 D-7 1.5\n")
        return olga.post(f"{CAMPAIGN}imports/", {"kind": "document_lists", "file": file, **more})

    assert send(check_only=True).json()["review"]["documents"] == 2
    assert olga.get(f"{CAMPAIGN}lists/").json() == []
    assert send().status_code == 201
    (listed,) = olga.get(f"{CAMPAIGN}lists/").json()
    assert (listed["target"], listed["documents"]) == ("1", 2)
    assert [row["docid"] for row in olga.get(f"{CAMPAIGN}lists/1/").json()] == ["D-1", "D-7"]
    refused = olga.get(f"{CAMPAIGN}lists/1/texts/")
    assert (refused.status_code, refused.json()["code"]) == (422, "no_licence")


def test_a_run_is_looked_at_and_withdrawn() -> None:
    campaign, olga = draft(state=State.OPEN)
    make_questions(campaign, *QIDS, type="factoid")
    run = submit(campaign, as_bytes(whole_run("lake1", "Halden {}")), team="lake")
    there = olga.get(f"{CAMPAIGN}runs/{run.run_id}/").json()
    assert (there["state"], "documents_unchecked" in there["warnings"][0]) == ("submitted", True)
    assert olga.delete(f"{CAMPAIGN}runs/{run.run_id}/").json()["state"] == "withdrawn"
    again = olga.delete(f"{CAMPAIGN}runs/{run.run_id}/")
    assert (again.status_code, again.json()["code"]) == (409, "run_ended")


def test_what_is_archived_does_not_change() -> None:
    _, olga = draft()
    assert change(olga, "", {"archived": True}).status_code == 200
    refused = change(olga, "guidelines/", {"text": "Be fair."}, "post")
    assert (refused.status_code, refused.json()["code"]) == (422, "archived")
    assert change(olga, "", {"archived": False}).status_code == 200
    assert change(olga, "guidelines/", {"text": "Be fair."}, "post").status_code == 201
