"""A campaign that was never released can be deleted: hidden at once, then row by row, with an event that stays."""

import hashlib
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import removal
from assessment.jobs.models import Job
from assessment.people.models import Account, Event
from assessment.results.models import Release, ScoreSet
from assessment.results.services.bundle_import import import_folder
from assessment.results.services.deletion import request_deletion
from assessment.results.services.scores import score
from documents.models import Snapshot
from tests.assize.security.house import build
from tests.client import Client
from tests.conftest import ON_POSTGRES
from tests.factory import make_account, make_campaign
from tests.results.deleted import delete_and_kill
from tests.results.golden import golden
from tests.write_locks import watch_writes

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign() -> Campaign:
    """A campaign with runs, a pool, judgments and scores."""
    made = import_folder(folder=golden("trec8_small"), slug="goes", by=None).campaign
    score(campaign=made, rule="adjudicated", by=None)
    return made


@pytest.fixture
def admin() -> Client:
    client = Client()
    client.force_login(make_account("root", site_admin=True))
    return client


@pytest.mark.both_databases
def test_a_site_admin_deletes_it_by_typing_its_name(campaign: Campaign, admin: Client) -> None:
    bundle = admin.get("/campaigns/goes/exports/bundle.zip").getvalue()
    page = admin.get("/campaigns/goes/delete/").content.decode()
    assert "Last exported on" in page
    assert "Download the bundle" in page
    answer = admin.post("/campaigns/goes/delete/", {"confirm": "gone"})
    assert answer.status_code == 422
    assert "“gone” is not the short name of the campaign. Nothing was deleted." in answer.content.decode()
    assert (
        "The campaign goes is deleted"
        in admin.post("/campaigns/goes/delete/", {"confirm": "goes"}, follow=True).content.decode()
    )
    assert not Campaign.objects.exists()
    assert all(not rows.exists() for rows in removal.rows_of(campaign))
    (event,) = Event.objects.filter(verb="campaign:deleted")
    assert (str(event.account), event.data["slug"], event.data["held"]["runs"] > 0) == ("root", "goes", True)
    assert event.data["export"]["sha256"] == hashlib.sha256(bundle).hexdigest()


def test_nobody_else_finds_the_page(campaign: Campaign) -> None:
    client = Client()
    client.force_login(make_account("ada"))
    assert client.get("/campaigns/goes/delete/").status_code == 404
    assert client.post("/campaigns/goes/delete/", {"confirm": "goes"}).status_code == 404
    assert Campaign.visible.exists()


def test_what_was_ever_released_stays(campaign: Campaign, admin: Client) -> None:
    Release.objects.create(campaign=campaign, scores=ScoreSet.objects.get(), ended_at=timezone.now())
    with pytest.raises(CommandError, match=r"released_once: .* Archive it instead"):
        call_command("delete_campaign", "goes", confirm="goes")
    assert "Archive it instead" in admin.get("/campaigns/goes/delete/").content.decode()
    assert admin.post("/campaigns/goes/delete/", {"confirm": "goes"}).status_code == 422
    assert Campaign.visible.exists()


@pytest.mark.both_databases
def test_it_is_hidden_at_once_and_its_name_is_free(campaign: Campaign, admin: Client) -> None:
    job = request_deletion(campaign=campaign, confirm="goes", by=Account.objects.get(username="root"))
    assert admin.get("/campaigns/goes/").status_code == 404
    make_campaign("goes")
    page = admin.post(job.cancel_url, follow=True).content.decode()
    assert "cannot be cancelled" in page
    call_command("delete_campaign", "goes", confirm="goes")
    assert [row.slug for row in Campaign.objects.all()] == ["goes"]
    assert Job.objects.get(pk=job.pk).state == "done"


@pytest.mark.both_databases
def test_every_table_of_the_site_is_thought_of_and_no_step_is_long(tmp_path: Path) -> None:
    house = build(tmp_path)
    Job.objects.update(state="done", ended_at=timezone.now())
    Release.objects.all().delete()
    with watch_writes() as watch:
        call_command("delete_campaign", "house", confirm="house")
    assert not Campaign.objects.filter(pk=house.campaign.pk).exists()
    assert watch.most_rows <= 2_000
    assert Campaign.visible.filter(pk=house.tongues.pk).exists()
    assert Account.objects.filter(pk=house.accounts["assessor"].pk).exists()
    assert not Snapshot.objects.exists()


@pytest.mark.on_postgresql
def test_killed_between_steps_it_goes_on(tmp_path: Path) -> None:
    print(delete_and_kill(tmp_path, postgres=ON_POSTGRES, kills=2, seed=14, runs=80, questions=60, items=20))
