"""What a sound run leaves behind; replacing, withdrawing, the limit of runs, and the deadline."""

import hashlib
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.services import move_deadline
from assessment.people.models import Event
from assessment.shared.datetimes import ZonedDatetime
from assessment.shared.errors import Conflict
from assessment.submissions import services
from assessment.submissions.models import PoolItem, Response, Run, RunState, Team
from tests.client import Client
from tests.submissions import scene

FILE = scene.as_bytes(scene.whole_run())


def _post(campaign: Campaign, username: str = "ann", **fields: Any) -> Any:
    return scene.client_of(username).post(f"/campaigns/{campaign.slug}/submit/", scene.form(**fields))


def test_a_sound_run_is_stored_with_what_was_declared(campaign: Campaign) -> None:
    answer = _post(
        campaign,
        data=FILE,
        automatic="no",
        description=" by hand ",
        scope="top50",
        priority="2",
        length_limit="50",
    )
    assert answer.headers["Location"] == f"/campaigns/{campaign.slug}/runs/lkg1/"
    run = Run.objects.get()
    assert (run.run_id, run.team.name, run.state, run.priority) == ("lkg1", "lkg", "submitted", 2)
    assert (run.automatic, run.description, run.scope, run.length_limit) == (False, "by hand", "top50", 50)
    assert (run.sha256, run.responses_count, run.pooled) == (hashlib.sha256(FILE).hexdigest(), 4, False)
    rows = Response.objects.order_by("line").values_list("question__qid", "docid", "rank", "answer")
    assert list(rows) == [(q, d, 1, f"Halden {q}") for q, d in zip(scene.QIDS, scene.DOCIDS, strict=False)]
    event = Event.objects.get(verb="run:submitted")
    assert (event.account and event.account.username, event.subject) == ("ann", "lkg1")


@pytest.mark.parametrize("ending", [b"", b"\r\n \t\n"])
def test_the_submitted_bytes_come_back(campaign: Campaign, ending: bytes) -> None:
    data = FILE.replace(b"\n", b"\r\n") + ending
    _post(campaign, data=data, name="../our run.txt")
    answer = scene.client_of("ann").get(f"/campaigns/{campaign.slug}/runs/lkg1/file/")
    assert b"".join(answer) == data
    assert answer.headers["Content-Disposition"] == 'attachment; filename="our run.txt"'


def test_special_characters_reach_the_database_and_come_back(campaign: Campaign) -> None:
    answers = ["tab\tinside", "back\\slash \\N \\.", "quote ' \" ;", "emoji 😀 and \u2028 end"]
    lines = [
        line.rpartition(" lkg1 ")[0] + f" lkg1 {text}"
        for line, text in zip(scene.whole_run(), answers, strict=True)
    ]
    scene.submit(campaign, scene.as_bytes(lines))
    assert list(Response.objects.order_by("line").values_list("answer", flat=True)) == answers


@pytest.mark.parametrize("run_id", ["a b", "ä", "x" * 65, "..", "a/b"])
def test_run_ids_of_another_form_are_refused(campaign: Campaign, run_id: str) -> None:
    answer = _post(campaign, run_id=run_id)
    assert answer.status_code == 422
    assert answer.context["form"].errors["run_id"]
    assert not Run.objects.exists()


def test_check_only_stores_nothing_and_says_what_would_be(campaign: Campaign) -> None:
    answer = _post(campaign, action="check")
    assert answer.status_code == 200
    assert "4 responses" in answer.content.decode()
    assert not Run.objects.exists()
    text = _post(campaign, action="report", data=scene.as_bytes(scene.whole_run()[:2]))
    assert text.headers["Content-Type"].startswith("text/plain")
    assert "run.txt: missing_question: Question 3 has no response." in text.content.decode()


def test_what_was_asked_for_stays_the_first_button_after_an_error(campaign: Campaign) -> None:
    for action, first in (("check", "Check only"), ("submit", "Submit")):
        answer = _post(campaign, data=b"no run", action=action)
        assert answer.status_code == 422
        buttons = answer.content.decode().partition('name="encoding"')[2]
        assert buttons.partition('<button class="btn primary"')[2].partition("</button>")[0].endswith(first)


def test_the_same_run_id_replaces_and_keeps_the_former(campaign: Campaign) -> None:
    _post(campaign)
    second = scene.as_bytes(scene.whole_run(answer="other {}"))
    assert _post(campaign, data=second, run_id="LKG1").status_code == 302
    former, current = Run.objects.order_by("pk")
    assert (former.state, current.state) == (RunState.REPLACED, RunState.SUBMITTED)
    assert former.ended_at is not None
    assert former.responses.count() == 4
    client = scene.client_of("ann")
    old = client.get(f"/campaigns/{campaign.slug}/runs/lkg1/file/?version={former.pk}")
    assert b"".join(old) == FILE
    page = client.get(f"/campaigns/{campaign.slug}/runs/lkg1/").content.decode()
    assert "Other versions" in page
    assert Event.objects.filter(verb="run:replaced").count() == 1


