"""Any two versions of the scores against each other: the page, and that it says what their reports say."""

import json
import re

import pytest

from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.services import drop
from assessment.judging.models import AnswerClass, Judgment
from assessment.results.models import ScoreSet
from assessment.results.selectors.access import score_sets
from assessment.results.services.readings import scorer_of
from assessment.results.services.scores import score
from assessment.studies.selectors.compare import comparison_of
from scoring.studies.comparison import what_if
from scoring.studies.what_if import parse
from tests.client import Client
from tests.factory import make_member
from tests.query_counts import QueryCount
from tests.results.golden import imported
from tests.results.test_breakdown import words

pytestmark = pytest.mark.django_db
START = "/campaigns/series_small/studies/compare/"


@pytest.fixture
def campaign() -> Campaign:
    made = imported("series_small")
    score(campaign=made, rule="adjudicated", by=None)
    return made


@pytest.fixture
def organizer(campaign: Campaign, client: Client) -> Client:
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


def versions(campaign: Campaign) -> list[ScoreSet]:
    """Oldest first."""
    return list(score_sets(campaign))[::-1]


def selected(client: Client, address: str) -> list[str]:
    """The versions that the form shows as chosen."""
    response = client.get(address)
    assert response.status_code == 200
    return re.findall(r'<option value="(\d+)" selected', response.content.decode())


@pytest.mark.parametrize("name", ["trec8_small", "series_small", "tac_small", "respubliqa_small", "nq_small"])
def test_stored_versions_differ_in_what_their_reports_differ_in(name: str) -> None:
    campaign = imported(name)
    score(campaign=campaign, rule="adjudicated", by=None)
    dropped = Question.objects.filter(campaign=campaign).in_order().values_list("qid", flat=True)[0]
    exact = what_if(scorer_of(campaign), [parse(f"drop:{dropped}")])
    drop(campaign=campaign, identifier=dropped, reason="what if", by=None)
    score(campaign=campaign, rule="adjudicated", by=None)
    stored = comparison_of(campaign, *versions(campaign))
    assert json.dumps(stored.as_json()["groups"]) == json.dumps(exact.as_json()["groups"])
    assert stored.because == exact.because


@pytest.mark.parametrize("name", ["trec8_small", "series_small", "tac_small", "respubliqa_small"])
def test_another_rule_shows_the_same_questions_and_items_as_asking_what_if(name: str) -> None:
    campaign = imported(name)
    score(campaign=campaign, rule="adjudicated", by=None)
    score(campaign=campaign, rule="union", by=None)
    exact = what_if(scorer_of(campaign), [parse("rule:union")])
    stored = comparison_of(campaign, *versions(campaign))
    assert stored.summary == exact.summary
    assert [one.qid for one in stored.questions] == [one.qid for one in exact.questions]
    for one, other in zip(stored.questions, exact.questions, strict=True):
        assert {item.item: item.runs for item in one.items} == {item.item: item.runs for item in other.items}


def test_the_two_newest_are_compared_unless_others_are_chosen(organizer: Client, campaign: Campaign) -> None:
    for rule in ("union", "intersection"):
        score(campaign=campaign, rule=rule, by=None)
    assert selected(organizer, START) == ["2", "3"]
    assert selected(organizer, f"{START}?before=1") == ["1", "3"]
    assert selected(organizer, f"{START}?before=3&after=1") == ["3", "1"]
    assert "The rule is union instead of adjudicated." in words(organizer, f"{START}?before=1&after=2")


def test_a_merged_class_is_found_with_its_items_and_runs(organizer: Client, campaign: Campaign) -> None:
    kept, merged = (AnswerClass.objects.get(name=name, member__name="ann") for name in ("aster", "maid"))
    Judgment.objects.filter(answer_class=merged).update(answer_class=kept)
    score(campaign=campaign, rule="adjudicated", by=None)
    page = words(organizer, START)
    assert "Questions that moved 1, the most moving first 1.2" in page
    assert "No longer among them: Merry Maid" in page
    assert "Score in 1 In 2 Difference Place in 1 In 2 Unjudged in 2" in page
    item = next(one for one in comparison_of(campaign, *versions(campaign)).questions[0].items if one.runs)
    assert f"{item.item.docid} {item.item.answer}" in page
    assert ", ".join(item.runs) in page


def test_versions_without_a_difference_say_so(organizer: Client, campaign: Campaign) -> None:
    assert "This is version 1 compared with itself." in words(organizer, f"{START}?before=1&after=1")
    AnswerClass.objects.filter(question__campaign=campaign, name="aster").update(text="Aster, the ship")
    Question.objects.filter(campaign=campaign, qid="1.1").update(text="Another wording?")
    score(campaign=campaign, rule="adjudicated", by=None)
    assert [one.qrels.version for one in versions(campaign)] == [1, 2]
    page = words(organizer, START)
    assert "No difference Scores, judgments and questions are the same in both versions." in page
    assert "Runs" not in page.partition("No difference")[2]


def test_a_version_that_is_not_there_is_not_found(organizer: Client) -> None:
    for asked in ("before=7", "after=7", "before=1&after=x"):
        assert organizer.get(f"{START}?{asked}").status_code == 404


def test_with_one_version_the_page_says_what_to_do(organizer: Client, campaign: Campaign) -> None:
    page = words(organizer, START)
    assert "There is one version of the scores. A comparison needs two: score by another rule" in page
    ScoreSet.objects.all().delete()
    assert "Nothing has been scored. A comparison needs two" in words(organizer, START)


def test_changes_of_a_version_and_the_list_of_studies_lead_here(
    organizer: Client, campaign: Campaign
) -> None:
    score(campaign=campaign, rule="union", by=None)
    changes = organizer.get("/campaigns/series_small/results/2/changes/").content.decode()
    assert f'href="{START}?before=1&amp;after=2"' in changes
    assert f'href="{START}"' in organizer.get("/campaigns/series_small/studies/").content.decode()


@pytest.mark.parametrize("role", ["assessor", "participant"])
def test_it_is_not_for_those_who_must_not_know_scores(campaign: Campaign, client: Client, role: str) -> None:
    client.force_login(make_member(campaign, "somebody", role))
    assert client.get(START).status_code == 404


def test_the_page_takes_the_queries_it_is_allowed(
    organizer: Client, campaign: Campaign, query_count: QueryCount
) -> None:
    score(campaign=campaign, rule="union", by=None)
    with query_count("studies: two versions of the scores"):
        organizer.get(START)
