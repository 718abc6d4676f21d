"""Settings: one spelling and one set of sentences for the page, the command and campaign.json."""

from collections.abc import Callable
from html import unescape

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns import services
from assessment.campaigns.models import Campaign
from assessment.campaigns.models.options import known_settings
from assessment.people.models import Event
from assessment.shared.errors import FileRefused, Refused
from scoring import evaluations
from tests.campaigns.conftest import page_fields
from tests.client import Client

Enter = Callable[[Campaign | None, str], Client]

GOOD = {
    "judges": "4",
    "max_runs": "none",
    "weights": "1,1,1",
    "beta": "2.5",
    "many_per_factoid": "first",
    "missing_questions": "on",
    "remote_resources": "live",
    "deadline": "2126-12-01 23:59 Europe/Paris",
}
BAD = {
    "judges": "0",
    "max_runs": "many",
    "weights": "1,2",
    "beta": "nan",
    "deadline": "2126-12-01 23:59",
    "colour": "blue",
}


def _pairs(settings: dict[str, str]) -> list[str]:
    return [argument for key, value in settings.items() for argument in ("--set", f"{key}={value}")]


def test_the_command_sets_what_it_is_told(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("create_campaign", "comet", "--track", "series2004", "--collection", "wire", *_pairs(GOOD))
    campaign = Campaign.objects.get(slug="comet")
    assert capsys.readouterr().out.count("\n") == 1
    assert (
        campaign.rules | {"judges": 4, "max_runs": None, "weights": (1, 1, 1), "beta": 2.5} == campaign.rules
    )
    assert campaign.rules["many_per_factoid"] == "first"
    assert campaign.rules["missing_questions"] is True
    assert (campaign.remote_resources, campaign.rules["remote_resources"]) == ("live", "live")
    assert campaign.deadline
    assert campaign.deadline.isoformat() == "2126-12-01T22:59:00+00:00"
    assert campaign.deadline_text == GOOD["deadline"]
    assert (campaign.title, campaign.collection_slug, campaign.state) == ("comet", "wire", "draft")
    assert "remote_resources" not in campaign.settings
    assert [rule.setting.name for rule in campaign.relaxations] == ["many_per_factoid", "missing_questions"]


def test_every_setting_that_cannot_be_taken_is_told(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError) as failed:
        call_command("create_campaign", "comet", "--track", "series2004", *_pairs(GOOD | BAD))
    output = capsys.readouterr().err
    assert failed.value.returncode == 1
    assert output.count("\n") == len(BAD)
    for key, value in BAD.items():
        assert f'"{value}"' in output or f'"{key}"' in output
    known = ", ".join(setting.name for setting in known_settings(evaluations.get("series2004")))
    assert f'There is no setting "colour"; there are {known}.' in output
    assert not Campaign.objects.exists()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["two words", "--track", "trec8"], "slug"),
        (["new", "--track", "trec8"], "slug"),
        (["x" * 65, "--track", "trec8"], "slug"),
        (["fine", "--track", "trec9"], "track"),
        (["fine", "--track", "trec8", "--set", "judges"], "setting"),
        (["harbour", "--track", "trec8"], "slug_taken"),
    ],
)
def test_a_campaign_that_cannot_be_made_leaves_nothing(
    blocks: Campaign, arguments: list[str], code: str
) -> None:
    events = Event.objects.count()
    with pytest.raises(CommandError, match=f"^{code}: "):
        call_command("create_campaign", *arguments)
    assert Campaign.objects.count() == 1
    assert Event.objects.count() == events


def test_every_setting_stands_on_the_page_with_its_default(series: Campaign, enter: Enter) -> None:
    page = unescape(enter(series, "organizer").get("/campaigns/comet/settings/").content.decode())
    for setting in series.track.settings:
        assert setting.label in page
        assert f'name="{setting.name}"' in page
        assert setting.help in page
    assert "Default: 0.5,0.25,0.25." in page
    assert "Default: off." in page


