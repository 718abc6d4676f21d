"""Leaderboards sort by any column, and show the runs of some words, team or type, or the best of each team."""

import re
from collections.abc import Iterator
from html import unescape

import pytest

from assessment.campaigns.models import Campaign
from assessment.results.models import RunScore
from assessment.results.services.release import release
from assessment.submissions.models import Run
from tests.client import Client
from tests.factory import make_member
from tests.results.golden import imported
from tests.results.settled import settle_everything
from tests.results.test_breakdown import words
from tests.scenes import Kept, as_built

pytestmark = pytest.mark.django_db
START = "/campaigns/trec8_small/results/"
ROW = r'<th scope="row" class="mono">(?:<a[^>]*>)?(.*?)(?:</a>|<span|</th>)'


@pytest.fixture(scope="module", autouse=True)
def built(kept: Kept) -> Iterator[Campaign]:
    """Released, with four runs of which alpha2 is as alpha1."""
    with kept():
        made = imported("trec8_small")
        settle_everything(made)
        made.refresh_from_db()
        release(campaign=made, by=None, leave_out=[])
        row = RunScore.objects.select_related("run").get(run__run_id="alpha1")
        row.run.pk, row.run.run_id, row.run.run_key = None, "alpha2", "alpha2"
        row.run.save(force_insert=True)
        row.pk, row.run_id = None, row.run.pk
        row.save(force_insert=True)
        yield made


@pytest.fixture
def campaign(db: None, built: Campaign) -> Campaign:
    """Alpha1 and alpha2 have the same score, and late1 has none."""
    ranked = {"alpha1": 0.5, "alpha2": 0.5, "beta1": 0.75, "late1": None}
    for run_id, score in ranked.items():
        RunScore.objects.filter(run__run_id=run_id).update(score=score)
    return as_built(built)


@pytest.fixture
def organizer(campaign: Campaign, client: Client) -> Client:
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


@pytest.fixture
def participant(campaign: Campaign) -> Client:
    """Somebody of the team of alpha1, who is not told whose the other runs are."""
    account = make_member(campaign, "pat", "participant")
    team = Run.objects.get(run_id="alpha1").team
    team.members.add(account.memberships.get(campaign=campaign))
    client = Client()
    client.force_login(account)
    return client


def board(client: Client, query: str = "") -> str:
    page = client.get(START + query).text
    return page.partition('<section class="card" id="leaderboard" data-figure>')[2].partition("</section>")[0]


def listed(client: Client, query: str = "") -> list[str]:
    return [name.strip() for name in re.findall(ROW, board(client, query))]


def test_it_begins_with_the_best_and_a_run_without_a_score_is_last_either_way(organizer: Client) -> None:
    assert listed(organizer) == ["beta1", "alpha1", "alpha2", "late1"]
    assert listed(organizer, "?sort=score&order=rising") == ["alpha1", "alpha2", "beta1", "late1"]
    assert 'aria-sort="descending"' in board(organizer)
    assert "those without a value come last" in words(organizer, START)


@pytest.mark.both_databases
def test_it_sorts_by_every_column_whose_heading_is_a_link(organizer: Client) -> None:
    heads = re.findall(r'href="(\?sort=[^"]*)"', board(organizer))
    assert len(heads) >= 7
    for head in heads:
        query = unescape(head)
        [(name, order)] = re.findall(r"sort=(\w+)&order=(\w+)", query)
        shown = board(organizer, query)
        assert f'aria-sort="{"descending" if order == "falling" else "ascending"}"' in shown
        assert f"sort={name}&amp;order={'rising' if order == 'falling' else 'falling'}" in shown
        assert sorted(listed(organizer, query)) == ["alpha1", "alpha2", "beta1", "late1"]


def test_words_begin_with_the_first_and_ties_are_by_score(organizer: Client) -> None:
    assert listed(organizer, "?sort=run") == ["alpha1", "alpha2", "beta1", "late1"]
    assert listed(organizer, "?sort=run&order=falling") == ["late1", "beta1", "alpha2", "alpha1"]
    teams = dict(Run.objects.values_list("run_id", "team__name"))
    by_team = listed(organizer, "?sort=team")
    assert [teams[run_id] for run_id in by_team] == sorted(teams.values())
    assert by_team.index("alpha1") < by_team.index("alpha2")


@pytest.mark.both_databases
def test_counts_and_bounds_sort_as_numbers(organizer: Client) -> None:
    numbers = {"alpha2": 30, "beta1": 9, "alpha1": 1, "late1": 0}
    for name in ("judged", "unjudged"):
        for run_id, number in numbers.items():
            RunScore.objects.filter(run__run_id=run_id).update(**{name: number})
        assert listed(organizer, f"?sort={name}") == list(numbers)
        assert listed(organizer, f"?sort={name}&order=rising") == list(numbers)[::-1]


