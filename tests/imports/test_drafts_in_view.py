"""Drafts beside the list of nuggets: where post-editing was declared and drawn, for whoever writes the list, and nowhere else."""

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign, FileImport
from assessment.judging.models import Assignment, DraftedNugget, Nugget
from assessment.judging.selectors.drafts import drafts_taken
from tests.api.series import series
from tests.client import Client
from tests.factory import make_account, make_member

DRAFT = "qid,nugget,importance\n1.3,the lamp burned whale oil,vital\n1.3,lightning,okay\n1.3,made of tin,\n1.3,red paint,\n"
FACTS = ("--name", "umbra", "--of-version", "3", "--model", "llama-9b")

pytestmark = pytest.mark.django_db


@pytest.fixture
def declared(db: None, tmp_path: Path) -> Campaign:
    """A series whose nuggets a program drafted; it is declared for all, then given to ada and ben."""
    campaign = series("lamps", make_account("ada"))
    Assignment.objects.all().delete()
    make_member(campaign, "ben", "assessor")
    brought(tmp_path, DRAFT)
    call_command("post_editing", "lamps", "umbra@3", "--share", "100", "--seed", "3")
    call_command("assign", "lamps", "--assessors", "ada,ben", "--judges", "2")
    return campaign


def brought(tmp_path: Path, text: str) -> None:
    file = tmp_path / "drafted.csv"
    file.write_text(text)
    call_command("import_machine", "lamps", str(file), "--drafts", *FACTS)


class Desk:
    """One assessor at the nugget question."""

    def __init__(self, assignment: Assignment) -> None:
        self.pk, self.client = assignment.pk, Client()
        assert assignment.member.account
        self.client.force_login(assignment.member.account)
        self.api = f"/api/v1/campaigns/lamps/assignments/{self.pk}"

    def page(self) -> str:
        return " ".join(self.client.get(f"/judge/{self.pk}/").content.decode().split())

    def do(self, action: str, **fields: Any) -> int:
        sent = {"client_id": str(uuid4()), **fields}
        return self.client.post(f"/judge/{self.pk}/nuggets/{action}/", sent).status_code

    def take(self, text: str) -> int:
        draft = DraftedNugget.objects.get(text=text)
        return self.do("take", uid=str(uuid4()), draft=draft.pk)


def desks() -> tuple[Desk, Desk]:
    rows = Assignment.objects.counting().filter(question__qid="1.3").select_related("member__account")
    return Desk(rows.get(primary=True)), Desk(rows.exclude(primary=True).get())


def test_a_nugget_has_the_group_of_the_draft_that_it_was_made_of(declared: Campaign, tmp_path: Path) -> None:
    Assignment.objects.filter(shown__isnull=False).update(shown=None)
    brought(tmp_path, "qid,nugget,sub_narrative\n1.3,lightning,What it is\n1.3,made of tin,\n")
    writer, _ = desks()
    Assignment.objects.filter(pk=writer.pk).update(shown=DraftedNugget.objects.all()[0].member)
    assert writer.take("lightning") == 302
    assert writer.take("made of tin") == 302
    assert dict(Nugget.objects.values_list("text", "group")) == {"lightning": "What it is", "made of tin": ""}
    # Taken back and brought back it is what it was made of, group and all.
    assert writer.do("undo") == 302
    assert writer.do("undo") == 302
    assert not Nugget.objects.current().exists()
    assert writer.do("restore", uid=str(Nugget.objects.get(text="lightning").uid)) == 302
    assert Nugget.objects.current().get().group == "What it is"


