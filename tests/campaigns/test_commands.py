"""Commands for what the pages of a campaign do: the same services, the same sentences."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.messages import get_messages
from django.core.management import CommandError, call_command
from django.test import Client

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.models.options import GIVEN, OF_CAMPAIGN
from assessment.campaigns.selectors.settings_page import settings_page
from assessment.campaigns.services.candidates import enter_candidate
from assessment.campaigns.services.drafts import Draft, DraftQuestion
from assessment.people.models import Event
from scoring import evaluations
from tests.commands import outcome, refusal, run
from tests.factory import make_campaign, make_items, make_questions

Enter = Callable[[Campaign | None, str], Client]
DOCS = Path(__file__).parents[2] / "docs"


def flashed(client: Client, address: str, fields: dict[str, str]) -> list[str]:
    """What a page says after a form."""
    response = client.post(address, fields)
    assert response.status_code == 302, response.content.decode()
    return [str(message) for message in get_messages(response.wsgi_request)][-1:]


@pytest.fixture
def draft(series: Campaign) -> Campaign:
    """The same campaign before it is open."""
    series.state = State.DRAFT
    series.save()
    return series


# settings


def test_settings_are_listed_with_meaning_default_and_value(series: Campaign) -> None:
    found = outcome("settings", "comet")
    names = [one["name"] for one in found["settings"]]
    assert names == [
        *(setting.name for setting in (*series.track.settings, *GIVEN)),
        "deadline",
        *(setting.name for setting in OF_CAMPAIGN),
    ]
    judges = found["settings"][names.index("judges")]
    assert judges == {
        "name": "judges",
        "value": "1",
        "default": "1",
        "meaning": "How many assessors judge each question.",
        "relaxation": False,
    }
    assert "free_run_tag=false (the default): " in run("settings", "comet")


def test_settings_are_changed_together_or_not_at_all(series: Campaign) -> None:
    assert run("settings", "comet", "beta=5", "free_run_tag=true") == "The settings are saved.\n"
    assert run("settings", "comet", "beta=5") == "Nothing was changed.\n"
    assert "beta=5 (default 3): " in run("settings", "comet", "--list", "--title", "Comets")
    err = io.StringIO()
    with pytest.raises(CommandError, match=r"^Nothing was changed"):
        call_command("settings", "comet", "judges=2", "beta=many", "colour=red", stderr=err)
    assert len(err.getvalue().splitlines()) == 2
    series.refresh_from_db()
    assert (series.title, series.rules["judges"], series.rules["beta"]) == ("Comets", 1, 5)
    assert "setting: " in refusal("settings", "comet", "judges")


def test_the_page_of_settings_is_as_the_tracks_have_them() -> None:
    assert (DOCS / "settings.md").read_text(encoding="utf-8") == settings_page(), (
        "write it anew: python manage.py settings > docs/settings.md"
    )


@pytest.mark.django_db
def test_the_page_of_settings_is_what_the_command_prints() -> None:
    assert run("settings") == settings_page()


def test_the_help_of_create_campaign_names_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("create_campaign", "--help")
    shown = capsys.readouterr().out
    for track in evaluations.TRACKS.values():
        for setting in track.settings:
            assert f"  {setting.name}: " in shown
            assert setting.help in shown


# state and deadline


def test_a_campaign_is_opened_closed_and_taken_back(draft: Campaign) -> None:
    assert run("open_campaign", "comet") == "The campaign is now open for runs.\n"
    assert "reason" in refusal("back_to_draft", "comet")
    assert run("back_to_draft", "comet", "--reason", "too early") == "The campaign is now draft.\n"
    assert "state: " in refusal("close_campaign", "comet")
    run("open_campaign", "comet")
    assert run("close_campaign", "comet") == "The campaign is now closed.\n"
    assert "reason" in refusal("open_campaign", "comet")
    run("open_campaign", "comet", "--reason", "one team is late")
    draft.refresh_from_db()
    assert draft.state == State.OPEN


@pytest.mark.django_db
def test_a_campaign_without_questions_stays_a_draft() -> None:
    make_campaign("empty")
    assert refusal("open_campaign", "empty").startswith("no_questions: ")


def test_the_deadline_is_set_and_moved(draft: Campaign) -> None:
    first = "2130-12-01 23:59 Europe/Paris"
    assert run("deadline", "comet", first) == f"The deadline is {first}.\n"
    run("open_campaign", "comet")
    later = "2130-12-02 23:59 Europe/Paris"
    assert "reason" in refusal("deadline", "comet", later)
    assert refusal("deadline", "comet", later, "--team", "nobody", "--reason", "x").startswith(
        "team_unknown: "
    )
    assert refusal("deadline", "comet", "tomorrow").startswith("deadline_invalid: ")
    assert run("deadline", "comet", later, "--reason", "asked for") == f"The deadline is {later}.\n"
    draft.teams.create(name="lkg")
    run("deadline", "comet", "2131-01-01 00:00 UTC", "--team", "lkg", "--reason", "a fire")
    assert [change.team_name for change in draft.deadline_changes.order_by("pk")] == ["", "lkg"]
    assert run("deadline", "comet", "none", "--reason", "no end") == "The deadline is none.\n"


def test_guidelines_are_written_from_a_file(series: Campaign, tmp_path: Path) -> None:
    file = tmp_path / "guidelines.txt"
    file.write_text("Be fair.\n", encoding="utf-8")
    assert run("guidelines", "comet", str(file)) == "Version 1 is in force.\n"
    assert run("guidelines", "comet", str(file)) == "Version 1 is in force.\n"
    file.write_bytes(b"caf\xe9")
    assert refusal("guidelines", "comet", str(file)).startswith(
        "encoding: guidelines.txt is not UTF-8: byte 3"
    )
    assert series.guidelines.count() == 1


# questions and series


def test_questions_leave_come_back_and_are_corrected(series: Campaign) -> None:
    run("drop", "comet", "1.1", "--reason", "ambiguous")
    assert run("restore_question", "comet", "1.1") == "1.1 is in the evaluation again.\n"
    assert refusal("restore_question", "comet", "1.1").startswith("not_dropped: ")
    assert run("settle_nil", "comet", "1.1", "right") == "NIL of question 1.1: NIL is right.\n"
    assert "left to the judgments" in run("settle_nil", "comet", "1.1", "judgments")
    assert run("edit_question", "comet", "1.1", "--text", "Who saw it?") == "Question 1.1 is saved.\n"
    make_items(series.questions.get(qid="1.1"), ("D1", "1910"))
    assert refusal("edit_question", "comet", "9.9", "--text", "x").startswith("question_unknown: ")
    assert refusal("edit_question", "comet", "1.1").startswith("usage: ")
    assert "reason" in refusal("edit_question", "comet", "1.1", "--text", "Who saw it first?")
    run("edit_question", "comet", "1.1", "--text", "Who saw it first?", "--reason", "unclear")
    assert series.questions.get(qid="1.1").corrections.count() == 1


def test_series_are_edited_and_questions_added(series: Campaign) -> None:
    assert outcome("add_question", "comet", "1", "Who named it?", "--type", "FACTOID")["qid"] == "1.4"
    order = "1.2,1.1,1.3,1.4"
    assert run("edit_series", "comet", "1", "--target", "Halley", "--order", order) == "Series 1 is saved.\n"
    rows = series.series.get(key="1").questions.in_order()
    assert [row.qid for row in rows] == order.split(",")
    assert refusal("edit_series", "comet", "1", "--order", "1.1,1.1").startswith("order: ")
    assert refusal("edit_series", "comet", "7", "--target", "x").startswith("series_unknown: ")
    run("edit_series", "comet", "1", "--target-type", "THING")
    assert series.series.get(key="1").target == "Halley"


# pages and commands say the same


def test_pages_say_what_commands_say(draft: Campaign, enter: Enter) -> None:
    client = enter(draft, "organizer")
    here = "/campaigns/comet"
    assert flashed(client, f"{here}/drop/", {"id": "1.1", "reason": "x"}) == [
        run("drop", "comet", "1.2", "--reason", "x").strip().replace("1.2", "1.1")
    ]
    assert flashed(client, f"{here}/restore/", {"id": "1.1"}) == [
        run("restore_question", "comet", "1.2").strip().replace("1.2", "1.1")
    ]
    assert flashed(client, f"{here}/state/", {"to": "open"}) == ["The campaign is now open for runs."]
    run("close_campaign", "comet")
    again = run("open_campaign", "comet", "--reason", "late").strip()
    run("back_to_draft", "comet", "--reason", "x")
    assert flashed(client, f"{here}/state/", {"to": "open"}) == [again]
    text = {"text": "Be fair.", "seen": "0"}
    assert flashed(client, f"{here}/guidelines/", text) == ["Version 1 is in force."]


def test_a_command_is_in_the_log_without_a_name(draft: Campaign) -> None:
    run("open_campaign", "comet")
    event = Event.objects.get(verb="campaign:state")
    assert (event.account, event.campaign) == (None, draft)


@pytest.mark.django_db
def test_candidates_are_listed_rejected_and_accepted(enter: Enter) -> None:
    campaign = make_campaign("facts")
    make_questions(campaign, "1", type="factoid")
    made = enter_candidate(
        campaign=campaign, draft=Draft([DraftQuestion("factoid", "Who built it?", known="Orrin")]), by=None
    )
    number = str(made.pk)
    assert outcome("candidates", "facts")["candidates"][0]["number"] == made.pk
    assert run("reject_candidate", "facts", number, "--reason", "none") == (
        "The candidate is rejected. It stays listed with the reason.\n"
    )
    assert run("reconsider_candidate", "facts", number) == "The candidate is considered again.\n"
    assert run("accept_candidate", "facts", number) == "Accepted as 2.\n"
    assert "accepted" in run("candidates", "facts")
    assert refusal("reject_candidate", "facts", "99", "--reason", "x").startswith("candidate_unknown: ")