@pytest.mark.both_databases
def test_it_shows_the_runs_of_some_words_team_or_type(organizer: Client, campaign: Campaign) -> None:
    team = Run.objects.get(run_id="alpha1").team.name
    Run.objects.filter(run_id="alpha2").update(automatic=False, length_limit=250)
    Run.objects.exclude(run_id="alpha2").update(automatic=True, length_limit=50)
    assert listed(organizer, "?find=ALPHA") == ["alpha1", "alpha2"]
    assert listed(organizer, f"?team={team}")[:2] == ["alpha1", "alpha2"]
    assert listed(organizer, "?type=manual") == listed(organizer, "?type=250") == ["alpha2"]
    assert listed(organizer, "?type=50&sort=run") == ["alpha1", "beta1", "late1"]
    assert "No runs match" in board(organizer, "?find=nobody")
    assert "1 of 4 runs shown" in words(organizer, f"{START}?type=manual")


@pytest.mark.both_databases
def test_places_median_and_best_stay_those_of_all_runs_with_a_score(organizer: Client) -> None:
    shown = words(organizer, f"{START}?find=alpha2")
    assert "2 alpha2" in shown
    assert "best of 3 runs .750" in shown


def test_it_shows_the_best_run_of_each_team(organizer: Client) -> None:
    best = listed(organizer, "?best=1")
    teams = dict(Run.objects.values_list("run_id", "team__name"))
    assert sorted(teams[run_id] for run_id in best) == sorted(set(teams.values()))
    assert "alpha1" in best  # not its equal, which comes after it
    assert "alpha2" not in best


def test_what_is_asked_for_stays_in_the_links_and_in_the_form(organizer: Client) -> None:
    shown = board(organizer, "?find=alpha&sort=run&order=falling&job=7")
    assert "find=alpha&amp;sort=judged&amp;order=falling#leaderboard" in shown.replace("?", "")
    assert "job=7" not in shown
    assert '<input type="hidden" name="sort" value="run">' in shown
    assert re.search(r'href="\?sort=run&amp;order=falling#leaderboard"[^>]*>Show all runs', shown)


@pytest.mark.parametrize("query", ["?sort=nonsense", "?order=nonsense", "?sort=", "?team=", "?page=9"])
def test_what_it_does_not_know_changes_nothing(organizer: Client, query: str) -> None:
    assert listed(organizer, query) == listed(organizer)


# What names would tell


def test_where_names_are_hidden_no_order_and_no_filter_tells_them(
    organizer: Client, participant: Client
) -> None:
    hidden = "another team’s run"
    team = Run.objects.get(run_id="beta1").team.name
    Run.objects.filter(run_id="beta1").update(automatic=False, length_limit=250)
    shown = board(participant)
    assert team not in shown
    assert "Best run of each team" not in shown
    assert "Type of run" not in shown
    for query in ("?find=beta", f"?team={team}", "?type=manual", "?type=250"):
        assert hidden not in listed(participant, query), query
    assert listed(participant, "?best=1").count(hidden) == listed(participant).count(hidden)
    for query in ("?sort=run", "?sort=team", "?sort=run&order=falling"):
        names = listed(participant, query)
        assert names == sorted(names, key=lambda name: name == hidden), query
        of_hidden = [score for name, score in rows(participant, query) if name == hidden]
        assert of_hidden == [".750", "–"], query


def rows(client: Client, query: str) -> list[tuple[str, str]]:
    """Names with scores as they are shown."""
    scores = re.findall(r'<td class="r value"><b>(.*?)</b>', board(client, query))
    return list(zip(listed(client, query), scores, strict=True))


@pytest.mark.both_databases
def test_the_order_of_equal_runs_without_names_is_not_that_of_their_names(
    organizer: Client, participant: Client
) -> None:
    """Whoever may see no names cannot tell from places who comes first in the alphabet."""
    others = Run.objects.exclude(team=Run.objects.get(run_id="alpha1").team)
    RunScore.objects.filter(run__in=others).update(score=0.5)
    for first, second in (("beta1", "late1"), ("late1", "beta1")):
        Run.objects.filter(run_id=first).update(sha256="0" * 64)
        Run.objects.filter(run_id=second).update(sha256="f" * 64)
        RunScore.objects.filter(run__run_id=first).update(judged=81)
        RunScore.objects.filter(run__run_id=second).update(judged=82)
        shown = board(participant)
        assert shown.index(">81<") < shown.index(">82<")
        table = participant.get(f"{START}1/leaderboard.csv").text
        assert table.index(",81,") < table.index(",82,")


@pytest.mark.both_databases
def test_to_each_team_alone_nothing_is_shown_of_others(campaign: Campaign, participant: Client) -> None:
    campaign.releases.update(audience="teams")
    for query in ("", "?best=1", "?sort=team", "?find=beta", "?type=manual"):
        assert "another team" not in board(participant, query)
        assert set(listed(participant, query)) <= {"alpha1", "alpha2"}


@pytest.mark.both_databases
def test_with_names_teams_are_not_told_how_others_made_their_runs(
    campaign: Campaign, participant: Client
) -> None:
    Campaign.objects.update(team_names=True)
    Run.objects.filter(run_id="beta1").update(automatic=False)
    assert "beta1" in listed(participant)
    assert listed(participant, "?type=manual") == []
    assert "manual" not in board(participant)
