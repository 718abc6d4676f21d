"""What if: by page and by command, one change or several, each left out in its turn, and what is refused."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign
from assessment.judging.models import Adjudication
from assessment.studies.models import Study, StudyPart
from assessment.studies.selectors.changes import changes_of
from scoring.studies.imagined import MOST_ITEMS, MOST_QUESTIONS, imagined
from tests.client import Client
from tests.query_counts import QueryCount
from tests.scenes import Kept, as_built
from tests.sizes import FULL
from tests.studies.scene import NAMES, address, golden, large, newest, scorer_of_golden, signed_in

pytestmark = pytest.mark.django_db
ASK = "/campaigns/trec8_small/studies/what-if/"


@pytest.fixture(scope="module")
def built(kept: Kept) -> Iterator[Campaign]:
    with kept():
        yield golden("trec8_small")


@pytest.fixture
def campaign(db: None, built: Campaign) -> Campaign:
    return as_built(built)


@pytest.fixture
def named(name: str, campaign: Campaign) -> Campaign:
    """The campaign of a test's own parameter."""
    return campaign if campaign.slug == name else golden(name)


@pytest.fixture
def organizer(campaign: Campaign) -> Client:
    return signed_in(campaign, "organizer")


def words(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.text))


def offered(campaign: Campaign) -> list[str]:
    return [change for _, choices in changes_of(campaign) for change, _ in choices]


@pytest.mark.parametrize("name", NAMES)
def test_page_command_and_files_give_the_same_bytes(
    name: str, named: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign, client = named, signed_in(named, "organizer")
    gone = sorted(run.run_id for run in scorer_of_golden(name).evaluation.runs)[0]
    change = f"remove-run:{gone}"
    response = client.post(address(campaign, "what-if/"), {"change": change, "rule": "adjudicated"})
    assert response["Location"] == address(campaign, "1/")
    shown = client.get(address(campaign, "1/study.json")).content
    capsys.readouterr()
    call_command("what_if", campaign.slug, change, json="-")
    assert capsys.readouterr().out.encode() == shown
    assert imagined(scorer_of_golden(name), [change]).as_text().encode() == shown
    assert Study.objects.count() == 1
    page = client.get(address(campaign, "1/"))
    assert f"What if: Without run {gone}" in words(page)
    assert json.loads(shown)["summary"] in words(page)


@pytest.mark.parametrize("name", NAMES if FULL else ["series_small", "nq_small"])
def test_whatever_is_offered_can_be_asked_and_shown(name: str, named: Campaign) -> None:
    campaign, client = named, signed_in(named, "organizer")
    refused = {}
    for change in offered(campaign):
        response = client.post(address(campaign, "what-if/"), {"change": change, "rule": "union"})
        if response.status_code != 302:
            refused[change] = re.findall(r'role="alert">.*?<b>(.*?)</b>', response.text)
            continue
        page = client.get(response["Location"])
        assert page.status_code == 200
        shown = page.text.split("<main", 1)[1]
        assert not re.search(r"\bNone\b|\bnan\b|\{\{|\{%|\{#", shown), change
    # What only trying shows: no majority for some item.
    assert set(refused) <= {"rule:majority", "rule:adjudicated"}
    assert all("no grade" in str(sentence) or "has no" in str(sentence) for sentence in refused.values())


def test_a_tau_that_breaks_ties_by_run_id_is_not_called_tau_b(organizer: Client, campaign: Campaign) -> None:
    organizer.post(ASK, {"change": "remove-run:alpha1", "rule": "adjudicated"})
    page = address(campaign, "1/")
    said = "Kendall’s tau-b between the two rankings"
    assert said in words(organizer.get(page))
    part = newest(campaign).parts.get(name="comparison")
    content = part.content
    for group in content["groups"]:  # as studies have it that are from before tau-b
        group["tau"] = group.pop("tau_b")
    part.compressed = StudyPart.of(part.name, content).compressed
    part.save()
    assert said not in words(organizer.get(page))


def test_several_changes_are_made_together(organizer: Client, campaign: Campaign) -> None:
    fields = {"change": "rule:union", "more": "\n drop:5 \r\n\nremove-team:late\n", "rule": "intersection"}
    assert organizer.post(ASK, fields).status_code == 302
    study = newest(campaign)
    assert study.options == {"changes": ["rule:union", "drop:5", "remove-team:late"], "rule": "intersection"}
    page = words(organizer.get(address(campaign, "1/")))
    assert "What if: Rule union; 5 dropped as well; Without team late" in page
    assert "Questions that moved" in page
    assert "What if: Rule union; 5 dropped as well; Without team late" in words(
        organizer.get(address(campaign))
    )


def test_the_same_question_is_kept_once_and_another_state_anew(organizer: Client, campaign: Campaign) -> None:
    for _ in range(2):
        organizer.post(ASK, {"change": "rule:union", "rule": "adjudicated"})
    assert Study.objects.count() == 1
    before = organizer.get(address(campaign, "1/study.json")).content
    Adjudication.objects.filter(item__question__qid="1").update(grade="yes")
    organizer.post(ASK, {"change": "rule:union", "rule": "adjudicated"})
    assert Study.objects.count() == 2
    assert organizer.get(address(campaign, "1/study.json")).content == before


@pytest.mark.parametrize("by", ["team", "run"])
def test_each_is_left_out_in_its_turn(
    organizer: Client, campaign: Campaign, by: str, capsys: pytest.CaptureFixture[str]
) -> None:
    change = f"leave-one-out:{by}"
    response = organizer.post(ASK, {"change": change, "rule": "adjudicated"}, follow=True)
    page = words(response)
    assert f"Each {by} left out of the pools" in page
    assert "late1" in page
    shown = organizer.get(address(campaign, "1/study.json")).content
    capsys.readouterr()
    call_command("what_if", "trec8_small", change, json="-")
    assert capsys.readouterr().out.encode() == shown
    rows = json.loads(shown)["leave_one_out"]["rows"]
    assert [row["name"] for row in rows] == sorted(row["name"] for row in rows)
    assert {run["run"] for row in rows for run in row["runs"]} == {"alpha1", "beta1", "late1"}


REFUSED = [
    (["nonsense"], '"nonsense" is not a variation.'),
    (["depth"], '"" is not a whole number of at least 1.'),
    (["without-team"], "without-team needs more."),
    (["depth:x"], '"x" is not a whole number of at least 1.'),
    (["depth:0"], '"0" is not a whole number of at least 1.'),
    (["without-assessor:zoe"], 'There is no assessor "zoe".'),
    (["without-team:zoe"], 'There is no team "zoe".'),
    (["remove-run:zoe"], 'There is no run "zoe".'),
    (["drop:99"], 'There is no question or series "99" to drop.'),
    (["with-dropped:1"], "among the dropped ones"),
    (["rule:best"], 'There is no rule "best".'),
    (["colour=red"], "colour"),
    (["columns=qid tag docid answer"], "columns says how run files are read"),
    (["="], "is not a setting"),
    (["leave-one-out:team", "rule:union"], "cannot be combined with other changes"),
    (["leave-one-out:team", "leave-one-out:run"], "cannot be combined with other changes"),
    (["leave-one-out:question"], "is not a variation"),
]


@pytest.mark.parametrize(("changes", "sentence"), REFUSED, ids=lambda value: str(value)[:40])
def test_changes_that_make_no_sense_are_refused_with_a_sentence(
    organizer: Client, changes: list[str], sentence: str
) -> None:
    response = organizer.post(ASK, {"change": "", "more": "\n".join(changes), "rule": "adjudicated"})
    assert response.status_code == 422
    assert sentence in words(response).replace("&quot;", '"')
    with pytest.raises(CommandError, match=re.escape(sentence)) as caught:
        call_command("what_if", "trec8_small", *changes)
    assert caught.value.returncode == 1
    assert not Study.objects.exists()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "Choose a change, or write one below."),
        ({"change": "", "more": " \n "}, "Choose a change, or write one below."),
        ({"change": "depth:99"}, "depth:99 is not one of the available choices"),
        ({"change": "rule:union", "rule": "best"}, "best is not one of the available choices"),
    ],
)
def test_a_form_that_asks_nothing_is_shown_again(
    organizer: Client, fields: dict[str, str], sentence: str
) -> None:
    response = organizer.post(ASK, {"rule": "adjudicated", **fields})
    assert response.status_code == 422
    assert sentence in words(response)
    assert not Study.objects.exists()


