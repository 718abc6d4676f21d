"""The settings page: five first, the rest folded, with what differs, a search, and an example of each."""

from collections.abc import Callable, Iterator
from html.parser import HTMLParser

import pytest

from assessment.campaigns import services
from assessment.campaigns.models import Campaign
from assessment.campaigns.models.options import known_settings
from scoring import evaluations
from tests.campaigns.conftest import page_fields
from tests.client import Client

Enter = Callable[[Campaign | None, str], Client]
PAGE = "/campaigns/comet/settings/"


class Settings(HTMLParser):
    """Where each setting stands on a page: in which group, open or folded, shown or not."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: dict[str, bool] = {}
        self.group_of: dict[str, str] = {}
        self.shown: list[str] = []
        self.summaries: list[str] = []
        self._group, self._shut, self._heard = "", False, False
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if tag == "details" and "data-group" in given:
            self._group, self._shut = f"group {len(self.open) + 1}", "hidden" in given
            self.open[self._group] = "open" in given
        if tag == "summary":
            self.summaries.append("")
            self._heard = True
        if name := given.get("data-setting"):
            self.group_of[name] = self._group
            if "hidden" not in given and not self._shut:
                self.shown.append(name)

    def handle_endtag(self, tag: str) -> None:
        if tag == "summary":
            self._heard = False
        if tag == "details":
            self._group, self._shut = "", False

    def handle_data(self, data: str) -> None:
        if self._heard:
            self.summaries[-1] = f"{self.summaries[-1]} {data.strip()}".strip()

    @property
    def first(self) -> list[str]:
        """Those that are not folded."""
        return [name for name, group in self.group_of.items() if not group]


def _of(client: Client, address: str = PAGE) -> Settings:
    return Settings(client.get(address).text)


@pytest.mark.parametrize(
    ("track", "last"),
    [
        ("trec8", "scale"),
        ("series2004", "grades"),
        ("tac2008", "registration"),
        ("respubliqa2010", "registration"),
        ("nq", "registration"),
        ("rag", "types"),
    ],
)
def test_five_settings_stand_first_and_every_other_one_in_one_folded_group(
    db: None, enter: Enter, track: str, last: str
) -> None:
    campaign = services.create_campaign(slug="comet", title="Comet", track=track, by=None)
    page = _of(enter(campaign, "organizer"))
    assert page.first == ["title", "collection", "judges", "max_runs", last]
    in_form = {one.name for one in known_settings(campaign.track)} - {"deadline"}
    assert set(page.group_of) == {*in_form, "title", "collection"}
    assert not any(page.open.values())
    assert len(page.open) >= 4


def test_a_folded_group_says_how_many_differ_and_their_values(series: Campaign, enter: Enter) -> None:
    client = enter(series, "organizer")
    before = _of(client).summaries
    assert "Teams and runs 4 settings, all at their defaults" in before
    services.edit_settings(
        campaign=series, by=None, settings={"list_view": "run", "beta": "5", "nil": "false"}
    )
    after = _of(client).summaries
    assert any("2 of 10 changed: Weight of recall in Other: 5; Judging list" in one for one in after)
    assert "Teams and runs 1 of 4 changed: NIL allowed: off" in after


def test_a_search_shows_what_has_its_words_and_opens_the_groups_around_it(
    series: Campaign, enter: Enter
) -> None:
    client = enter(series, "organizer")
    found = _of(client, f"{PAGE}?q=NIL+factoid")
    assert found.shown == ["nil"]
    assert [found.open[group] for group in (found.group_of["nil"], found.group_of["beta"])] == [True, False]
    assert "1 setting found." in client.get(f"{PAGE}?q=NIL+factoid").text
    assert _of(client, f"{PAGE}?q=list_view").shown == ["list_view"], "by the name that commands use"
    assert _of(client, f"{PAGE}?q=lake").shown == ["free_run_tag"], "by its example"
    nothing = client.get(f"{PAGE}?q=parsnip").text
    assert (Settings(nothing).shown, "No setting has these words." in nothing) == ([], True)
    assert len(_of(client, f"{PAGE}?q=++").shown) == len(found.group_of)


def test_a_value_that_was_refused_opens_its_group(series: Campaign, enter: Enter) -> None:
    client = enter(series, "organizer")
    answer = client.post(PAGE, page_fields(client) | {"beta": "many"})
    page = Settings(answer.text)
    assert answer.status_code == 422
    assert [group for group, is_open in page.open.items() if is_open] == [page.group_of["beta"]]
    searched = Settings(client.post(f"{PAGE}?q=NIL+factoid", page_fields(client) | {"beta": "many"}).text)
    assert searched.shown == ["nil", "beta"], "what was refused is shown, whatever was searched"


def test_what_a_search_hides_is_still_saved(series: Campaign, enter: Enter) -> None:
    """Hidden fields are sent with the others, so that a save after a search changes nothing else."""
    client = enter(series, "organizer")
    page = client.get(f"{PAGE}?q=recall").text
    for name in ("judges", "weights", "beta"):
        assert f'name="initial-{name}"' in page


def test_who_may_not_change_them_reads_them_in_the_same_groups(series: Campaign, enter: Enter) -> None:
    adjudicator = enter(series, "adjudicator")
    page = adjudicator.get(PAGE).text
    assert Settings(page).first == _of(enter(series, "organizer")).first
    assert "<b>Weight of recall in Other:</b> 3" in page
    assert 'name="beta"' not in page


def _settings() -> Iterator[tuple[str, str, str]]:
    for track in evaluations.TRACKS.values():
        yield from ((track.slug, one.name, one.example) for one in known_settings(track))


def test_every_setting_has_an_example_of_what_a_value_does() -> None:
    assert [(slug, name) for slug, name, example in _settings() if not example.endswith(".")] == []
