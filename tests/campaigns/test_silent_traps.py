"""What would make wrong data without a word is refused with numbers, or said: and still possible where it is meant."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.core.management.base import CommandError

from assessment.campaigns.models import Campaign
from assessment.people.models import Event
from documents.models import Collection, DocumentEntry
from documents.services import import_ids
from tests.client import Client
from tests.commands import outcome, run
from tests.documents.helpers import import_records, record
from tests.factory import make_items
from tests.submissions.scene import as_bytes, campaign_with_ids, whole_run

Enter = Callable[[Campaign | None, str], Client]


@pytest.fixture
def pooled(blocks: Campaign, tmp_path: Path) -> Campaign:
    """A campaign of two pooled documents in a list of three ids, beside a list that has one of them."""
    for slug, ids in (("wire", ("W1", "W2", "W3")), ("radio", ("R1", "W2"))):
        file = tmp_path / f"{slug}.txt"
        file.write_text("".join(f"{docid}\n" for docid in ids))
        import_ids(file, slug=slug)
    Campaign.objects.filter(pk=blocks.pk).update(collection_slug="wire")
    make_items(blocks.questions.get(qid="1"), ("W1", "a"), ("W2", "b"))
    blocks.refresh_from_db()
    return blocks


def test_a_collection_that_lacks_pooled_documents_takes_a_reason(pooled: Campaign, enter: Enter) -> None:
    with pytest.raises(CommandError, match=r"1 of 2 pooled documents are not in radio. Nothing was changed"):
        call_command("settings", "harbour", collection="radio")
    with pytest.raises(CommandError, match="2 of 2 pooled documents are not in nowhere"):
        call_command("settings", "harbour", collection="nowhere")
    client = enter(pooled, "organizer")
    form = client.get("/campaigns/harbour/settings/").context["settings_form"]
    shown = {bound.name: "" if bound.value() is None else bound.value() for bound in form}
    sent = {f"initial-{name}": value for name, value in shown.items()}
    sent |= {name: value for name, value in shown.items() if value is not False} | {"collection": "radio"}
    page = client.post("/campaigns/harbour/settings/", sent)
    assert page.status_code == 422
    assert "1 of 2 pooled documents are not in radio" in page.content.decode()
    assert 'name="reason"' in page.content.decode()
    pooled.refresh_from_db()
    assert pooled.collection_slug == "wire"
    sent["reason"] = "The newswire was split."
    assert client.post("/campaigns/harbour/settings/", sent).status_code == 302
    event = Event.objects.get(verb="campaign:collection_changed")
    assert "from wire to radio, although 1 of 2" in event.sentence
    assert event.data["reason"] == "The newswire was split."


def test_another_list_of_ids_says_what_it_changes(pooled: Campaign, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("W2\nW3\nW4\n")
    words = r"wire lists 3 ids; this file adds 1 and lacks 1 of them. 1 of 2 pooled documents of wire are not in it"
    with pytest.raises(CommandError, match=words):
        call_command("import_collection", ids_only=other, slug="wire")
    assert Collection.objects.get(slug="wire").documents == 3
    same = tmp_path / "wire.txt"
    call_command("import_collection", ids_only=same, slug="wire")
    call_command("import_collection", ids_only=other, slug="wire", replace=True)
    listed = DocumentEntry.visible.filter(collection__slug="wire").order_by("docid")
    assert list(listed.values_list("docid", flat=True)) == ["W2", "W3", "W4"]


def test_the_page_of_collections_tells_it_before_it_replaces_the_list(pooled: Campaign, enter: Enter) -> None:
    client, file = enter(None, "site admin"), SimpleUploadedFile("wire.txt", b"W9\n")
    sent = client.post("/collections/", {"what": "list", "list-slug": "wire", "list-file": file})
    assert "lacks 3 of them" in client.get(sent["Location"]).text
    assert Collection.objects.get(slug="wire").documents == 3
    assert client.post(sent["Location"].replace("check", "import")).status_code == 302
    assert Collection.objects.get(slug="wire").documents == 1


def test_a_folder_with_other_documents_under_the_same_name(blocks: Campaign, tmp_path: Path) -> None:
    import_records(tmp_path / "one", record("W1", "Sow Rock."), record("W2", "Harbour."))
    Campaign.objects.filter(pk=blocks.pk).update(collection_slug="wire")
    make_items(blocks.questions.get(qid="1"), ("W1", "a"))
    with pytest.raises(Exception, match="1 of 1 pooled documents of wire are not in it"):
        import_records(tmp_path / "two", record("X1", "Other."))
    assert Collection.objects.get(slug="wire").documents == 2


@pytest.mark.parametrize("known", [False, True])
def test_a_deadline_that_has_passed_is_asked_for(blocks: Campaign, enter: Enter, known: bool) -> None:
    if known:
        call_command("deadline", "harbour", "2098-01-01 12:00 UTC")
        Campaign.objects.update(state="open")
    client = enter(blocks, "organizer")
    sent = {"clock": "2020-01-01T12:00", "zone": "UTC", "reason": "so be it"}
    page = client.post("/campaigns/harbour/deadline/", sent)
    assert page.status_code == 422
    assert "2020-01-01 12:00 UTC has passed; nobody could submit." in page.content.decode()
    assert 'name="past"' in page.content.decode()
    with pytest.raises(CommandError, match=r"deadline_past: .* has passed; nobody could submit"):
        call_command("deadline", "harbour", "2020-01-01 12:00 UTC", reason="so be it")
    blocks.refresh_from_db()
    assert blocks.deadline_text == ("2098-01-01 12:00 UTC" if known else "none")
    assert client.post("/campaigns/harbour/deadline/", sent | {"past": "on"}).status_code == 302
    blocks.refresh_from_db()
    assert blocks.deadline_text == "2020-01-01 12:00 UTC"


def test_a_past_deadline_among_settings(blocks: Campaign) -> None:
    with pytest.raises(CommandError, match="has passed"):
        call_command("settings", "harbour", "deadline=2020-01-01 12:00 UTC")
    with pytest.raises(CommandError, match="has passed"):
        call_command("create_campaign", "new-one", track="trec8", set=["deadline=2020-01-01 12:00 UTC"])
    assert not Campaign.objects.filter(slug="new-one").exists()
    call_command("settings", "harbour", "deadline=2020-01-01 12:00 UTC", past=True)
    call_command(
        "create_campaign", "new-one", track="trec8", set=["deadline=2020-01-01 12:00 UTC"], past=True
    )
    assert {row.deadline_text for row in Campaign.objects.all()} == {"2020-01-01 12:00 UTC"}


def test_two_runs_of_one_priority_and_pooling_in_a_draft_are_said(
    tmp_path: Path, db: None, enter: Enter
) -> None:
    campaign = campaign_with_ids(tmp_path)
    Campaign.objects.filter(pk=campaign.pk).update(state="draft")
    said = StringIO()
    for name in ("lkg1", "lkg2"):
        file = tmp_path / f"{name}.txt"
        file.write_bytes(as_bytes(whole_run(name)))
        call_command("submit_run", campaign.slug, str(file), team="lkg", run_id=name, length=50, stderr=said)
    words = "lkg has 2 runs of priority 1 (lkg1, lkg2): pooling by priority takes all of them."
    assert words in said.getvalue()
    client = enter(campaign, "organizer")
    assert words in client.get(f"/campaigns/{campaign.slug}/runs/").content.decode()
    page = client.get(f"/campaigns/{campaign.slug}/pool/").content.decode()
    assert words in page
    assert "Pooling while the campaign is a draft" in page
    said = StringIO()
    call_command("pool", campaign.slug, stderr=said)
    assert "warning: Pooled while the campaign is a draft" in said.getvalue()
    assert words in said.getvalue()
    Campaign.objects.filter(pk=campaign.pk).update(state="closed")
    quiet = StringIO()
    call_command("pool", campaign.slug, stderr=quiet)
    assert "draft" not in quiet.getvalue()


def test_a_collection_that_is_not_there_is_said(db: None) -> None:
    said = outcome("create_campaign", "trial", "--track", "trec8", "--collection", "nowhere")
    assert said["doubts"] == [
        "There is no collection nowhere on this site. Until one is imported under this name, runs cannot be checked and "
        "are refused."
    ]
    assert outcome("settings", "trial", "--collection", "elsewhere")["doubts"]
    assert outcome("settings", "trial", "judges=2")["doubts"] == []


def test_a_run_for_a_team_that_was_not_there_says_so(db: None, tmp_path: Path) -> None:
    campaign = campaign_with_ids(tmp_path)
    for tag, team, expected in (("lkg1", "lkg", True), ("lkg2", "lkg", False), ("lgk1", "lgk", True)):
        file = tmp_path / f"{tag}.txt"
        file.write_bytes(as_bytes(whole_run(tag)))
        assert (
            f"New team: {team}." in run("submit_run", campaign.slug, str(file), "--team", team)
        ) is expected


def test_pooling_names_the_runs_that_stay_out(db: None, tmp_path: Path) -> None:
    campaign = campaign_with_ids(tmp_path)
    for tag in ("lkg1", "tern1"):
        file = tmp_path / f"{tag}.txt"
        file.write_bytes(as_bytes(whole_run(tag)))
        run("submit_run", campaign.slug, str(file), "--team", tag[:-1])
    call_command("pool", campaign.slug)
    call_command("unpool", campaign.slug, "--run", "tern1", "--reason", "a slip")
    left_out = "Left out, because they were taken out of the pool: tern1. --again pools them too."
    assert left_out in outcome("pool", campaign.slug)["doubts"]
    assert left_out not in outcome("pool", campaign.slug, "--again")["doubts"]
    assert left_out not in outcome("pool", campaign.slug)["doubts"]