def test_what_is_shown_is_what_was_asked_when_it_is_refused(organizer: Client) -> None:
    response = organizer.post(ASK, {"more": "depth:zero", "rule": "union"})
    assert "depth:zero</textarea>" in response.text
    assert '<option value="union" selected>' in response.text


def test_a_rule_that_cannot_be_followed_names_its_questions(organizer: Client) -> None:
    response = organizer.post(ASK, {"change": "rule:majority", "rule": "adjudicated"})
    assert response.status_code == 422
    assert "no grade that more than half gave" in words(response)
    assert "/campaigns/trec8_small/adjudicate/4/" in response.text


def test_it_is_read_by_nobody_who_only_looks_at_its_address(organizer: Client) -> None:
    assert organizer.get(ASK).status_code == 405


def test_the_command_says_what_came_of_it(
    campaign: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("what_if", "trec8_small", "rule:union", json=str(tmp_path / "what.json"))
    said = capsys.readouterr().out
    found = json.loads((tmp_path / "what.json").read_bytes())
    assert said.splitlines()[-1] == f"Study 1: {found['summary']}"
    assert list(found)[-1] == "comparison"
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("what_if", "trec8_small", "rule:union", json=str(tmp_path / "no" / "what.json"))


def test_figures_and_pages_of_studies_are_not_those_of_what_if(organizer: Client, campaign: Campaign) -> None:
    organizer.post(ASK, {"change": "rule:union", "rule": "adjudicated"})
    for rest in ("1/figures/ranges-0.svg", "1/assessors/", "1/agreement/", "1/significance/"):
        assert organizer.get(address(campaign, rest)).status_code == 404


def test_a_large_comparison_is_cut_short_and_says_so(tmp_path: Path, query_count: QueryCount) -> None:
    campaign = large(tmp_path / "large")
    client = signed_in(campaign, "organizer")
    client.post(address(campaign, "what-if/"), {"change": "rule:intersection", "rule": "union"})
    with query_count("what if"):
        page = client.get(address(campaign, "1/"))
    assert page.status_code == 200
    found = client.get(address(campaign, "1/study.json")).json()["comparison"]
    assert len(found["questions"]) <= MOST_QUESTIONS
    assert all(len(one["items"]) <= MOST_ITEMS for one in found["questions"])
    assert found["questions_moved"] >= len(found["questions"])