def test_another_teams_run_id_and_file_are_refused_without_naming_it(campaign: Campaign) -> None:
    _post(campaign)
    taken = _post(campaign, "tom", team="tern", data=scene.as_bytes(scene.whole_run(answer="x {}")))
    assert taken.status_code == 409
    assert "run id lkg1 is taken" in taken.content.decode()
    same = _post(campaign, "tom", team="tern", run_id="tern1")
    assert same.status_code == 409
    assert "This file has already been submitted." in same.content.decode()
    assert "lkg1" not in same.content.decode()
    assert Run.objects.count() == 1
    own = _post(campaign, run_id="second")
    assert "already been submitted as lkg1" in own.content.decode()


def test_a_withdrawn_run_is_kept_and_its_file_may_come_again(campaign: Campaign) -> None:
    _post(campaign)
    client = scene.client_of("ann")
    assert client.get(f"/campaigns/{campaign.slug}/runs/lkg1/withdraw/").status_code == 405
    assert client.post(f"/campaigns/{campaign.slug}/runs/lkg1/withdraw/").status_code == 302
    run = Run.objects.get()
    assert run.state == RunState.WITHDRAWN
    page = client.get(f"/campaigns/{campaign.slug}/runs/lkg1/")
    assert page.status_code == 200
    client.post(f"/campaigns/{campaign.slug}/runs/lkg1/withdraw/")
    assert Event.objects.filter(verb="run:withdrawn").count() == 1
    assert _post(campaign).status_code == 302


def test_a_pooled_run_that_leaves_keeps_its_items(campaign: Campaign) -> None:
    run = scene.submit(campaign, FILE)
    services.pool(by=None, campaign=campaign)
    services.withdraw_run(by=None, run=run, organizer=True)
    assert PoolItem.objects.count() == 4
    assert not Run.objects.current().exists()