def test_the_page_saves_what_was_changed_and_says_the_commands_sentences(
    series: Campaign, enter: Enter
) -> None:
    client = enter(series, "organizer")
    fields = page_fields(client)
    assert client.post("/campaigns/comet/settings/", fields).status_code == 302
    assert Event.objects.filter(verb="campaign:edited").count() == 0
    bad = client.post("/campaigns/comet/settings/", fields | {"judges": "0", "weights": "1,2", "beta": "7"})
    assert bad.status_code == 422
    output = bad.content.decode()
    assert "judges is &quot;0&quot;; it takes a whole number of at least 1." in output
    assert "weights is &quot;1,2&quot;; it takes 3 numbers with commas between them." in output
    assert 'name="beta" value="7"' in output
    series.refresh_from_db()
    assert series.settings == {}
    good = fields | {"title": "Comet 2026", "judges": "2", "missing_questions": "on", "max_runs": "none"}
    assert client.post("/campaigns/comet/settings/", good).status_code == 302
    series.refresh_from_db()
    assert series.title == "Comet 2026"
    assert series.settings == {"judges": 2, "missing_questions": True, "max_runs": None}
    event = Event.objects.get(verb="campaign:edited")
    assert event.data["changes"]["title"] == ["Comet series", "Comet 2026"]
    assert (
        "Accept runs that leave questions out" in client.get("/campaigns/comet/questions/").content.decode()
    )


def test_two_organizers_change_different_settings_at_the_same_time(series: Campaign, enter: Enter) -> None:
    one, other = enter(series, "organizer"), enter(series, "admin")
    first, second = page_fields(one), page_fields(other)
    one.post("/campaigns/comet/settings/", first | {"judges": "3"})
    other.post("/campaigns/comet/settings/", second | {"remote_resources": "archived"})
    series.refresh_from_db()
    assert (series.rules["judges"], series.rules["remote_resources"]) == (3, "archived")


def test_a_setting_back_at_its_default_is_not_kept(series: Campaign) -> None:
    services.edit_settings(campaign=series, by=None, settings={"judges": 3, "weights": [1, 1, 1]})
    assert series.settings == {"judges": 3, "weights": [1, 1, 1]}
    services.edit_settings(campaign=series, by=None, settings={"judges": "1"})
    assert series.settings == {"weights": [1, 1, 1]}
    with pytest.raises(FileRefused):
        services.edit_settings(campaign=series, by=None, title="New", settings={"judges": "x"})
    series.refresh_from_db()
    assert (series.title, series.rules["weights"]) == ("Comet series", (1, 1, 1))


def test_what_reads_run_files_stays_once_there_are_runs(blocks: Campaign) -> None:
    columns = {"columns": "qid docid rank tag answer"}
    services.edit_settings(campaign=blocks, by=None, settings=columns)
    team = blocks.teams.create(name="tern")
    blocks.runs.create(team=team, run_id="tern1", run_key="tern1", sha256="0", responses_count=0)
    with pytest.raises(Refused) as refused:
        services.edit_settings(
            campaign=blocks, by=None, settings={"columns": "qid tag docid answer", "judges": "2"}
        )
    assert refused.value.code == "setting_in_use"
    services.edit_settings(campaign=blocks, by=None, settings=columns | {"missing_questions": "on"})
    assert blocks.settings == columns | {"missing_questions": True}
    services.change_state(campaign=blocks, to="open", by=None)
    with pytest.raises(Refused) as refused:
        services.change_state(campaign=blocks, to="draft", by=None, reason="a typing error")
    assert (refused.value.code, blocks.state) == ("runs_submitted", "open")


def test_states_follow_their_steps(blocks: Campaign, enter: Enter) -> None:
    client = enter(blocks, "organizer")

    def step(to: str, reason: str = "") -> tuple[int, str]:
        status = client.post("/campaigns/harbour/state/", {"to": to, "reason": reason}).status_code
        blocks.refresh_from_db()
        return status, blocks.state

    assert step("closed") == (422, "draft")
    assert step("released") == (422, "draft")
    assert step("open") == (302, "open")
    assert step("open") == (422, "open")
    assert step("draft") == (422, "open")
    assert step("draft", "a question is missing") == (302, "draft")
    assert step("open") == (302, "open")
    assert step("closed") == (302, "closed")
    assert step("open", " ") == (422, "closed")
    assert step("open", "two teams had no power") == (302, "open")
    reasons = (
        Event.objects.filter(verb="campaign:state").order_by("pk").values_list("data__reason", flat=True)
    )
    assert list(reasons) == ["", "a question is missing", "", "", "two teams had no power"]


def test_a_campaign_without_questions_is_not_opened(db: None, enter: Enter) -> None:
    empty = services.create_campaign(slug="empty", title="Empty", track="trec8", by=None)
    answer = enter(empty, "organizer").post("/campaigns/empty/state/", {"to": "open"})
    assert answer.status_code == 422
    assert "The campaign has no questions. It was not opened. Import them first." in answer.content.decode()