def test_whoever_writes_the_list_sees_the_drafts_and_takes_from_them(
    declared: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    writer, other = desks()
    shown = Assignment.objects.of_people().filter(shown__isnull=False)
    assert [row.pk for row in shown] == [writer.pk]  # it gave no grades: nothing can be seen beside answers
    assert "Drafts of umbra@3" in writer.page()
    for page in (other.page(), other.client.get(f"{other.api}/nuggets/").content.decode()):
        assert "umbra" not in page
        assert "made of tin" not in page
    assert other.client.get(f"{other.api}/drafts/").json() == []
    assert len(writer.client.get(f"{writer.api}/drafts/").json()) == 4

    # Taken, taken back, taken again; with words and votes of the writer's own from then on.
    assert writer.take("lightning") == 302
    assert Nugget.objects.get().origin == "draft"
    assert writer.take("lightning") == 422
    assert other.take("made of tin") == 422
    assert writer.do("undo") == 302
    assert not Nugget.objects.current().exists()
    assert (
        drafts_taken(declared)[0].removed == 1
    )  # it is brought back then, and never loses where it came from
    assert "nuggets/restore/" in writer.page().split("Drafts of umbra@3")[1]
    assert writer.do("restore", uid=str(Nugget.objects.get().uid)) == 302
    assert writer.take("the lamp burned whale oil") == 302
    sent = {"do": "take", "nugget": str(uuid4()), "draft": DraftedNugget.objects.get(text="made of tin").pk}
    made = writer.client.post(f"{writer.api}/nuggets/", {"changes": [sent]}, content_type="application/json")
    assert made.status_code == 200, made.content
    listed = {row.text: str(row.uid) for row in Nugget.objects.current()}
    assert listed.keys() == {"lightning", "the lamp burned whale oil", "made of tin"}
    assert writer.do("reword", uid=listed["lightning"], text="struck by lightning", seen="lightning") == 302
    assert writer.do("remove", uid=listed["made of tin"]) == 302
    assert writer.take("made of tin") == 422  # it comes back from the foot of the list
    assert writer.do("write", uid=str(uuid4()), text="stands in 1843", vote="vital") == 302
    origins = {row["text"]: row["origin"] for row in writer.client.get(f"{writer.api}/nuggets/").json()}
    assert (origins["struck by lightning"], origins["stands in 1843"]) == ("draft", "pool")
    assert {row["origin"] for row in other.client.get(f"{other.api}/nuggets/").json()} == {"pool"}

    # What became of them, and that nothing of it can change any more.
    assert [tuple(row) for row in drafts_taken(declared)] == [("umbra@3", 1, 4, 1, 1, 1, 1)]
    olga = Client()
    olga.force_login(make_member(declared, "olga", "organizer"))
    page = " ".join(olga.get("/campaigns/lamps/assign/post-editing/").content.decode().split())
    assert "Its nugget drafts are included: in 1 question" in page
    assert "Lists written with drafts in view" in page
    assert "added to the list" in olga.get("/campaigns/lamps/drafts/1.3/").content.decode()
    with pytest.raises(
        CommandError, match=r"People write the nuggets of 1\.3 with the drafts of umbra@3 in view"
    ):
        brought(tmp_path, "qid,nugget\n1.3,another\n")
    number = str(FileImport.objects.get(kind="machine-nuggets").number)
    with pytest.raises(CommandError):
        call_command("undo_import", "lamps", number, "--reason", "wrong")
    assert DraftedNugget.objects.count() == 4


def test_scores_say_it_and_bundles_keep_it(declared: Campaign, tmp_path: Path) -> None:
    writer, _ = desks()
    assert (writer.take("lightning"), writer.take("red paint")) == (302, 302)
    for uid in Nugget.objects.values_list("uid", flat=True):
        writer.do("vote", uid=str(uid), vote="vital")
    bundle, again, scores = tmp_path / "bundle", tmp_path / "again", tmp_path / "scores.json"
    call_command("score", "lamps", "--json", str(scores))
    warnings = json.loads(scores.read_text())["warnings"]
    said = "2 of 2 nuggets were taken from the drafts of umbra@3"
    assert any(said in one for one in warnings), warnings
    call_command("export", "lamps", str(bundle))
    assert "1.3,umbra@3,2,lightning,okay,,,1" in (bundle / "machine_nuggets.csv").read_text()
    call_command("import_bundle", str(bundle), "--slug", "copy")
    call_command("export", "copy", str(again))
    for name in ("machine_nuggets.csv", "nuggets.csv", "assignments.csv", "post_editing.csv"):
        assert (again / name).read_bytes() == (bundle / name).read_bytes()
    taken = Nugget.objects.filter(question__campaign__slug="copy", draft__isnull=False)
    assert {row.text == row.draft.text for row in taken if row.draft} == {True}
    assert taken.count() == 2


def test_blind_writers_can_take_nothing(declared: Campaign) -> None:
    writer, _ = desks()
    Assignment.objects.filter(pk=writer.pk).update(shown=None)
    assert "umbra" not in writer.page()
    assert writer.client.get(f"{writer.api}/drafts/").json() == []
    assert writer.take("lightning") == 422
    assert not Nugget.objects.exists()