@pytest.mark.both_databases
def test_a_team_has_at_most_its_number_of_runs(campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(settings={"max_runs": 2})
    for number in (1, 2, 3):
        answer = _post(campaign, data=scene.as_bytes(scene.whole_run(f"lkg{number}")))
    assert answer.status_code == 422
    assert "lkg has 2 runs already" in answer.content.decode()
    replaced = _post(campaign, run_id="lkg2", data=scene.as_bytes(scene.whole_run("lkg3")))
    assert replaced.status_code == 302
    assert Run.objects.current().count() == 2
    assert (
        _post(campaign, "tom", team="tern", data=scene.as_bytes(scene.whole_run("tern1"))).status_code == 302
    )


def test_a_check_tells_that_a_team_has_its_runs_already(campaign: Campaign, tmp_path: Path) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(settings={"max_runs": 1})
    _post(campaign, data=FILE)
    other, again = scene.as_bytes(scene.whole_run("lkg2")), FILE.replace(b"Halden", b"Orrin")
    answer = _post(campaign, data=other, action="check")
    assert answer.status_code == 422
    assert [rule.code for rule in answer.context["broken"]] == ["too_many_runs"]
    assert _post(campaign, data=again, action="check").status_code == 200
    (tmp_path / "run.txt").write_bytes(other)
    said = StringIO()
    with pytest.raises(CommandError):
        call_command(
            "submit_run", campaign.slug, str(tmp_path / "run.txt"), "--team", "lkg", "--check", stderr=said
        )
    assert "too_many_runs: lkg has one run already" in said.getvalue()
    assert Run.objects.count() == 1


# deadline and state


def _set_deadline(campaign: Campaign, at: datetime, zone: str = "Europe/Paris") -> None:
    Campaign.objects.filter(pk=campaign.pk).update(deadline=at, deadline_zone=zone)


def test_a_late_run_is_refused_with_both_times_and_the_zone(campaign: Campaign) -> None:
    _set_deadline(campaign, datetime(2026, 1, 31, 22, 59, tzinfo=UTC))
    answer = _post(campaign)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "The deadline was 2026-01-31 23:59 Europe/Paris; it is now" in page
    assert page.count("Europe/Paris") >= 2
    assert not Run.objects.exists()


def test_after_the_deadline_nothing_is_replaced_or_withdrawn_by_teams(campaign: Campaign) -> None:
    scene.submit(campaign, FILE)
    _set_deadline(campaign, timezone.now() - timedelta(seconds=1))
    assert _post(campaign, data=scene.as_bytes(scene.whole_run(answer="b {}"))).status_code == 422
    scene.client_of("ann").post(f"/campaigns/{campaign.slug}/runs/lkg1/withdraw/")
    assert Run.objects.get().state == RunState.SUBMITTED
    scene.client_of("olga").post(f"/campaigns/{campaign.slug}/runs/lkg1/withdraw/")
    assert Run.objects.get().state == RunState.WITHDRAWN


def test_before_the_deadline_the_clock_is_shown(campaign: Campaign) -> None:
    _set_deadline(campaign, timezone.now() + timedelta(days=3), "Asia/Tokyo")
    page = scene.client_of("ann").get(f"/campaigns/{campaign.slug}/runs/").content.decode()
    assert "Asia/Tokyo" in page
    assert _post(campaign).status_code == 302


def test_a_deadline_moved_for_one_team_lets_that_team_in(campaign: Campaign) -> None:
    past = timezone.now() - timedelta(days=1)
    _set_deadline(campaign, past)
    campaign.refresh_from_db()
    later = ZonedDatetime(timezone.now() + timedelta(days=1), "UTC")
    move_deadline(campaign=campaign, deadline=later, reason="power cut", by=None, team_name="tern")
    tern = scene.as_bytes(scene.whole_run("tern1"))
    assert _post(campaign, "tom", team="tern", data=tern).status_code == 302
    assert _post(campaign).status_code == 422


@pytest.mark.parametrize(
    ("state", "team_may", "organizer_may"),
    [
        (State.DRAFT, False, True),
        (State.OPEN, True, True),
        (State.CLOSED, False, True),
        (State.RELEASED, False, False),
    ],
)
def test_who_may_submit_in_which_state(
    campaign: Campaign, state: State, team_may: bool, organizer_may: bool
) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(state=state)
    assert (_post(campaign).status_code == 302) == team_may
    tern = scene.as_bytes(scene.whole_run("tern1"))
    assert (_post(campaign, "olga", team="tern", data=tern).status_code == 302) == organizer_may


def test_a_rule_that_changed_during_the_check_stores_nothing(campaign: Campaign) -> None:
    stale = Campaign.objects.get(pk=campaign.pk)
    Campaign.objects.filter(pk=campaign.pk).update(settings={"max_runs": 1})
    with pytest.raises(Conflict, match="settings changed"):
        scene.submit(stale, FILE)
    assert not Run.objects.exists()


# the command


def test_the_command_makes_the_team_and_takes_late_runs(campaign: Campaign, tmp_path: Path) -> None:
    _set_deadline(campaign, timezone.now() - timedelta(days=1))
    file = tmp_path / "late.txt"
    file.write_bytes(FILE)
    said = StringIO()
    call_command("submit_run", campaign.slug, str(file), "--team", "Nordlicht", "--length", "50", stdout=said)
    assert said.getvalue() == "Stored lkg1 of Nordlicht: 4 responses. New team: Nordlicht.\n"
    assert Team.objects.get(name="Nordlicht").runs.get().length_limit == 50
    again = tmp_path / "again.txt"
    again.write_bytes(scene.as_bytes(scene.whole_run("n2")))
    options = [
        "--team",
        "nordlicht",
        "--run-id",
        "N.2",
        "--priority",
        "2",
        "--manual",
        "we looked",
        "--top50",
    ]
    call_command("submit_run", campaign.slug, str(again), *options, stdout=StringIO())
    run = Run.objects.get(run_id="N.2")
    assert (run.team.name, run.priority, run.automatic, run.description) == (
        "Nordlicht",
        2,
        False,
        "we looked",
    )
    assert run.scope == "top50"


def test_the_command_checks_without_storing(campaign: Campaign, tmp_path: Path) -> None:
    file = tmp_path / "run.txt"
    file.write_bytes(FILE)
    said = StringIO()
    call_command(
        "submit_run", campaign.slug, str(file), "--team", "new", "--length", "250", "--check", stdout=said
    )
    assert "nothing is wrong; 4 responses" in said.getvalue()
    assert not Run.objects.exists()
    assert not Team.objects.filter(name="new").exists()


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--manual", " "], "manual_undescribed"),
        (["--manual", "by\udcff hand"], "description_encoding"),
        (["--priority", "0"], "priority_invalid"),
        (["--length", "77"], "length_limit"),
        (["--run-id", "a b"], "run_id_form"),
    ],
)
def test_the_command_refuses_bad_answers(
    campaign: Campaign, tmp_path: Path, options: list[str], code: str
) -> None:
    file = tmp_path / "run.txt"
    file.write_bytes(FILE)
    errors = StringIO()
    with pytest.raises(CommandError):
        call_command("submit_run", campaign.slug, str(file), "--team", "lkg", *options, stderr=errors)
    assert f": {code}: " in errors.getvalue()
    assert not Run.objects.exists()


def test_a_form_sent_after_the_session_ended_keeps_its_answers(campaign: Campaign) -> None:
    answer = Client().post(f"/campaigns/{campaign.slug}/submit/", scene.form(description="typed with care"))
    assert answer.status_code == 401
    assert not Run.objects.exists()
